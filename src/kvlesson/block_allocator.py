"""Which blocks are free, and how many tables name each of the others: the lower half of the bookkeeping.

Invariant: a block is on the free list exactly when its reference count is 0.
Not here: requests and tables (bookkeeping.py).
Cost: O(1) each.  Ids and counts are plain ints, because NumPy's scalars, one at a time, cost several times as much.
"""

from collections import deque

from ._validate import whole

__all__ = ["BlockAllocator"]


class BlockAllocator:
    """Knows blocks, not requests.  A block leaves the free list on the left and comes back on the right."""

    def __init__(self, num_blocks: int) -> None:
        self.num_blocks = whole("num_blocks", num_blocks, at_least=1)
        self.free_list = deque(range(self.num_blocks))
        self.ref_count = [0] * self.num_blocks

    def take(self) -> int:
        """A free block, now counted once.  IndexError when none is free."""
        block = self.free_list.popleft()
        self.ref_count[block] = 1
        return block

    def share(self, block: int) -> None:
        """One more table names ``block``.  ValueError when it is free."""
        self.ref_count[block] = self._held(block) + 1

    def release(self, block: int) -> None:
        """One table fewer names ``block``; the last one gives it back.  ValueError when it is free: a double free."""
        self.ref_count[block] = count = self._held(block) - 1
        if count == 0:
            self.free_list.append(block)

    def _held(self, block: int) -> int:
        """The count of a block that is held.  A list would take -1 for its last entry."""
        if not 0 <= block < self.num_blocks:
            raise ValueError(f"block must be one of 0 to {self.num_blocks - 1}, got {block!r}")
        if not (count := self.ref_count[block]):
            raise ValueError(f"block {block} is free already")
        return count
