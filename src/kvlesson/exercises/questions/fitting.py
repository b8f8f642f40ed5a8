"""How many more requests fit, and what did paging win?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: a millisecond.
"""

from random import Random
from typing import Any, Final, NamedTuple

from ...block_sizes import block_size_row, tail_share_from_mean
from ...capacity import CAPACITY_POOL_TOKENS, drawn_lengths
from ...contiguous import ContiguousPool
from ...kv_sizes import LLAMA3_8B
from ...published import PAGED_ARRIVALS_PER_SECOND, PAGED_IN_FLIGHT
from ...tail import mean_tail
from ..exercise import ANY, Exercise, Slip
from ..fitting import LARGEST_ESTIMATED_BLOCK_SIZE, seconds_of_stay
from ..paging import LARGE_BLOCK_SIZE
from ..parts import Amount, Choice, Count
from ..said import joined, number

__all__ = ["ASKED"]

CHAPTER: Final = "How many more requests fit, and what did paging win?"
MOST_LISTED: Final = 40  # lengths: more would not be read


class Exact(NamedTuple):
    lengths: tuple[int, ...]
    slots: int
    slab: int  # of a server that reserves the longest that may come

    @property
    def limit(self) -> int:
        """The power of two that no length exceeds: what a careful operator lowers the slab to."""
        return 1 << (max(self.lengths) - 1).bit_length()


def _fit(g: Exact) -> int:
    pool = ContiguousPool(g.slots)
    for rid, length in enumerate(g.lengths):
        if pool.allocate(rid, length) is None:
            break
    return len(pool.slabs)


def _some_lengths(rng: Random) -> Exact:
    lengths = tuple(rng.randint(4, 30) for _ in range(20))
    return Exact(lengths, 32 * rng.randint(4, 6), 64)


def _said(g: Exact) -> str:
    if len(g.lengths) <= MOST_LISTED:
        return f"Requests of {joined(list(map(str, g.lengths)))} tokens arrive, in this order"
    mean = sum(g.lengths) / len(g.lengths)
    return (
        f"The chapter's draw holds {len(g.lengths)} lengths with a mean of {mean:,.1f}: "
        "drawn_lengths() gives them"
    )


