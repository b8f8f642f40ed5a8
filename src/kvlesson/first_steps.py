"""The steps that chapter 1 works with, by hand and at length.

Invariant: counts of pairs are differences of kv_sizes' counts, so the two cannot disagree.
Not here: attention itself.
Cost: O(steps).
"""

from typing import Final

from .kv_sizes import pairs_without_cache

__all__ = ["HAND_STEPS", "LATE_STEP", "SHORT_ANSWER", "TRIANGLE_SHOWN", "TRIANGLE_STEPS", "pairs_each_step"]

HAND_STEPS: Final = 4
TRIANGLE_STEPS: Final = 10
TRIANGLE_SHOWN: Final = (1, 4, 7, 10)
SHORT_ANSWER: Final = 100  # tokens
LATE_STEP: Final = 1000


def pairs_each_step(n_steps: int) -> list[int]:
    """Key/value pairs computed at each of n steps that all start over.

    >>> pairs_each_step(4)
    [1, 2, 3, 4]
    """
    return [pairs_without_cache(step + 1) - pairs_without_cache(step) for step in range(n_steps)]
