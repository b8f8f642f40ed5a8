"""The picture of contiguous memory: one row of slots, a bracket over each request's slab, a request that waits.

A row of more than 16 slots goes on in the next line; a slab that crosses the end of a line has an open bracket there. A
slot is as wide in the waiting request as in the row, so eye and ruler can compare.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kvlesson.drawing.names import CHARACTER, name, shown, tag_width
from kvlesson.drawing.runs import Row, Run, Waiting, read_row, row_text
from kvlesson.drawing.slots import patterns, slot
from kvlesson.drawing.svg import Picture, element, group, text
from kvlesson.drawing.tables import tag

SLOT, STEP = 16, 18
PER_LINE = 16
LINE_STEP = 64
LEFT, TOP = 6, 26  # to the first slot
WORDS_NEED = 3  # slots, to stand above
WAITING_STEP = 22  # one line of a waiting request's slots


def memory_row(
    row: Row, final_lengths: Mapping[Any, int] | None = None, *, wanted: int | None = None, waiting: str = "D"
) -> Picture:
    """What the server sees; with `final_lengths`, what only hindsight shows.

    With `wanted`, a request called `waiting` wants that many adjacent slots: gaps that are too small for it are unusable.
    """
    runs = read_row(row, final_lengths, wanted)
    request = None if wanted is None else Waiting(name(waiting), wanted, runs)
    lines = max(1, -(-row.n_slots // PER_LINE))
    top = TOP + (32 + WAITING_STEP * len(list(_pieces(0, wanted))) if wanted else 0)
    body = [
        patterns(*sorted({state for run in runs for state in run.states})),
        _waiting(request) if request else "",
        *(_run(run, top) for run in runs),
        _trial(request, top) if request else "",
    ]
    width = LEFT * 2 + PER_LINE * STEP - (STEP - SLOT)
    return Picture(row_text(runs, request), "".join(body), width, top + (lines - 1) * LINE_STEP + 34)


def _at(number: int, top: float) -> tuple[int, float]:
    line, column = divmod(number, PER_LINE)
    return LEFT + column * STEP, top + line * LINE_STEP


def _pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a run, one a line."""
    while start < end:
        stop = min(end, (start // PER_LINE + 1) * PER_LINE)
        yield start, stop
        start = stop


def _run(run: Run, top: float) -> str:
    end = run.start + len(run.states)
    slots = [slot(*_at(run.start + i, top), SLOT, state) for i, state in enumerate(run.states)]
    x, y = _at(run.start, top)
    pieces = list(_pieces(run.start, end))
    if run.owner is not None:
        above = [_bracket(run, start, stop, top) for start, stop in pieces]
    elif pieces[0][1] - run.start >= WORDS_NEED:
        above = [text(x, y - 12, f"gap of {len(run.states)}", "kv-word kv-start")]
    else:
        above = []
    return group(
        *above,
        *slots,
        text(x, y + SLOT + 15, run.start, "kv-index kv-start"),
        class_="kv-run",
        data_owner=run.owner,
    )


def _bracket(run: Run, start: int, stop: int, top: float) -> str:
    """A line over a slab's slots with its owner's name, without an end where the slab goes on."""
    (left, y), (last, _) = _at(start, top), _at(stop - 1, top)
    opens, closes = start == run.start, stop == run.start + len(run.states)
    right = last + SLOT
    path = f"M{left} {y - 3:g}V{y - 7:g}" if opens else f"M{left} {y - 7:g}"
    path += f"H{right}" + (f"V{y - 3:g}" if closes else "")
    room = int((right - left) // CHARACTER)
    owner = shown(run.owner or "", room)
    if opens:
        words = text(left, y - 12, owner, "kv-owner kv-start")
    else:
        words = text(left, y - 12, f"… {owner}", "kv-word kv-start") if stop - start >= WORDS_NEED else ""
    return group(element("path", d=path, class_="kv-bracket"), words)


def _waiting(request: Waiting) -> str:
    """The request that waits, to the row's own scale, and what becomes of it."""
    slots = [
        element(
            "rect",
            x=LEFT + i % PER_LINE * STEP + 0.5,
            y=28.5 + i // PER_LINE * WAITING_STEP,
            width=SLOT - 1,
            height=SLOT - 1,
            rx=2,
            class_="kv-cell",
        )
        for i in range(request.wanted)
    ]
    return group(
        tag(request.owner, LEFT, 1),
        text(LEFT + tag_width(request.owner) + 6, 16, request.verdict, "kv-word kv-start"),
        *slots,
        class_="kv-waiting",
    )


def _trial(request: Waiting, top: float) -> str:
    """Where the request would start, under the slots: dashed where it would run over what is not free."""
    gap = request.tried
    if gap is None:
        return ""
    n_slots = request.runs[-1].start + len(request.runs[-1].states)
    free_to, end = gap.start + len(gap.states), gap.start + request.wanted
    inside = [_under(start, stop, top, "kv-bracket") for start, stop in _pieces(gap.start, min(free_to, end))]
    over = [_under(start, stop, top, "kv-copy") for start, stop in _pieces(free_to, min(end, n_slots))]
    if end <= free_to:
        return group(*inside, class_="kv-trial")
    x, y = _at(min(end, n_slots) - 1, top)
    words = f"{end - free_to} too many"
    room = end <= n_slots and end % PER_LINE <= PER_LINE - 4
    label = text(x + SLOT + 4, y + SLOT + 10, words, "kv-word kv-start") if room else ""
    return group(*inside, *over, label, class_="kv-trial")


def _under(start: int, stop: int, top: float, class_: str) -> str:
    (left, y), (last, _) = _at(start, top), _at(stop - 1, top)
    return element("path", d=f"M{left} {y + SLOT + 4:g}H{last + SLOT}", class_=class_)
