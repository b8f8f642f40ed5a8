"""Exercises by their keys, at a prompt and in a notebook; and what can be no answer."""

import doctest
import re
from dataclasses import replace
from typing import Any

import pytest

from kvlesson import exercises
from kvlesson.exercises import (
    EXERCISES,
    Result,
    UnknownExercise,
    another,
    ask,
    asked,
    check,
    check_typed,
    checking,
    said,
)


def test_a_result_says_itself() -> None:
    result = check("free-blocks", (0, 0))
    assert not result
    assert str(result) == repr(result) == f"Not yet. {result.why}"
    assert check("free-blocks", (0, 3))
    with pytest.raises(AttributeError):
        result.right = True  # type: ignore[misc]


def test_what_is_shown_is_text() -> None:
    assert Result(False, "<b>&")._repr_html_() == (
        '<p class="kv-result" data-right="false"><strong>Not yet.</strong> &lt;b&gt;&amp;</p>'
    )
    assert 'data-right="true"' in Result(True, "")._repr_html_()


def test_a_question_says_itself_and_how_to_answer() -> None:
    shown = another("free-blocks", 7)
    assert (shown.seed, shown.exercise) == (7, EXERCISES["free-blocks"])
    first, how, *parts = str(shown).split("\n")
    assert first == f"Free blocks. {shown.question}"
    assert how == "Answer with check('free-blocks', (..., ...), seed=7):"
    assert parts == [f"  {part.label}: {part.wanted}" for part in shown.exercise.parts]
    assert shown._repr_html_().startswith(f'<p class="kv-question">{first}</p><p>Answer with')
    assert str(ask("too-slow")).startswith("Too slow? A cache of 12 GiB")
    assert "Answer with check('too-slow', ...):" in str(ask("too-slow"))


def test_another_one_draws_and_says_its_seed() -> None:
    drawn = [another("last-token") for _ in range(20)]
    assert len({one.question for one in drawn}) > 5
    assert all(f"seed={one.seed})" in str(one) for one in drawn)
    one = drawn[0]
    right = one.exercise.answer(one.exercise.given(one.seed))
    assert one.check(right).right
    assert check("last-token", right, one.seed) == one.check(right)
    assert str(one.solution) == one.check(right).why
    assert one.hints == one.exercise.hints


def test_a_key_that_there_is_not_names_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"'free-block'.*'free-blocks'"):
        check("free-block", 1)
    with pytest.raises(UnknownExercise, match="one-conversation, first-hundred"):
        ask("zzzzzzzz")
    with pytest.raises(UnknownExercise, match=r"\[\]"):
        check([], 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: check("free-blocks", 1), TypeError, "asks for 2, .*after the longer prompts .*; got 1"),
        (lambda: check("free-blocks", (1, 2, 3)), TypeError, r"got \(1, 2, 3\)"),
        (
            lambda: check("free-blocks", (1, "3")),
            TypeError,
            "after the others: give a whole number of blocks, not '3'",
        ),
        (lambda: check("free-blocks", (1, True)), TypeError, "not True"),
        (lambda: check("free-blocks", (1, float("nan"))), TypeError, "not nan"),
        (lambda: check("too-slow", None), TypeError, r"give a number \(ms\), not None"),
        (lambda: check("stuck-together", (0, "maybe")), TypeError, 'give "yes" or "no", not .maybe'),
        (lambda: check("stuck-together", (0, 1)), TypeError, 'give "yes" or "no"'),
        (lambda: check("blocks-for", 3), TypeError, "a function of tokens and block_size, not 3"),
        (lambda: check("free-blocks", (0, 3), -1), ValueError, "seed .*-1"),
        (lambda: ask("free-blocks", 1.5), TypeError, "seed .*1.5"),
    ],
)
def test_what_can_be_no_answer_says_what_to_give(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_the_examples_in_docstrings() -> None:
    for module in (exercises, said, asked, checking):
        assert doctest.testmod(module).failed == 0


def test_they_are_loaded_only_when_asked_for() -> None:
    with pytest.raises(AttributeError, match="'nothing'"):
        exercises.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("16.6", True),
        (" 16.6 ms ", True),
        ("16.6MS", True),
        ("+16.6", True),
        ("8.3", False),
        ("−16.6", False),
    ],
)
def test_a_typed_number(text: str, right: bool) -> None:
    result = check_typed("too-slow", [text])
    assert result.right == right
    assert "Type a number" not in result.why


