"""The measures of a picture of tables and pool: what is placed by them has room."""

from itertools import product

import pytest

from kvlesson.drawing.grid import LEFT, STEP, Grid

ROUND = 8  # units: the free list's ends
GRIDS = [
    Grid(block_size, num_blocks, {"A" * letters: num_blocks}, shared, 7.5 * letters)
    for block_size, num_blocks, letters, shared in product(range(1, 17), (1, 9, 30), (1, 5, 8), (False, True))
]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_line_of_the_free_list_holds_as_many_blocks_as_there_is_room_for(grid):
    room = grid.width - 2 * LEFT - ROUND
    assert grid.tabs_per_line * STEP <= room < (grid.tabs_per_line + 1) * STEP
    assert (
        (grid.free_lines - 1) * grid.tabs_per_line < grid.num_blocks <= grid.free_lines * grid.tabs_per_line
    )
