"""ContiguousPool: the contract's row of 32 slots, bad input, and random slabs against a row of cells."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kvlesson import ContiguousPool, UnknownRequest, Waste

FINAL = {"R1": 9, "R2": 4, "R3": 8}


def row_of_three() -> ContiguousPool:
    """32 slots: R1, R2, R3 reserve 12, 8, 8 and store 5, 3, 6."""
    pool = ContiguousPool(32)
    for rid, size, used in (("R1", 12, 5), ("R2", 8, 3), ("R3", 8, 6)):
        assert pool.allocate(rid, size) is not None
        pool.used[rid] = used
    return pool


def test_three_requests() -> None:
    pool = row_of_three()
    assert pool.slabs == {"R1": (0, 12), "R2": (12, 8), "R3": (20, 8)}
    assert pool.internal_waste() == 14
    assert pool.free_runs() == [(28, 4)]
    assert pool.waste(FINAL, wanted=12) == Waste(used=14, reserved=7, internal=7, external=4, free=0)


def test_after_the_middle_one_has_left() -> None:
    pool = row_of_three()
    pool.release("R2")
    assert pool.free_runs() == [(12, 8), (28, 4)]
    assert (pool.free_total(), pool.largest_free_run()) == (12, 8)
    assert pool.internal_waste() == 9
    assert pool.allocate("D", 12) is None
    assert pool.waste(FINAL, wanted=12) == (11, 6, 3, 12, 0)
    assert pool.waste(FINAL, wanted=8) == (11, 6, 3, 4, 8)
    assert pool.allocate("E", 8) == 12


def test_three_of_twelve() -> None:
    pool = ContiguousPool(32)
    assert [pool.allocate(rid, 12) for rid in "ABC"] == [0, 12, None]
    assert pool.slabs.keys() == {"A", "B"}
    assert pool.used == {"A": 0, "B": 0}
    assert pool.fits_when_empty(1)


def test_never_is_told_from_not_now() -> None:
    pool = ContiguousPool(np.int64(8))
    assert pool.allocate("A", np.int32(8)) == 0
    assert (pool.allocate("B", 8), pool.fits_when_empty(8)) == (None, True)
    assert (pool.allocate("B", 9), pool.fits_when_empty(9)) == (None, False)
    assert {type(n) for n in pool.slabs["A"]} == {int}
    assert (pool.free_runs(), pool.free_total(), pool.largest_free_run()) == ([], 0, 0)


BAD_CALLS: list[tuple[str, Callable[[ContiguousPool], object], type[Exception], tuple[str, ...]]] = [
    ("a known id", lambda p: p.allocate("R1", 1), ValueError, ("rid", "'R1'")),
    ("a known id that would not fit", lambda p: p.allocate("R1", 99), ValueError, ("rid", "'R1'")),
    ("an unhashable id", lambda p: p.allocate([], 1), TypeError, ("rid", "[]")),
    ("a slab of 0", lambda p: p.allocate("D", 0), ValueError, ("size", "0")),
    ("a negative slab", lambda p: p.allocate("D", -3), ValueError, ("size", "-3")),
    ("a slab of a part", lambda p: p.allocate("D", 2.5), TypeError, ("size", "2.5")),
    ("a slab of a truth", lambda p: p.allocate("D", True), TypeError, ("size", "True")),
    ("ask for 0", lambda p: p.fits_when_empty(0), ValueError, ("size", "0")),
    ("release an unknown id", lambda p: p.release("Z"), UnknownRequest, ("rid", "'Z'")),
    ("release an unhashable id", lambda p: p.release({}), TypeError, ("rid", "{}")),
    ("nobody wants 0", lambda p: p.waste(FINAL, 0), ValueError, ("wanted", "0")),
    ("wanted, a part", lambda p: p.waste(FINAL, 1.5), TypeError, ("wanted", "1.5")),
    ("a final length is missing", lambda p: p.waste({"R1": 9}, 1), ValueError, ("final_lengths", "'R2'")),
    ("ends over its slab", lambda p: p.waste({**FINAL, "R2": 9}, 1), ValueError, ("final_lengths['R2']", "8", "9")),
    ("ends before now", lambda p: p.waste({**FINAL, "R2": 2}, 1), ValueError, ("final_lengths['R2']", "3", "2")),
    ("ends at a part", lambda p: p.waste({**FINAL, "R2": 4.0}, 1), TypeError, ("final_lengths['R2']", "4.0")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "error", "words"), [row[1:] for row in BAD_CALLS], ids=[row[0] for row in BAD_CALLS]
)
def test_bad_input_is_named_and_changes_nothing(
    call: Callable[[ContiguousPool], object], error: type[Exception], words: tuple[str, ...]
) -> None:
    pool = row_of_three()
    before = dict(pool.slabs), dict(pool.used)
    with pytest.raises(error) as caught:
        call(pool)
    assert type(caught.value) is error
    assert not [word for word in words if word not in str(caught.value)], str(caught.value)
    assert (pool.slabs, pool.used) == before


@pytest.mark.parametrize(
    ("used", "error", "words"),
    [
        ({"R1": 13}, ValueError, r"used\['R1'\] is 13, more than the 12"),
        ({"R2": -1}, ValueError, r"used\['R2'\] .*-1"),
        ({"R2": 1.5}, TypeError, r"used\['R2'\] .*1.5"),
        ({"Z": 1}, ValueError, "used .*'Z'"),
    ],
)
def test_what_is_marked_used_is_checked_when_waste_is_asked_for(
    used: dict[str, Any], error: type[Exception], words: str
) -> None:
    pool = row_of_three()
    pool.used.update(used)
    for ask in (pool.internal_waste, lambda: pool.waste(FINAL, 1)):
        with pytest.raises(error, match=words):
            ask()


def test_a_slab_may_be_full() -> None:
    pool = row_of_three()
    pool.used["R1"] = 12
    assert pool.waste({**FINAL, "R1": 12}, wanted=4) == (21, 3, 4, 0, 4)
    assert pool.internal_waste() == 7


def test_an_entry_that_is_missing_from_used_is_named() -> None:
    pool = row_of_three()
    del pool.used["R3"]
    with pytest.raises(ValueError, match=r"used .*'R3'"):
        pool.internal_waste()
    pool.release("R3")  # and may still leave
    assert pool.internal_waste() == 12


@pytest.mark.parametrize(
    ("n", "error"), [(0, ValueError), (-1, ValueError), (3.0, TypeError), (None, TypeError)]
)
def test_a_pool_of_a_bad_size_is_refused(n: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=f"n_slots .*{n}"):
        ContiguousPool(n)


@settings(max_examples=150, derandomize=True, database=None)
@given(
    n=st.integers(1, 20),
    steps=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 21), st.integers(0, 99)), max_size=30),
)
def test_random_slabs_agree_with_a_row_of_cells(n: int, steps: list[tuple[int, int, int]]) -> None:
    """Each step: the request leaves if it is here, else it asks for ``size`` slots and stores a share of them."""
    pool, cells = ContiguousPool(n), [" "] * n
    for number, size, share in steps:
        rid = "abcdef"[number]
        if rid in pool.slabs:
            pool.release(rid)
            cells = [" " if cell == rid else cell for cell in cells]
        else:
            start = "".join(cells).find(" " * size)  # the first gap from the left
            assert pool.allocate(rid, size) == (None if start < 0 else start)
            if start >= 0:
                cells[start : start + size] = [rid] * size
                pool.used[rid] = size * share // 99
        gaps = "".join(cells).replace(" ", "_").translate({ord(c): " " for c in "abcdef"}).split()
        assert [length for _, length in pool.free_runs()] == [len(gap) for gap in gaps]
        assert pool.free_total() == cells.count(" ")
        assert pool.largest_free_run() == max(map(len, gaps), default=0)
        final = {rid: (pool.used[rid] + size) // 2 for rid, (_, size) in pool.slabs.items()}
        waste = pool.waste(final, wanted=size)
        assert sum(waste) == n
        assert waste.reserved + waste.internal == pool.internal_waste()
        assert waste.external == sum(len(gap) for gap in gaps if len(gap) < size)
