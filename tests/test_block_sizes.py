"""The slider from page to slab, and how much one draw says."""

from typing import Any

import numpy as np
import pytest

import kvlesson as kv
from kvlesson import admitted_in_many_draws, block_size_row, block_size_rows, tail_share_from_mean

ROWS = block_size_rows()


def test_admitted() -> None:
    assert ROWS == block_size_rows(0) != block_size_rows(1)
    assert block_size_row(64) == ROWS[6]
    assert kv.BLOCK_SIZES == (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
    assert [row.block_size for row in ROWS] == list(kv.BLOCK_SIZES)
    assert [row.admitted for row in ROWS] == [122] * 5 + [121, 118, 115, 110, 98, 81, 64, 32, 16]


def test_at_the_far_end_the_paged_pool_is_the_slab_server() -> None:
    slab = kv.LLAMA3_8B.max_tokens
    assert ROWS[-1].admitted == kv.requests_that_fit_contiguous(kv.CAPACITY_POOL_TOKENS, slab)
    used = kv.used_share_contiguous(kv.drawn_lengths(), kv.CAPACITY_POOL_TOKENS, slab)
    assert ROWS[-1].tail_share == pytest.approx(1 - used)


def test_the_estimate_and_where_it_drifts() -> None:
    rows = {row.block_size: row for row in ROWS}
    assert round(rows[256].mean_length) == 1058
    assert (round(rows[256].estimate, 4), round(rows[256].tail_share, 4)) == (0.1075, 0.1065)
    assert (round(rows[2048].estimate, 2), round(rows[2048].tail_share, 3)) == (0.49, 0.478)
    for row in ROWS:
        assert row.estimate == tail_share_from_mean(row.mean_length, row.block_size)
        assert abs(row.estimate - row.tail_share) < (0.01 if row.block_size <= 1024 else 0.1)
    assert tail_share_from_mean(180, 16) == pytest.approx(0.04)
    assert tail_share_from_mean(0.5, 2) == 0.5
    assert [row.tail_share for row in ROWS] == sorted(row.tail_share for row in ROWS)


def test_one_draw_is_one_throw_of_the_dice() -> None:
    spread = kv.admitted_spread()
    assert (kv.MANY_DRAWS, kv.MIDDLE_SHARE) == (2000, 0.95)
    assert (round(spread.mean, 1), round(spread.deviation, 1), spread.low, spread.high) == (
        123.5,
        5.9,
        112,
        135,
    )
    admitted = admitted_in_many_draws()
    assert admitted.tolist() == admitted_in_many_draws(range(2000), 16).tolist()
    for beyond, reached in ((admitted < 112, admitted <= 112), (admitted > 135, admitted >= 135)):
        assert beyond.mean() <= (1 - kv.MIDDLE_SHARE) / 2 <= reached.mean()
    assert admitted.max() < kv.REQUESTS_DRAWN  # else the pool would not be full
    slabs = ROWS[-1].admitted
    assert (spread.low / slabs, round(spread.high / slabs, 1)) == (7.0, 8.4)


@pytest.mark.parametrize("block_size", [1, 16, 256, 2048])
def test_many_draws_are_single_draws(block_size: int) -> None:
    many = admitted_in_many_draws(range(12), block_size)
    assert many.tolist() == [block_size_row(block_size, seed).admitted for seed in range(12)]


def test_many_draws_are_single_draws_token_for_token() -> None:
    """With blocks of one slot a single token more or less is seen, sooner or later."""
    many = admitted_in_many_draws(range(300), 1)
    assert many.tolist() == [block_size_row(1, seed).admitted for seed in range(300)]


def test_seeds_may_be_any() -> None:
    assert admitted_in_many_draws(iter([4, 0])).tolist() == [block_size_row(16, 4).admitted, 122]
    assert np.ptp(admitted_in_many_draws(range(50))) > 10


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: block_size_row(0), ValueError, "block_size .*0"),
        (lambda: block_size_row(2**18), ValueError, "block_size .*262144"),
        (lambda: block_size_row(16, seed=-1), ValueError, "seed .*-1"),
        (lambda: tail_share_from_mean(0, 16), ValueError, "mean_length .*0"),
        (lambda: tail_share_from_mean(float("nan"), 16), ValueError, "mean_length .*nan"),
        (lambda: tail_share_from_mean(5, 0), ValueError, "block_size .*0"),
        (lambda: admitted_in_many_draws([]), ValueError, r"seeds .*\[\]"),
        (lambda: admitted_in_many_draws([1, -2]), ValueError, r"seeds\[1\] .*-2"),
        (lambda: admitted_in_many_draws([0], 0), ValueError, "block_size must be at least 1, got 0"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
