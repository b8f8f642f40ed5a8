"""Why do slabs waste it?"""

import kvlesson as kv


def test_hindsight_splits_what_the_server_cannot() -> None:
    row = kv.row_before()
    waste = row.waste(kv.FINAL_LENGTHS, wanted=kv.WAITING["D"])
    assert (row.internal_waste(), waste.reserved, waste.internal) == (14, 7, 7)


def test_the_remainder() -> None:
    pool, slab = kv.paper_pool_slots(), kv.SLAB_SLOTS
    assert pool - kv.requests_that_fit_contiguous(pool, slab) * slab == 1392
    assert round(100 * kv.leftover_share(pool, slab), 2) == 8.85


def test_the_mean_prompt() -> None:
    assert round(kv.mean_prompt_from_bars(kv.ORCA_MAX, kv.paper_pool_slots()), 1) == 159.5
    assert round(kv.mean_held_from_bars(kv.ORCA_MAX, kv.paper_pool_slots())) == 458  # the usual wrong answer


def test_compacting() -> None:
    assert round(1000 * kv.compaction_seconds(), 1) == 16.6
    assert round(1000 * kv.compaction_read_seconds(), 1) == 8.3
    assert round(1000 * kv.slab_step_seconds(), 1) == 18.4
    held = kv.kv_bytes(kv.OPT_13B, round(0.204 * kv.paper_pool_slots()))
    assert kv.slab_step_seconds() == (kv.PAPER_WEIGHT_BYTES + held) / kv.A100_40GB_BYTES_PER_SECOND
    assert 0.8 < kv.compaction_seconds() / kv.slab_step_seconds() < 1
    assert (kv.ORCA_MAX.external_percent, round(kv.lost_percent(kv.ORCA_MAX), 1)) == (8.9, 79.6)


def test_in_order_of_arrival() -> None:
    settled = {leave: kv.churn_in_slabs(leave=leave).settled for leave in kv.LEAVE_ORDERS}
    assert [round(100 * settled[leave].unusable) for leave in ("arrival", "random")] == [1, 13]
