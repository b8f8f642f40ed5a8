"""Where everything stands in a picture of tables, pool and free list: one fixed grid for all frames of a sequence.

Tables stand at the left, the pool at the right (its blocks never move), the free list below. The grid is made from all
snapshots that it must hold, so that from frame to frame only what changed moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kvlesson.drawing.names import CHARACTER, label, shown, tag_width
from kvlesson.drawing.snapshot import Pool

SLOT, STEP = 24, 26  # a slot, and a slot with its gap
PAD = 4  # from a block's frame to its slots
FRAME = SLOT + 2 * PAD  # a block's height
TAB = 22  # a tab with a physical id, in the pool and in the free list
BLOCK_STEP, SHARED_STEP = 41, 44  # from one block to the next; shared ones have a second frame
BLOCKS_PER_COLUMN, COLUMN_GAP = 12, 16
CELL = 22  # height of a table cell; it is as wide as STEP
CELLS_PER_LINE, LINE_STEP = 4, CELL + 32  # a line of a table: column heads, cells, filled
LINK = 42  # between tables and pool, where the one line runs
TUBE, TUBE_STEP = 28, 34  # a line of the free list
LEFT, TOP = 6, 30  # room for a change bar; for headings


@dataclass(frozen=True)
class Grid:
    """Measures of one picture; everything else follows from them."""

    block_size: int
    num_blocks: int
    longest: dict[str, int]  # owner -> entries its table ever has
    shared: bool
    names_width: float  # of owners beside their blocks; 0 where the slots name them
    own_from: int | None = None  # where blocks are named beside: position from which owners' tokens differ

    def label(self, owner: str, position: int) -> str:
        """What stands in a slot of a block that only `owner` names: a later owner's own token has a prime, 6 and 6'."""
        if not self.names_width:
            return label(owner, position)
        own = self.own_from is not None and position >= self.own_from
        return str(position) + ("'" * list(self.longest).index(owner) if own else "")

    @property
    def cells_x(self) -> float:
        return LEFT + max([32, *(tag_width(owner) + 6 for owner in self.longest)])

    @property
    def pool_x(self) -> float:
        return self.cells_x + min(CELLS_PER_LINE, max([2, *self.longest.values()])) * STEP + LINK

    @property
    def frame_width(self) -> float:
        return self.block_size * STEP - (STEP - SLOT) + 2 * PAD

    @property
    def _columns(self) -> int:
        return -(-self.num_blocks // BLOCKS_PER_COLUMN) or 1

    @property
    def _blocks_per_column(self) -> int:
        return -(-self.num_blocks // self._columns)

    @property
    def _block_step(self) -> int:
        return SHARED_STEP if self.shared else BLOCK_STEP

    @property
    def _column_step(self) -> float:
        return TAB + self.frame_width + self.names_width + COLUMN_GAP

    @property
    def width(self) -> float:
        return self.pool_x + self._columns * self._column_step - COLUMN_GAP + LEFT

    @property
    def free_y(self) -> float:
        """The base line of the free list's heading."""
        lines = sum(_lines(entries) for entries in self.longest.values()) or 1  # "no requests yet"
        return 18 + TOP + max(self._blocks_per_column * self._block_step, lines * LINE_STEP)

    @property
    def tabs_per_line(self) -> int:
        return int((self.width - 2 * LEFT - 8) / STEP)

    @property
    def free_lines(self) -> int:
        return max(1, -(-self.num_blocks // self.tabs_per_line))

    @property
    def height(self) -> float:
        return self.free_y + 10 + self.free_lines * TUBE_STEP + 16

    def row_at(self, owner: str) -> float:
        """The top of the first line of a table's cells."""
        owners = list(self.longest)
        above = owners[: owners.index(owner)]
        return TOP + 6 + LINE_STEP * sum(_lines(self.longest[other]) for other in above)

    def cell_at(self, owner: str, index: int) -> tuple[float, float]:
        line, column = divmod(index, CELLS_PER_LINE)
        return self.cells_x + column * STEP, self.row_at(owner) + line * LINE_STEP

    def block_at(self, number: int) -> tuple[float, float]:
        """The top left corner of a block's frame."""
        column, row = divmod(number, self._blocks_per_column)
        return self.pool_x + TAB + column * self._column_step, TOP + row * self._block_step

    def slot_at(self, block: int, slot: int) -> tuple[float, float]:
        x, y = self.block_at(block)
        return x + PAD + slot * STEP, y + PAD

    def tube_at(self, line: int) -> tuple[float, float]:
        """The top left corner of a line of the free list."""
        return LEFT, self.free_y + 6 + line * TUBE_STEP


def fit(pools: Sequence[Pool]) -> Grid:
    """The grid that holds all these snapshots of one pool."""
    tables = [table for pool in pools for table in pool.tables]
    owners = dict.fromkeys(table.owner for table in tables)
    longest = {owner: max(len(table.blocks) for table in tables if table.owner == owner) for owner in owners}
    shared = any(len(block.owners) > 1 for pool in pools for block in pool.blocks)
    labels = [label(table.owner, sum(table.filled)) for table in tables]
    names_width = 0.0
    if shared or any(len(words) > 4 or " " in words for words in labels):
        names = (line for pool in pools for block in pool.blocks for line in names_beside(block.owners))
        names_width = 14 + CHARACTER * max(map(len, names), default=0)
    any_of_them, *_ = pools  # blocks are as large, and as many, in all of them
    return Grid(any_of_them.block_size, len(any_of_them.blocks), longest, shared, names_width)


def names_beside(owners: Sequence[str]) -> list[str]:
    """The owners of a block on one line, or two: as high as the block."""
    half = -(-len(owners) // 2)
    return [" ".join(map(shown, line)) for line in (owners[:half], owners[half:]) if line]


def _lines(entries: int) -> int:
    return max(1, -(-entries // CELLS_PER_LINE))
