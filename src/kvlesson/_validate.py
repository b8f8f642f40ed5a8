"""Checks at the door, shared by every public function: a bad argument is named, with its value, before anything changes.

Invariant: what leaves here is a plain ``int``, or an id that a dict can hold.
Not here: checks that need to know what a pool holds; each class makes its own.
Cost: a few comparisons a call.
"""

from collections.abc import Container, Hashable
from operator import index
from typing import SupportsIndex


class UnknownRequest(KeyError):
    """A request id that holds nothing here: never added, or freed already."""

    def __init__(self, rid: object, name: str = "rid") -> None:
        super().__init__(rid, name)

    def __str__(self) -> str:  # KeyError's own shows the repr of its arguments
        rid, name = self.args
        return f"{name} {rid!r} is unknown here: never added, or freed already"


def integer(name: str, value: SupportsIndex) -> int:
    """``value`` as a plain int.  TypeError when it is not a whole number: 4.0, "4" and True are not."""
    try:
        if type(value).__name__ in ("bool", "bool_"):  # Python's and NumPy's; NumPy 1 would let its own pass
            raise TypeError
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {value!r}") from None


def whole(name: str, value: SupportsIndex, at_least: int = 0) -> int:
    """``value`` as a plain int.  TypeError as ``integer``, ValueError below ``at_least``."""
    number = integer(name, value)
    if number < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {number}")
    return number


def position_in(name: str, value: SupportsIndex, length: int) -> int:
    """``value`` as a plain int in 0 .. length - 1.  IndexError outside: a negative one would wrap, and is refused."""
    number = integer(name, value)
    if not 0 <= number < length:
        raise IndexError(f"{name} {number} is outside the {length} token(s) stored; the first is position 0")
    return number


def new_id(name: str, rid: Hashable, known: Container[Hashable]) -> None:
    """TypeError when no dict could hold ``rid``, ValueError when ``known`` has it already."""
    try:
        taken = rid in known
    except TypeError:
        raise _unhashable(name, rid) from None
    if taken:
        raise ValueError(f"{name} {rid!r} is here already")


def not_found(name: str, rid: Hashable) -> Exception:
    """What to raise when looking up ``rid`` failed: UnknownRequest, or TypeError when it could never be an id."""
    try:
        hash(rid)
    except TypeError:
        return _unhashable(name, rid)
    return UnknownRequest(rid, name)


def _unhashable(name: str, rid: object) -> TypeError:
    return TypeError(f"{name} must be hashable, as a dict's keys are, got {rid!r}")
