"""Chapter 1's steps."""

import pytest

from kvlesson import TRIANGLE_SHOWN, TRIANGLE_STEPS, pairs_each_step, pairs_without_cache


@pytest.mark.parametrize("steps", [0, 1, 4, 10])
def test_each_step_computes_one_pair_more_than_the_last(steps):
    assert pairs_each_step(steps) == list(range(1, steps + 1))
    assert sum(pairs_each_step(steps)) == pairs_without_cache(steps)


def test_the_last_step_of_the_triangle_is_shown():
    assert TRIANGLE_SHOWN[-1] == TRIANGLE_STEPS
