"""How do requests share a prompt?  Two that are stuck, and slots that are counted twice.

Invariant: every count is read off a ``BlockTables``.
Not here: copies and new blocks, and what sharing saves (sharing.py).
Cost: a dozen tokens.
"""

from collections.abc import Hashable
from typing import Final, NamedTuple

from ..bookkeeping import BlockTables, OutOfBlocks
from ..snapshots import SharingStep
from ..worked_examples import SAMPLES, SHARED_PROMPT_LENGTH, SHARING_BLOCK_SIZE

__all__ = [
    "FORKED_SAMPLES",
    "PROMPT_OF_WHOLE_BLOCKS",
    "PROMPT_WITH_A_PART",
    "SAVING_WITH_SAMPLES",
    "STUCK_POOL_BLOCKS",
    "StuckPair",
    "allocated_less_lengths",
    "stuck_pair",
]

FORKED_SAMPLES: Final = 4
PROMPT_WITH_A_PART: Final = SHARED_PROMPT_LENGTH  # tokens: a block and half of another
PROMPT_OF_WHOLE_BLOCKS: Final = 2 * SHARING_BLOCK_SIZE
SAVING_WITH_SAMPLES: Final = (2, 6)
STUCK_POOL_BLOCKS: Final = 2


class StuckPair(NamedTuple):
    """What happened."""

    refused: tuple[Hashable, ...]  # who got OutOfBlocks
    blocks_freed: int  # when the first of the two was freed
    then_writes: bool  # whether the other can write now


def stuck_pair(
    num_blocks: int = STUCK_POOL_BLOCKS,
    prompt: int = SHARED_PROMPT_LENGTH,
    block_size: int = SHARING_BLOCK_SIZE,
) -> StuckPair:
    """Two samples share a prompt (tokens) in a pool that it fills.  Both try to write; then the first is freed.

    OutOfBlocks when the pool does not hold the prompt.
    """
    first, second = SAMPLES
    books = BlockTables(num_blocks, block_size)
    books.add_request(first)
    books.extend(first, prompt)
    books.fork(first, second)
    refused = tuple(rid for rid in SAMPLES if not _writes(books, rid))
    free = books.num_free
    books.free(first)
    return StuckPair(refused, books.num_free - free, _writes(books, second))


def _writes(books: BlockTables, rid: Hashable) -> bool:
    try:
        books.append(rid)
    except OutOfBlocks:
        return False
    return True


def allocated_less_lengths(step: SharingStep) -> int:
    """Slots allocated less tokens stored by all: no waste, since what two requests share is taken off twice."""
    return step.allocated - sum(step.lengths.values())
