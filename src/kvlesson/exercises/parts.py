"""The parts of an answer: a count, a measured number, a choice, or a function of the reader's own.

Invariant: two values are compared as numbers, as the option that they stand for, or by what they give when they are
called; never as text.
Not here: which value is right (exercise.py), and text that somebody typed (typed.py).
Cost: O(1); a function is called once for each of its cases.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isclose, isfinite
from numbers import Real
from typing import Any, Final

from .said import joined, number

__all__ = ["Amount", "Choice", "Code", "Count", "Part"]


class Part(ABC):
    """One thing that is asked for.  ``label`` says it without a number, so that it holds whatever numbers are drawn."""

    label: str

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What to give, in words."""

    @abstractmethod
    def read(self, value: object) -> object:
        """``value`` as this part compares it.  TypeError, saying what to give, where it can be no answer at all."""

    def same(self, one: Any, other: Any, given: Any) -> bool:
        """Whether two values that were read are one answer."""
        return bool(one == other)

    def remark(self, value: Any, right: Any, given: Any) -> str:
        """What can be said of a wrong value by itself; nothing where that would be the answer."""
        return ""


def _number(part: Part, value: object) -> float:
    if isinstance(value, Real) and type(value).__name__ not in ("bool", "bool_") and isfinite(value):
        return _exact(value)
    raise TypeError(f"{part.label}: give {part.wanted}, not {value!r}")


def _exact(value: Any) -> float:
    """A whole number as an int, whatever its type was."""
    return int(value) if value == int(value) else float(value)


@dataclass(frozen=True)
class Count(Part):
    """Things that are counted, or numbered: right only to the last one."""

    label: str
    unit: str = ""  # what is counted, in the plural

    @property
    def wanted(self) -> str:
        return f"a whole number of {self.unit}" if self.unit else "a whole number"

    def read(self, value: object) -> float:
        return _number(self, value)

    def remark(self, value: float, right: float, given: object) -> str:
        return "" if isinstance(value, int) else f"{number(value)} is not {self.wanted}."


# What a number is multiplied with to be in a unit, and what it was in without that.
SCALES: Final = {
    "percent": (100, "a share of one: asked is percent"),
    "KiB": (1 / 1024, "bytes: asked are KiB, of 1,024 bytes each"),
    "GiB": (1 / 1024**3, "bytes: asked are GiB, of 1,073,741,824 bytes each"),
    "ms": (1000, "seconds: asked are milliseconds"),
}


@dataclass(frozen=True)
class Amount(Part):
    """A number that may be rounded: right within a share of itself."""

    label: str
    unit: str = ""
    within: float = 0.005

    @property
    def wanted(self) -> str:
        return f"a number ({self.unit})" if self.unit else "a number"

    def read(self, value: object) -> float:
        return _number(self, value)

    def same(self, one: float, other: float, given: object) -> bool:
        return isclose(one, other, rel_tol=self.within)

    def remark(self, value: float, right: float, given: object) -> str:
        if self.unit not in SCALES:
            return ""
        factor, was = SCALES[self.unit]
        said = f"{number(value)} is the right one in {was}."
        return said if self.same(value * factor, right, given) else ""


@dataclass(frozen=True)
class Choice(Part):
    """One of several options.  Read as the place of the option among them, counted from 0."""

    label: str
    options: tuple[str, ...]

    @property
    def wanted(self) -> str:
        return " or ".join(f'"{option}"' for option in self.options)

    def read(self, value: object) -> int:
        if isinstance(value, str) and value.strip().casefold() in self.options:
            return self.options.index(value.strip().casefold())
        raise TypeError(f"{self.label}: give {self.wanted}, not {value!r}")


@dataclass(frozen=True)
class Code(Part):
    """A function, called with each of the cases that are given; two are the same where they give the same for all."""

    label: str
    name: str
    arguments: tuple[str, ...]

    @property
    def wanted(self) -> str:
        return f"a function of {joined(list(self.arguments))}"

    @property
    def begun(self) -> str:
        """The code that a reader finds, to go on from."""
        return f"def {self.name}({', '.join(self.arguments)}):\n    return ..."

    def read(self, value: object) -> Callable[..., object]:
        if callable(value):
            return value
        raise TypeError(f"{self.label}: give {self.wanted}, not {value!r}")

    def same(self, one: Callable[..., object], other: Callable[..., object], given: Sequence[Any]) -> bool:
        return all(_outcome(one, case) == _outcome(other, case) for case in given)

    def remark(self, value: Callable[..., object], right: Callable[..., object], given: Sequence[Any]) -> str:
        for case in given:
            kind, gave = _outcome(value, case)
            wanted = _outcome(right, case)
            if (kind, gave) != wanted:
                shown = f"{self.name}({', '.join(map(repr, case))})"
                return f"{shown} {kind} {gave!s}; {wanted[1]!s} is right."
        return ""


def _outcome(function: Callable[..., object], case: Sequence[object]) -> tuple[str, object]:
    """What a call came to.  Values that are equal are the same, whatever their type: 2 and 2.0, a list and a tuple."""
    try:
        value = function(*case)
    except Exception as error:  # the reader's own: it is told, not raised
        return "stopped with", f"{type(error).__name__}: {error}"
    try:
        return "gave", _plain(value)
    except Exception:  # a value that cannot even be looked at
        return "gave", f"something of type {type(value).__name__}"


def _plain(value: object) -> object:
    if isinstance(value, Real):
        return _exact(value) if isfinite(value) else float(value)
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    return f"{value!r:.80}"
