"""One function that counts a pool from scratch and compares: the test every state must pass, after every step.

Invariant: it believes nothing that the books say about themselves; counts come from the block tables alone.
Not here: contents; whether a slot holds the right key is the tests' content oracle.
Cost: O(blocks + table entries).  It changes nothing.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Protocol

from .bookkeeping import blocks_for

__all__ = ["BrokenInvariant", "census"]


class BrokenInvariant(AssertionError):
    """The books contradict themselves; the message says where."""


class Books(Protocol):
    """What is counted: BlockTables, BlockManager, or a reader's own."""

    @property
    def block_size(self) -> int: ...
    @property
    def free_list(self) -> Collection[int]: ...
    @property
    def ref_count(self) -> Sequence[int]: ...
    @property
    def tables(self) -> Mapping[Hashable, Sequence[int]]: ...
    @property
    def lengths(self) -> Mapping[Hashable, int]: ...


def census(books: Books) -> None:
    """Raise BrokenInvariant unless everything below holds.

    Every reference count is the number of table entries that name the block; free and named blocks split the pool in
    two, with no block twice on the free list or in one table; every table is as long as its request's tokens need;
    requests that share a block share it at the same place and agree on how much of it is filled.
    """
    free, pool = list(books.free_list), range(len(books.ref_count))
    named = Counter(block for table in books.tables.values() for block in table)
    _check(named.keys() | free <= set(pool), f"ids outside 0 to {len(pool) - 1}: {free}, {books.tables}")
    _check(len(set(free)) == len(free), f"a block is twice on the free list {free}")
    for block, count in enumerate(books.ref_count):
        _check(count == named[block], f"block {block} is named {named[block]} time(s) but counted {count}")
    held = {block for block in pool if named[block]}
    _check(held.isdisjoint(free), f"blocks {held & set(free)} are held and free")
    _check(
        len(held) + len(free) == len(pool), f"blocks {set(pool) - held - set(free)} are neither held nor free"
    )
    _check(books.tables.keys() == books.lengths.keys(), f"tables {books.tables} but lengths {books.lengths}")
    _check_tables(books)


def _check_tables(books: Books) -> None:
    seen: dict[int, tuple[int, int]] = {}  # block -> (logical index, slots filled)
    for rid, table in books.tables.items():
        length = books.lengths[rid]
        need = blocks_for(length, books.block_size)
        _check(len(table) == need, f"{rid!r} stores {length} token(s) in {len(table)} block(s), not {need}")
        for index, block in enumerate(table):
            view = index, min(books.block_size, length - index * books.block_size)
            same = seen.setdefault(block, view) == view
            _check(same, f"block {block} is seen as (place in table, slots filled) {seen[block]} and {view}")


def _check(holds: bool, words: str) -> None:
    if not holds:  # not an assert statement: python -O must not switch it off
        raise BrokenInvariant(words)
