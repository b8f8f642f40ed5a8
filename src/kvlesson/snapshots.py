"""What a pool looked like at one moment, as named tuples that share nothing with the live pool.

Invariant: a snapshot stays as it was, whatever happens to the manager it was taken from.
Not here: keys and values.
Cost: O(table entries) to take, and again for each figure derived from it.

Slots are counted physically: a block that two requests share counts once.  So ``used`` may be less than the sum of the
lengths, and ``wasted`` is never negative.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, Protocol, Self

from .audit import Books

__all__ = ["SharingStep", "Step", "copied_between", "filled_slots", "written_between"]

Tables = dict[Hashable, list[int]]
Lengths = dict[Hashable, int]
Slot = tuple[int, int]  # (block, slot in the block)


def filled_slots(
    tables: Mapping[Hashable, Sequence[int]], lengths: Mapping[Hashable, int], block_size: int
) -> dict[int, int]:
    """Held block -> how many of its slots hold a token.

    >>> filled_slots({"S1": [0, 1], "S2": [0, 1]}, {"S1": 6, "S2": 6}, block_size=4)
    {0: 4, 1: 2}
    """
    filled: dict[int, int] = {}
    for rid, table in tables.items():
        for index, block in enumerate(table):
            mine = min(block_size, lengths[rid] - index * block_size)
            filled[block] = max(mine, filled.get(block, 0))
    return filled


class _Snapshot(Protocol):
    @property
    def tables(self) -> Tables: ...
    @property
    def free_list(self) -> list[int]: ...
    @property
    def lengths(self) -> Lengths: ...
    @property
    def block_size(self) -> int: ...
    @property
    def used(self) -> int: ...
    @property
    def allocated(self) -> int: ...


class _Figures:
    """What follows from tables and lengths."""

    @property
    def num_blocks(self: _Snapshot) -> int:
        return len(self.free_list) + self.allocated // self.block_size

    @property
    def used(self: _Snapshot) -> int:
        """Slots that hold a token."""
        return sum(filled_slots(self.tables, self.lengths, self.block_size).values())

    @property
    def allocated(self: _Snapshot) -> int:
        """Slots in blocks that some table names."""
        return len(filled_slots(self.tables, self.lengths, self.block_size)) * self.block_size

    @property
    def wasted(self: _Snapshot) -> int:
        """Allocated slots that hold no token, whether or not one will come."""
        return self.allocated - self.used

    @property
    def filled(self: _Snapshot) -> dict[Hashable, list[int]]:
        """Request id -> filled slots of each of its blocks: the paper's "# filled" column (Kwon et al., fig. 6)."""
        slots = filled_slots(self.tables, self.lengths, self.block_size)
        return {rid: [slots[block] for block in table] for rid, table in self.tables.items()}


class _StepFields(NamedTuple):
    event: str
    tables: Tables
    free_list: list[int]
    lengths: Lengths


class Step(_StepFields, _Figures):
    """(event, tables, free_list, lengths) after an event; ``block_size`` and the figures are attributes beside them."""

    block_size: int

    @classmethod
    def of(cls, event: str, books: Books) -> Self:
        """The present state of a BlockManager or BlockTables."""
        step = cls(event, _copy(books.tables), list(books.free_list), dict(books.lengths))
        step.block_size = books.block_size
        return step


class _SharingFields(NamedTuple):
    event: str
    tables: Tables
    ref_counts: list[int]
    free_list: list[int]


class SharingStep(_SharingFields, _Figures):
    """(event, tables, ref_counts, free_list); ``lengths``, ``block_size`` and the figures are attributes beside them."""

    lengths: Lengths
    block_size: int

    @classmethod
    def of(cls, event: str, books: Books) -> Self:
        """The present state of a BlockManager or BlockTables.  ``ref_counts`` lists all blocks."""
        step = cls(event, _copy(books.tables), list(books.ref_count), list(books.free_list))
        step.lengths, step.block_size = dict(books.lengths), books.block_size
        return step


def written_between(before: _Snapshot, after: _Snapshot) -> list[Slot]:
    """(block, slot) of every token that was stored between two successive snapshots, copies not included."""
    had = filled_slots(before.tables, before.lengths, before.block_size)
    written = []
    for rid, length in after.lengths.items():
        for position in range(before.lengths.get(rid, 0), length):
            block, slot = _slot(after, rid, position)
            if slot >= had.get(block, 0):  # else it was there before: ``rid`` is a fork
                written.append((block, slot))
    return written


def copied_between(before: _Snapshot, after: _Snapshot) -> list[tuple[Slot, Slot]]:
    """((block, slot) from, (block, slot) to) of every token that copy-on-write moved between two successive snapshots."""
    copied = []
    for rid, length in after.lengths.items():
        for position in range(min(before.lengths.get(rid, 0), length)):
            old, new = _slot(before, rid, position), _slot(after, rid, position)
            if old != new:
                copied.append((old, new))
    return copied


def _slot(step: _Snapshot, rid: Hashable, position: int) -> Slot:
    return step.tables[rid][position // step.block_size], position % step.block_size


def _copy(tables: Mapping[Hashable, Sequence[int]]) -> Tables:
    return {rid: list(table) for rid, table in tables.items()}
