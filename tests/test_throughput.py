"""Tokens a second with more requests in the same pool."""

import pytest

import kvlesson as kv
from kvlesson import rates_by_batch, two_rates


def test_the_mean_length() -> None:
    assert kv.mean_admitted_length() == 129_887 / 122
    assert round(kv.mean_admitted_length()) == 1065


def test_seven_times_the_requests_are_four_times_the_tokens() -> None:
    rates = two_rates()
    assert (round(rates.slabs.tokens_per_second), round(rates.blocks.tokens_per_second)) == (2930, 12_353)
    assert (round(rates.slabs.tokens_per_second_each), round(rates.blocks.tokens_per_second_each)) == (
        183,
        101,
    )
    assert (round(rates.gain, 1), round(rates.speed_kept, 2)) == (4.2, 0.55)
    assert rates.gain == pytest.approx(rates.speed_kept * 122 / 16)


def test_where_the_cache_weighs_as_much_as_the_weights() -> None:
    assert round(kv.batch_where_cache_weighs_as_weights()) == 115
    alone, there = rates_by_batch([1, 115])
    assert there.step_seconds == pytest.approx(2 * alone.step_seconds, rel=0.01)


def test_more_requests_give_more_tokens_and_less_to_each() -> None:
    rates = rates_by_batch(range(1, 123, 11))
    together = [rate.tokens_per_second for rate in rates]
    each = [rate.tokens_per_second_each for rate in rates]
    assert together == sorted(together)
    assert each == sorted(each, reverse=True)
    with pytest.raises(ValueError, match=r"batch .*0"):
        rates_by_batch([0])
