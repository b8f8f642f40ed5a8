"""What the printed bars of the paper's figure 2 give away, though it does not say so.

Invariant: only the bars (published.py) and the pool's slots go in.
Not here: a rebuilt workload (rebuilt_bars.py).
Cost: O(1), but ``pools_that_print`` tries one pool for each slot of a slab.

Source of the bars: Kwon et al., SOSP 2023, fig. 2 and fig. 13.
"""

from typing import NamedTuple

from ._validate import whole
from .published import PublishedSplit

__all__ = [
    "PoolRange",
    "leftover_share",
    "lost_percent",
    "mean_held_from_bars",
    "mean_prompt_from_bars",
    "pools_that_print",
]


def leftover_share(pool_slots: int, slab_slots: int) -> float:
    """Share of a pool that equal slabs leave over.  It is a remainder: equal slabs leave no gaps that do not fit.

    >>> f"{leftover_share(15728, 2048):.2%}"
    '8.85%'
    """
    pool_slots = whole("pool_slots", pool_slots, at_least=1)
    return pool_slots % whole("slab_slots", slab_slots, at_least=1) / pool_slots


class PoolRange(NamedTuple):
    """Slots of a pool, between these two and at them."""

    least: int
    most: int


def pools_that_print(split: PublishedSplit, slab_slots: int) -> PoolRange:
    """Pools in which ``split.batch`` slabs leave the *external* share that is printed, to its one decimal.

    ValueError when no pool does, or when ``split.batch`` is no slab at all.
    """
    slabs = whole("split.batch, rounded,", round(split.batch), at_least=1)
    held = slabs * whole("slab_slots", slab_slots, at_least=1)
    pools = [
        slots
        for slots in range(held, held + slab_slots)
        if round(100 * (slots - held) / slots, 1) == split.external_percent
    ]
    if not pools:
        raise ValueError(f"split.external_percent {split.external_percent} is no remainder of such slabs")
    return PoolRange(pools[0], pools[-1])


def lost_percent(split: PublishedSplit) -> float:
    """What does not hold a token, in percent of the pool."""
    return 100 - split.used_percent


def mean_held_from_bars(split: PublishedSplit, pool_slots: int) -> float:
    """Mean tokens that a request holds when it is looked at: prompt and answer so far."""
    return split.used_percent / 100 * whole("pool_slots", pool_slots, at_least=1) / split.batch


def mean_prompt_from_bars(split: PublishedSplit, pool_slots: int) -> float:
    """Mean prompt in tokens: *used* less *reserved*, a request.

    In a steady stream, a request that is looked at in some random step has on average generated as much as it still
    will.  So the two halves of the answers cancel, and what is left are the prompts.  (This weighs prompts by how long
    their answers take, as any look at a random moment does.)
    """
    held = mean_held_from_bars(split, pool_slots)
    return held - split.reserved_percent / 100 * pool_slots / split.batch
