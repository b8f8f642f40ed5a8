"""How many slots a slab server sets aside for a request: three answers, by what it knows.

Invariant: from a request's final length, which must be stored, up to SLAB_SLOTS, which always do.
Not here: where in the row the slab lies (first_fit.py, buddy.py).
Cost: O(1).

The three are those of Kwon et al. (SOSP 2023, section 6.1), who call them Orca (Max), (Pow2) and (Oracle).  That Orca is
their own version, since the original was not to be had.
"""

from typing import Final

from .buddy import next_power_of_two
from .kv_sizes import OPT_13B
from .workload import Request

__all__ = ["SLAB_SLOTS", "reserve_exactly", "reserve_longest", "reserve_power_of_two"]

SLAB_SLOTS: Final = OPT_13B.max_tokens  # the longest request there can be


def reserve_longest(request: Request) -> int:
    """Max: knows nothing, and must expect the longest request."""
    return SLAB_SLOTS


def reserve_power_of_two(request: Request) -> int:
    """Pow2: guesses the answer's length, right to the next power of two above it."""
    answer = request.final - request.prompt + 1
    return min(SLAB_SLOTS, request.prompt + next_power_of_two(answer))


def reserve_exactly(request: Request) -> int:
    """Oracle: knows how long the answer will be."""
    return request.final
