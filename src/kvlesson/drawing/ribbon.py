"""One slider from page to slab: a pool as one long ribbon, with the requests that it admits at each block size.

The ribbon is folded into lines and drawn to scale. A request's whole blocks lie one after the other; what its last block
holds beyond its length is never used. At the far end a block is as long as the longest request: a slab.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kvlesson.drawing.axis import Unit
from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.slots import patterns
from kvlesson.drawing.svg import ID, Picture, at, element, group, text

WIDTH, LEFT = 300, 6
ROOM = WIDTH - 2 * LEFT
LINES, THICK, STEP = 16, 9, 12
TOP = 54  # to the ribbon
OPENS = 16  # block size shown first, where it is among them
BAR = ROOM - 30  # the longest, with its number beside it
SEEN = 6  # units: shorter blocks are not drawn one by one
HALF = 0.5  # a unit
TENTHS = 10  # of a unit: as fine as a stroke is told

Point = tuple[float, float]


@dataclass(frozen=True)
class _Ribbon:
    pool_slots: int
    block_size: int
    lengths: tuple[int, ...]  # of those admitted

    @property
    def sizes(self) -> list[int]:
        """Slots that each holds."""
        return [-(-length // self.block_size) * self.block_size for length in self.lengths]

    @property
    def unused(self) -> float:
        """Share of the slots held that will never hold a token."""
        held = sum(self.sizes)
        return 1 - sum(self.lengths) / held if held else 0.0

    def pieces(self, start: float, end: float) -> Iterator[tuple[float, float, float]]:
        """(x, y, width) of a run of slots, a piece for each line that it touches."""
        per_line = self.pool_slots / LINES
        while start < end - 1e-9:
            line = int(start / per_line + 1e-9)
            stop = min(end, (line + 1) * per_line)
            scale = ROOM / per_line
            yield LEFT + (start - line * per_line) * scale, TOP + line * STEP, (stop - start) * scale
            start = stop

    def area(self, start: float, end: float, inset: float = 0) -> str:
        """Outlines of the ribbon's lines; an `inset` keeps them from shining through at the edges of what covers them."""
        return "".join(
            f"M{at(x)} {at(y + inset)}h{at(width)}v{at(THICK - 2 * inset)}h-{at(width)}z"
            for x, y, width in self.pieces(start, end)
        )

    def runs(self, runs: Iterable[tuple[float, float]]) -> str:
        """Strokes along the middle of the ribbon."""
        pieces = (piece for run in runs for piece in self.pieces(*run))
        return strokes(((x, y + THICK / 2), (x + width, y + THICK / 2)) for x, y, width in pieces)

    def edges(self, starts: Iterable[float]) -> str:
        """Strokes across it."""
        pieces = (next(self.pieces(start, self.pool_slots)) for start in starts)
        return strokes(((x, y), (x, y + THICK)) for x, y, _ in pieces)


def strokes(ends: Iterable[tuple[Point, Point]]) -> str:
    """Level or upright strokes, each told from the end of the one before it: a page holds thousands, and few bytes for each."""
    said, x, y = [], 0, 0
    for start, end in ends:
        from_x, from_y, to_x, to_y = (round(value * TENTHS) for value in (*start, *end))
        far = f"h{(to_x - from_x) / TENTHS:g}" if from_y == to_y else f"v{(to_y - from_y) / TENTHS:g}"
        said.append(f"m{(from_x - x) / TENTHS:g} {(from_y - y) / TENTHS:g}{far}")
        x, y = to_x, to_y
    return "".join(said)


def page_to_slab(lengths: Sequence[int], pool_slots: int, admitted: Mapping[int, int]) -> Frames:
    """A frame for each block size of `admitted` (block size -> requests), with the first of `lengths` in the ribbon.

    Opened at blocks of 16, where these are among them. ValueError when a block size cannot admit what it says, or could admit one more.
    """
    if not admitted or not lengths or min(*admitted, *lengths) < 1:
        raise ValueError("page_to_slab needs block sizes and lengths of at least 1")
    for block_size, count in admitted.items():
        _check(lengths, pool_slots, block_size, count)
    most = max(admitted.values())
    ribbons = [_Ribbon(pool_slots, size, tuple(lengths[:count])) for size, count in admitted.items()]
    return choose(
        [("block size", [f"{size:,}" for size in admitted])],
        lambda number: _frame(ribbons[number], most),
        [*admitted].index(OPENS) if OPENS in admitted else 0,
    )


def _check(lengths: Sequence[int], pool_slots: int, block_size: int, count: int) -> None:
    free = pool_slots // block_size
    fit = 0
    for length in lengths:
        free -= -(-length // block_size)
        if free < 0:
            break
        fit += 1
    if count != fit:
        raise ValueError(f"blocks of {block_size} admit {fit} of these requests, not {count}")


def _frame(ribbon: _Ribbon, most: int) -> Frame:
    low = TOP + LINES * STEP
    count, unused = len(ribbon.lengths), Unit(percent=True, decimals=1).written(ribbon.unused)
    starts = [0.0]
    for size in ribbon.sizes:
        starts.append(starts[-1] + size)
    used = zip(starts, ribbon.lengths, strict=False)
    all_held = ribbon.area(0, starts[-1], HALF)
    free = ribbon.area(starts[-1], ribbon.pool_slots)
    body = [
        patterns("never"),
        text(LEFT, 12, "requests", "kv-word kv-start"),
        element(
            "rect",
            x=LEFT,
            y=19,
            width=BAR * count / most,
            height=10,
            rx=2,
            class_="kv-stored kv-count",
        ),
        text(LEFT + BAR * count / most + 5, 28.5, count, "kv-owner kv-start kv-admitted"),
        text(LEFT, 46, f"{unused} of the slots they hold stays empty", "kv-head kv-unused"),
        # What they hold, and over it what they use: what is left to see stays empty.
        element("path", d=all_held, class_="kv-never kv-tint"),
        element("path", d=all_held, fill=f"url(#{ID}never)", class_="kv-held"),
        element(
            "path",
            d=ribbon.runs((s, s + length) for s, length in used),
            class_="kv-read kv-run",
            style=f"stroke-width:{THICK}",
        ),
        element("path", d=free, class_="kv-free") if free else "",
        _cuts(ribbon, starts[:-1]),
        text(LEFT, low + 11, f"{ribbon.pool_slots:,} slots, in {LINES} lines", "kv-word kv-start"),
    ]
    admitted = f"{count} requests admitted"
    rest = f"{ribbon.pool_slots - round(starts[-1]):,} of {ribbon.pool_slots:,} slots free"
    said = (
        f"blocks of {ribbon.block_size:,} | {admitted}, {unused} of the slots they hold stays empty | {rest}"
    )
    return Frame(
        f"Blocks of {ribbon.block_size:,}: {admitted}", Picture(said, "".join(body), WIDTH, low + 16)
    )


def _cuts(ribbon: _Ribbon, starts: list[float]) -> str:
    """Where a request begins, and where a block does, if blocks are long enough to be seen."""
    seen = ribbon.block_size * ROOM * LINES / ribbon.pool_slots >= SEEN
    blocks = range(0, sum(ribbon.sizes), ribbon.block_size) if seen else ()
    return group(
        element("path", d=ribbon.edges(starts), class_="kv-cut kv-begins"),
        element("path", d=ribbon.edges(blocks), class_="kv-cut", stroke_opacity=0.5)
        if len(blocks) > len(starts)
        else "",
    )
