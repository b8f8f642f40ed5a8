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


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight arrow along one axis."""
    length = abs(x2 - x1) + abs(y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    back_x, back_y = x2 - 4 * along_x, y2 - 4 * along_y
    head = (
        f"M{back_x - 3.5 * along_y:g} {back_y - 3.5 * along_x:g}L{x2:g} {y2:g}"
        f"L{back_x + 3.5 * along_y:g} {back_y + 3.5 * along_x:g}"
    )
    return element("path", d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}{head}", class_="kv-arrow")
