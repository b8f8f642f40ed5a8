"""What a teacher takes into a room: plans by the minute, and the worked example as a sheet to fill in.

Invariant: a plan's minutes sum to its length; the blank sheet and its answers differ only in what is to be filled in.
Not here: the words around them; they are on the pages for teachers.
Cost: O(steps).
"""

from collections.abc import Sequence
from typing import Final

from .snapshots import Step
from .tables import Table

__all__ = ["LONG_PLAN_MINUTES", "SHORT_PLAN_MINUTES", "plan_table", "worked_sheet"]

_SHORT_PLAN: Final = (
    (
        5,
        "The front page: everybody writes down how many conversations fit, and how much of the memory is used",
    ),
    (5, "Why keep a cache? The triangle, first without and then with a cache"),
    (10, "Why do slabs waste it? Step through the row; whom does the last gap serve?"),
    (15, "How does paging fix it? The handout, alone and then in pairs; compare with the nine steps"),
    (5, "From page to slab, with the slider of the last chapter"),
    (5, "Two questions from Do you have it?, by show of hands"),
)
_LONG_PLAN: Final = (
    (10, "The front page, with guesses on paper"),
    (20, "Why keep a cache?, its cells, and the exercise on the edited prompt"),
    (20, "How big is it? Everybody computes their own model; then GB or GiB?"),
    (25, "Why do slabs waste it? The row, and what became of the gaps"),
    (10, "Break"),
    (35, "How does paging fix it? The handout, then the nine steps, then whose slack?"),
    (20, "How do you read a cache that lies in pieces? The torn sentence"),
    (15, "How do requests share a prompt? Who copies, by show of hands before each step"),
    (20, "How many more requests fit? Your own experiment, each table with other settings"),
    (5, "What was left out, and where to go on"),
)
_PLANS: Final = {sum(minutes for minutes, _ in plan): plan for plan in (_SHORT_PLAN, _LONG_PLAN)}
SHORT_PLAN_MINUTES, LONG_PLAN_MINUTES = _PLANS


def plan_table(minutes: int) -> Table:
    """A plan of SHORT_PLAN_MINUTES or LONG_PLAN_MINUTES, with when each part begins.  ValueError for another length."""
    if minutes not in _PLANS:
        raise ValueError(f"minutes must be one of {', '.join(map(str, _PLANS))}, got {minutes!r}")
    rows, begins = [], 0
    for length, what in _PLANS[minutes]:
        rows.append((begins, length, what))
        begins += length
    return Table(("from minute", "minutes", "what"), tuple(rows))


def worked_sheet(steps: Sequence[Step], filled: bool) -> Table:
    """The tables, the free list and the empty slots after each step; all but the first row blank unless ``filled``.

    Formula for empty: slots of held blocks - tokens stored
    """
    requests = list(dict.fromkeys(rid for step in steps for rid in step.tables))
    rows = []
    for number, step in enumerate(steps):
        cells = [" ".join(map(str, step.tables.get(rid, []))) for rid in requests]
        cells += [" ".join(map(str, step.free_list)), str(step.allocated - step.used)]
        rows.append((step.event, *(cells if filled or not number else [""] * len(cells))))
    return Table(("after", *(f"table of {rid}" for rid in requests), "free list", "empty"), tuple(rows))
