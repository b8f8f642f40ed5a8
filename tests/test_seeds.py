"""Several runs of one experiment: means, spreads, and which seeds."""

from dataclasses import dataclass

import pytest

from kvlesson import TEN_SEEDS, mean_run, spread_of, ten_runs


@dataclass(frozen=True)
class Pair:
    left: float
    right: float


def test_ten_seeds_in_order_with_the_settings_given() -> None:
    assert list(TEN_SEEDS) == list(range(10))
    assert ten_runs(lambda seed: seed) == list(range(10))
    assert ten_runs(pow, 2) == [seed**2 for seed in range(10)]
    assert ten_runs(lambda seed, *, by: seed + by, by=5) == list(range(5, 15))


def test_a_spread_is_that_of_the_values_given() -> None:
    assert spread_of([2, 4, 4, 4, 5, 5, 7, 9]) == (5, 2, 2, 9)
    assert spread_of(iter([3.5])) == (3.5, 0, 3.5, 3.5)
    with pytest.raises(ValueError, match=r"values .*\[\]"):
        spread_of([])


def test_means_are_taken_field_by_field() -> None:
    assert mean_run([Pair(0, 10), Pair(2, 20), Pair(4, 60)]) == Pair(2, 30)
    with pytest.raises(ValueError, match=r"runs .*\[\]"):
        mean_run([])
