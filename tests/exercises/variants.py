"""Whether an exercise can be solved with the numbers that a seed draws, and tells its usual slips apart."""

from collections.abc import Iterable
from typing import Any

from kvlesson.exercises.exercise import Exercise
from kvlesson.exercises.parts import Choice


def solved(exercise: Exercise[Any], seeds: Iterable[int]) -> set[str]:
    """Try each: the right answer is taken, two slips and more are refused with the reason that is theirs. Gives the draws."""
    seen = set()
    for seed in seeds:
        given = exercise.given(seed)
        seen.add(repr(given))
        right = exercise.judge(given_as(exercise, exercise.answer(given)), seed)
        assert right.right, (seed, right)
        told = 0
        for slip, answer in exercise.wrong(seed):
            result = exercise.judge(given_as(exercise, answer), seed)
            assert (result.right, result.why) == (False, slip.why(given)), (seed, answer)
            told += 1
        assert told >= 2
        assert exercise.asks(given)
        assert right.why == exercise.because(given)
    return seen


def given_as(exercise: Exercise[Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values as somebody gives them: of a choice, the words."""
    return tuple(
        part.options[value] if isinstance(part, Choice) else value
        for part, value in zip(exercise.parts, values, strict=True)
    )
