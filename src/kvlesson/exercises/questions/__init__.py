"""The exercises of the first part as they are posed: a file for each chapter, as the functions that answer them have.

Invariant: answers, and what slips give, come from the library; a reason names no number that was not computed.
Not here: how answers are judged (exercise.py).
Cost: none before one is asked.
"""

from typing import Any, Final

from ..exercise import Exercise
from . import caching, fitting, forking, paging, reading, reserving, sizing

__all__ = ["ALL"]

ALL: Final[tuple[Exercise[Any], ...]] = (
    *caching.ASKED,
    *sizing.ASKED,
    *reserving.ASKED,
    *paging.ASKED,
    *reading.ASKED,
    *forking.ASKED,
    *fitting.ASKED,
)