@pytest.mark.parametrize(
    "texts", [["61,035", "65 536"], ["61\u202f035", "65,536 tokens"], ["061035.0", "65536."[:-1]]]
)
def test_thousands_may_be_set_apart_and_a_unit_may_follow(texts: list[str]) -> None:
    assert check_typed("gb-or-gib", texts).right


def test_percent() -> None:
    assert check_typed("more-beams", ["75 %", "71%"]).right
    assert check_typed("more-beams", ["75 percent", "71"]).right


HOSTILE = [
    "", " ", "abc", "<img src=x onerror=alert(1)>", "__import__('os')", "1e999", "0x10", "nan", "1,5", "1 2", "--1",
    "1" * 400, "\ud800", "\u2028", "'; 1", "９", ".",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_number_is_told(text: str) -> None:
    result = check_typed("too-slow", [text])
    assert not result.right
    assert "Type a number (ms) for: compacting takes." in result.why
    assert len(result.why) < 200
    assert "<img" not in result._repr_html_()


def test_typed_choices() -> None:
    assert check_typed("stuck-together", ["0", "yes"]).right
    assert "Choose" in check_typed("stuck-together", ["0", ""]).why
    assert "Choose" in check_typed("stuck-together", ["0", "no idea"]).why


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def blocks_for(tokens, size):\n    return -(-tokens // size)", "Whole blocks"),
        ("import math\nblocks_for = lambda tokens, size: math.ceil(tokens / size)", "Whole blocks"),
        ("def blocks_for(tokens, size):\n    return tokens // size", "rounded down"),
        (
            "def blocks_for(tokens, size):\n    return half(tokens)\ndef half(n): return n / 0",
            "ZeroDivisionError",
        ),
        ("def blocks_for(:", "not Python yet: .* in line 1"),
        ("1 / 0", "stopped with ZeroDivisionError"),
        ("def other(tokens, size): return 1", "Call your function blocks_for: it begins with def blocks_for"),
        ("blocks_for = 3", "Call your function"),
        ("#" * 5000, "more than 4,000 characters"),
        ("\0", "not Python yet|stopped with"),
    ],
)
def test_typed_code(code: str, said: str) -> None:
    result = check_typed("blocks-for", [code])
    assert re.search(said, result.why), result.why
    assert result.right == ("Whole blocks" in said)


def test_typed_code_sees_nothing_of_here() -> None:
    assert "NameError" in check_typed("blocks-for", ["EXERCISES"]).why


def test_a_seed_is_drawn_that_can_still_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawn:
        def randrange(self, *bounds: int) -> int:
            assert bounds == (1, 1_000_000)
            return 7

    monkeypatch.setattr(checking, "SystemRandom", Drawn)
    assert another("free-blocks").seed == 7


def test_at_most_three_near_keys_are_named() -> None:
    assert str(UnknownExercise("blocks")).count(" or ") == 2


def test_questions_and_answers_are_shown_as_they_are_said() -> None:
    question = ask("free-blocks")
    assert repr(question) == str(question)
    assert repr(question.solution) == str(question.solution)


def test_numbers_that_never_come_are_told() -> None:
    stuck = replace(EXERCISES["free-blocks"], draw=lambda rng: EXERCISES["free-blocks"].text)
    with pytest.raises(AssertionError, match="1000 draws were in vain"):
        stuck.given(1)


def test_what_is_typed_at_the_edges() -> None:
    for text, why in ((".5", "Not"), ("-.5", "Not"), (".", "Type a"), ("", "Type a")):
        assert check_typed("too-slow", [text]).why.startswith("Type") == (why == "Type a")
    assert "nothing is typed yet" in check_typed("too-slow", [""]).why
    assert "-0.5" in check_typed("free-blocks", ["0", "-.5"]).why
    assert f"“{'x' * 40}” is none" in check_typed("too-slow", ["x" * 40]).why
    assert f"“{'x' * 40}…” is none" in check_typed("too-slow", ["x" * 41]).why
    code = "def blocks_for(tokens, block_size):\n    return -(-tokens // block_size)\n#"
    assert check_typed("blocks-for", [code.ljust(4000, "x")]).right
    assert "more than 4,000 characters" in check_typed("blocks-for", [code.ljust(4001, "x")]).why
