"""The picture of contiguous memory: one row of slots, a bracket over each request's slab, a request that waits.

A row of more than 16 slots goes on in the next line. A slab or gap that crosses the end of a line has an arrow out of that
line and one into the next, and no bracket ends there. A slot is as wide in the waiting request as in the row, so eye and ruler can compare.
"""

from collections.abc import Mapping
from typing import Any

from kvlesson.drawing.names import CHARACTER, name, shown
from kvlesson.drawing.row_grid import (
    LEFT,
    LINE_STEP,
    PER_LINE,
    SLOT,
    STEP,
    TOP,
    WAITING_STEP,
    WORDS_NEED,
    at,
    pieces,
)
from kvlesson.drawing.runs import Row, Run, Waiting, read_row, row_text
from kvlesson.drawing.slots import patterns, slot
from kvlesson.drawing.svg import Picture, element, group, text
from kvlesson.drawing.waiting import draw_trial, draw_waiting


def memory_row(
    row: Row, final_lengths: Mapping[Any, int] | None = None, *, wanted: int | None = None, waiting: str = "D"
) -> Picture:
    """What the server sees; with `final_lengths`, what only hindsight shows.

    With `wanted`, a request called `waiting` wants that many adjacent slots: gaps that are too small for it are unusable.
    """
    return draw_row(row, final_lengths, wanted, waiting, room=wanted)


def draw_row(
    row: Row, final_lengths: Mapping[Any, int] | None, wanted: int | None, waiting: Any, room: int | None
) -> Picture:
    """As `memory_row`, with room kept for a waiting request of `room` slots."""
    runs = read_row(row, final_lengths, wanted)
    request = None if wanted is None else Waiting(name(waiting), wanted, runs)
    lines = -(-row.n_slots // PER_LINE)
    top = TOP + (32 + WAITING_STEP * len(list(pieces(0, room))) if room else 0)
    body = [
        patterns(*sorted({state for run in runs for state in run.states})),
        draw_waiting(request) if request else "",
        *(_run(run, top) for run in runs),
        draw_trial(request, top) if request else "",
    ]
    width = LEFT * 2 + PER_LINE * STEP - (STEP - SLOT)
    return Picture(row_text(runs, request), "".join(body), width, top + (lines - 1) * LINE_STEP + 34)


def _run(run: Run, top: float) -> str:
    end = run.start + len(run.states)
    slots = [slot(*at(run.start + i, top), SLOT, state) for i, state in enumerate(run.states)]
    x, y = at(run.start, top)
    lines = list(pieces(run.start, end))
    if run.owner is not None:
        above = [_bracket(run, start, stop, top) for start, stop in lines]
    else:
        words = [f"gap of {len(run.states)}", *["… gap"] * (len(lines) - 1)]
        above = [
            _words(start, top, said)
            for (start, stop), said in zip(lines, words, strict=True)
            if stop - start >= WORDS_NEED
        ]
    return group(
        *above,
        *slots,
        *(_goes_on(start - 1, top) for start, _ in lines[1:]),
        text(x, y + SLOT + 15, run.start, "kv-index kv-start"),
        class_="kv-run",
        data_owner=run.owner,
    )


def _goes_on(last: int, top: float) -> str:
    """From the end of a line, whose last slot is `last`, to the beginning of the next."""
    (x, y), (next_x, next_y) = at(last, top), at(last + 1, top)
    places = ((x + SLOT + 1.5, y), (next_x - 4.5, next_y))
    heads = "".join(f"M{left:g} {up + SLOT / 2 - 4:g}l3 4l-3 4" for left, up in places)
    return element("path", d=heads, class_="kv-bracket kv-goes-on")


def _words(start: int, top: float, said: str) -> str:
    x, y = at(start, top)
    return text(x, y - 12, said, "kv-word kv-start")


def _bracket(run: Run, start: int, stop: int, top: float) -> str:
    """A line over a slab's slots with its owner's name, without an end where the slab goes on."""
    (left, y), (last, _) = at(start, top), at(stop - 1, top)
    opens, closes = start == run.start, stop == run.start + len(run.states)
    right = last + SLOT
    path = f"M{left} {y - 3:g}V{y - 7:g}" if opens else f"M{left - LEFT} {y - 7:g}"
    path += f"H{right}V{y - 3:g}" if closes else f"H{right + LEFT}"  # to the edge of the picture
    room = int((right - left) / CHARACTER)
    owner = shown(run.owner or "", room)
    if opens:
        words = text(left, y - 12, owner, "kv-owner kv-start")
    else:
        words = text(left, y - 12, f"… {owner}", "kv-word kv-start") if stop - start >= WORDS_NEED else ""
    return group(element("path", d=path, class_="kv-bracket"), words)
