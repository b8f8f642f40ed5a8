"""Exercises by their keys: asked, answered, and asked again with other numbers.

Invariant: nothing is remembered between two calls.
Not here: the exercises (questions/), and what a page keeps of who solved what.
Cost: that of the exercise.
"""

from difflib import get_close_matches
from random import SystemRandom
from typing import Any, Final

from .asked import Asked
from .exercise import Exercise
from .questions import ALL
from .result import Result

__all__ = ["EXERCISES", "UnknownExercise", "another", "ask", "check"]

EXERCISES: Final[dict[str, Exercise[Any]]] = {one.key: one for one in ALL}  # in the order of the chapters
_MOST_DRAWN: Final = 10**6  # a seed that can still be typed


class UnknownExercise(KeyError):
    """A key that no exercise has."""

    def __str__(self) -> str:  # KeyError's own shows the repr of its argument
        (key,) = self.args
        near = get_close_matches(str(key), EXERCISES, 3, 0.4)
        return f"no exercise is called {key!r}; " + (
            f"there is {' or '.join(map(repr, near))}" if near else f"there are {', '.join(EXERCISES)}"
        )


def found(key: str) -> Exercise[Any]:
    """The exercise of that key.  UnknownExercise, a KeyError, names those that are nearest."""
    if not isinstance(key, str) or key not in EXERCISES:
        raise UnknownExercise(key)
    return EXERCISES[key]


def check(key: str, answer: object, seed: int | None = None) -> Result:
    """Whether ``answer`` is right, and why, or why not.

    ``answer`` is what the exercise asks for: a number in the unit that it names, the words of an option, a function; a
    tuple of them where it asks for several.  ``seed`` is that of the question where ``another`` drew its numbers.
    UnknownExercise for a key that there is not, TypeError for what can be no answer.

    >>> check("free-blocks", (0, 3)).right
    True
    """
    return found(key).judge(answer, seed)


def ask(key: str, seed: int | None = None) -> Asked:
    """The question as the chapter asks it, or with the numbers of ``seed``."""
    found(key).given(seed)  # so that a bad seed is told here
    return Asked(found(key), seed or 0)


def another(key: str, seed: int | None = None) -> Asked:
    """The question with new numbers: those of ``seed``, or of one that is drawn and shown."""
    return ask(key, SystemRandom().randrange(1, _MOST_DRAWN) if seed is None else seed)
