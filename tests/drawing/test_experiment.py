"""What an experiment found, drawn as ten dots each way, with the guess in a row of its own."""

import html
import re

import pytest

import kvlesson as kv
from kvlesson import drawing

EXPERIMENT = kv.run_own_experiment("last in", n_slots=20_000)


def test_the_dots_are_what_the_runs_settle_at():
    made = drawing.drawn_experiment(EXPERIMENT)
    rows = {
        name: [run.settled.live for run in runs]
        for name, runs in (("in slabs", EXPERIMENT.in_slabs), ("in blocks", EXPERIMENT.in_blocks))
    }
    expected = drawing.dot_rows(
        rows,
        "requests in the pool, leaving the youngest first",
        note="each dot: the mean of the second half of one run",
    )
    assert made.picture == expected
    slabs, blocks = (sum(row) / len(row) for row in rows.values())
    assert made.said == (
        f"In slabs {slabs:.1f} requests are in the pool, in blocks {blocks:.1f}: {blocks / slabs:.2f} times as many."
    )
    assert repr(made) == f"<{made.said}>"


@pytest.mark.parametrize("guess", [0, 12, 400])
def test_a_guess_comes_first(guess):
    assert (
        f"| your guess, in blocks: {guess}; in slabs"
        in drawing.drawn_experiment(EXPERIMENT, guess).picture.text
    )


@pytest.mark.parametrize("guess", [-1, float("nan"), float("inf")])
def test_no_guess(guess):
    with pytest.raises(ValueError, match="your guess"):
        drawing.drawn_experiment(EXPERIMENT, guess)


@pytest.mark.parametrize(
    ("leave", "words"), [("random", "in random order"), ("arrival", "in order of arrival")]
)
def test_who_left_is_said(leave, words):
    made = drawing.drawn_experiment(kv.run_own_experiment(leave, n_slots=20_000))
    assert made.picture.text.startswith(f"requests in the pool, leaving {words}")


def test_in_a_notebook():
    shown = drawing.drawn_experiment(EXPERIMENT)._repr_html_()
    assert re.findall(r"<p class=\"kv-found\">(.*?)</p>", shown) == [
        html.escape(drawing.drawn_experiment(EXPERIMENT).said)
    ]
    assert f"<code>{html.escape(EXPERIMENT.python)}</code>" in shown
    assert shown.count("<svg") == 1
