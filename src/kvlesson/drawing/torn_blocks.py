"""What stands still while a torn sentence is read: the reader's table, and blocks with a word in each slot."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from kvlesson.drawing.grid import CELL, TAB
from kvlesson.drawing.names import name
from kvlesson.drawing.svg import element, group, text

WIDTH, LEFT = 300, 6
HIGH, PAD, BLOCK_STEP = 18, 3, 30  # a word's slot, from a frame to its slots, from block to block
TABLE_Y, POOL_Y = 18, 60
CELL_WIDTH, CELLS_X = 26, 40
OWNER = 20  # room for an owner's letter at the right


class Word(Protocol):
    @property
    def owner(self) -> Hashable: ...
    @property
    def word(self) -> str: ...


class Step(Protocol):
    @property
    def tables(self) -> Mapping[Any, Sequence[int]]: ...


class TornPool(Protocol):
    """`slots[block][slot]`; `places` gives (block, slot) of each position, with or without the table."""

    @property
    def step(self) -> Step: ...
    @property
    def slots(self) -> Sequence[Sequence[Word | None]]: ...
    def places(self, rid: Any, through_table: bool = True) -> list[tuple[int, int]]: ...


def draw_table(table: Sequence[int], entry: int, used: bool) -> str:
    """The table, its entry in use ringed; where it is not used, the words beside it say so."""
    cells = []
    for index, block in enumerate(table):
        x = CELLS_X + index * CELL_WIDTH
        ringed = used and index == entry
        cells += [
            text(x + CELL_WIDTH / 2, TABLE_Y - 4, index, "kv-index"),
            element("rect", x=x, y=TABLE_Y, width=CELL_WIDTH, height=CELL, class_="kv-cell"),
            text(x + CELL_WIDTH / 2, TABLE_Y + CELL / 2 + 4, block, "kv-id"),
            element("rect", x=x, y=TABLE_Y, width=CELL_WIDTH, height=CELL, rx=2, class_="kv-ring kv-entry")
            if ringed
            else "",
        ]
    x = CELLS_X + len(table) * CELL_WIDTH + 8
    words = f"entry {entry} names block {table[entry]}" if used else f"not read; block {entry} is taken"
    return group(*cells, text(x, TABLE_Y + CELL / 2 + 4, words, "kv-word kv-start"), class_="kv-table")


def draw_block(pool: TornPool, number: int, holder: str, read: list[tuple[int, int]]) -> str:
    words = pool.slots[number]
    x, y = LEFT + TAB, POOL_Y + BLOCK_STEP * number
    width = WIDTH - OWNER - x
    step = (width - 2 * PAD) / len(words)
    frame = "kv-frame" if holder else "kv-frame-free"
    left_by = next((name(word.owner) for word in words if word), "")  # pale: nobody holds the block now
    shapes = [
        element("path", d=f"M{x} {y}H{x - TAB + 4}q-4 0 -4 4V{y + TAB - 4}q0 4 4 4H{x}", class_="kv-tab"),
        text(x - TAB / 2, y + 15, number, "kv-id"),
        element("rect", x=x, y=y, width=width, height=HIGH + 2 * PAD, rx=4, class_=frame),
        text(x + width + OWNER / 2 + 1, y + 16.5, holder or left_by, "kv-owner" if holder else "kv-index"),
    ]
    for slot, word in enumerate(words):
        left, top = x + PAD + 1 + slot * step, y + PAD
        box = {"x": left, "y": top, "width": step - 2, "height": HIGH, "rx": 2}
        state = "free" if not holder else "stored" if word else "unknown"
        said, label = (
            (word.word, "kv-label" if holder else "kv-index") if word else ("?" * bool(holder), "kv-sign")
        )
        shapes += [
            element("rect", **box, class_=f"kv-{state}"),
            text(left + step / 2 - 1, top + 12.5, said, f"{label} kv-torn") if said else "",
            element("rect", **box, class_="kv-ring kv-head-at") if (number, slot) == read[-1] else "",
            _was_read(left, top, step - 2) if (number, slot) in read else "",
        ]
    return group(*shapes, class_="kv-block", data_block=number)


def _was_read(x: float, y: float, width: float) -> str:
    return element(
        "rect",
        x=x,
        y=y + HIGH + 4.5,
        width=width,
        height=2.5,
        class_="kv-ink kv-was-read",
    )
