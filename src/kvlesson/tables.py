"""Rows for the lesson's tables, and for a terminal: what a list of snapshots comes to, in figures.

Invariant: every cell is read off the snapshots; nothing is stored here.
Not here: Markdown or HTML; who prints a table decides how it looks.
Cost: O(table entries) a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .snapshots import Step

__all__ = ["Table", "slots_after_each_step"]


@dataclass(frozen=True)
class Table:
    """Columns and rows of text or whole numbers; printed, its columns line up."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    def __str__(self) -> str:
        lines = [[str(cell) for cell in line] for line in (self.columns, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        padded = (
            "  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines
        )
        return "\n".join(padded)


def slots_after_each_step(steps: Sequence[Step]) -> Table:
    """Slots that hold a token, slots in blocks that are held, and their difference, after each step.

    >>> from kvlesson import worked_example
    >>> print(slots_after_each_step(worked_example()[:2]))
    after                            stored  in blocks  empty
    start                            0       0          0
    A arrives with a 6-token prompt  6       8          2
    """
    return Table(
        ("after", "stored", "in blocks", "empty"),
        tuple((step.event, step.used, step.allocated, step.wasted) for step in steps),
    )
