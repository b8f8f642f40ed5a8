"""Faults that real block managers had, each put into ours as one changed method, named after its public report.

They are here to be caught: test_faults.py runs every one against the suite's own checks.  These need what this library
does not have, and wait for it:

    prefix caching          vllm#10507 (a hit evicted by its own request), vllm#12621 and #17045 (a hash or a hit that
                            gives away another's prompt), nano-vllm#144 (nothing left to compute), nano-vllm#163 (the
                            hash of a block that was given away)
    sliding windows         the half of vllm#1556 and #17834 that they cause; the other half is below
    requests that shrink    vllm-mlx#385
    an inverse map          vllm#30915, attention-gym#189, torch's paged flex attention
    a null block            kvcached#398
    sizes in words          GB called GiB: no formula, but a formatter (tests/lessonkit/test_formatters.py)
"""

from collections.abc import Callable, Hashable
from functools import partial

import numpy as np

from kvlesson import BlockAllocator, BlockManager, BlockTables, ModelConfig, OutOfBlocks, kv_bytes_per_token
from kvlesson.bookkeeping import blocks_for


class Vllm42571(BlockAllocator):
    """Freeing [b, b] puts b on the free list twice: nobody looks whether it is held."""

    def release(self, block: int) -> None:
        self.ref_count[block] = max(0, self.ref_count[block] - 1)
        if self.ref_count[block] == 0:
            self.free_list.append(block)


class VllmV1NegativeCount(BlockAllocator):
    """A second free passes in silence and leaves a count of -1, to fail later and elsewhere."""

    def release(self, block: int) -> None:
        self.ref_count[block] -= 1
        if self.ref_count[block] == 0:
            self.free_list.append(block)


class MiniSglang142(BlockAllocator):
    """A block goes back although another table still names it."""

    def release(self, block: int) -> None:
        self.ref_count[block] -= 1
        self.free_list.append(block)


class Sglang35270(BlockAllocator):
    """Accounting drift: a block that was shared once never comes back."""

    def __init__(self, num_blocks: int) -> None:
        super().__init__(num_blocks)
        self.once_shared: set[int] = set()

    def share(self, block: int) -> None:
        super().share(block)
        self.once_shared.add(block)

    def release(self, block: int) -> None:
        super().release(block)
        if self.ref_count[block] == 0 and block in self.once_shared:
            self.free_list.remove(block)


class Vllm2248(BlockAllocator):
    """A pool of no blocks is made, and fails when the first request comes."""

    def __init__(self, num_blocks: int) -> None:
        super().__init__(1)
        if num_blocks < 1:
            self.take()
            self.num_blocks = num_blocks


class VllmBlockPoolOfNone(BlockAllocator):
    """A pool of no blocks is refused, without a word of what is wrong."""

    def __init__(self, num_blocks: int) -> None:
        assert num_blocks > 0
        super().__init__(num_blocks)


class LastInFirstOut(BlockAllocator):
    """Not a fault, another policy; the contract's examples tell them apart."""

    def take(self) -> int:
        self.free_list.rotate(1)
        return super().take()


class Vllm1556(BlockTables):
    """Fork and free count differently: here fork leaves out a partly filled last block."""

    def fork(self, parent: Hashable, child: Hashable) -> None:
        super().fork(parent, child)
        if self.lengths[child] % self.block_size:
            self.ref_count[self.tables[child][-1]] -= 1


class NanoVllmDoubleFree(BlockTables):
    """A second free of a request passes in silence."""

    def free(self, rid: Hashable) -> None:
        if rid in self.tables:
            super().free(rid)


class Vllm11562(BlockTables):
    """A refused allocation keeps the blocks that it had taken before it was refused."""

    def _make_room(self, rid: Hashable, table: list[int], length: int, tokens: int) -> int | None:
        need, _ = self._need(table, length, tokens)
        if need > self.num_free:
            table.extend(self.allocator.take() for _ in range(self.num_free))
        return super()._make_room(rid, table, length, tokens)


class Vllm11565(BlockTables):
    """Capacity over-reported: the question forgets a block (the copy's) that the taker needs."""

    def can_extend(self, rid: Hashable, tokens: int = 1) -> bool:
        table, length = self.entry(rid)
        return blocks_for(length + tokens, self.block_size) - len(table) <= self.num_free


class Vllm17834(BlockTables):
    """The question caps the need, the taker does not."""

    def blocks_needed(self, rid: Hashable, tokens: int = 1) -> int:
        return min(super().blocks_needed(rid, tokens), 2)


class NanoVllm207(BlockTables):
    """After a preemption the old length is still there."""

    def free(self, rid: Hashable) -> None:
        length = self.entry(rid)[1]
        super().free(rid)
        self.lengths[rid] = length

    def add_request(self, rid: Hashable) -> None:
        length = self.lengths.get(rid, 0)
        super().add_request(rid)
        self.lengths[rid] = length


class NanoVllm30(BlockTables):
    """The next block is taken when the last one is full, a step before anything goes into it."""

    def append(self, rid: Hashable) -> tuple[int, int, int | None]:
        done = super().append(rid)
        if self.lengths[rid] % self.block_size == 0 and self.num_free:
            self.tables[rid].append(self.allocator.take())
        return done


