"""What becomes of a full pool when requests come and go: gaps between slabs of exactly the right size, or blocks.

Invariant: after every departure the queue's head does not fit, so all that is free is of no use to the one who waits.
Not here: growing.  A request arrives with the length that it keeps, known in advance: what slabs would need, and blocks
do not.  Nor which blocks: only how many are taken decides who is let in.
Cost: 8 ms a run in slabs, 2 ms in blocks.

The pool is that of capacity.py, and so are the first lengths.  The queue is strict: nobody overtakes its head.
"""

from collections.abc import Callable
from typing import Final, Protocol

import numpy as np

from ._validate import whole
from .bookkeeping import blocks_for
from .capacity import CAPACITY_BLOCK_SIZE, CAPACITY_POOL_TOKENS, LONGEST, SHORTEST
from .first_fit import FirstFit
from .settling import ChurnRun, Moment

__all__ = [
    "DEPARTURES",
    "LEAVE_ORDERS",
    "REQUESTS_QUEUED",
    "churn_in_blocks",
    "churn_in_slabs",
]

DEPARTURES: Final = 1500
REQUESTS_QUEUED: Final = 5500  # more than a run lets in, for pools of up to 400,000 slots
LEAVE_ORDERS: Final = ("random", "arrival", "last in")  # who leaves next: anyone, the oldest, the youngest


def churn_in_slabs(
    seed: int = 0, leave: str = "random", n_slots: int = CAPACITY_POOL_TOKENS, slab_size: int | None = None
) -> ChurnRun:
    """Slabs of exactly the right size, or all of ``slab_size`` slots; first fit.

    ``leave`` is one of LEAVE_ORDERS.  ValueError for another, for slabs that cannot hold the longest request, and for a
    pool that cannot hold one slab of it, or holds more requests than are queued.
    """
    if slab_size is not None:
        slab_size = whole("slab_size", slab_size, at_least=LONGEST)
    return _churn(FirstFit(n_slots), lambda length: slab_size or length, seed, leave)


def churn_in_blocks(
    seed: int = 0,
    leave: str = "random",
    n_slots: int = CAPACITY_POOL_TOKENS,
    block_size: int = CAPACITY_BLOCK_SIZE,
) -> ChurnRun:
    """The same requests in blocks of ``block_size`` slots.  Other arguments and errors as ``churn_in_slabs``."""
    block_size = whole("block_size", block_size, at_least=1)
    return _churn(_Anywhere(n_slots), lambda length: blocks_for(length, block_size) * block_size, seed, leave)


class _Slots(Protocol):
    """``take`` gives a handle, or None when there is no room; ``give`` wants it back."""

    n_slots: int
    free: int
    gaps: list[tuple[int, int]]

    def take(self, size: int) -> int | None: ...
    def give(self, handle: int, /) -> None: ...


class _Anywhere:
    """Slots that need not be adjacent: a count.  The handle is the number of slots."""

    def __init__(self, n_slots: int) -> None:
        self.n_slots = self.free = whole("n_slots", n_slots)
        self.gaps: list[tuple[int, int]] = []

    def take(self, size: int) -> int | None:
        if size > self.free:
            return None
        self.free -= size
        return size

    def give(self, handle: int, /) -> None:
        self.free += handle


def _traffic(seed: int) -> tuple[list[int], list[float]]:
    """Lengths in order of arrival, and for each departure a number in 0 .. 1 that says who leaves."""
    rng = np.random.default_rng(whole("seed", seed))
    return rng.integers(SHORTEST, LONGEST + 1, size=REQUESTS_QUEUED).tolist(), rng.random(DEPARTURES).tolist()


def _churn(slots: _Slots, room_for: Callable[[int], int], seed: int, leave: str) -> ChurnRun:
    """``room_for`` gives the slots that a request of some length takes."""
    if leave not in LEAVE_ORDERS:
        raise ValueError(f"leave must be one of {LEAVE_ORDERS}, got {leave!r}")
    if not room_for(LONGEST) <= slots.n_slots <= (REQUESTS_QUEUED - DEPARTURES) * SHORTEST:
        raise ValueError(
            f"n_slots must lie between {room_for(LONGEST)}, which the longest request needs, and "
            f"{(REQUESTS_QUEUED - DEPARTURES) * SHORTEST}, got {slots.n_slots}"
        )
    queue, luck = _traffic(seed)
    live: list[tuple[int, int]] = []  # (handle, length) in order of arrival
    arrived = stored = 0
    moments = []
    for departures in range(DEPARTURES + 1):
        if departures:
            leaver = {"random": int(luck[departures - 1] * len(live)), "arrival": 0, "last in": -1}[leave]
            handle, length = live.pop(leaver)
            slots.give(handle)
            stored -= length
        while (taken := slots.take(room_for(queue[arrived]))) is not None:
            live.append((taken, queue[arrived]))
            stored += queue[arrived]
            arrived += 1
        free, unfilled = slots.free / slots.n_slots, (slots.n_slots - slots.free - stored) / slots.n_slots
        moments.append(Moment(len(live), free, unfilled, len(slots.gaps)))
    return ChurnRun(tuple(moments))
