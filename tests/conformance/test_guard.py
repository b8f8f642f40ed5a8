"""Every call comes back."""

import itertools
import sys
from contextlib import suppress

import pytest

from kvlesson.conformance.guard import Endless, Nowhere, attempt, said


def forever():
    while True:
        pass


def swallowing():
    while True:
        try:
            raise KeyError
        except:  # noqa: E722
            continue


def swallowing_below():
    """No line of the loop is outside a handler."""
    with suppress(BaseException):
        forever()
    return "came back"


def in_one_line():
    while True: pass  # fmt: skip  # noqa: E701


@pytest.mark.parametrize(
    "endless",
    [
        forever,
        swallowing,
        in_one_line,
        lambda: [n + 1 for n in itertools.count()],
        lambda: sum(1 for _ in itertools.count()),
    ],
)
def test_endless_loops_end(endless):
    outcome = attempt(endless, lines=500)
    assert outcome.value is None
    assert isinstance(outcome.error, Endless)


def test_where_everything_is_handled_the_shot_is_still_fired():
    assert attempt(swallowing_below, lines=500) == ("came back", None)


def test_what_ends_is_not_disturbed():
    assert attempt(lambda: sum(n for n in range(100)), lines=500) == (4950, None)


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(1), GeneratorExit()])
def test_whatever_is_raised_is_an_outcome(error):
    def raises():
        raise error

    assert attempt(raises) == (None, error)


def test_tracing_is_as_before():
    def tracer(frame, event, _):
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        attempt(forever, lines=100)
        after_endless = sys.gettrace()
        attempt(int)
        after = sys.gettrace()
    finally:
        sys.settrace(before)
    assert after_endless is after is tracer


def test_an_exception_in_words():
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError

    assert said(ValueError("so\nmuch")) == "ValueError: so\nmuch"
    assert said(ValueError()) == "ValueError without a word"
    assert said(ValueError("x" * 300)) == "ValueError: " + "x" * 200
    assert said(Silent()) == "Silent: (it cannot be shown)"


def test_nowhere_takes_everything():
    print("much", file=Nowhere())
    assert Nowhere().write("four") == 4
