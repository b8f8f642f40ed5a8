"""What happened between two snapshots: the marks that a picture adds when it knows the step before.

Everything is worked out from the two snapshots alone, so the marks cannot disagree with the pictures.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kvlesson.drawing.snapshot import Block, Pool, Table


@dataclass(frozen=True)
class Copy:
    """A block's filled slots travelled to another block: copy-on-write."""

    old: int
    new: int
    slots: int


@dataclass(frozen=True)
class Changes:
    """Empty when there was no step before."""

    arrived: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    cells: frozenset[tuple[str, int]] = frozenset()  # (owner, index in the table): another block stands there
    filled: frozenset[tuple[str, int]] = frozenset()  # ... or the same block holds more
    blocks: frozenset[int] = frozenset()  # owners or filled slots differ
    written: frozenset[tuple[int, int]] = frozenset()  # (block, slot in it)
    wrote: tuple[str, ...] = ()  # the same in words, "A6 to A7"
    copies: tuple[Copy, ...] = ()
    free_list: bool = False
    taken: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """` | now: took 5, wrote A8`; empty when nothing changed."""
        parts = [
            *(f"{owner} came" for owner in self.arrived),
            *(f"{owner} left" for owner in self.gone),
            *([f"took {' '.join(map(str, self.taken))}"] if self.taken else []),
            *(f"copied {copy.slots} from {copy.old} to {copy.new}" for copy in self.copies),
            *(f"wrote {run}" for run in self.wrote),
            *([f"gave back {' '.join(map(str, self.returned))}"] if self.returned else []),
        ]
        return f" | now: {', '.join(parts)}" if parts else ""


def between(before: Pool, after: Pool) -> Changes:
    """The changes that lead from `before` to `after`, two snapshots of one pool."""
    if (before.block_size, len(before.blocks)) != (after.block_size, len(after.blocks)):
        raise ValueError(
            f"previous is another pool: {len(before.blocks)} blocks of {before.block_size}, "
            f"not {len(after.blocks)} of {after.block_size}"
        )
    copies = {copy.new: copy for table in after.tables for copy in _copies(before, table)}
    written = {
        (number, slot)
        for number, block in enumerate(after.blocks)
        for slot in range(_kept(before.blocks[number], block, copies.get(number)), block.filled)
    }
    return Changes(
        arrived=tuple(t.owner for t in after.tables if before.table(t.owner) is None),
        gone=tuple(t.owner for t in before.tables if after.table(t.owner) is None),
        cells=_differing(
            {t.owner: t.blocks for t in before.tables}, {t.owner: t.blocks for t in after.tables}
        ),
        filled=_differing(
            {t.owner: t.filled for t in before.tables}, {t.owner: t.filled for t in after.tables}
        ),
        blocks=frozenset(i for i, block in enumerate(after.blocks) if block != before.blocks[i]),
        written=frozenset(written),
        wrote=tuple(run for table in after.tables for run in _wrote(table, written, after.block_size)),
        copies=tuple(copies.values()),
        free_list=before.free_list != after.free_list,
        taken=tuple(block for block in before.free_list if block not in after.free_list),
        returned=tuple(block for block in after.free_list if block not in before.free_list),
    )


def _differing(
    before: Mapping[str, tuple[int, ...]], after: Mapping[str, tuple[int, ...]]
) -> frozenset[tuple[str, int]]:
    return frozenset(
        (owner, index)
        for owner, row in after.items()
        for index, entry in enumerate(row)
        if before.get(owner, ())[index : index + 1] != (entry,)
    )


def _blocks(pool: Pool, owner: str) -> tuple[int, ...]:
    table = pool.table(owner)
    return table.blocks if table else ()


def _copies(before: Pool, table: Table) -> list[Copy]:
    """The blocks that this request shared before and has a copy of now."""
    return [
        Copy(old, new, min(before.blocks[old].filled, filled))
        for old, new, filled in zip(_blocks(before, table.owner), table.blocks, table.filled, strict=False)
        if old != new and len(before.blocks[old].owners) > 1
    ]


def _kept(before: Block, after: Block, copy: Copy | None) -> int:
    """How many filled slots of a block were not written in this step: they were there, or were copied."""
    if copy:
        return copy.slots
    return before.filled if set(before.owners) & set(after.owners) else 0


def _wrote(table: Table, written: set[tuple[int, int]], block_size: int) -> list[str]:
    """The positions that a request wrote, as at most one run: tokens are only ever appended."""
    positions = [
        index * block_size + slot
        for index, (block, filled) in enumerate(zip(table.blocks, table.filled, strict=True))
        for slot in range(filled)
        if (block, slot) in written
    ]
    if not positions:
        return []
    first, last = label(table.owner, positions[0]), label(table.owner, positions[-1])
    return [first if first == last else f"{first} to {last}"]


def label(owner: str, position: int) -> str:
    """ "A6", or "S1 6" where the two would run into each other."""
    return f"{owner}{position}" if len(owner) == 1 and owner.isalpha() else f"{owner} {position}"
