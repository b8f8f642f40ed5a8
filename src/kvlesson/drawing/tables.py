"""Block tables: the owner's tag, a cell for each block in logical order, and how many slots of each are filled."""

from kvlesson.drawing.changes import Changes
from kvlesson.drawing.grid import CELL, CELLS_PER_LINE, LEFT, STEP, TAB, Grid
from kvlesson.drawing.marks import bar
from kvlesson.drawing.names import shown, tag_width
from kvlesson.drawing.snapshot import Pool, Table
from kvlesson.drawing.svg import ID, element, group, text


def draw_tables(pool: Pool, changes: Changes, grid: Grid) -> str:
    """Every table at its place; a request that has left in this step keeps an empty tag there."""
    tables = [_table(row, table, changes, grid) for row, table in enumerate(pool.tables)]
    gone = [_gone(owner, grid) for owner in changes.gone]
    nothing = [] if tables or gone else [text(LEFT, 50, "no requests yet", "kv-word kv-start")]
    return group(*tables, *gone, *nothing, class_="kv-tables")


def draw_links(pool: Pool, grid: Grid) -> str:
    """What hovering or focusing a cell shows: one line to its block, both at full strength."""
    return "".join(
        _link(row, table, index, grid)
        for row, table in enumerate(pool.tables)
        for index in range(len(table.blocks))
    )


def tag(owner: str, x: float, y: float, class_: str = "kv-ink") -> str:
    """A request's name in a tag whose top left corner is at (x, y)."""
    width = tag_width(owner)
    letter = "kv-owner kv-on-ink" if class_ == "kv-ink" else "kv-owner"
    return group(
        element("rect", x=x, y=y, width=width, height=CELL, rx=4, class_=class_),
        text(x + width / 2, y + CELL / 2 + 4.5, shown(owner), letter),
        class_="kv-tag",
    )


def _table(row: int, table: Table, changes: Changes, grid: Grid) -> str:
    top = grid.row_at(table.owner)
    cells = []
    for index, block in enumerate(table.blocks):
        x, y = grid.cell_at(table.owner, index)
        middle = x + STEP / 2
        new = " kv-new" if (table.owner, index) in changes.filled else ""
        cells += [
            text(middle, y - 4, index, "kv-index") if row == 0 or index >= CELLS_PER_LINE else "",
            group(
                element("rect", x=x, y=y, width=STEP, height=CELL, class_="kv-cell"),
                text(middle, y + CELL / 2 + 4, block, "kv-id"),
                bar(x, y, CELL) if (table.owner, index) in changes.cells else "",
                id=f"{ID}t{row}-{index}",
            ),
            text(middle, y + CELL + 11, table.filled[index], f"kv-index kv-filled{new}"),
        ]
    if table.blocks:
        cells.append(text(LEFT, top + CELL + 11, "filled", "kv-word kv-start"))
    else:
        cells.append(text(grid.cells_x + 4, top + CELL / 2 + 4, "no block yet", "kv-word kv-start"))
    return group(tag(table.owner, LEFT, top), *cells, class_="kv-table", data_owner=table.owner)


def _gone(owner: str, grid: Grid) -> str:
    top = grid.row_at(owner)
    return group(
        bar(0, top, CELL),
        tag(owner, LEFT, top, class_="kv-free"),
        text(grid.cells_x + 4, top + CELL / 2 + 4, "has left", "kv-word kv-start"),
        class_="kv-gone",
    )


def _link(row: int, table: Table, index: int, grid: Grid) -> str:
    block = table.blocks[index]
    x, y = grid.cell_at(table.owner, index)
    block_x, block_y = grid.block_at(block)
    end, low = block_x - TAB, block_y + TAB / 2
    last_x, _ = grid.cell_at(
        table.owner, min(len(table.blocks), (index // CELLS_PER_LINE + 1) * CELLS_PER_LINE) - 1
    )
    start, high = (
        last_x + STEP,
        y + (CELL / 2 if x == last_x else CELL),
    )  # past later cells along their lower edge
    bend = (start + end) / 2
    line = f"M{x + STEP:g} {high:g}H{start:g}C{bend:g} {high:g} {bend:g} {low:g} {end:g} {low:g}"
    return group(
        element("rect", x=x, y=y, width=STEP, height=CELL, class_="kv-hit"),
        group(
            _copy_of(f"t{row}-{index}"),
            _copy_of(f"b{block}"),
            element("path", d=line, class_="kv-line"),
            element("rect", x=x, y=y, width=STEP, height=CELL, rx=2, class_="kv-ring"),
            class_="kv-shown",
        ),
        class_="kv-link",
        tabindex=0,
        role="img",
        aria_label=f"{table.owner}, entry {index}: block {block}, {table.filled[index]} filled",
    )


def _copy_of(part: str) -> str:
    """The old xlink:href, not href: scripts that set every [href] of a page cannot set this one, and should not."""
    return element("use", **{"xlink:href": f"#{ID}{part}"})
