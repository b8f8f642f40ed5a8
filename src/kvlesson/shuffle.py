"""Shuffling a pool's blocks like cards, and correcting the tables: what adjacency is worth.

Invariant: every request still reads its own tokens in order; only physical ids differ.
Not here: moving keys and values; a snapshot has none.
Cost: O(table entries).
"""

from random import Random

from .snapshots import Step

__all__ = ["shuffled"]


def shuffled(step: Step, seed: int = 0) -> Step:
    """The same moment with the blocks' physical ids permuted, in tables and free list alike.

    >>> from kvlesson import worked_example
    >>> last = worked_example()[-1]
    >>> shuffled(last).filled == last.filled
    True
    """
    ids = list(range(step.num_blocks))
    Random(seed).shuffle(ids)
    tables = {rid: [ids[block] for block in table] for rid, table in step.tables.items()}
    new = Step(
        "the blocks are shuffled, the tables corrected",
        tables,
        [ids[b] for b in step.free_list],
        dict(step.lengths),
    )
    new.block_size = step.block_size
    return new
