"""Rows for the lesson's tables, and for a terminal.

Invariant: every cell is read off a snapshot or computed by another module; nothing is stored here.
Not here: Markdown or HTML; who prints a table decides how it looks.
Cost: O(table entries) a row of snapshots, 10 ms for the costs of recomputing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .exercises.reading import SCORES_AS_LOGS_OF, softmax_of_two_blocks
from .first_steps import LATE_STEP, SHORT_ANSWER
from .kv_sizes import pairs_with_cache, pairs_without_cache
from .published import PARALLEL_SAVING_PERCENT
from .roofline import LLAMA3_8B_ON_H100, Server
from .sharing import first_writes, sharing_saving
from .snapshots import Step

__all__ = [
    "WRITTEN_SAMPLES",
    "Table",
    "first_writes_table",
    "recomputing_costs",
    "running_softmax_table",
    "saving_table",
    "slots_after_each_step",
]

WRITTEN_PROMPTS: Final = (5, 6, 7, 8)  # tokens
WRITTEN_SAMPLES: Final = (2, 3, 4)
SAVING_SAMPLES: Final = (2, 4, 6, 100)


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


def recomputing_costs(server: Server = LLAMA3_8B_ON_H100) -> Table:
    """How many times the keys and values, and how many times the time, an answer takes without a cache."""
    rows = []
    for tokens in (SHORT_ANSWER, LATE_STEP, server.cfg.max_tokens):
        pairs = pairs_without_cache(tokens) / pairs_with_cache(tokens)
        rows.append(
            (f"{tokens:,}", f"{pairs:,.1f} times", f"{server.slowdown_without_cache(tokens):.1f} times")
        )
    return Table(("tokens", "keys and values computed", "time, estimated"), tuple(rows))


def first_writes_table(
    prompts: Sequence[int] = WRITTEN_PROMPTS, samples: Sequence[int] = WRITTEN_SAMPLES
) -> Table:
    """Blocks copied and blocks taken when each of some samples of one prompt has written once."""
    rows = []
    for prompt in prompts:
        writes = [first_writes(prompt, n) for n in samples]
        rows.append((prompt, *(f"{w.copied} copied, {w.new} new" for w in writes)))
    return Table(("tokens in the prompt", *(f"{n} samples" for n in samples)), tuple(rows))


def saving_table(samples: Sequence[int] = SAVING_SAMPLES) -> Table:
    """What sharing a prompt is predicted to save, in percent of the cache, beside what was measured."""
    rows = []
    for n in samples:
        measured = PARALLEL_SAVING_PERCENT.get(n)
        rows.append((n, f"{100 * sharing_saving(n):.1f}%", f"{measured}%" if measured else ""))
    return Table(("samples", "predicted", "measured"), tuple(rows))


def running_softmax_table() -> Table:
    """The running softmax of chapter 5's two blocks of scores, as logarithms, with what is kept after each."""
    rows = []
    for scores, kept in zip(SCORES_AS_LOGS_OF, softmax_of_two_blocks(), strict=True):
        block = ", ".join(f"ln {n}" for n in scores)
        rows.append((block, f"ln {kept.largest_is_log_of:.0f}", f"{kept.total:g}"))
    return Table(("scores of the block", "largest so far", "sum of weights so far"), tuple(rows))
