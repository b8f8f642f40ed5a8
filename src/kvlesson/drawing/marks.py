"""The marks of a step: the bar at the left of what changed, the triangle under a written slot, the arrow of a copy."""

from kvlesson.drawing.grid import SLOT
from kvlesson.drawing.svg import element

BAR = 3


def bar(x: float, y: float, height: float) -> str:
    """Changed in this step: a bar whose left edge is at x."""
    return element("rect", x=x, y=y, width=BAR, height=height, rx=1.5, class_="kv-ink kv-changed")


def written(x: float, y: float) -> str:
    """A small triangle under the slot whose top left corner is at (x, y)."""
    middle, top = x + SLOT / 2, y + SLOT + 5.5
    return element(
        "path",
        d=f"M{middle:g} {top:g}L{middle + 4:g} {top + 5:g}H{middle - 4:g}Z",
        class_="kv-ink kv-written",
    )


def arrow(x: float, y: float, direction: int = -1) -> str:
    """A small arrow head with its tip at (x, y), pointing left (-1) or right (1)."""
    return element(
        "path",
        d=f"M{x - 5 * direction:g} {y - 3.5:g}L{x:g} {y:g}L{x - 5 * direction:g} {y + 3.5:g}",
        class_="kv-arrow",
    )
