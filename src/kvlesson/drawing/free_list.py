"""The free list: a tube of tabs. Blocks leave at the left, where the next one stands; given back ones enter at the right."""

from kvlesson.drawing.changes import Changes
from kvlesson.drawing.grid import LEFT, STEP, Grid
from kvlesson.drawing.marks import arrow, bar
from kvlesson.drawing.snapshot import Pool
from kvlesson.drawing.svg import element, group, text

TUBE, TAB_HEIGHT = 28, 20


def draw_free_list(pool: Pool, changes: Changes, grid: Grid) -> str:
    """Every free block's id in the order in which they will be taken."""
    right = grid.width - LEFT
    parts = [text(LEFT, grid.free_y, "Free list", "kv-head")]
    for line in range(grid.free_lines):
        y = grid.free_at(line * grid.tabs_per_line)[1] - (TUBE - TAB_HEIGHT) / 2
        parts += [
            element("rect", x=LEFT, y=y, width=right - LEFT, height=TUBE, class_="kv-tube"),
            element("path", d=f"M{LEFT} {y:g}H{right:g}M{LEFT} {y + TUBE:g}H{right:g}", class_="kv-wall"),
        ]
    for index, block in enumerate(pool.free_list):
        x, y = grid.free_at(index)
        parts += [
            element("rect", x=x, y=y, width=STEP - 4, height=TAB_HEIGHT, rx=4, class_="kv-tab"),
            text(x + (STEP - 4) / 2, y + 14, block, "kv-id"),
        ]
    first, last = grid.free_at(0)[1] - 4, grid.free_at((grid.free_lines - 1) * grid.tabs_per_line)[1] - 4
    if not pool.free_list:
        parts.append(text(LEFT + 10, first + 18, "empty", "kv-word kv-start"))
    if changes.free_list:
        parts.append(bar(0, first, last - first + TUBE))
    below = last + TUBE + 12
    parts += [
        arrow(LEFT, below - 3.5),
        text(LEFT + 9, below, "next out", "kv-word kv-start"),
        text(right, below, "just returned", "kv-word kv-end"),
    ]
    return group(*parts, class_="kv-free-list")
