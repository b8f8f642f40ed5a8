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
from typing import Final, NamedTuple

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
    rounded: float  # share of the pool: handed out beyond what was asked for


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
    """The paper's pool in blocks of QUEUE_BLOCK_SIZE; where none is left, the youngest gives its up and waits again.

    Everyone in flight stores a token a step, but nothing is decided until a last block is full. So tokens go on the
    books when their block is, and a step looks only at those who then need another, or leave.
    """
    books = BlockTables(paper_pool_slots() // QUEUE_BLOCK_SIZE, QUEUE_BLOCK_SIZE)
    queue = queue_of_requests(seed)
    flight: dict[Hashable, _InFlight] = {}  # oldest first
    due: dict[int, list[_InFlight]] = {}  # step -> who needs a block then, or leaves
    waiting = [next(queue)]  # served from the right: the queue's head, then whom preemption sent back
    stored = finished = preemptions = thrown_away = generated = 0
    gave_back = True  # whether there are more free blocks than when the head was last refused
    counted = []
    for step in range(WARM_UP_STEPS + COUNTED_STEPS):
        left, sent_back = 0, []
        here = [one for one in due.pop(step, ()) if flight.get(one.rid) is one]
        for one in here:
            if one.leaves == step:
                books.free(one.rid)
                del flight[one.rid]
                stored -= one.final
                left += 1
        for one in (
            here
        ):  # in order of admission: a full block lasts all of them as long, so the oldest are noted first
            while flight.get(one.rid) is one:
                try:
                    books.extend(one.rid, one.prompt + step - one.since - books.lengths[one.rid])
                except OutOfBlocks:
                    _, youngest = flight.popitem()
                    length = youngest.prompt + step - 1 - youngest.since
                    books.free(youngest.rid)
                    stored -= length
                    sent_back.append(Request(youngest.rid, length + 1, youngest.final))
                else:
                    due.setdefault(min(step + QUEUE_BLOCK_SIZE, one.leaves), []).append(one)
                    break
        decoded = len(flight)  # each stored a token
        stored += decoded
        waiting += sent_back
        gave_back = gave_back or left > 0 or bool(sent_back)
        while gave_back and (gave_back := books.fits_now(waiting[-1].prompt)):
            rid, prompt, final = waiting.pop()
            books.add_request(rid)
            books.extend(rid, prompt)
            flight[rid] = one = _InFlight(rid, step, prompt, final, step + final - prompt + 1)
            due.setdefault(min(step + 1 + -prompt % QUEUE_BLOCK_SIZE, one.leaves), []).append(one)
            stored += prompt
            if not waiting:
                waiting.append(next(queue))
        if step >= WARM_UP_STEPS:
            finished += left
            preemptions += len(sent_back)
            thrown_away += sum(request.prompt - 1 for request in sent_back)  # all but the one only chosen
            generated += decoded
            counted.append((len(flight), stored, books.num_free * QUEUE_BLOCK_SIZE))
    in_flight, used, free = (fmean(column) for column in zip(*counted, strict=True))
    slots = paper_pool_slots()
    return PagedRun(
        in_flight,
        used / slots,
        (slots - used - free) / slots,
        free / slots,
        finished,
        preemptions,
        thrown_away / generated,
    )


class _InFlight(NamedTuple):
    rid: Hashable
    since: int  # the step that stored its prompt
    prompt: int
    final: int
    leaves: int  # the step after the one that stores its last token
