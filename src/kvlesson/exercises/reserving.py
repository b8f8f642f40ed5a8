"""Why do slabs waste it?  How long it would take to push all slabs together.

Invariant: the paper's card, pool and bars (Kwon et al., SOSP 2023, table 1 and fig. 2).
Not here: the split in hindsight (``ContiguousPool.waste``), what the bars give away (printed_bars.py), departures in
order of arrival (churn.py).
Cost: O(1).
"""

from ..published import A100_40GB_BYTES_PER_SECOND, ORCA_MAX, PAPER_CACHE_BYTES, paper_pool_slots
from ..roofline import OPT_13B_ON_A100, seconds_to_move, seconds_to_read

__all__ = ["compaction_read_seconds", "compaction_seconds", "slab_step_seconds"]


def compaction_seconds() -> float:
    """Seconds to move the whole cache within its card's memory: an upper bound for compacting it, by its bandwidth."""
    return seconds_to_move(PAPER_CACHE_BYTES, A100_40GB_BYTES_PER_SECOND)


def compaction_read_seconds() -> float:
    """Seconds to read the whole cache once: what forgets that moving writes as well."""
    return seconds_to_read(PAPER_CACHE_BYTES, A100_40GB_BYTES_PER_SECOND)


def slab_step_seconds() -> float:
    """Seconds that the slab server of the bars takes for a step: its weights and the tokens that it holds."""
    held = round(ORCA_MAX.used_percent / 100 * paper_pool_slots())
    return OPT_13B_ON_A100.step_seconds(round(ORCA_MAX.batch), held)
