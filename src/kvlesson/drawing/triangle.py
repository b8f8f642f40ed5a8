"""The triangle that stays: what each step computes and what it reads, with a cache and without one.

A row is a step, a column a position. A filled square is a key and value computed in that step, an outline one that the
step reads. Two bars count all squares so far, and under them stands which is which. The cache empties the triangle; it does not shorten the reading.
"""

from collections.abc import Sequence

from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.marks import bar
from kvlesson.drawing.svg import Picture, element, group, text

CELL, STEP = 16, 18
LEFT, TOP = 42, 22  # to the first cell
WIDTH = 300
BARS_X, BAR, LONGEST = 142, 12, 122  # beside the short first rows
KEY_Y, KEY_STEP = TOP + 4 * STEP, 80  # beside the fifth row, which ends left of it
LEAST_HIGH = 5  # rows
MOST = 11  # steps: more, and the heads run out of the picture
CACHE = ("off", "on")


def triangle(steps: int, shown: Sequence[int] = ()) -> Frames:
    """Generating `steps` tokens from nothing, drawn after each of the `shown` steps (all when none is given).

    Frames to choose by cache and by step, opened at the last one without a cache. A step reads all positions up to its own; with the cache it computes its own
    only. ValueError unless 1 <= step <= steps <= 11.
    """
    shown = tuple(shown) or tuple(range(1, steps + 1))
    if not 1 <= steps <= MOST or not all(1 <= step <= steps for step in shown):
        raise ValueError(f"steps must be 1 to {MOST}, and the shown ones among them; got {steps}, {shown}")
    controls = (("cache", CACHE), ("step", tuple(map(str, shown))))
    return choose(
        controls, lambda cache, step: _frame(steps, shown[step], cached=bool(cache)), len(shown) - 1
    )


def _frame(steps: int, now: int, cached: bool) -> Frame:
    rows = [_row(step, cached) for step in range(1, now + 1)]
    computed, read = (sum(row.count(sign) for row in rows) for sign in "#o")
    read += computed  # what a step computes it reads as well
    most = sum(range(steps + 1))
    words = f"{computed} computed, {read} read"
    body = [
        text(LEFT - 8, TOP - 7, "step", "kv-word kv-end"),
        *(text(_x(column) + CELL / 2, TOP - 7, column, "kv-index") for column in range(steps)),
        text(_x(steps) + 4, TOP - 7, "position", "kv-word kv-start"),
        *(_drawn(number, rows[number - 1] if number <= now else "", steps) for number in range(1, steps + 1)),
        bar(6, _y(now - 1), CELL),
        _counter(0, "computed", computed, most, "kv-stored"),
        _counter(1, "read", read, most, "kv-read"),
        *(_key(i, sign, word) for i, (sign, word) in enumerate((("#", "computed"), ("o", "only read")))),
    ]
    said = " ".join(f"{step} [{row}]" for step, row in enumerate(rows, 1))
    pairs = "1 key and value" if cached or now == 1 else f"{now} keys and values"
    return Frame(
        f"With{'' if cached else 'out'} a cache, step {now} computes {pairs}; {computed} so far, {read} read.",
        Picture(
            f"cache {CACHE[cached]} | {said} | {words}; # computed, o only read",
            "".join(body),
            WIDTH,
            TOP + max(steps, LEAST_HIGH) * STEP + 2,
        ),
    )


def _row(step: int, cached: bool) -> str:
    return ("o" * (step - 1) if cached else "#" * (step - 1)) + "#"


def _x(column: int) -> int:
    return LEFT + column * STEP


def _y(row: int) -> int:
    return TOP + row * STEP


def _drawn(number: int, row: str, steps: int) -> str:
    y = _y(number - 1)
    cells = [_cell(_x(column), y, sign) for column, sign in enumerate(row)]
    if not row:
        cells = [
            element("circle", cx=_x(column) + CELL / 2, cy=y + CELL / 2, r=1.2, class_="kv-later")
            for column in range(number)
        ]
    return group(text(LEFT - 8, y + 12, number, "kv-index kv-end"), *cells, class_="kv-row")


def _cell(x: float, y: float, sign: str, class_: str = "kv-step-cell") -> str:
    inside = element("rect", x=x + 3, y=y + 3, width=CELL - 6, height=CELL - 6, rx=1, class_="kv-stored")
    ring = element(
        "rect", x=x + 0.75, y=y + 0.75, width=CELL - 1.5, height=CELL - 1.5, rx=2, class_="kv-read"
    )
    return group(ring, inside if sign == "#" else "", class_=class_)


def _counter(line: int, word: str, count: int, most: int, class_: str) -> str:
    """A bar as long as the count, to the same scale in every frame."""
    y, width = TOP + 2 + 36 * line, LONGEST * count / most
    inset = 0.75 if class_ == "kv-read" else 0
    shape = element(
        "rect",
        x=BARS_X + inset,
        y=y + 15 + inset,
        width=max(1.0, width - 2 * inset),
        height=BAR - 2 * inset,
        rx=2,
        class_=class_,
    )
    return group(
        text(BARS_X, y + 10, word, "kv-word kv-start"),
        shape,
        text(BARS_X + width + 5, y + 25.5, count, "kv-owner kv-start kv-count"),
        class_="kv-counter",
    )


def _key(number: int, sign: str, word: str) -> str:
    x = BARS_X + KEY_STEP * number
    return _cell(x, KEY_Y, sign, "kv-key") + text(
        x + CELL + 5, KEY_Y + 11.5, word, "kv-word kv-start kv-key-word"
    )
