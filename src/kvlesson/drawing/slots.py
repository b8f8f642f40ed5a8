"""One slot in each of its states: the shape that all pictures share."""

from kvlesson.drawing.palette import STATES, state
from kvlesson.drawing.svg import ID, element, group, text

_TILE = 8
_MARKS = {
    "reserved": element("path", d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6", fill="none", stroke_width=2),
    "never": element("path", d="M-1 -1L9 9M9 -1L-1 9", fill="none", stroke_width=1.5),
    "gap": element("circle", cx=4, cy=4, r=1.2, stroke="none"),
    "rounded": element("path", d="M1 4H7", fill="none", stroke_width=1.5),
}


def patterns(*names: str) -> str:
    """The <defs> that a picture with patterned slots needs."""
    tiles = (
        element(
            "pattern",
            group(_MARKS[name], class_=f"kv-{name}"),
            id=f"{ID}{name}",
            width=_TILE,
            height=_TILE,
            patternUnits="userSpaceOnUse",
        )
        for name in names
        if name in _MARKS
    )
    return element("defs", *tiles)


def slot(x: float, y: float, size: float, name: str, label: str = "") -> str:
    """A slot with its top left corner at (x, y). `label` is written on a stored one."""
    state(name)
    box = {"x": x, "y": y, "width": size, "height": size, "rx": 2}
    inner = {"x": x + 0.5, "y": y + 0.5, "width": size - 1, "height": size - 1, "rx": 2}
    middle, base = x + size / 2, y + size / 2 + 3.5
    if name == "stored":
        shapes = [element("rect", **box, class_="kv-stored")]
        shapes += [text(middle, base, label, "kv-label", style=_smaller(label))] if label else []
    elif name in ("free", "leftover"):
        shapes = [element("rect", **inner, class_=f"kv-{name}")]
    elif name == "unknown":
        shapes = [
            element("rect", **inner, class_="kv-unknown"),
            text(middle, base, STATES[name].sign, "kv-sign"),
        ]
    else:
        shapes = [
            element("rect", **box, class_=f"kv-{name} kv-tint"),
            group(
                element("rect", width=size, height=size, rx=2, fill=f"url(#{ID}{name})"),
                transform=f"translate({x:g} {y:g})",
            ),
            element("rect", **inner, class_=f"kv-{name} kv-outline"),
        ]
    return group(*shapes, class_="kv-slot", data_state=name)


def _smaller(label: str) -> str | None:
    """Labels of four and more characters need a smaller type to stay inside a slot."""
    sizes = {4: 9.5, 5: 7.5}
    return f"font-size:{sizes[min(5, len(label))]}px" if len(label) > 3 else None