class Vllm53982(BlockTables):
    """A position beyond the request's end reads on, into a neighbour's block or round the list's end."""

    def locate(self, rid: Hashable, position: int) -> tuple[int, int]:
        table, _ = self.entry(rid)
        return table[position // self.block_size], position % self.block_size


class Vllm39734(BlockTables):
    """A request that can never fit looks like one that must wait, and waits for ever."""

    def _make_room(self, rid: Hashable, table: list[int], length: int, tokens: int) -> int | None:
        try:
            return super()._make_room(rid, table, length, tokens)
        except OutOfBlocks as error:
            raise OutOfBlocks(rid, error.need, error.free) from None


class Transformers46117(BlockTables):
    """Fork raises the counts first and looks afterwards whether it may."""

    def fork(self, parent: Hashable, child: Hashable) -> None:
        for block in self.tables.get(parent, []):
            self.allocator.share(block)
        super().fork(parent, child)
        for block in self.tables[parent]:
            self.ref_count[block] -= 1


class Vllm5543(BlockTables):
    """Sharing shows: a token is written into a block that another request reads."""

    def _need(self, table: list[int], length: int, tokens: int) -> tuple[int, int | None]:
        return blocks_for(length + tokens, self.block_size) - len(table), None


class Sglang5221(BlockTables):
    """Something smaller than a block gets an owner: fork shares the full blocks and loses the rest."""

    def fork(self, parent: Hashable, child: Hashable) -> None:
        super().fork(parent, child)
        if self.lengths[child] % self.block_size:
            self.allocator.release(self.tables[child].pop())


class OneListForTwo(BlockTables):
    """Parent and child share the table itself, not only its blocks."""

    def fork(self, parent: Hashable, child: Hashable) -> None:
        super().fork(parent, child)
        self.tables[child] = self.tables[parent]


class TailFirst(BlockTables):
    """Not a fault, another policy: blocks go back last one first.  The contract says logical order."""

    def free(self, rid: Hashable) -> None:
        self.entry(rid)[0].reverse()
        super().free(rid)


class Xllm1984(BlockManager):
    """Copy-on-write copies nothing."""

    def _copy_on_write(self, old: int | None, new: int, filled: int) -> None:
        pass


class VllmAscend16013(BlockManager):
    """Copy-on-write copies the keys and forgets the values."""

    def _copy_on_write(self, old: int | None, new: int, filled: int) -> None:
        if old is not None:
            self.k_pool[new, :filled] = self.k_pool[old, :filled]


class Vllm42494(BlockManager):
    """What lies in the last block past the request's end is read as well."""

    def gather(self, rid: Hashable) -> tuple[np.ndarray, np.ndarray]:
        table, _ = self.books.entry(rid)
        return self.k_pool[table].reshape(-1, self.head_dim), self.v_pool[table].reshape(-1, self.head_dim)


class WriteThenAsk(BlockManager):
    """A key of the wrong shape is found out only after its block was taken."""

    def append(self, rid: Hashable, k: object, v: object) -> None:
        self.books.append(rid)
        block, slot = self.locate(rid, self.lengths[rid] - 1)
        self.k_pool[block, slot] = k
        self.v_pool[block, slot] = v


def manager_over(books: type[BlockTables]) -> Callable[[int, int], BlockManager]:
    """Makes BlockManagers whose bookkeeping is a mutant."""

    def make(num_blocks: int, block_size: int) -> BlockManager:
        mgr = BlockManager(num_blocks, block_size)
        mgr.books = books(num_blocks, block_size)
        return mgr

    return make


def manager_with(allocator: type[BlockAllocator]) -> Callable[[int, int], BlockManager]:
    """Makes BlockManagers whose allocator is a mutant."""
    return partial(BlockManager, allocator=allocator)


def vllm_cpp_357(cfg: ModelConfig) -> int:
    """Bytes per token: the layers are forgotten."""
    return kv_bytes_per_token(cfg) // cfg.n_layers


def vllm_22291(cfg: ModelConfig) -> int:
    """Bytes per token: eight bits counted as eight bytes."""
    return kv_bytes_per_token(cfg) * 8


def lmcache_715(cfg: ModelConfig) -> int:
    """Bytes per token: the doubling for key and value is missing where it belongs."""
    return kv_bytes_per_token(cfg) // 2


def lmcache_688(cfg: ModelConfig) -> int:
    """Bytes per token: head_dim taken from the hidden size, which a model with 64 wide heads would have."""
    return kv_bytes_per_token(cfg) * 64 // cfg.head_dim


def vllm_29736(cfg: ModelConfig) -> int:
    """Bytes per token: every one of 32 query heads gets keys and values, though several share them."""
    return kv_bytes_per_token(cfg) // cfg.n_kv_heads * 32


def from_scratch_57(cfg: ModelConfig) -> int:
    """Bytes per token: those of one head, called those of the model."""
    return kv_bytes_per_token(cfg) // cfg.n_kv_heads


SIZE_FORMULAS = [vllm_cpp_357, vllm_22291, lmcache_715, lmcache_688, vllm_29736, from_scratch_57]
