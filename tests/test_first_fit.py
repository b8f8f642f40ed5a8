"""First fit: the same places as the lesson's own pool, whatever is taken and given back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson import ContiguousPool, FirstFit


def check(row: FirstFit) -> None:
    """Gaps and slabs tile the row, and no two gaps touch."""
    pieces = sorted([*row.gaps, *row.held.items()])
    ends = [start + length for start, length in pieces]
    assert [start for start, _ in pieces] == [0, *ends[:-1]]
    assert ends[-1] == row.n_slots
    gap_ends = {start + length for start, length in row.gaps}
    assert not gap_ends & {start for start, _ in row.gaps}
    assert row.gaps == sorted(row.gaps)
    assert min((length for _, length in pieces)) >= 1
    assert row.free == sum(length for _, length in row.gaps)


@given(
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(1, 12), st.integers(0, 9)), max_size=60),
)
def test_it_hands_out_what_the_lessons_pool_hands_out(n_slots: int, story: list[tuple[int, int]]) -> None:
    row, pool = FirstFit(n_slots), ContiguousPool(n_slots)
    for rid, (size, leaver) in enumerate(story):
        start = row.take(size)
        assert pool.allocate(rid, size) == start
        if leaver < len(row.held):
            gone = sorted(row.held)[leaver]
            row.give(gone)
            pool.release(next(rid for rid, (start, _) in pool.slabs.items() if start == gone))
        check(row)
        assert row.gaps == pool.free_runs()


def test_the_first_gap_that_is_big_enough() -> None:
    row = FirstFit(32)
    assert [row.take(size) for size in (12, 8, 8)] == [0, 12, 20]
    row.give(12)
    assert (row.gaps, row.free) == ([(12, 8), (28, 4)], 12)
    assert row.take(12) is None
    assert row.gaps == [(12, 8), (28, 4)]
    assert row.take(8) == 12
    assert row.take(4) == 28
    assert (row.gaps, row.free, row.take(1)) == ([], 0, None)


def test_neighbours_on_both_sides_merge() -> None:
    row = FirstFit(9)
    for _ in range(3):
        row.take(3)
    row.give(0)
    row.give(6)
    assert row.gaps == [(0, 3), (6, 3)]
    row.give(3)
    assert row.gaps == [(0, 9)]


def test_bad_input_is_named_and_changes_nothing() -> None:
    row = FirstFit(8)
    row.take(4)
    for call, words in (
        (lambda: row.take(0), "size .*0"),
        (lambda: row.give(4), "start .*4"),
        (lambda: row.give(1), "start .*1"),
    ):
        with pytest.raises(ValueError, match=words):
            call()
    row.give(0)
    with pytest.raises(ValueError, match=r"start .*0"):  # a double free
        row.give(0)
    assert (row.gaps, row.held, row.free) == ([(0, 8)], {}, 8)
    for bad, error in ((0, ValueError), (1.5, TypeError)):
        with pytest.raises(error, match=f"n_slots .*{bad}"):
            FirstFit(bad)
