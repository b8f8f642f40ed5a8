"""The free list: a tube of tabs. Blocks leave at the left, where the next one stands; given back ones enter at the right."""

from kvlesson.drawing.changes import Changes
from kvlesson.drawing.grid import LEFT, STEP, TAB, TUBE, Grid
from kvlesson.drawing.marks import arrow, bar
from kvlesson.drawing.snapshot import Pool
from kvlesson.drawing.svg import element, group, text

TAB_HEIGHT = 20


def draw_free_list(pool: Pool, changes: Changes, grid: Grid) -> str:
    """Every free block's id in the order in which they will be taken."""
    (_, top), (_, last) = grid.tube_at(0), grid.tube_at(grid.free_lines - 1)
    right, below = grid.width - LEFT, last + TUBE + 13
    return group(
        text(LEFT, grid.free_y, "Free list", "kv-head"),
        *(_tube(grid.tube_at(line)[1], right) for line in range(grid.free_lines)),
        *(_tab(index, block, grid) for index, block in enumerate(pool.free_list)),
        "" if pool.free_list else text(LEFT + 8, top + TUBE / 2 + 3.5, "empty", "kv-word kv-start"),
        bar(0, top, last - top + TUBE) if changes.free_list else "",
        arrow(LEFT + 14, below - 3.5, LEFT, below - 3.5),
        text(LEFT + 19, below, "next out", "kv-word kv-start"),
        arrow(right, below - 3.5, right - 14, below - 3.5),
        text(right - 19, below, "just returned", "kv-word kv-end"),
        class_="kv-free-list",
    )


def _tube(y: float, right: float) -> str:
    """Two walls, open at both ends."""
    return group(
        element("rect", x=LEFT, y=y, width=right - LEFT, height=TUBE, class_="kv-tube"),
        element("path", d=f"M{LEFT} {y:g}H{right:g}M{LEFT} {y + TUBE:g}H{right:g}", class_="kv-wall"),
    )


def _tab(index: int, block: int, grid: Grid) -> str:
    line, column = divmod(index, grid.tabs_per_line)
    left, top = grid.tube_at(line)
    x, y = left + 4 + column * STEP, top + (TUBE - TAB_HEIGHT) / 2
    return group(
        element("rect", x=x, y=y, width=TAB, height=TAB_HEIGHT, rx=4, class_="kv-tab"),
        text(x + TAB / 2, y + TAB_HEIGHT / 2 + 4, block, "kv-id"),
        class_="kv-free-block",
    )
