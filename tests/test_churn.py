"""Requests that come and go: the lesson's figures, and every step of a run checked against the library's own pools."""

from typing import Any

import numpy as np
import pytest
from sims import load_sims

import kvlesson as kv
from kvlesson import ChurnRun, Moment, churn, churn_in_blocks, churn_in_slabs, settled_over, ten_runs

SLABS = {leave: ten_runs(churn_in_slabs, leave) for leave in kv.LEAVE_ORDERS}
BLOCKS = ten_runs(churn_in_blocks)
ALL = [*(run for runs in SLABS.values() for run in runs), *BLOCKS]


def test_the_assumptions() -> None:
    assert (kv.DEPARTURES, kv.REQUESTS_QUEUED) == (1500, 5500)
    assert kv.LEAVE_ORDERS == ("random", "arrival", "last in")
    assert {len(run.moments) for run in ALL} == {1501}


def test_the_first_who_come_are_those_of_the_capacity_figures() -> None:
    assert churn._traffic(0)[0][: kv.REQUESTS_DRAWN] == kv.drawn_lengths(0)


def test_start() -> None:
    """The same 122 that chapter 7 admits; exact slabs leave one gap, which is what no request of the draw fits in."""
    for runs in SLABS.values():
        start = runs[0].start
        assert (start.live, start.gaps, start.unfilled) == (122, 1, 0)
        assert round(start.unusable, 4) == round(1 - 129_887 / 131_072, 4) == 0.0090
    assert BLOCKS[0].start.live == 122
    assert round(BLOCKS[0].start.unfilled, 4) == round(913 / 131_072, 4)


@pytest.mark.parametrize(
    ("leave", "live", "unusable", "per_slab"),
    [
        ("random", (109.3, 2.9), (0.132, 0.004), 0.51),
        ("arrival", (124.7, 2.5), (0.009, 0.001), 0.03),
        ("last in", (121.2, 4.9), (0.005, 0.000), 0.01),
    ],
)
def test_where_slabs_settle(
    leave: str, live: tuple[float, float], unusable: tuple[float, float], per_slab: float
) -> None:
    settled = settled_over(SLABS[leave])
    assert (round(settled.live.mean, 1), round(settled.live.deviation, 1)) == live
    assert (round(settled.unusable.mean, 3), round(settled.unusable.deviation, 3)) == unusable
    assert round(settled.gaps_per_slab.mean, 2) == per_slab
    assert settled.unfilled == (0, 0, 0, 0)


def test_one_seed_as_the_teaching_notes_have_it() -> None:
    first = {leave: runs[0].settled for leave, runs in SLABS.items()}
    assert [round(first[leave].live, 1) for leave in kv.LEAVE_ORDERS] == [107.9, 121.2, 122.7]
    assert [round(100 * first[leave].unusable, 1) for leave in kv.LEAVE_ORDERS] == [13.5, 1.0, 0.4]
    assert [round(first[leave].gaps, 1) for leave in kv.LEAVE_ORDERS] == [56.7, 3.5, 1.0]
    assert round(first["random"].gaps_per_slab, 2) == 0.53


def test_where_blocks_settle() -> None:
    settled = settled_over(BLOCKS)
    assert (round(settled.live.mean, 1), round(settled.live.deviation, 1)) == (123.9, 2.3)
    assert (round(settled.unusable.mean, 3), round(settled.unfilled.mean, 3)) == (0.005, 0.007)
    assert settled.gaps.most == 0
    large = settled_over(ten_runs(churn_in_blocks, block_size=256))
    assert 0.105 < large.unfilled.mean < 0.110


def test_it_settles_and_does_not_grow() -> None:
    unusable = np.mean([run.unusable for run in SLABS["random"]], axis=0)  # [departures + 1]
    third, last = unusable[500:1000].mean(), unusable[1000:].mean()
    assert abs(third - last) < 0.01
    assert unusable[0] < 0.01 < 0.1 < third


def test_a_moment_says_less_than_a_mean() -> None:
    spread = kv.unusable_at_any_moment(SLABS["random"])
    assert spread.mean == pytest.approx(settled_over(SLABS["random"]).unusable.mean)
    assert (round(spread.least, 2), round(spread.most, 2), round(spread.deviation, 2)) == (0.06, 0.25, 0.03)
    at_1000 = [run.unusable[1000] for run in SLABS["random"]]  # the moment that the teaching notes took
    assert (round(min(at_1000), 2), round(max(at_1000), 2)) == (0.08, 0.18)


def test_equal_slabs_leave_nothing_unusable() -> None:
    run = churn_in_slabs(slab_size=2048)
    assert {(moment.live, moment.unusable, moment.gaps) for moment in run.moments} == {(64, 0, 0)}
    assert run.settled.unfilled == pytest.approx(1 - 1050 / 2048, abs=0.02)  # a length is 1,050 on average