EXACT: Final = Exercise(
    key="exactly-right",
    chapter=CHAPTER,
    title="Exactly right",
    text=Exact(tuple(drawn_lengths()), CAPACITY_POOL_TOKENS, LLAMA3_8B.max_tokens),
    draw=_some_lengths,
    asks=lambda g: (
        f"{_said(g)}. In a row of {number(g.slots)} slots, with slabs of exactly the right size, how many fit before "
        "anyone leaves, up to the first that does not?"
    ),
    parts=(Count("fit", "requests"),),
    answer=lambda g: (_fit(g),),
    because=lambda g: (
        f"{_fit(g)}: side by side nothing is lost, if lengths are known. What that hides is the price of not knowing "
        "them, and of gaps once requests come and go."
    ),
    slips=(
        Slip(
            lambda g: (g.slots // g.slab,),
            lambda g: (
                f"So many fit where each reserves {number(g.slab)} slots. These reserve their own length and no more."
            ),
        ),
        Slip(
            lambda g: (g.slots // g.limit,),
            lambda g: (
                f"So many fit where each reserves {number(g.limit)} slots, the lowest power of two that none exceeds. "
                "These reserve their own length and no more."
            ),
        ),
        Slip(
            lambda g: (_fit(g) + 1,),
            lambda g: "You counted the first one that no longer fits.",
        ),
        Slip(
            lambda g: (int(g.slots * len(g.lengths) / sum(g.lengths)),),
            lambda g: (
                f"That divides by the mean of all {len(g.lengths)}. Those that come first are other than the mean: add "
                "them up in order."
            ),
        ),
    ),
    hints=(
        "Nothing is wasted inside a slab, nor between slabs before anyone leaves. So what limits their number?",
        "Add the lengths up in order, until the row is full.",
    ),
)


class Estimate(NamedTuple):
    block_size: int
    mean: float  # tokens
    large: int
    large_mean: float  # of those that fit in the large blocks


def _shares(g: Estimate) -> tuple[float, float]:
    return (
        100 * tail_share_from_mean(g.mean, g.block_size),
        100 * tail_share_from_mean(g.large_mean, g.large),
    )


def _some_estimate(rng: Random) -> Estimate:
    mean = rng.randrange(200, 2001, 50)
    return Estimate(rng.choice([16, 32, 64, 128, 256]), mean, rng.choice([512, 1024, 2048]), mean)


ESTIMATE: Final = Exercise(
    key="estimate-first",
    chapter=CHAPTER,
    title="Estimate first",
    text=Estimate(
        LARGE_BLOCK_SIZE,
        block_size_row(LARGE_BLOCK_SIZE).mean_length,
        LARGEST_ESTIMATED_BLOCK_SIZE,
        block_size_row(LARGEST_ESTIMATED_BLOCK_SIZE).mean_length,
    ),
    draw=_some_estimate,
    asks=lambda g: (
        f"Requests store {number(round(g.mean))} tokens on average. What share of the slots that they hold is empty in "
        f"blocks of {g.block_size} slots, estimated from that alone? And in blocks of {number(g.large)}?"
    ),
    parts=(
        Amount("in the smaller blocks", "percent", within=0.04),
        Amount("in the larger ones", "percent", within=0.04),
    ),
    answer=_shares,
    because=lambda g: (
        f"A last block has {number(mean_tail(g.block_size))} empty slots on average, so of what is held "
        f"{_shares(g)[0]:.2f}% is empty; in the larger ones {_shares(g)[1]:.0f}%. Where a block is longer than most "
        "requests, the estimate drifts."
    ),
    slips=(
        Slip(
            lambda g: (50, ANY),
            lambda g: (
                f"Half of a last block is empty. But a request of {number(round(g.mean))} tokens holds others, and they "
                "are full: divide by the whole."
            ),
        ),
        Slip(
            lambda g: (
                (100 * mean_tail(g.block_size) / g.mean, ANY)
                if 100 * mean_tail(g.block_size) / g.mean > 1.05 * _shares(g)[0]
                else None
            ),
            lambda g: (
                f"You divided the empty end by the {number(round(g.mean))} tokens. Held are the tokens and the empty end "
                "together."
            ),
        ),
        Slip(
            lambda g: (ANY, 100 * mean_tail(g.large) / g.large_mean),
            lambda g: (
                "In the larger blocks you divided by the tokens. Held are the tokens and the empty end together."
            ),
        ),
        Slip(
            lambda g: (200 * mean_tail(g.block_size) / (g.mean + 2 * mean_tail(g.block_size)), ANY),
            lambda g: (
                f"You took the whole last block for empty. It is on average half: {number(mean_tail(g.block_size))} "
                "slots."
            ),
        ),
    ),
    hints=(
        "How many slots of a last block are empty on average? And how many slots does a request hold in all?",
        "Divide the empty end by the whole: by the tokens and the empty end together.",
    ),
)


class Stream(NamedTuple):
    in_flight: float  # requests
    arrivals: float  # a second


DEMAND, LIMIT = 0, 1

STAY: Final = Exercise(
    key="demand-or-limit",
    chapter=CHAPTER,
    title="A demand or a limit?",
    text=Stream(PAGED_IN_FLIGHT, PAGED_ARRIVALS_PER_SECOND),
    draw=lambda rng: Stream(rng.randint(500, 9000) / 100, rng.choice([0.5, 0.75, 1.5, 2.5, 3, 4])),
    asks=lambda g: (
        f"A server has {g.in_flight} requests in flight on average, at {g.arrivals} arrivals a second, and nobody waits. "
        "How long does one stay? And what does the number in flight tell?"
    ),
    parts=(
        Amount("one stays", "seconds", within=0.01),
        Choice("the number in flight is", ("a demand", "how many fit")),
    ),
    answer=lambda g: (seconds_of_stay(*g), DEMAND),
    because=lambda g: (
        f"{number(round(seconds_of_stay(*g), 1))} seconds: what is in flight is arrivals times stay. And it is a demand: "
        "had more arrived, more would have been in flight. Only where others wait does a batch tell how many fit."
    ),
    slips=(
        Slip(
            lambda g: (g.in_flight * g.arrivals, ANY),
            lambda g: "You multiplied. In flight is arrivals times stay, so stay is in flight over arrivals.",
        ),
        Slip(
            lambda g: (g.arrivals / g.in_flight, ANY),
            lambda g: "Upside down: that is how many of those in flight leave in a second, as a share.",
        ),
        Slip(
            lambda g: (ANY, LIMIT),
            lambda g: (
                "A batch that somebody measured tells how many fit only if others were waiting. Here nobody was, so "
                "more could have been in flight."
            ),
        ),
    ),
    hints=(
        "In a stream that neither grows nor shrinks, as many leave in a second as arrive.",
        "What is in flight is arrivals a second times seconds of stay. And would more arrivals put more in flight?",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (EXACT, ESTIMATE, STAY)
