"""An axis has few ticks, at round numbers, and reaches over everything that it measures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson.drawing.axis import INTERVALS, ticks


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (0, 1)),
        ([0], (0, 1)),
        ([9e-10], (0, 1)),
        ([1e-9], (0, 2e-10, 4e-10, 6e-10, 8e-10, 1e-9)),
        ([0.3], (0, 0.1, 0.2, 0.3)),
        ([7], (0, 2, 4, 6, 8)),
        ([3, 124], (0, 50, 100, 150)),
        ([200], (0, 50, 100, 150, 200)),
    ],
)
def test_ticks(values, expected):
    assert ticks(values) == expected


@given(st.floats(1e-6, 1e9))
def test_no_value_lies_beyond_and_no_tick_is_wasted(most):
    made = ticks([most])
    assert made[0] == 0
    assert made[-2] < most * (1 + 1e-9)
    assert made[-1] >= most * (1 - 1e-9)
    assert len(made) <= INTERVALS + 1
