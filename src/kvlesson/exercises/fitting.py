"""How many more requests fit, and what did paging win?  Slabs of the right size, a larger block, and a time of stay.

Invariant: nothing is computed twice; the experiments are churn.py's, block_sizes.py's and throughput.py's.
Not here: their spreads over seeds.
Cost: a millisecond.
"""

from typing import Final

from .._validate import whole
from ..capacity import CAPACITY_POOL_TOKENS, drawn_lengths
from ..contiguous import ContiguousPool
from ..published import PAGED_ARRIVALS_PER_SECOND, PAGED_IN_FLIGHT

__all__ = ["LARGEST_ESTIMATED_BLOCK_SIZE", "exact_slabs_that_fit", "seconds_of_stay"]

LARGEST_ESTIMATED_BLOCK_SIZE: Final = 2048  # slots


def exact_slabs_that_fit(seed: int = 0, pool_tokens: int = CAPACITY_POOL_TOKENS) -> int:
    """Requests of capacity.py's draw that fit, in order, in slabs of exactly their lengths."""
    pool = ContiguousPool(whole("pool_tokens", pool_tokens, at_least=1))
    for rid, length in enumerate(drawn_lengths(seed)):
        if pool.allocate(rid, length) is None:
            break
    return len(pool.slabs)


def seconds_of_stay(
    in_flight: float = PAGED_IN_FLIGHT, arrivals_per_second: float = PAGED_ARRIVALS_PER_SECOND
) -> float:
    """How long a request stays, in a stream that neither grows nor shrinks: in flight / arrivals a second (Little, 1961).

    ValueError unless both are over 0.
    """
    for name, value in (("in_flight", in_flight), ("arrivals_per_second", arrivals_per_second)):
        if not value > 0:
            raise ValueError(f"{name} must be over 0, got {value!r}")
    return in_flight / arrivals_per_second
