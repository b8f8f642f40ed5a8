"""What one token stores, as a box: numbers in a strip, a strip a KV head, a sheet a layer; once for keys, once for values.

All boxes are drawn to one scale, inside the dashed outline of the largest, so that what a switch takes away is seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.svg import Picture, at, element, group, text

WIDTH, LEFT = 300, 6
ROOM = WIDTH - 2 * LEFT
GAP = 16  # between keys and values
STRIP = 3  # a KV head's strip and its gap; 0.8 of it is drawn
DEEP, UP = 1.2, -0.7  # from one layer's sheet to the next
ZOOM_Y, BOX_Y = 14, 50  # the strip seen from near; the top of the largest box
MOST = 64  # heads or layers


@dataclass(frozen=True)
class _Shape:
    heads: int
    sharing: int  # query heads to a KV head
    layers: int
    head_dim: int
    bytes_per_number: int

    @property
    def kv_heads(self) -> int:
        return self.heads // self.sharing

    @property
    def numbers(self) -> int:
        return 2 * self.layers * self.kv_heads * self.head_dim

    @property
    def width(self) -> str:
        return "1 byte" if self.bytes_per_number == 1 else f"{self.bytes_per_number} bytes"

    @property
    def size(self) -> str:
        return f"{self.numbers * self.bytes_per_number / 1024:g} KiB"

    @property
    def product(self) -> str:
        return f"2 × {self.layers} layers × {self.kv_heads} KV heads × {self.head_dim} numbers"


def multiplying_box(
    heads: Sequence[int],
    layers: Sequence[int],
    sharing: Sequence[int],
    *,
    head_dim: int = 128,
    bytes_per_number: int = 2,
    names: Mapping[tuple[int, int, int], str] | None = None,
) -> Frames:
    """A frame for every choice of query heads that share a KV head, query heads, and layers.

    `names` says which choices are known models: {(heads, layers, sharing): "Llama 3 8B"}. ValueError for one that is no
    choice, and unless each is a whole number from 1 to 64 and heads split evenly among those that share.
    """
    for name, values in (("heads", heads), ("layers", layers), ("sharing", sharing)):
        if not all(1 <= value <= MOST for value in values):
            raise ValueError(f"{name} must be 1 to {MOST}; got {list(values)}")
    for count, ways in product(heads, sharing):
        if count % ways:
            raise ValueError(f"{count} heads cannot share KV heads by {ways}")
    known = dict(names or {})
    for shape in known:
        if shape not in set(product(heads, layers, sharing)):
            raise ValueError(f"names has {shape}, which is none of the choices of heads, layers and sharing")
    controls = (
        ("KV heads", ["one each" if ways == 1 else f"shared by {ways}" for ways in sharing]),
        ("heads", list(map(str, heads))),
        ("layers", list(map(str, layers))),
    )
    largest = _Shape(max(heads), min(sharing), max(layers), head_dim, bytes_per_number)

    def frame(s: int, h: int, n: int) -> Frame:
        shape = _Shape(heads[h], sharing[s], layers[n], head_dim, bytes_per_number)
        return _frame(shape, largest, known.get((heads[h], layers[n], sharing[s]), ""))

    return choose(controls, frame)


def _frame(shape: _Shape, largest: _Shape, model: str) -> Frame:
    width = (ROOM - GAP) / 2 - DEEP * largest.layers  # of a sheet
    low = BOX_Y - UP * largest.layers + STRIP * largest.kv_heads
    second = LEFT + (ROOM + GAP) / 2
    total = f"{shape.numbers:,} numbers × {shape.width} = {shape.size}"
    body = [
        *_zoom(shape),
        *(_box(x, low, width, largest, outline=True) for x in (LEFT, second)),
        *(_box(x, low, width, shape) for x in (LEFT, second)),
        text(LEFT, low + 14, f"keys: {shape.kv_heads} KV heads high,", "kv-word kv-start"),
        text(LEFT, low + 26, f"{shape.layers} layers deep", "kv-word kv-start"),
        text(second, low + 14, "values: as many", "kv-word kv-start"),
        text(LEFT, low + 38, "dashed: room for the largest choice", "kv-word kv-start"),
        text(LEFT, low + 56, shape.product, "kv-head kv-product"),
        _bar(low + 64, shape.numbers / largest.numbers),
        text(LEFT, low + 96, total, "kv-head kv-total"),
    ]
    said = f"one token{f' of {model}' if model else ''}: {shape.product} = {total}"
    heads = (
        f"{shape.heads} query heads with a KV head each"
        if shape.sharing == 1
        else f"{shape.heads} query heads, {shape.sharing} to a KV head"
    )
    event = (
        f"{heads}, in {shape.layers} layers: {shape.size} for one token{f', as in {model}' if model else ''}."
    )
    return Frame(event, Picture(said, "".join(body), WIDTH, low + 102))


def _zoom(shape: _Shape) -> list[str]:
    """One square, and the strip that it is part of."""
    pitch = ROOM / shape.head_dim
    squares = "".join(
        f"M{at(LEFT + pitch * i)} {ZOOM_Y + 6}h{at(pitch * 0.7)}v8h-{at(pitch * 0.7)}z"
        for i in range(shape.head_dim)
    )
    words = f"the key of one KV head: {shape.head_dim} numbers of {shape.width}"
    return [
        text(LEFT, ZOOM_Y - 2, words, "kv-word kv-start"),
        element("path", d=squares, class_="kv-stored kv-numbers"),
    ]


def _box(x: float, low: float, width: float, shape: _Shape, outline: bool = False) -> str:
    """A front sheet whose lower left corner is at (x, low), and the edges of all sheets behind it."""
    high = low - STRIP * shape.kv_heads
    right, up = DEEP * (shape.layers - 1), UP * (shape.layers - 1)
    if outline:
        edges = (
            f"M{x:g} {high:g}l{right:g} {up:g}h{width:g}V{low + up:g}l{-right:g} {-up:g}H{x:g}z"
            f"M{x:g} {high:g}h{width:g}V{low:g}M{x + width:g} {high:g}l{right:g} {up:g}"
        )
        return element("path", d=edges, class_="kv-free kv-outline-of-all")
    strips = "".join(
        f"M{x:g} {high + STRIP * i:g}h{width:g}v{STRIP * 0.8:g}h{-width:g}z" for i in range(shape.kv_heads)
    )
    sheets = "".join(
        f"M{x + DEEP * i:g} {high + UP * i:g}h{width:g}V{low + UP * i:g}" for i in range(1, shape.layers)
    )
    return group(
        element("path", d=sheets, class_="kv-sheets"),
        element("path", d=strips, class_="kv-stored"),
        class_="kv-box",
    )


def _bar(y: float, share: float) -> str:
    return group(
        element("rect", x=LEFT + 0.5, y=y + 0.5, width=ROOM - 1, height=15, rx=2, class_="kv-free"),
        element("rect", x=LEFT, y=y, width=ROOM * share, height=16, rx=2, class_="kv-stored kv-share-of-all"),
        class_="kv-size",
    )
