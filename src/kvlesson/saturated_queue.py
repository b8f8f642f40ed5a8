"""The front page's pool under a queue that is never empty, once in slabs and once in blocks.

Invariant: a request of p prompt and o answer tokens stores p + o - 1 in the end: the last one is never fed back.
Not here: time (a step that recomputes what a preemption threw away counts like any other), a watermark, a limit on the
batch, shared prompts.  What the requests look like is assumed in workload.py.
Cost: 70 ms a run in blocks, an append for each request in each of WARM_UP_STEPS + COUNTED_STEPS steps; 2 ms in slabs.

A step: finished requests leave; each running one stores a token, oldest first, and where no block is free the youngest
is preempted; then the queue's head is let in as long as its prompt fits, preempted requests first, with the tokens that
they had stored and the one that they had chosen.  Figures are means over the counted steps, shares are of the pool.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from heapq import heappop, heappush
from statistics import fmean
from typing import Final

from .bookkeeping import BlockTables, OutOfBlocks
from .first_fit import FirstFit, SlotRow
from .published import paper_pool_slots
from .slab_policies import SLAB_SLOTS, reserve_longest
from .workload import Request, queue_of_requests

__all__ = [
    "COUNTED_STEPS",
    "QUEUE_BLOCK_SIZE",
    "WARM_UP_STEPS",
    "PagedRun",
    "SlabRun",
    "run_in_blocks",
    "run_in_slabs",
]

QUEUE_BLOCK_SIZE: Final = 16  # slots, the paper's default (section 7.2)
WARM_UP_STEPS: Final = 1000
COUNTED_STEPS: Final = 2000


@dataclass(frozen=True)
class SlabRun:
    """One run in slabs."""

    in_flight: float  # requests
    used: float  # shares of the pool: holds a token
    reserved: float  # will hold one
    never_used: float  # was asked for, and never will
    unusable: float  # in gaps that the queue's head does not fit in
    finished: float  # requests in the counted steps
    rounded: float = 0.0  # share of the pool: handed out beyond what was asked for


@dataclass(frozen=True)
class PagedRun:
    """One run in blocks of QUEUE_BLOCK_SIZE.

    A preempted request's tokens have to be computed again.  That costs no time here, so ``in_flight`` and ``finished``
    flatter; ``recomputed`` says by how much work.
    """

    in_flight: float  # requests
    used: float  # shares of the pool: holds a token
    tail: float  # unfilled ends of last blocks
    free: float  # in blocks that nobody holds
    finished: float  # requests in the counted steps
    preemptions: float  # in the counted steps
    recomputed: float  # tokens that preemptions threw away, for each token that a decode step stored; in the counted steps


def run_in_slabs(
    seed: int = 0,
    reserve: Callable[[Request], int] = reserve_longest,
    row_of: Callable[[int], SlotRow] = FirstFit,
) -> SlabRun:
    """The paper's pool in slabs: ``reserve`` (slab_policies.py) says how large, ``row_of`` hands them out.

    Nobody is preempted, so a request's steps are known when it is let in; the run jumps from departure to departure.
    ValueError when ``reserve`` gives less than a request will store, or more than SLAB_SLOTS.
    """
    row, queue = row_of(paper_pool_slots()), queue_of_requests(seed)
    head = next(queue)
    leaving: list[tuple[int, int]] = []  # heap of (step in which it leaves, start of its slab)
    in_flight = used = reserved = never_used = rounded = 0  # summed over the counted steps
    step, end, finished = 0, WARM_UP_STEPS + COUNTED_STEPS, 0
    while step < end:
        while leaving and leaving[0][0] == step:
            row.give(heappop(leaving)[1])
            finished += step >= WARM_UP_STEPS
        while (start := row.take(size := _reserved(head, reserve))) is not None:
            leaves = step + head.final - head.prompt + 1
            heappush(leaving, (leaves, start))
            counted = range(max(step, WARM_UP_STEPS), min(leaves, end))
            stored = sum(head.prompt + now - step for now in counted)
            in_flight += len(counted)
            used += stored
            reserved += len(counted) * head.final - stored
            never_used += len(counted) * (size - head.final)
            rounded += len(counted) * (row.held[start] - size)
            head = next(queue)
        step = leaving[0][0]
    slots = COUNTED_STEPS * paper_pool_slots()  # the pool, as often as it was counted
    return SlabRun(
        in_flight=in_flight / COUNTED_STEPS,
        used=used / slots,
        reserved=reserved / slots,
        never_used=never_used / slots,
        unusable=(slots - used - reserved - never_used - rounded) / slots,
        finished=finished,
        rounded=rounded / slots,
    )


def _reserved(request: Request, reserve: Callable[[Request], int]) -> int:
    size = reserve(request)
    if not request.final <= size <= SLAB_SLOTS:
        raise ValueError(f"reserve must give {request.final} to {SLAB_SLOTS} slots for {request}, got {size}")
    return size


def run_in_blocks(seed: int = 0) -> PagedRun:
    """The paper's pool in blocks of QUEUE_BLOCK_SIZE."""
    books = BlockTables(paper_pool_slots() // QUEUE_BLOCK_SIZE, QUEUE_BLOCK_SIZE)
    queue = queue_of_requests(seed)
    running: dict[Hashable, int] = {}  # rid -> final, oldest first
    waiting = [next(queue)]  # served from the right: the queue's head, then whom preemption sent back
    finished = preemptions = thrown_away = generated = 0
    counted = []
    for step in range(WARM_UP_STEPS + COUNTED_STEPS):
        done = [rid for rid, final in running.items() if books.lengths[rid] == final]
        for rid in done:
            books.free(rid)
            del running[rid]
        sent_back = _store_one_each(books, running)
        waiting += sent_back
        decoded = len(running)  # each stored a token
        while books.fits_now(waiting[-1].prompt):
            rid, prompt, final = waiting.pop()
            books.add_request(rid)
            books.extend(rid, prompt)
            running[rid] = final
            if not waiting:
                waiting.append(next(queue))
        if step >= WARM_UP_STEPS:
            finished += len(done)
            preemptions += len(sent_back)
            thrown_away += sum(request.prompt - 1 for request in sent_back)  # all but the one only chosen
            generated += decoded
            stored, unheld = sum(books.lengths.values()), books.num_free * QUEUE_BLOCK_SIZE
            counted.append((len(running), stored, paper_pool_slots() - unheld - stored, unheld))
    in_flight, *slots = map(fmean, zip(*counted, strict=True))
    used, tail, free = (n / paper_pool_slots() for n in slots)
    return PagedRun(in_flight, used, tail, free, finished, preemptions, thrown_away / max(1, generated))


def _store_one_each(books: BlockTables, running: dict[Hashable, int]) -> list[Request]:
    """A token for each, oldest first.  Gives whom this sent back, youngest first."""
    sent_back = []
    for rid in list(running):
        while rid in running:
            try:
                books.append(rid)
                break
            except OutOfBlocks:
                youngest, final = running.popitem()
                sent_back.append(Request(youngest, books.lengths[youngest] + 1, final))
                books.free(youngest)
    return sent_back
