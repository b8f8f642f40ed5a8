"""Chapter 3's example: three slabs in a row of 32 slots, one leaves, and two others ask for room.

Invariant: nothing here is stored but the story; gaps and waste come from the pool.
Not here: traffic; churn.py has requests that come and go.
Cost: a few slabs.
"""

from typing import Final

from .contiguous import ContiguousPool

__all__ = [
    "FINAL_LENGTHS",
    "LEAVES",
    "NEVER_FITS",
    "ROW_SLOTS",
    "SLAB_SIZES",
    "STORED_LENGTHS",
    "THREE_EQUAL_SLABS",
    "WAITING",
    "equal_slabs",
    "row_after",
    "row_before",
]

ROW_SLOTS: Final = 32
SLAB_SIZES: Final = {"P": 12, "Q": 8, "R": 8}  # slots reserved, in order of arrival
STORED_LENGTHS: Final = {"P": 5, "Q": 3, "R": 6}  # tokens stored when the picture is taken
FINAL_LENGTHS: Final = {"P": 9, "Q": 4, "R": 8}  # tokens stored in the end: hindsight
LEAVES: Final = "Q"
WAITING: Final = {"D": 12, "E": 8}  # slots that those who wait ask for
THREE_EQUAL_SLABS: Final = (12,) * 3
NEVER_FITS: Final = 40  # slots: more than the whole row


def row_before() -> ContiguousPool:
    """All three slabs in place, none of them full.

    >>> row_before().internal_waste(), row_before().free_runs()
    (14, [(28, 4)])
    """
    pool = ContiguousPool(ROW_SLOTS)
    for rid, size in SLAB_SIZES.items():
        pool.allocate(rid, size)
        pool.used[rid] = STORED_LENGTHS[rid]
    return pool


def row_after() -> ContiguousPool:
    """The same row once one of them has left.

    >>> row_after().free_runs(), row_after().largest_free_run()
    ([(12, 8), (28, 4)], 8)
    """
    pool = row_before()
    pool.release(LEAVES)
    return pool


def equal_slabs() -> tuple[list[int | None], ContiguousPool]:
    """Where slabs of THREE_EQUAL_SLABS start in an empty row (None: refused), and the row.

    >>> equal_slabs()[0]
    [0, 12, None]
    """
    pool = ContiguousPool(ROW_SLOTS)
    return [pool.allocate(rid, size) for rid, size in enumerate(THREE_EQUAL_SLABS)], pool
