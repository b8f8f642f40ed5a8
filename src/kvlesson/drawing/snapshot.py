"""Reads a snapshot of a block manager, checks it, and says it in one line.

A `Pool` is what the picture and the text are both made from: which request names which block, and how many slots of
each are filled. A snapshot that contradicts itself (a block lost, named twice, or past the end; a length that does not
fit its table) raises ValueError naming it, so a picture never shows a state that no pool can be in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kvlesson.drawing.names import check_distinct, name, sign
from kvlesson.drawing.palette import STATES

MAX_BLOCKS = 256  # more than this, drawn one by one, nobody could read


@dataclass(frozen=True)
class Table:
    """One request: its name, its blocks in logical order, and how many slots of each are filled."""

    owner: str
    blocks: tuple[int, ...]
    filled: tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """One physical block: the requests that name it, the position in its first slot, and its filled slots."""

    owners: tuple[str, ...] = ()
    first_position: int = 0
    filled: int = 0


@dataclass(frozen=True)
class Pool:
    """A whole snapshot: tables in the order in which requests came, blocks by physical id, free list from its mouth."""

    block_size: int
    tables: tuple[Table, ...]
    blocks: tuple[Block, ...]
    free_list: tuple[int, ...]

    def table(self, owner: str) -> Table | None:
        return next((table for table in self.tables if table.owner == owner), None)

    @property
    def text(self) -> str:
        """`A: 0 1, B: 2 | 0[AAAA] 1[AA??] 2[BBB?] 3(....) | free list 3 | 9 stored, 3 empty in blocks, 4 free`."""
        tables = ", ".join(f"{t.owner}: {_ids(t.blocks) or 'no block'}" for t in self.tables) or "no requests"
        blocks = " ".join(f"{i}{self._block_text(block)}" for i, block in enumerate(self.blocks))
        stored = sum(block.filled for block in self.blocks)
        free = self.block_size * len(self.free_list)
        empty = self.block_size * len(self.blocks) - stored - free
        counts = f"{stored} stored, {empty} empty in blocks, {free} free"
        return f"{tables} | {blocks} | free list {_ids(self.free_list) or 'empty'} | {counts}"

    def _block_text(self, block: Block) -> str:
        if not block.owners:
            return f"({STATES['free'].sign * self.block_size})"
        owner = block.owners[0]
        slots = sign(owner) * block.filled + STATES["unknown"].sign * (self.block_size - block.filled)
        return f"[{slots}]" + (f"×{len(block.owners)}" if len(block.owners) > 1 else "")


class Snapshot(Protocol):
    """What is read of a snapshot, or of a live manager; `ref_counts` and `block_size` too where it has them."""

    @property
    def tables(self) -> Mapping[Any, Sequence[int]]: ...
    @property
    def free_list(self) -> Iterable[int]: ...
    @property
    def lengths(self) -> Mapping[Any, int]: ...


def read(step: Snapshot, block_size: int | None = None, num_blocks: int | None = None) -> Pool:
    """The Pool that `step` describes.

    `block_size` defaults to the snapshot's own, `num_blocks` to what the snapshot accounts for.
    """
    block_size = block_size if block_size is not None else getattr(step, "block_size", None)
    if block_size is None:
        raise ValueError("block_size must be given: this snapshot has none")
    if block_size < 1:
        raise ValueError(f"block_size must be at least 1; got {block_size}")
    check_distinct(step.tables)
    free_list = [int(block) for block in step.free_list]
    tables = tuple(
        _table(owner, [int(block) for block in blocks], step.lengths, block_size)
        for owner, blocks in step.tables.items()
    )
    ref_counts = getattr(step, "ref_counts", None)
    if num_blocks is None:
        named = [block for table in tables for block in table.blocks]
        num_blocks = len(ref_counts) if ref_counts is not None else 1 + max([*named, *free_list], default=-1)
    if num_blocks > MAX_BLOCKS:
        raise ValueError(
            f"a pool of {num_blocks} blocks is too large to draw one by one; the limit is {MAX_BLOCKS}"
        )
    blocks = [Block()] * num_blocks
    for table in tables:
        for index, (block, filled) in enumerate(zip(table.blocks, table.filled, strict=True)):
            _in_pool(block, num_blocks, f"the table of {table.owner}")
            blocks[block] = _add_owner(block, blocks[block], table.owner, index * block_size, filled)
    _check_free_list(free_list, blocks)
    if ref_counts is not None and [len(block.owners) for block in blocks] != list(ref_counts):
        counts = [len(block.owners) for block in blocks]
        raise ValueError(f"ref_counts {list(ref_counts)} disagree with the tables, which give {counts}")
    return Pool(block_size, tables, tuple(blocks), tuple(free_list))


def _table(rid: Any, blocks: Sequence[int], lengths: Mapping[Any, int], block_size: int) -> Table:
    if rid not in lengths:
        raise ValueError(f"lengths has no entry for {rid!r}")
    length = int(lengths[rid])
    if len(blocks) != -(-length // block_size):
        raise ValueError(
            f"{rid!r} stores {length} tokens, which do not fit its table {list(blocks)} "
            f"of blocks of {block_size}"
        )
    filled = tuple(min(block_size, length - index * block_size) for index in range(len(blocks)))
    return Table(name(rid), tuple(blocks), filled)


def _add_owner(number: int, block: Block, owner: str, first_position: int, filled: int) -> Block:
    if owner in block.owners:
        raise ValueError(f"block {number} is twice in the table of {owner}")
    if block.owners and (block.first_position, block.filled) != (first_position, filled):
        raise ValueError(f"block {number} holds other tokens for {owner} than for {block.owners[0]}")
    return Block((*block.owners, owner), first_position, filled)


def _check_free_list(free_list: Sequence[int], blocks: Sequence[Block]) -> None:
    for block in free_list:
        _in_pool(block, len(blocks), "the free list")
        if blocks[block].owners:
            raise ValueError(f"block {block} is free and in the table of {blocks[block].owners[0]}")
        if free_list.count(block) > 1:
            raise ValueError(f"block {block} is twice in the free list")
    for number, entry in enumerate(blocks):
        if not entry.owners and number not in free_list:
            raise ValueError(f"block {number} is in no table and not in the free list")


def _in_pool(block: int, num_blocks: int, where: str) -> None:
    if not 0 <= block < num_blocks:
        raise ValueError(f"block {block} in {where} is not in a pool of {num_blocks} blocks")


def _ids(blocks: Iterable[int]) -> str:
    return " ".join(map(str, blocks))
