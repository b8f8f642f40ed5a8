"""The buddy allocator: powers of two, each at a multiple of itself, and nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson import Buddy, next_power_of_two


def check(row: Buddy) -> None:
    """Pieces and slabs tile the row, each at a multiple of its size; two free halves never stand side by side."""
    free = [(start, size) for size, starts in row.pieces.items() for start in starts]
    tiles = sorted([*free, *row.held.items()])
    assert [start for start, _ in tiles] == [0, *(start + size for start, size in tiles)][: len(tiles)]
    assert sum(size for _, size in tiles) == row.n_slots
    assert all(size & (size - 1) == 0 and start % size == 0 for start, size in tiles)
    assert not [start for start, size in free if (start ^ size, size) in free]
    assert row.free == sum(size for _, size in free)


@given(st.integers(1, 100), st.lists(st.tuples(st.integers(1, 40), st.integers(0, 9)), max_size=60))
def test_after_every_call(n_slots: int, story: list[tuple[int, int]]) -> None:
    row = Buddy(n_slots)
    for size, leaver in story:
        fits = any(starts and piece >= size for piece, starts in row.pieces.items())
        start = row.take(size)
        assert (start is not None) == fits
        if start is not None:
            assert row.held[start] == next_power_of_two(size)
        check(row)
        if leaver < len(row.held):
            row.give(sorted(row.held)[leaver])
            check(row)
    for start in list(row.held):
        row.give(start)
    assert (row.pieces, row.free) == (Buddy(n_slots).pieces, n_slots)


def test_by_hand() -> None:
    row = Buddy(16)
    assert [row.take(size) for size in (3, 1, 4)] == [0, 4, 8]
    assert row.held == {0: 4, 4: 1, 8: 4}
    assert {size: starts for size, starts in row.pieces.items() if starts} == {1: {5}, 2: {6}, 4: {12}}
    assert (row.free, row.take(5)) == (7, None)  # 7 are free, and no 8
    row.give(0)
    assert row.take(2) == 6  # the smallest piece that will do, not the leftmost
    row.give(6)
    row.give(4)
    assert row.pieces[8] == {0}
    row.give(8)
    assert row.pieces == {16: {0}, 8: set(), 4: set(), 2: set(), 1: set()}


def test_a_row_that_is_no_power_of_two_is_cut_into_some_that_are() -> None:
    row = Buddy(15_728)
    pieces = {size: starts for size, starts in row.pieces.items() if starts}
    assert pieces == {
        8192: {0},
        4096: {8192},
        2048: {12_288},
        1024: {14_336},
        256: {15_360},
        64: {15_616},
        32: {15_680},
        16: {15_712},
    }
    assert [row.take(2048) for _ in range(8)] == [12_288, 8192, 10_240, 0, 2048, 4096, 6144, None]


def test_powers() -> None:
    assert [next_power_of_two(n) for n in range(1, 10)] == [1, 2, 4, 4, 8, 8, 8, 8, 16]


def test_bad_input_is_named_and_changes_nothing() -> None:
    row = Buddy(8)
    row.take(3)
    before = {size: set(starts) for size, starts in row.pieces.items()}
    for bad, error in ((0, ValueError), (-1, ValueError), (1.5, TypeError)):
        with pytest.raises(error, match=f"n .*{bad}"):
            row.take(bad)
        with pytest.raises(error, match=f"n_slots .*{bad}"):
            Buddy(bad)
    with pytest.raises(ValueError, match="start must begin a slab, got 4"):
        row.give(4)
    assert (row.pieces, row.held, row.free) == (before, {0: 4}, 4)
    row.give(0)
    with pytest.raises(ValueError, match="start must begin a slab, got 0"):  # a double free
        row.give(0)
