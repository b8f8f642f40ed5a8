"""Where everything stands in a picture of tables, pool and free list: one fixed grid for all frames of a sequence.

Tables stand at the left, the pool at the right (its blocks never move), the free list below. The grid is made from all
snapshots that it must hold, so that from frame to frame only what changed moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kvlesson.drawing.changes import label
from kvlesson.drawing.snapshot import Pool

SLOT, STEP = 24, 26  # a slot, and a slot with its gap
PAD = 4  # from a block's frame to its slots
CELL = 22  # height of a table cell; it is as wide as STEP
TAB = 22  # width of a tab with a physical id
BLOCK_STEP = 41  # from one block to the next
LINK = 38  # between tables and pool, where the one line runs
LEFT = 6  # room for a change bar
TOP = 30  # headings
CELLS_PER_LINE = 4
BLOCKS_PER_COLUMN = 12
CHARACTER = 7.5  # of a bold name, on the safe side


@dataclass(frozen=True)
class Grid:
    block_size: int
    num_blocks: int
    rows: dict[str, tuple[float, int]]  # owner -> (top of its first line of cells, lines)
    cells_x: float
    pool_x: float
    columns: int
    owner_at_block: bool  # names beside the blocks, only positions in the slots
    names_width: float
    free_y: float
    width: float
    height: float

    @property
    def frame_width(self) -> float:
        return self.block_size * STEP - (STEP - SLOT) + 2 * PAD

    def block_at(self, number: int) -> tuple[float, float]:
        """The top left corner of a block's frame."""
        per_column = -(-self.num_blocks // self.columns)
        column, row = divmod(number, per_column)
        step = TAB + self.frame_width + self.names_width + 16
        return self.pool_x + TAB + column * step, TOP + row * BLOCK_STEP

    def slot_at(self, block: int, slot: int) -> tuple[float, float]:
        x, y = self.block_at(block)
        return x + PAD + slot * STEP, y + PAD

    def cell_at(self, owner: str, index: int) -> tuple[float, float]:
        line, column = divmod(index, CELLS_PER_LINE)
        return self.cells_x + column * STEP, self.rows[owner][0] + line * LINE_STEP

    def free_at(self, index: int) -> tuple[float, float]:
        """The top left corner of a tab in the free list."""
        return LEFT + 6 + (index % self.tabs_per_line) * STEP, self.free_y + 10 + (
            index // self.tabs_per_line
        ) * 34

    @property
    def tabs_per_line(self) -> int:
        return int((self.width - 2 * LEFT - 8) // STEP)

    @property
    def free_lines(self) -> int:
        return max(1, -(-self.num_blocks // self.tabs_per_line))


LINE_STEP = CELL + 32  # one line of a table: column heads, cells, filled


def shown(owner: str) -> str:
    """A name as drawn: long ones are cut, the text alternative has them whole."""
    return owner if len(owner) <= 8 else owner[:7] + "…"


def fit(pools: Sequence[Pool]) -> Grid:
    """The grid that holds all these snapshots of one pool."""
    block_size, num_blocks = pools[0].block_size, len(pools[0].blocks)
    tables = [table for pool in pools for table in pool.tables]
    longest = {table.owner: 0 for table in tables}
    for table in tables:
        longest[table.owner] = max(longest[table.owner], len(table.blocks))
    rows, y = {}, TOP + 6.0
    for owner, cells in longest.items():
        lines = max(1, -(-cells // CELLS_PER_LINE))
        rows[owner] = (y, lines)
        y += lines * LINE_STEP
    labels = (label(t.owner, sum(t.filled)) for t in tables)
    shared = any(len(block.owners) > 1 for pool in pools for block in pool.blocks)
    owner_at_block = shared or any(len(text) > 4 or " " in text for text in labels)
    names = (" ".join(map(shown, block.owners)) for pool in pools for block in pool.blocks)
    names_width = 16 + CHARACTER * max(map(len, names), default=0) if owner_at_block else 0
    cells_x = LEFT + max(34, 12 + CHARACTER * max((len(shown(owner)) for owner in rows), default=1))
    widest = min(CELLS_PER_LINE, max([3, *longest.values()]))
    pool_x = cells_x + widest * STEP + LINK
    columns = -(-num_blocks // BLOCKS_PER_COLUMN) or 1
    frame = block_size * STEP - (STEP - SLOT) + 2 * PAD
    width = pool_x + columns * (TAB + frame + names_width + 16) - 16 + LEFT
    bottom = max(y, TOP + -(-num_blocks // columns) * BLOCK_STEP)
    free_lines = max(1, -(-num_blocks // int((width - 2 * LEFT - 8) // STEP)))
    height = bottom + 18 + 14 + free_lines * 34 + 14
    return Grid(
        block_size,
        num_blocks,
        rows,
        cells_x,
        pool_x,
        columns,
        owner_at_block,
        names_width,
        bottom + 18,
        width,
        height,
    )
