"""A paged key/value cache for one attention head: the pools that bookkeeping.py's block ids point into.

Invariant: the key and value of ``rid``'s token p lie at ``k_pool[locate(rid, p)]`` and ``v_pool[locate(rid, p)]``, and a
slot that two requests read is never written.
Not here: several layers or heads (each would have pools of its own under the same tables), prefix caching, scheduling.
Cost: ``append`` O(head_dim), and O(block_size x head_dim) when it copies; ``extend`` and ``gather`` one indexed write or
read per pool; ``fork`` and ``free`` move no data.

Slots are not cleared when they are freed: a new owner overwrites them before it reads them.
"""

from collections import deque
from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from ._arrays import Array, numbers
from ._shown import ShownInBlocks
from ._validate import whole
from .block_allocator import BlockAllocator
from .bookkeeping import BlockTables

__all__ = ["BlockManager"]


class BlockManager(ShownInBlocks):
    """``num_blocks`` blocks of ``block_size`` slots, each slot a key and a value of ``head_dim`` numbers of ``dtype``.

    ``k_pool`` and ``v_pool`` [num_blocks, block_size, head_dim].  A call that raises changes nothing; the exceptions are
    those of BlockTables, and ValueError or TypeError for keys or values of a wrong shape or kind.  ``allocator`` is
    there to try another order of the free list.
    """

    def __init__(
        self,
        num_blocks: int,
        block_size: int,
        head_dim: int = 1,
        dtype: npt.DTypeLike = np.float64,
        *,
        allocator: type[BlockAllocator] = BlockAllocator,
    ) -> None:
        self.books = BlockTables(num_blocks, block_size, allocator)
        self.head_dim = whole("head_dim", head_dim, at_least=1)
        if np.dtype(dtype).kind not in "iuf":
            raise TypeError(f"dtype must be of real numbers, got {dtype!r}")
        shape = (self.num_blocks, self.block_size, self.head_dim)
        self.k_pool: Array = np.zeros(shape, dtype)
        self.v_pool: Array = np.zeros(shape, dtype)

    @property
    def num_blocks(self) -> int:
        return self.books.num_blocks

    @property
    def block_size(self) -> int:
        """Slots per block."""
        return self.books.block_size

    @property
    def free_list(self) -> deque[int]:
        """Free block ids: the next one to be taken on the left, the one given back last on the right."""
        return self.books.free_list

    @property
    def ref_count(self) -> list[int]:
        """Per block, how many tables name it."""
        return self.books.ref_count

    @property
    def tables(self) -> dict[Hashable, list[int]]:
        """Request id -> physical block ids in logical order."""
        return self.books.tables

    @property
    def lengths(self) -> dict[Hashable, int]:
        """Request id -> tokens stored."""
        return self.books.lengths

    def add_request(self, rid: Hashable) -> None:
        """A new request.  It takes no block yet."""
        self.books.add_request(rid)

    def append(self, rid: Hashable, k: npt.ArrayLike, v: npt.ArrayLike) -> None:
        """Store one token's key and value, each [head_dim].

        Takes a block when the last one is full, or when it is partly filled and shared: then ``rid`` gets its own copy
        first (copy-on-write).  OutOfBlocks when none is free, NeverFits when ``rid`` has filled the whole pool.
        """
        key = self._to_store("k", k, (self.head_dim,))
        value = self._to_store("v", v, (self.head_dim,))
        block, slot, copied_from = self.books.append(rid)
        self._copy_on_write(copied_from, block, slot)
        self.k_pool[block, slot] = key
        self.v_pool[block, slot] = value

    def extend(self, rid: Hashable, keys: npt.ArrayLike, values: npt.ArrayLike) -> None:
        """Store many tokens, all or none: keys and values [tokens, head_dim].

        OutOfBlocks when there are too few free blocks, NeverFits when the pool could not hold ``rid`` even if empty.
        """
        keys = self._to_store("keys", keys, ("tokens", self.head_dim))
        values = self._to_store("values", values, (len(keys), self.head_dim))
        copied_from = self.books.extend(rid, len(keys))
        table, end = self.tables[rid], self.lengths[rid]
        first, filled = divmod(end - len(keys), self.block_size)  # where the first new token lies
        if copied_from is not None:
            self._copy_on_write(copied_from, table[first], filled)
        offsets = filled + np.arange(len(keys))  # from the start of block `first`
        blocks = np.array(table[first:], dtype=np.intp)[offsets // self.block_size]  # [tokens]
        self.k_pool[blocks, offsets % self.block_size] = keys
        self.v_pool[blocks, offsets % self.block_size] = values

    def fork(self, parent: Hashable, child: Hashable) -> None:
        """``child`` starts as ``parent``'s twin: same blocks, each counted once more, no data copied."""
        self.books.fork(parent, child)

    def free(self, rid: Hashable) -> None:
        """Forget ``rid``.  Blocks that nobody else reads go to the right of the free list, in logical order."""
        self.books.free(rid)

    def locate(self, rid: Hashable, position: int) -> tuple[int, int]:
        """(physical block, slot in the block) of the token at ``position``, counted from 0.  IndexError past the end."""
        return self.books.locate(rid, position)

    def gather(self, rid: Hashable) -> tuple[Array, Array]:
        """(keys, values) in logical order, each [tokens, head_dim]: copies, not views of the pools."""
        table, length = self.books.entry(rid)
        keys = self.k_pool[table].reshape(-1, self.head_dim)  # [slots of its blocks, head_dim]
        values = self.v_pool[table].reshape(-1, self.head_dim)
        return keys[:length], values[:length]

    def _copy_on_write(self, old: int | None, new: int, filled: int) -> None:
        if old is not None:
            self.k_pool[new, :filled] = self.k_pool[old, :filled]
            self.v_pool[new, :filled] = self.v_pool[old, :filled]

    def _to_store(self, name: str, value: npt.ArrayLike, shape: tuple[int | str, ...]) -> Array:
        """A copy of ``value`` in the pool's dtype, made before anything changes: it may be a view of the pool.

        A pool of integers refuses what it would have to cut off.
        """
        array = numbers(name, value, shape)
        stored = array.astype(self.k_pool.dtype)
        if stored.dtype.kind != "f" and (stored != array).any():
            raise ValueError(f"{name} does not fit a pool of {stored.dtype}: {value!r}")
        return stored
