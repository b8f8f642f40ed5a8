"""Who holds which block: a free list, reference counts and block tables.  Ids and counts only, no keys or values.

Invariant: a block's reference count is the number of table entries that name it, and it is free when that is 0
(audit.py counts both from scratch).
Not here: the pools themselves (block_manager.py), who is admitted or preempted, and what a freed block last held.
Cost: ``append`` and ``locate`` O(1); ``extend``, ``fork`` and ``free`` O(blocks of the request).

The design is PagedAttention's (Kwon et al., SOSP 2023, sections 4.2 to 4.4).
"""

from collections.abc import Hashable

from ._shown import ShownInBlocks
from ._validate import UnknownRequest, new_id, not_found, position_in, whole
from .block_allocator import BlockAllocator

__all__ = ["BlockTables", "NeverFits", "OutOfBlocks", "UnknownRequest", "blocks_for"]


class OutOfBlocks(Exception):
    """A request needs more blocks than are free *now*.  ``rid``, ``need`` and ``free`` say who, how many, and of what."""

    def __init__(self, rid: Hashable, need: int = 1, free: int = 0) -> None:
        super().__init__(rid)
        self.rid, self.need, self.free = rid, need, free

    def __str__(self) -> str:
        return f"request {self.rid!r} needs {self.need} more block(s) and {self.free} are free"


class NeverFits(OutOfBlocks):
    """A request that would outgrow the whole pool: waiting for others to leave will not help."""

    def __str__(self) -> str:
        return super().__str__() + "; even an empty pool could not hold it"


def blocks_for(tokens: int, block_size: int) -> int:
    """ceil(tokens / block_size), the blocks that hold so many tokens.  Every need in this library comes from here.

    >>> [blocks_for(tokens, 4) for tokens in (0, 1, 4, 5)]
    [0, 1, 1, 2]
    """
    return -(-tokens // block_size)


class BlockTables(ShownInBlocks):
    """Requests over a pool of ``num_blocks`` blocks, ``block_size`` slots each.  A call that raises changes nothing.

    ``tables`` maps a request's id (anything hashable) to its block ids in logical order, ``lengths`` to the number of
    tokens it stores.  Everywhere: TypeError or ValueError for an argument that can never be right, UnknownRequest (a
    KeyError) for an id that holds nothing, OutOfBlocks for *not now* and its subclass NeverFits for *never*.
    """

    def __init__(
        self, num_blocks: int, block_size: int, allocator: type[BlockAllocator] = BlockAllocator
    ) -> None:
        self.block_size = whole("block_size", block_size, at_least=1)
        self.allocator = allocator(num_blocks)
        self.num_blocks = self.allocator.num_blocks
        self.free_list = self.allocator.free_list
        self.ref_count = self.allocator.ref_count
        self.tables: dict[Hashable, list[int]] = {}
        self.lengths: dict[Hashable, int] = {}

    def add_request(self, rid: Hashable) -> None:
        """A new request.  It takes no block yet.  ValueError when ``rid`` is here already."""
        new_id("rid", rid, self.tables)
        self.tables[rid] = []
        self.lengths[rid] = 0

    def append(self, rid: Hashable) -> tuple[int, int, int | None]:
        """Make room for one token: (block, slot in it, block that was copied from, or None).

        Takes a block when the last one is full, or when it is partly filled and shared: then the first ``slot`` slots
        of the last entry have to be copied from the old block, which loses a reference (copy-on-write).
        """
        try:
            table, length = self.tables[rid], self.lengths[rid]
        except (KeyError, TypeError):
            raise not_found("rid", rid) from None
        slot = length % self.block_size
        if slot and self.ref_count[table[-1]] == 1:  # room in a block of its own: nothing is needed
            self.lengths[rid] = length + 1
            return table[-1], slot, None
        copied_from = self._make_room(rid, table, length, 1)
        self.lengths[rid] = length + 1
        return table[-1], slot, copied_from

    def extend(self, rid: Hashable, tokens: int) -> int | None:
        """Make room for ``tokens`` more, all or nothing.  Gives the block that was copied from, as ``append``, or None."""
        table, length = self.entry(rid)
        tokens = whole("tokens", tokens)
        copied_from = self._make_room(rid, table, length, tokens)
        self.lengths[rid] = length + tokens
        return copied_from

    def fork(self, parent: Hashable, child: Hashable) -> None:
        """``child`` starts as ``parent``'s twin: the same blocks, each counted once more, nothing copied."""
        table, length = self.entry(parent, "parent")
        new_id("child", child, self.tables)
        for block in table:
            self.allocator.share(block)
        self.tables[child] = list(table)
        self.lengths[child] = length

    def free(self, rid: Hashable) -> None:
        """Forget ``rid``.  Blocks that no other table names go back to the free list, in logical order."""
        table, _ = self.entry(rid)
        del self.tables[rid], self.lengths[rid]
        for block in table:
            self.allocator.release(block)

    def locate(self, rid: Hashable, position: int) -> tuple[int, int]:
        """(physical block, slot in it) of the token at ``position``, counted from 0.  IndexError past the end."""
        table, length = self.entry(rid)
        position = position_in("position", position, length)
        return table[position // self.block_size], position % self.block_size

    @property
    def num_free(self) -> int:
        return len(self.free_list)

    def blocks_needed(self, rid: Hashable, tokens: int = 1) -> int:
        """Free blocks that ``tokens`` more would take for ``rid``, a copy-on-write included."""
        table, length = self.entry(rid)
        return self._need(table, length, whole("tokens", tokens))[0]

    def can_extend(self, rid: Hashable, tokens: int = 1) -> bool:
        """Whether ``extend(rid, tokens)`` would succeed now; for one token, also ``append(rid)``."""
        return self.blocks_needed(rid, tokens) <= self.num_free

    def fits_now(self, tokens: int) -> bool:
        """Whether a new request could store ``tokens`` now."""
        return blocks_for(whole("tokens", tokens), self.block_size) <= self.num_free

    def fits_when_empty(self, tokens: int) -> bool:
        """Whether a request of ``tokens`` could be stored if it were alone.  If not, it never can."""
        return blocks_for(whole("tokens", tokens), self.block_size) <= self.num_blocks

    def entry(self, rid: Hashable, name: str = "rid") -> tuple[list[int], int]:
        """(table, length) of ``rid``: the live list, for reading.  ``name`` is what an error calls the argument."""
        try:
            return self.tables[rid], self.lengths[rid]
        except (KeyError, TypeError):
            raise not_found(name, rid) from None

    def _need(self, table: list[int], length: int, tokens: int) -> tuple[int, int | None]:
        """(blocks to take, shared block to copy from or None): asked by the questions above and by ``_make_room``."""
        need = blocks_for(length + tokens, self.block_size) - len(table)
        if tokens and length % self.block_size and self.ref_count[table[-1]] > 1:
            return need + 1, table[-1]
        return need, None

    def _make_room(self, rid: Hashable, table: list[int], length: int, tokens: int) -> int | None:
        """Refuse, or take all that ``tokens`` more need and give the block that was copied from, or None."""
        need, copied_from = self._need(table, length, tokens)
        if need > len(self.free_list):
            never = not self.fits_when_empty(length + tokens)
            raise (NeverFits if never else OutOfBlocks)(rid, need, len(self.free_list))
        if copied_from is not None:
            table.pop()
        for _ in range(need):
            table.append(self.allocator.take())
        if copied_from is not None:
            self.allocator.release(copied_from)
        return copied_from
