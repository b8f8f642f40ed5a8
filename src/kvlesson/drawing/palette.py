"""What a slot can be, and how each state looks: colours, pattern, sign and word.

Colour and pattern say what a slot *is*; letters say whose it is. Hue never means an owner. Every state differs
from every other in its pattern too, so a grey print and a reader who sees no hues lose nothing.
`colour.py` measures these colours; tests/drawing/test_colour.py holds the limits.
"""

from dataclasses import dataclass

LIGHT_PAGE, DARK_PAGE = "#FFFFFF", "#1E2129"


@dataclass(frozen=True)
class Ink:
    """One colour on a light page and its counterpart on a dark one."""

    light: str
    dark: str


@dataclass(frozen=True)
class State:
    """One state of a slot. `sign` stands for it in text ("A": the owner's letter where it has one)."""

    name: str
    ink: Ink
    pattern: str
    sign: str
    word: str


TEXT = Ink("#23272D", "#F2F4F6")  # names, ids, marks
QUIET = Ink("#545D69", "#A9B1BD")  # headings, column heads, frames
LETTER = Ink("#FFFFFF", "#14161B")  # on a stored slot
PAGE = Ink(LIGHT_PAGE, DARK_PAGE)
_GREY = Ink("#7A828C", "#8B949E")

STATES = {
    state.name: state
    for state in (
        State("stored", Ink("#1F5FA8", "#6FB1FF"), "solid", "A", "used"),
        State("reserved", Ink("#C08A00", "#FFD166"), "slanted", "r", "reserved"),
        State("never", Ink("#9E2A1C", "#E8533B"), "crossed", "x", "never used"),
        State("gap", TEXT, "dotted", ":", "unusable"),
        State("rounded", TEXT, "dashes", "=", "rounded up"),
        State("leftover", QUIET, "plain", "~", "left over"),  # a remainder: no gap, and nobody's
        State("free", _GREY, "none", ".", "free"),
        State("unknown", _GREY, "question mark", "?", "empty, reserved"),
    )
}
MAIN_STATES = ("stored", "reserved", "never", "gap")  # the four that share a row and must never be confused


def state(name: str) -> State:
    """The state called `name`; ValueError for any other word."""
    if name not in STATES:
        raise ValueError(f"state must be one of {', '.join(STATES)}; got {name!r}")
    return STATES[name]
