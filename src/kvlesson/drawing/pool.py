"""The pool: a frame around each block's slots, its physical id in a tab, and what the step did to it."""

from kvlesson.drawing.changes import Changes, label
from kvlesson.drawing.grid import PAD, SLOT, TAB, Grid, shown
from kvlesson.drawing.marks import arrow, bar, written
from kvlesson.drawing.slots import slot
from kvlesson.drawing.snapshot import Block, Pool
from kvlesson.drawing.svg import ID, element, group, text

FRAME = SLOT + 2 * PAD  # a block's height


def draw_pool(pool: Pool, changes: Changes, grid: Grid) -> str:
    """All blocks by physical id, then the arrows of what was copied."""
    blocks = [_block(number, block, changes, grid) for number, block in enumerate(pool.blocks)]
    return group(*blocks, *(_copy(c.old, c.new, c.slots, grid) for c in changes.copies), class_="kv-pool")


def _block(number: int, block: Block, changes: Changes, grid: Grid) -> str:
    x, y = grid.block_at(number)
    size = {"width": grid.frame_width, "height": FRAME}
    frame = "kv-frame" if block.owners else "kv-frame-free"
    parts = [
        element("path", d=f"M{x:g} {y:g}H{x - TAB + 4:g}q-4 0 -4 4V{y + 18:g}q0 4 4 4H{x:g}", class_="kv-tab"),
        text(x - TAB / 2, y + 15, number, "kv-id"),
        element("rect", x=x, y=y, **size, rx=4, class_=frame),
    ]
    if len(block.owners) > 1:
        parts.append(element("rect", x=x - 3, y=y - 3, width=grid.frame_width + 6, height=FRAME + 6, rx=6,
                             class_="kv-frame kv-double"))
    parts += [_slot(number, block, index, changes, grid) for index in range(grid.block_size)]
    if grid.owner_at_block and block.owners:
        parts += _owners(block, x + grid.frame_width, y)
    if number in changes.blocks:
        parts.append(bar(x - TAB - 7, y - 0.5, FRAME + 1))
    return group(*parts, id=f"{ID}b{number}", class_="kv-block", data_block=number)


def _slot(number: int, block: Block, index: int, changes: Changes, grid: Grid) -> str:
    x, y = grid.slot_at(number, index)
    if not block.owners:
        return slot(x, y, SLOT, "free")
    if index >= block.filled:
        return slot(x, y, SLOT, "unknown")
    position = block.first_position + index
    content = str(position) if grid.owner_at_block else label(block.owners[0], position)
    mark = written(x, y) if (number, index) in changes.written else ""
    return slot(x, y, SLOT, "stored", content) + mark


def _owners(block: Block, x: float, y: float) -> list[str]:
    """Names at the right of a block whose frame ends at x; from two references on with their number in a badge."""
    names = text(x + 14, y + 20, " ".join(map(shown, block.owners)), "kv-owner kv-start kv-owners")
    if len(block.owners) == 1:
        return [names]
    badge = [
        element("circle", cx=x + 2, cy=y - 1, r=8, class_="kv-ink"),
        text(x + 2, y + 3, len(block.owners), "kv-owner kv-on-ink kv-count"),
    ]
    return [names, *badge]


def _copy(old: int, new: int, slots: int, grid: Grid) -> str:
    """A dashed arrow from block to block, at the left of their tabs."""
    x = grid.pool_x
    (_, start), (_, end) = grid.block_at(old), grid.block_at(new)
    start, end = start + FRAME / 2, end + FRAME / 2
    return group(
        element("path", d=f"M{x - 9:g} {start:g}C{x - 26:g} {start:g} {x - 26:g} {end:g} {x - 10:g} {end:g}", class_="kv-copy"),
        arrow(x - 8, end, 1),
        text(x - 24, (start + end) / 2 + 3.5, f"copy {slots}", "kv-word kv-end"),
        class_="kv-copied",
    )
