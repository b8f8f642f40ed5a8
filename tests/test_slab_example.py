"""The row of chapter 3: the contract's figures, from a pool that was run."""

import pytest

from kvlesson import (
    FINAL_LENGTHS,
    NEVER_FITS,
    WAITING,
    equal_slabs,
    row_after,
    row_before,
)


def test_before_anyone_leaves():
    pool = row_before()
    assert pool.internal_waste() == 14
    assert pool.free_runs() == [(28, 4)]
    assert pool.waste(FINAL_LENGTHS, wanted=4)[:3] == (14, 7, 7)


def test_after_one_has_left():
    pool = row_after()
    assert (pool.free_runs(), pool.free_total(), pool.largest_free_run()) == ([(12, 8), (28, 4)], 12, 8)
    assert pool.internal_waste() == 9


@pytest.mark.parametrize(("who", "split"), [("D", (11, 6, 3, 12, 0)), ("E", (11, 6, 3, 4, 8))])
def test_waste_depends_on_who_waits(who, split):
    assert tuple(row_after().waste(FINAL_LENGTHS, WAITING[who])) == split


def test_d_is_refused_and_e_fits():
    pool = row_after()
    assert [pool.allocate(name, size) for name, size in WAITING.items()] == [None, 12]


def test_three_of_a_kind():
    starts, pool = equal_slabs()
    assert starts == [0, 12, None]
    assert pool.free_total() == 8


def test_never_is_not_now():
    assert not row_after().fits_when_empty(NEVER_FITS)
    assert row_after().fits_when_empty(WAITING["D"])
