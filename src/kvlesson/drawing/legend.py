"""The two pictures that teach the alphabet: a slot's life, and the marks of a paged picture."""

from kvlesson.drawing.palette import STATES
from kvlesson.drawing.slots import patterns, slot
from kvlesson.drawing.svg import Picture, element, group, text

SLOT, STEP = 24, 60
LEFT, TOP = 18, 8
_WORDS = {
    "free": ("free",),
    "unknown": ("empty,", "reserved"),
    "reserved": ("reserved,", "will be used"),
    "stored": ("used",),
    "never": ("never used",),
}
_LIFE = ("free", "unknown", "reserved", "stored", "free")


def slot_life() -> Picture:
    """free -> ? -> reserved -> stored -> free, and the branch ? -> never used."""
    places = [(LEFT + i * STEP, TOP) for i in range(len(_LIFE))]
    branch_x, branch_y = places[1][0], TOP + 70
    shapes = [_named(x, y, name) for (x, y), name in zip(places, _LIFE, strict=True)]
    arrows = [_arrow(x + SLOT + 8, TOP + 12, x + STEP - 8, TOP + 12) for x, _ in places[:-1]]
    life = " -> ".join(f"{STATES[name].word} {STATES[name].sign}" for name in _LIFE)
    branch = f"{STATES['unknown'].word} {STATES['unknown'].sign} -> {STATES['never'].word} {STATES['never'].sign}"
    body = [
        patterns("reserved", "never"),
        *shapes,
        *arrows,
        _named(branch_x, branch_y, "never"),
        _arrow(branch_x + 12, TOP + 54, branch_x + 12, branch_y - 4),
    ]
    return Picture(f"{life}, or {branch}", "".join(body), LEFT * 2 + 4 * STEP + SLOT, branch_y + SLOT + 18)


def _named(x: float, y: float, name: str) -> str:
    label = "A6" if name == "stored" else ""
    words = [text(x + SLOT / 2, y + SLOT + 13 + 12 * i, word, "kv-word") for i, word in enumerate(_WORDS[name])]
    return group(slot(x, y, SLOT, name, label), *words)


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    head = f"M{x2 - 4:g} {y2 - 3.5:g}L{x2:g} {y2:g}L{x2 - 4:g} {y2 + 3.5:g}"
    if x1 == x2:
        head = f"M{x2 - 3.5:g} {y2 - 4:g}L{x2:g} {y2:g}L{x2 + 3.5:g} {y2 - 4:g}"
    return element("path", d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}{head}", class_="kv-arrow")
