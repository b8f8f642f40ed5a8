"""A request that waits before a row: its slots to the row's own scale, what becomes of it, and where it would start."""

from kvlesson.drawing.names import tag_width
from kvlesson.drawing.row_grid import LEFT, PER_LINE, SLOT, STEP, WAITING_STEP, at, pieces
from kvlesson.drawing.runs import Waiting
from kvlesson.drawing.svg import element, group, text
from kvlesson.drawing.tables import tag


def draw_waiting(request: Waiting) -> str:
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
    missing = request.wanted - len(request.tried.states) if request.tried else 0
    words = f"{request.verdict}, {missing} too many" if missing > 0 else request.verdict
    return group(
        tag(request.owner, LEFT, 1),
        text(LEFT + tag_width(request.owner) + 6, 16, words, "kv-word kv-start"),
        *slots,
        class_="kv-waiting",
    )


def draw_trial(request: Waiting, top: float) -> str:
    """Where the request would start, under the slots: dashed where it would run over what is not free."""
    gap = request.tried
    if gap is None:
        return ""
    n_slots = request.runs[-1].start + len(request.runs[-1].states)
    free_to, end = gap.start + len(gap.states), gap.start + request.wanted
    inside = [_under(start, stop, top, "kv-bracket") for start, stop in pieces(gap.start, min(free_to, end))]
    over = [_under(start, stop, top, "kv-copy") for start, stop in pieces(free_to, min(end, n_slots))]
    return group(*inside, *over, class_="kv-trial")


def _under(start: int, stop: int, top: float, class_: str) -> str:
    (left, y), (last, _) = at(start, top), at(stop - 1, top)
    return element("path", d=f"M{left} {y + SLOT + 4:g}H{last + SLOT}", class_=class_)
