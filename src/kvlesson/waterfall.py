"""From slabs to blocks in four steps, so that each idea gets the credit it is due.

Invariant: the same requests in the same pool each time, coming and going in random order (churn.py); means over
TEN_SEEDS.
Not here: time, and requests that grow.  The first two steps need to know a limit, the third every length in advance, the
last nothing.
Cost: 0.15 s.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from .churn import churn_in_blocks, churn_in_slabs
from .kv_sizes import LLAMA3_8B
from .seeds import Spread, ten_runs
from .settling import ChurnRun, settled_over

__all__ = ["LOWERED_LIMIT", "Waterfall", "run_waterfall", "waterfall_runs"]

LOWERED_LIMIT: Final = 2048  # slots: the operator's obvious reply, since no request is longer than LONGEST


class Waterfall(NamedTuple):
    """Requests in the pool, once it has settled."""

    longest: Spread  # every slab as long as the model allows
    limited: Spread  # every slab LOWERED_LIMIT long
    exact: Spread  # every slab exactly right
    paged: Spread

    @property
    def factors(self) -> tuple[float, float, float]:
        """Each step's mean over the one before: what a lower limit, knowing lengths, and blocks are worth."""
        longest, limited, exact, paged = (step.mean for step in self)
        return limited / longest, exact / limited, paged / exact


def waterfall_runs() -> dict[str, list[ChurnRun]]:
    """TEN_SEEDS runs of each of the four steps, by what a server knows and does."""
    slabs = {"the model's limit": LLAMA3_8B.max_tokens, "a lower limit": LOWERED_LIMIT, "exact slabs": None}
    runs = {name: ten_runs(churn_in_slabs, slab_size=size) for name, size in slabs.items()}
    return {**runs, "blocks": ten_runs(churn_in_blocks)}


def run_waterfall(runs: Mapping[str, Sequence[ChurnRun]] | None = None) -> Waterfall:
    """What the four steps settle at: those of ``runs``, or of new ones."""
    return Waterfall(*(settled_over(ten).live for ten in (runs or waterfall_runs()).values()))
