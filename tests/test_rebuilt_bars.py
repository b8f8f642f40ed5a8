"""Figure 2 rebuilt: beside the published bars, and against an independent version of the same run."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from sims import load_sims

import kvlesson as kv
from kvlesson import (
    SLAB_MAX,
    SLAB_ORACLE,
    SLAB_ORACLE_FIRST_FIT,
    SLAB_POW2,
    rebuild_bar,
    rebuild_bars,
    run_in_slabs,
)

BARS = {bar.system: bar for bar in rebuild_bars()}


def percents(bar: kv.RebuiltBar) -> list[float]:
    mean = bar.mean
    shares = (mean.used, mean.reserved, mean.never_used, mean.rounded, mean.unusable)
    return [round(100 * share, 1) for share in shares]


def test_the_systems() -> None:
    assert tuple(BARS) == kv.SLAB_SYSTEMS
    assert [(system.name, system.published) for system in BARS] == [
        ("Max", kv.ORCA_MAX),
        ("Pow2", kv.ORCA_POW2),
        ("Oracle", kv.ORCA_ORACLE),
        ("Oracle, first fit", None),
    ]


@pytest.mark.parametrize(
    ("system", "split", "batch"),
    [
        (SLAB_MAX, [17.4, 11.7, 62.0, 0.0, 8.9], 7.00),
        (SLAB_POW2, [27.0, 17.7, 15.0, 31.1, 9.3], 10.50),
        (SLAB_ORACLE, [38.0, 24.4, 0.0, 27.2, 10.4], 14.40),
        (SLAB_ORACLE_FIRST_FIT, [51.9, 33.4, 0.0, 0.0, 14.7], 19.47),
    ],
)
def test_ten_seeds(system: kv.SlabSystem, split: list[float], batch: float) -> None:
    bar = BARS[system]
    assert (percents(bar), round(bar.mean.in_flight, 2)) == (split, batch)
    assert sum((bar.mean.used, bar.mean.reserved, bar.mean.never_used, bar.external)) == pytest.approx(1)


@pytest.mark.parametrize("system", [SLAB_MAX, SLAB_POW2, SLAB_ORACLE])
def test_as_published_within_what_seeds_scatter(system: kv.SlabSystem) -> None:
    """One run scatters by about three points; the published bars are one run."""
    bar, printed = BARS[system], system.published
    assert printed is not None
    for rebuilt, published in (
        (bar.mean.used, printed.used_percent),
        (bar.mean.reserved, printed.reserved_percent),
        (bar.mean.never_used, printed.internal_percent),
        (bar.external, printed.external_percent),
    ):
        assert abs(100 * rebuilt - published) < 5
    assert abs(bar.mean.in_flight - printed.batch) < 1
    assert 1 < 100 * kv.spread_of(run.used for run in bar.runs).deviation < 4


def test_a_seed_that_stores_what_was_published_is_not_below() -> None:
    bar = BARS[SLAB_MAX]
    half = replace(bar.system, published=bar.system.published._replace(used_percent=50))
    for used, below in ((0.5, 0), (0.25, 1)):
        one = bar._replace(system=half, runs=(replace(bar.runs[0], used=used),))
        assert one.seeds_below_published == below


def test_seeds_below_what_was_published() -> None:
    assert BARS[SLAB_MAX].seeds_below_published == 10
    used = [round(100 * run.used, 1) for run in BARS[SLAB_ORACLE].runs]
    assert sorted(used) == [35.7, 35.9, 36.5, 37.2, 37.8, 38.2, 38.4, 38.7, 39.5, 41.8]
    assert BARS[SLAB_ORACLE].seeds_below_published == 5
    with pytest.raises(ValueError, match="'Oracle, first fit', which has none"):
        _ = BARS[SLAB_ORACLE_FIRST_FIT].seeds_below_published


def test_most_of_what_is_called_external_is_rounding() -> None:
    for system in (SLAB_POW2, SLAB_ORACLE):
        assert BARS[system].mean.rounded > 2 * BARS[system].mean.unusable
    assert BARS[SLAB_ORACLE_FIRST_FIT].external < 0.5 * BARS[SLAB_ORACLE].external
    assert BARS[SLAB_MAX].mean.unusable == pytest.approx(
        kv.leftover_share(kv.paper_pool_slots(), kv.SLAB_SLOTS)
    )


def test_the_longest_slabs_do_not_care_who_hands_them_out() -> None:
    assert [run_in_slabs(seed) for seed in kv.TEN_SEEDS] == [
        run_in_slabs(seed, SLAB_MAX.reserve, SLAB_MAX.row_of) for seed in kv.TEN_SEEDS
    ]
    assert BARS[SLAB_MAX].mean == kv.mean_run(kv.ten_runs(run_in_slabs))


def test_seeds_may_be_chosen() -> None:
    one = rebuild_bar(SLAB_ORACLE, [3])
    assert one.mean == run_in_slabs(3, SLAB_ORACLE.reserve, SLAB_ORACLE.row_of)
    assert one.runs == (one.mean,)
    with pytest.raises(ValueError, match=r"runs .*\(\)"):
        rebuild_bar(SLAB_ORACLE, [])


@pytest.mark.parametrize(
    ("system", "policy", "alloc"),
    [
        (SLAB_MAX, "max", "row"),
        (SLAB_POW2, "pow2", "buddy"),
        (SLAB_ORACLE, "oracle", "buddy"),
        (SLAB_ORACLE_FIRST_FIT, "oracle", "row"),
    ],
)
def test_an_independent_version_fed_the_same_requests(
    system: kv.SlabSystem, policy: str, alloc: str, monkeypatch: Any
) -> None:
    """It counts a token as soon as it is chosen, so it is given prompts that are one token shorter."""
    sims = load_sims()
    requests = list(islice(kv.queue_of_requests(4), 1000))
    given = [r.prompt - 1 for r in requests], [r.final - r.prompt + 1 for r in requests]
    monkeypatch.setattr(sims, "lengths", lambda *_: given)
    reserve = (lambda r: system.reserve(r) - 1) if policy == "pow2" else system.reserve
    run, theirs = run_in_slabs(4, reserve, system.row_of), sims.s3(policy, alloc)
    mine = (run.used, run.reserved, run.never_used, run.rounded, run.unusable)
    assert theirs["used_res_int_round_gap"] == pytest.approx([100 * share for share in mine], abs=0.051)
    assert (theirs["batch"], theirs["done_per_1000"]) == (round(run.in_flight, 2), round(run.finished / 2, 1))


def test_its_own_requests_give_the_same_bars_to_a_point_or_two() -> None:
    sims = load_sims()
    runs = [sims.s3("oracle", "buddy", seed=seed)["used_res_int_round_gap"] for seed in kv.TEN_SEEDS]
    theirs = [sum(column) / len(column) for column in zip(*runs, strict=True)]
    assert theirs == pytest.approx(percents(BARS[SLAB_ORACLE]), abs=2)
