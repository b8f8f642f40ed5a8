"""The two pictures that teach the alphabet: a slot's life, and the marks of a paged picture."""

from kvlesson.drawing import grid
from kvlesson.drawing.changes import Changes
from kvlesson.drawing.marks import arrow
from kvlesson.drawing.palette import STATES
from kvlesson.drawing.pool import draw_block
from kvlesson.drawing.slots import patterns, slot
from kvlesson.drawing.snapshot import Block
from kvlesson.drawing.svg import Picture, group, text

SLOT, STEP = 24, 60
LEFT, TOP = 20, 2
WIDTH = 342  # of the key
_WORDS = {
    "free": ("free",),
    "unknown": ("empty,", "reserved"),
    "reserved": ("reserved,", "will be used"),
    "stored": ("used",),
}
_LIFE = ("free", "unknown", "reserved", "stored", "free")
_BLOCKS = (
    (
        Block(("A",), 0, 2),
        "a full frame: some table names this block",
        "A1: the token of request A at position 1",
    ),
    (
        Block(("B",), 0, 1),
        "a bar at the left: changed in this step",
        "a triangle: just written",
        "?: empty, but nobody else may have it",
    ),
    (
        Block(("A", "B"), 2, 2),
        "a double frame: several tables name it",
        "the black 2: so many do; a 1 is not shown",
    ),
    (Block(), "a dashed frame:", "the block is in the free list"),
)
_CHANGES = Changes(blocks=frozenset({1}), written=frozenset({(1, 0)}))


def slot_life() -> Picture:
    """free -> ? -> reserved -> stored -> free, and the branch ? -> never used."""
    places = [LEFT + i * STEP for i in range(len(_LIFE))]
    branch_x, branch_y = places[1], TOP + 72
    body = [
        patterns("reserved", "never"),
        *(_named(x, TOP, name) for x, name in zip(places, _LIFE, strict=True)),
        *(arrow(x + SLOT + 8, TOP + 12, x + STEP - 8, TOP + 12) for x in places[:-1]),
        arrow(branch_x + 12, TOP + 54, branch_x + 12, branch_y - 4),
        slot(branch_x, branch_y, SLOT, "never"),
        text(branch_x + SLOT + 6, branch_y + 15.5, STATES["never"].word, "kv-word kv-start"),
    ]
    said = {name: f"{STATES[name].word} {STATES[name].sign}" for name in STATES}
    life = " -> ".join(said[name] for name in _LIFE)
    words = f"A slot's life: {life}; or {said['unknown']} -> {said['never']}"
    return Picture(words, "".join(body), LEFT * 2 + 4 * STEP + SLOT, branch_y + SLOT + 2)


def legend(shared: bool = True) -> Picture:
    """What each mark in a picture of tables and pool means, shown on a few blocks; without `shared`, on those of one owner."""
    kinds = [kind for kind in _BLOCKS if shared or len(kind[0].owners) < 2]
    places = grid.Grid(block_size=2, num_blocks=len(kinds), longest={}, shared=shared, names_width=0)
    blocks = [draw_block(i, block, _CHANGES, places) for i, (block, *_) in enumerate(kinds)]
    words = []
    for number, (_, *lines) in enumerate(kinds):
        x, y = places.block_at(number)
        x, y = x + places.frame_width + 16, y + grid.FRAME / 2 + 9.5 - 6 * len(lines)
        words += [text(x, y + 12 * i, line, "kv-word kv-start") for i, line in enumerate(lines)]
    body = group(*blocks, *words, transform=f"translate({12 - places.pool_x:g} {8 - grid.TOP})")
    meanings = " | ".join(
        " ".join(lines) if lines[0].endswith(":") else "; ".join(lines) for _, *lines in kinds
    )
    step = grid.SHARED_STEP if shared else grid.BLOCK_STEP
    return Picture(f"How to read it | {meanings}", body, WIDTH, 8 + len(kinds) * step)


def _named(x: float, y: float, name: str) -> str:
    label = "A6" if name == "stored" else ""
    words = [
        text(x + SLOT / 2, y + SLOT + 13 + 12 * i, word, "kv-word") for i, word in enumerate(_WORDS[name])
    ]
    return group(slot(x, y, SLOT, name, label), *words)
