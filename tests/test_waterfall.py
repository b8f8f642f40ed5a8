"""What each idea is worth."""

import pytest

from kvlesson import LOWERED_LIMIT, run_waterfall

STEPS = run_waterfall()


def test_four_steps() -> None:
    assert LOWERED_LIMIT == 2048
    assert STEPS.longest == (16, 0, 16, 16)
    assert STEPS.limited == (64, 0, 64, 64)
    assert (round(STEPS.exact.mean), round(STEPS.exact.deviation)) == (109, 3)
    assert (round(STEPS.paged.mean), round(STEPS.paged.deviation)) == (124, 2)


def test_factors() -> None:
    assert [round(factor, 2) for factor in STEPS.factors] == [4.0, 1.71, 1.13]
    product = STEPS.factors[0] * STEPS.factors[1] * STEPS.factors[2]
    assert product == pytest.approx(STEPS.paged.mean / STEPS.longest.mean)
