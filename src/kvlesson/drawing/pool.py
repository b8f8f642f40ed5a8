"""The pool: a frame around each block's slots, its physical id in a tab, and what the step did to it."""

from kvlesson.drawing.changes import Changes, Copy
from kvlesson.drawing.grid import FRAME, SLOT, TAB, Grid, names_beside
from kvlesson.drawing.marks import arrow, bar, written
from kvlesson.drawing.slots import slot
from kvlesson.drawing.snapshot import Block, Pool
from kvlesson.drawing.svg import ID, element, group, text

OUT = 2.75  # from a shared block's frame to its second line


def draw_pool(pool: Pool, changes: Changes, grid: Grid) -> str:
    """All blocks by physical id, then the arrows of what was copied."""
    blocks = [draw_block(number, block, changes, grid) for number, block in enumerate(pool.blocks)]
    return group(*blocks, *(_copy(copy, grid) for copy in changes.copies), class_="kv-pool")


def draw_block(number: int, block: Block, changes: Changes, grid: Grid) -> str:
    """One block: full frame when a table names it, dashed when free, double with a count when shared."""
    x, y = grid.block_at(number)
    end, owners = x + grid.frame_width, block.owners
    names = names_beside(owners) if grid.names_width else []
    return group(
        element("path", d=_tab(x, y), class_="kv-tab"),
        text(x - TAB / 2, y + 15, number, "kv-id"),
        element(
            "rect",
            x=x,
            y=y,
            width=end - x,
            height=FRAME,
            rx=4,
            class_="kv-frame" if owners else "kv-frame-free",
        ),
        *(_slot(number, block, index, changes, grid) for index in range(grid.block_size)),
        *(_shared(x, y, end, len(owners)) if len(owners) > 1 else ()),
        *(
            text(end + 14, y + 27 - 7 * len(names) + 14 * i, line, "kv-owner kv-start kv-owners")
            for i, line in enumerate(names)
        ),
        bar(x - TAB - 7, y - 0.5, FRAME + 1) if number in changes.blocks else "",
        id=f"{ID}b{number}",
        class_="kv-block",
        data_block=number,
    )


def _tab(x: float, y: float) -> str:
    return f"M{x:g} {y:g}H{x - TAB + 4:g}q-4 0 -4 4V{y + TAB - 4:g}q0 4 4 4H{x:g}"


def _shared(x: float, y: float, end: float, count: int) -> list[str]:
    """The second frame, and how many tables name the block."""
    return [
        element("path", d=_outline(x, y, end - x), class_="kv-double"),
        element("circle", cx=end + 1, cy=y, r=7.5, class_="kv-ink"),
        text(end + 1, y + 4, count, "kv-id kv-on-ink kv-count"),
    ]


def _outline(x: float, y: float, width: float) -> str:
    """A second line around frame and tab."""
    left, right, top, bottom = x - TAB - OUT, x + width + OUT, y - OUT, y + FRAME + OUT
    under_tab = y + TAB + OUT
    return (
        f"M{left + 6:g} {top:g}H{right - 6:g}q6 0 6 6V{bottom - 6:g}q0 6 -6 6H{x + 6 - OUT:g}q-6 0 -6 -6V{under_tab:g}"
        f"H{left + 6:g}q-6 0 -6 -6V{top + 6:g}q0 -6 6 -6Z"
    )


def _slot(number: int, block: Block, index: int, changes: Changes, grid: Grid) -> str:
    x, y = grid.slot_at(number, index)
    if not block.owners:
        return slot(x, y, SLOT, "free")
    if index >= block.filled:
        return slot(x, y, SLOT, "unknown")
    position = block.first_position + index
    content = grid.label(*block.owners, position) if len(block.owners) == 1 else str(position)
    mark = written(x, y) if (number, index) in changes.written else ""
    return slot(x, y, SLOT, "stored", content) + mark


def _copy(copy: Copy, grid: Grid) -> str:
    """A dashed arrow from block to block, at the left of their tabs."""
    x = grid.pool_x - 8
    (_, start), (_, end) = grid.block_at(copy.old), grid.block_at(copy.new)
    start, end = start + FRAME / 2, end + FRAME / 2
    curve = f"M{x:g} {start:g}C{x - 18:g} {start:g} {x - 18:g} {end:g} {x - 3:g} {end:g}"
    return group(
        element("path", d=curve, class_="kv-copy"),
        arrow(x - 2, end, x, end),
        text(x - 2, max(start, end) + 15, f"copy {copy.slots}", "kv-word kv-end"),
        class_="kv-copied",
    )
