"""What happened between two snapshots: the marks that a picture adds when it knows the step before.

Everything is worked out from the two snapshots alone, so the marks cannot disagree with the pictures. Where blocks were
renumbered (the same tokens under other ids) nothing was written, copied, taken or given back.
"""

from dataclasses import dataclass

from kvlesson.drawing.names import label
from kvlesson.drawing.snapshot import Pool, Table


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
    filled: frozenset[tuple[str, int]] = frozenset()  # ... or as many slots as before are no longer filled
    blocks: frozenset[int] = frozenset()  # owners or filled slots differ
    written: frozenset[tuple[int, int]] = frozenset()  # (block, slot in it)
    wrote: tuple[str, ...] = ()  # the same in words, "A6-A7"
    copies: tuple[Copy, ...] = ()
    free_list: bool = False
    moved: str = ""  # "took 5, gave back 2 6", or that blocks were renumbered

    @property
    def text(self) -> str:
        """` | now: wrote A8, took 5`; empty when nothing changed."""
        parts = [
            *(f"{owner} came" for owner in self.arrived),
            *(f"{owner} left" for owner in self.gone),
            *(f"copied {copy.slots} from {copy.old} to {copy.new}" for copy in self.copies),
            *(f"wrote {run}" for run in self.wrote),
            *([self.moved] if self.moved else []),
        ]
        return f" | now: {', '.join(parts)}" if parts else ""


def between(before: Pool, after: Pool) -> Changes:
    """The changes that lead from `before` to `after`, two snapshots of one pool."""
    if (before.block_size, len(before.blocks)) != (after.block_size, len(after.blocks)):
        raise ValueError(
            f"previous is another pool: {len(before.blocks)} blocks of {before.block_size}, "
            f"not {len(after.blocks)} of {after.block_size}"
        )
    old = {table.owner: table for table in before.tables}
    moves = [move for table in after.tables if table.owner in old for move in _moves(old[table.owner], table)]
    copies = {new: Copy(at, new, slots) for at, new, slots in moves if len(before.blocks[at].owners) > 1}
    written = _written(before, after)
    return Changes(
        arrived=tuple(table.owner for table in after.tables if table.owner not in old),
        gone=tuple(table.owner for table in before.tables if after.table(table.owner) is None),
        cells=frozenset((o, i) for o, i, block in _cells(after) if (o, i, block) not in _cells(before)),
        filled=frozenset((o, i) for o, i, filled in _fills(after) if (o, i, filled) not in _fills(before)),
        blocks=frozenset(i for i, block in enumerate(after.blocks) if block != before.blocks[i]),
        written=written,
        wrote=tuple(run for table in after.tables for run in _wrote(table, written, after.block_size)),
        copies=tuple(copies.values()),
        free_list=before.free_list != after.free_list,
        moved="blocks renumbered" if len(moves) > len(copies) else _taken(before, after),
    )


def _cells(pool: Pool) -> set[tuple[str, int, int]]:
    return {(table.owner, index, block) for table in pool.tables for index, block in enumerate(table.blocks)}


def _fills(pool: Pool) -> set[tuple[str, int, int]]:
    return {
        (table.owner, index, filled) for table in pool.tables for index, filled in enumerate(table.filled)
    }


def _moves(old: Table, new: Table) -> list[tuple[int, int, int]]:
    """(old block, new block, slots filled then) wherever a table names another block for tokens that it had."""
    entries = zip(old.blocks, new.blocks, old.filled, strict=False)
    return [(at, to, filled) for at, to, filled in entries if at != to]


def _written(before: Pool, after: Pool) -> frozenset[tuple[int, int]]:
    """Slots whose token none of the block's owners had before; what a fork shares was there."""
    lengths = {table.owner: sum(table.filled) for table in before.tables}
    return frozenset(
        (number, slot)
        for number, block in enumerate(after.blocks)
        for slot in range(block.filled)
        if all(lengths.get(owner, 0) <= block.first_position + slot for owner in block.owners)
    )


def _wrote(table: Table, written: frozenset[tuple[int, int]], block_size: int) -> list[str]:
    """The positions that a request wrote, at most one run: tokens are only ever appended."""
    positions = [
        index * block_size + slot
        for index, (block, filled) in enumerate(zip(table.blocks, table.filled, strict=True))
        for slot in range(filled)
        if (block, slot) in written
    ]
    if not positions:
        return []
    first, last = label(table.owner, positions[0]), label(table.owner, positions[-1])
    return [first if first == last else f"{first}-{last}"]


def _taken(before: Pool, after: Pool) -> str:
    taken = [str(block) for block in before.free_list if block not in after.free_list]
    returned = [str(block) for block in after.free_list if block not in before.free_list]
    parts = [f"took {' '.join(taken)}"] if taken else []
    parts += [f"gave back {' '.join(returned)}"] if returned else []
    return ", ".join(parts)
