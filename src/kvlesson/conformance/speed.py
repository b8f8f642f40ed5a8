"""How long a manager takes for a small story, as a multiple of what the library's takes.

Invariant: only the ratio leaves here; both are timed in turns, in one run, and the fastest of each counts.
Not here: judging it.  A measured time is a fact about one machine at one moment.
Cost: some hundred thousand calls at most, well under a second.
"""

from time import perf_counter
from typing import Any, Final

import numpy as np

from ..block_manager import BlockManager
from .operations import Sizes
from .trial import Factory

__all__ = ["times_the_librarys"]

ROUNDS: Final = 5
STORIES: Final = 40  # in a round: a browser's clock is coarse
POOL: Final = Sizes(6, 4)


def times_the_librarys(make: Factory) -> float | None:
    """Time divided by the library's; None when the story does not run through."""
    best = {make: float("inf"), BlockManager: float("inf")}
    try:
        for _ in range(ROUNDS):
            for factory in best:
                start = perf_counter()
                for _ in range(STORIES):
                    _story(factory(*POOL))
                best[factory] = min(best[factory], perf_counter() - start)
    except Exception:  # a class that keeps every promise may still have a limit of its own
        return None
    return best[make] / best[BlockManager]


def _story(manager: Any) -> None:
    """Never more blocks than the pool has, even for a manager that shares nothing."""
    key = np.ones(1)
    manager.add_request("A")
    for _ in range(POOL.block_size + 2):
        manager.append("A", key, key)
    manager.fork("A", "B")
    for rid in ("A", "B", "B", "B"):
        manager.append(rid, key, key)
        manager.gather(rid)
    manager.free("A")
    manager.add_request("C")
    for _ in range(2 * POOL.block_size):
        manager.append("C", key, key)
    manager.free("B")
    manager.free("C")