def test_a_smaller_pool_loses_more() -> None:
    means = [
        settled_over([churn_in_slabs(seed, n_slots=n) for seed in range(4)]).unusable.mean
        for n in (8192, 32_768, kv.CAPACITY_POOL_TOKENS)
    ]
    assert [round(mean, 2) for mean in means] == [0.23, 0.17, 0.13]


def test_blocks_of_one_token_waste_nothing_but_what_the_next_request_would_overrun() -> None:
    for moment in churn_in_blocks(block_size=1).moments:
        assert moment.unfilled == 0
        assert moment.unusable < 2000 / kv.CAPACITY_POOL_TOKENS


@pytest.mark.parametrize("leave", kv.LEAVE_ORDERS)
def test_every_moment_on_the_lessons_own_pools(leave: str) -> None:
    """The same story told by ContiguousPool and by BlockTables."""
    n_slots = 16_384
    queue, luck = churn._traffic(3)
    pool, books = kv.ContiguousPool(n_slots), kv.BlockTables(n_slots // 16, 16)
    for run, place, leave_pool in (
        (churn_in_slabs(3, leave, n_slots), lambda rid, n: pool.allocate(rid, n) is not None, pool.release),
        (churn_in_blocks(3, leave, n_slots), lambda rid, n: store(books, rid, n), books.free),
    ):
        live: list[int] = []
        arrived = 0
        for departures, moment in enumerate(run.moments):
            if departures:
                index = {"random": int(luck[departures - 1] * len(live)), "arrival": 0, "last in": -1}[leave]
                leave_pool(live.pop(index))
            while place(arrived, queue[arrived]):
                live.append(arrived)
                arrived += 1
            assert moment.live == len(live)
            tokens = sum(queue[rid] for rid in live)
            assert moment.unusable + moment.unfilled == pytest.approx(1 - tokens / n_slots)
            if run.moments[0].gaps:
                assert moment.gaps == len(pool.free_runs())
                assert moment.unusable == pool.free_total() / n_slots
                assert pool.largest_free_run() < queue[arrived]
            else:
                assert moment.unusable == books.num_free * 16 / n_slots


def store(books: kv.BlockTables, rid: int, tokens: int) -> bool:
    if not books.fits_now(tokens):
        return False
    books.add_request(rid)
    books.extend(rid, tokens)
    return True


@pytest.mark.parametrize(
    ("leave", "theirs"), [("random", "random"), ("arrival", "fifo"), ("last in", "lifo")]
)
def test_an_independent_version_gives_the_same_curves(leave: str, theirs: str) -> None:
    sims = load_sims()
    for seed in (0, 7):
        mine = [(m.live, m.unusable, m.gaps) for m in SLABS[leave][seed].moments]
        assert np.array_equal(mine, sims.s1(seed=seed, leave=theirs)["trace"])


def test_an_independent_version_gives_the_same_blocks() -> None:
    sims = load_sims()
    settled = BLOCKS[5].settled
    mine = [settled.live, settled.unusable, settled.unfilled]
    assert sims.s2(seed=5)["settled"] == pytest.approx(mine, abs=5e-5)


def test_records() -> None:
    run = ChurnRun(tuple(Moment(2 * n, n / 10, 0, n) for n in range(5)))
    assert run.start == (0, 0, 0, 0)
    assert [moment.live for moment in run.second_half] == [4, 6, 8]
    assert run.settled == (6, pytest.approx(0.3), 0, 3)
    assert run.settled.gaps_per_slab == 0.5
    assert run.unusable == (0, 0.1, 0.2, 0.3, 0.4)
    assert settled_over([run, run]).live == (6, 0, 6, 6)
    for call in (settled_over, kv.unusable_at_any_moment):
        with pytest.raises(ValueError, match=r"\[\]"):
            call([])


@pytest.mark.parametrize("run", [churn_in_slabs, churn_in_blocks])
@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seed": -1}, ValueError, "seed .*-1"),
        ({"seed": 0.5}, TypeError, "seed .*0.5"),
        ({"leave": "first"}, ValueError, "leave .*'first'"),
        ({"n_slots": 1999}, ValueError, "n_slots .*1999"),
        ({"n_slots": 400_001}, ValueError, "n_slots .*400000, got 400001"),
        ({"n_slots": 0}, ValueError, "n_slots .*0"),
        ({"n_slots": 4096.0}, TypeError, "n_slots .*4096.0"),
    ],
)
def test_bad_input_is_named(run: Any, arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        run(**arguments)


def test_bad_sizes_are_named() -> None:
    with pytest.raises(ValueError, match=r"slab_size .*1999"):
        churn_in_slabs(slab_size=1999)
    with pytest.raises(ValueError, match=r"n_slots .*8192.*got 8191"):
        churn_in_slabs(n_slots=8191, slab_size=8192)
    with pytest.raises(ValueError, match=r"block_size .*0"):
        churn_in_blocks(block_size=0)
    assert churn_in_slabs(n_slots=400_000).start.live > 300
    assert min(moment.live for moment in churn_in_slabs(n_slots=2000).moments) >= 1
    assert (churn_in_slabs(), churn_in_blocks()) == (SLABS["random"][0], BLOCKS[0])
