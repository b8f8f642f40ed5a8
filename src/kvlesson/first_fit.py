"""A row of slots handed out first fit: which are free, and nothing about requests.

Invariant: gaps and slabs in use tile the row, and no two gaps touch.
Not here: requests and what they store.  ``ContiguousPool``, the lesson's own, has both, finds its gaps by sorting its
slabs, and takes three times as long for the thousands of departures of an experiment; a test holds the two together.
Cost: O(gaps) each.

buddy.py answers the same calls in another way.
"""

from bisect import bisect
from collections.abc import Mapping
from typing import Protocol

from ._validate import whole

__all__ = ["FirstFit", "SlotRow"]


class SlotRow(Protocol):
    """What an experiment needs of a row of slots: FirstFit has it, and Buddy."""

    @property
    def held(self) -> Mapping[int, int]: ...  # start of a slab -> slots that it takes
    def take(self, size: int, /) -> int | None: ...
    def give(self, start: int, /) -> None: ...


class FirstFit:
    """``n_slots`` slots in a row, ``free`` of them in ``gaps``: (start, length) from left to right.  ``held`` maps the start of
    each slab to its slots.
    """

    def __init__(self, n_slots: int) -> None:
        self.n_slots = whole("n_slots", n_slots, at_least=1)
        self.free = self.n_slots
        self.gaps = [(0, self.n_slots)]
        self.held: dict[int, int] = {}

    def take(self, size: int) -> int | None:
        """Reserve ``size`` adjacent slots in the first gap that is big enough: the first of them, or None."""
        if size < 1:
            raise ValueError(f"size must be at least 1, got {size}")
        for index, (start, length) in enumerate(self.gaps):
            if length >= size:
                self.gaps[index : index + 1] = [(start + size, length - size)] if length > size else []
                self.held[start] = size
                self.free -= size
                return start
        return None

    def give(self, start: int) -> None:
        """Give back the slab that begins at ``start``.  ValueError when none does: a double free."""
        if start not in self.held:
            raise ValueError(f"start must begin a slab, got {start!r}")
        size = self.held.pop(start)
        self.free += size
        end = start + size
        first = last = bisect(self.gaps, (start,))  # gaps to merge with: none, one or both neighbours
        if first > 0 and sum(self.gaps[first - 1]) == start:
            first -= 1
            start = self.gaps[first][0]
        if last < len(self.gaps) and self.gaps[last][0] == end:
            end += self.gaps[last][1]
            last += 1
        self.gaps[first:last] = [(start, end - start)]
