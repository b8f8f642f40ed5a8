"""How many more requests fit, and what did paging win?"""

from typing import Any

import pytest

import kvlesson as kv
from kvlesson import exact_slabs_that_fit, seconds_of_stay


def test_slabs_of_the_right_size() -> None:
    paged = kv.requests_that_fit_paged(kv.drawn_lengths(), kv.CAPACITY_POOL_TOKENS, kv.CAPACITY_BLOCK_SIZE)
    assert exact_slabs_that_fit() == paged["admitted"] == kv.churn_in_slabs().start.live == 122
    assert exact_slabs_that_fit(7) == kv.churn_in_slabs(7).start.live != 122
    assert exact_slabs_that_fit(pool_tokens=99) == exact_slabs_that_fit(pool_tokens=1) == 0


def test_tokens_a_second() -> None:
    rates = kv.two_rates()
    assert (round(rates.gain, 1), round(100 * rates.speed_kept)) == (4.2, 55)


def test_the_tail_estimated() -> None:
    assert (kv.LARGE_BLOCK_SIZE, kv.LARGEST_ESTIMATED_BLOCK_SIZE) == (256, 2048)
    row, larger = kv.block_size_row(kv.LARGE_BLOCK_SIZE), kv.block_size_row(kv.LARGEST_ESTIMATED_BLOCK_SIZE)
    assert kv.mean_tail(kv.LARGE_BLOCK_SIZE) == 127.5
    assert (round(100 * row.estimate, 2), round(100 * row.tail_share, 2)) == (10.75, 10.65)
    assert (round(100 * larger.estimate), round(100 * larger.tail_share, 1)) == (49, 47.8)
    assert (
        round(100 * kv.mean_tail(kv.LARGE_BLOCK_SIZE) / kv.LARGE_BLOCK_SIZE) == 50
    )  # the usual wrong answer


def test_how_long_one_stays() -> None:
    assert round(seconds_of_stay(), 1) == 15.2
    assert seconds_of_stay(12, 4) == 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: exact_slabs_that_fit(-1), "seed .*-1"),
        (lambda: exact_slabs_that_fit(0, 0), "pool_tokens .*0"),
        (lambda: seconds_of_stay(0), "in_flight .*0"),
        (lambda: seconds_of_stay(1, float("nan")), "arrivals_per_second .*nan"),
    ],
)
def test_bad_input_is_named(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()
