"""The picture of contiguous memory: one row of slots, a bracket over each request's slab.

A row of more than 16 slots goes on in the next line; a slab that crosses the end of a line has an open bracket there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kvlesson.drawing.grid import shown
from kvlesson.drawing.runs import Row, Run, read_row, row_text
from kvlesson.drawing.slots import patterns, slot
from kvlesson.drawing.svg import Picture, element, group, text

SLOT, STEP = 16, 18
PER_LINE = 16
LINE_STEP = 56
LEFT, TOP = 6, 26  # to the first slot


def memory_row(
    row: Row, final_lengths: Mapping[Any, int] | None = None, *, wanted: int | None = None, waiting: str = "D"
) -> Picture:
    """What the server sees; with `final_lengths`, what only hindsight shows.

    With `wanted`, gaps that are too small for the request called `waiting` are drawn as unusable.
    """
    runs = read_row(row, final_lengths, wanted)
    lines = max(1, -(-row.n_slots // PER_LINE))
    used = sorted({name for run in runs for name in run.states})
    body = [patterns(*used), *(_run(run) for run in runs)]
    width = LEFT * 2 + PER_LINE * STEP - (STEP - SLOT)
    return Picture(row_text(runs, waiting), "".join(body), width, TOP + lines * LINE_STEP - 20)


def _at(number: int) -> tuple[int, int]:
    line, column = divmod(number, PER_LINE)
    return LEFT + column * STEP, TOP + line * LINE_STEP


def _run(run: Run) -> str:
    end = run.start + len(run.states)
    slots = [slot(*_at(run.start + i), SLOT, name) for i, name in enumerate(run.states)]
    x, y = _at(run.start)
    first = text(x + SLOT / 2, y + SLOT + 15, run.start, "kv-index")
    brackets = [_bracket(run, start, stop) for start, stop in _pieces(run.start, end)] if run.owner else []
    return group(*slots, *brackets, first, class_="kv-run", data_owner=run.owner)


def _pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a run, one a line."""
    while start < end:
        stop = min(end, (start // PER_LINE + 1) * PER_LINE)
        yield start, stop
        start = stop


def _bracket(run: Run, start: int, stop: int) -> str:
    """A line over a slab's slots with its owner's name, without an end where the slab goes on."""
    (left, y), (last, _) = _at(start), _at(stop - 1)
    opens, closes = start == run.start, stop == run.start + len(run.states)
    right, top = last + SLOT, y - 7
    path = f"M{left} {top + 4}V{top}" if opens else f"M{left} {top}"
    path += f"H{right}" + (f"V{top + 4}" if closes else "")
    name = shown(run.owner or "")
    return group(
        element("path", d=path, class_="kv-bracket"),
        text(left, top - 5, name, "kv-owner kv-start") if opens
        else text(left, top - 5, f"{name}, continued", "kv-word kv-start"),
    )
