"""The front page's pool under a queue that is never empty, once in slabs and once in blocks.

Invariant: a request of p prompt and o answer tokens stores p + o - 1 in the end: the last one is never fed back.
Not here: time (a step that recomputes what a preemption threw away counts like any other), a watermark, a limit on the
batch, shared prompts.  What the requests look like is assumed in workload.py.
Cost: about 0.1 s a run, an append for each request in each of WARM_UP_STEPS + COUNTED_STEPS steps.

A step: finished requests leave; each running one stores a token, oldest first, and where no block is free the youngest
is preempted; then the queue's head is let in as long as its prompt fits, preempted requests first, with the tokens that
they had stored and the one that they had chosen.  Figures are means over the counted steps, shares are of the pool.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from .bookkeeping import BlockTables, OutOfBlocks
from .contiguous import ContiguousPool
from .kv_sizes import OPT_13B
from .published import paper_pool_slots
from .workload import Request, queue_of_requests

__all__ = [
    "COUNTED_STEPS",
    "QUEUE_BLOCK_SIZE",
    "SLAB_SLOTS",
    "WARM_UP_STEPS",
    "PagedRun",
    "SlabRun",
    "run_in_blocks",
    "run_in_slabs",
]

SLAB_SLOTS: Final = OPT_13B.max_tokens  # what a server reserves that must expect the longest request
QUEUE_BLOCK_SIZE: Final = 16  # slots, the paper's default (section 7.2)
WARM_UP_STEPS: Final = 1000
COUNTED_STEPS: Final = 2000


@dataclass(frozen=True)
class SlabRun:
    """One run in slabs of SLAB_SLOTS."""

    in_flight: float  # requests
    used: float  # shares of the pool: holds a token
    reserved: float  # will hold one
    never_used: float  # inside a slab, and never will
    unusable: float  # left over: less than a slab
    finished: float  # requests in the counted steps


@dataclass(frozen=True)
class PagedRun:
    """One run in blocks of QUEUE_BLOCK_SIZE."""

    in_flight: float  # requests
    used: float  # shares of the pool: holds a token
    tail: float  # unfilled ends of last blocks
    free: float  # in blocks that nobody holds
    finished: float  # requests in the counted steps
    preemptions: float  # in the counted steps


def run_in_slabs(seed: int = 0) -> SlabRun:
    """The paper's pool in slabs of SLAB_SLOTS."""
    pool, queue = ContiguousPool(paper_pool_slots()), queue_of_requests(seed)
    head = next(queue)
    final: dict[Hashable, int] = {}
    finished, counted = 0, []
    for step in range(WARM_UP_STEPS + COUNTED_STEPS):
        done = [rid for rid, stored in pool.used.items() if stored == final[rid]]
        for rid in done:
            pool.release(rid)
        for rid in pool.used:
            pool.used[rid] += 1
        while pool.allocate(head.rid, SLAB_SLOTS) is not None:
            pool.used[head.rid], final[head.rid] = head.prompt, head.final
            head = next(queue)
        if step >= WARM_UP_STEPS:
            finished += len(done)
            waste = pool.waste(final, wanted=SLAB_SLOTS)
            counted.append((len(pool.slabs), waste.used, waste.reserved, waste.internal, waste.external))
    in_flight, *slots = map(fmean, zip(*counted, strict=True))
    used, reserved, never_used, unusable = (n / pool.n_slots for n in slots)
    return SlabRun(in_flight, used, reserved, never_used, unusable, finished)


def run_in_blocks(seed: int = 0) -> PagedRun:
    """The paper's pool in blocks of QUEUE_BLOCK_SIZE."""
    books = BlockTables(paper_pool_slots() // QUEUE_BLOCK_SIZE, QUEUE_BLOCK_SIZE)
    queue = queue_of_requests(seed)
    running: dict[Hashable, int] = {}  # rid -> final, oldest first
    waiting = [next(queue)]  # served from the right: the queue's head, then whom preemption sent back
    finished = preemptions = 0
    counted = []
    for step in range(WARM_UP_STEPS + COUNTED_STEPS):
        done = [rid for rid, final in running.items() if books.lengths[rid] == final]
        for rid in done:
            books.free(rid)
            del running[rid]
        sent_back = _store_one_each(books, running)
        waiting += sent_back
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
            stored, unheld = sum(books.lengths.values()), books.num_free * QUEUE_BLOCK_SIZE
            counted.append((len(running), stored, paper_pool_slots() - unheld - stored, unheld))
    in_flight, *slots = map(fmean, zip(*counted, strict=True))
    used, tail, free = (n / paper_pool_slots() for n in slots)
    return PagedRun(in_flight, used, tail, free, finished, preemptions)


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
