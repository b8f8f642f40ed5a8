"""Every exercise with two hundred draws of its numbers: each can be solved, and each tells its slips apart."""

import pytest
from variants import solved

from kvlesson.exercises import EXERCISES


@pytest.mark.parametrize("key", EXERCISES)
def test_every_variant_can_be_solved_and_tells_slips_apart(key: str) -> None:
    exercise = EXERCISES[key]
    assert len(solved(exercise, range(200))) > 40  # new numbers, nearly every time
    assert exercise.given(7) == exercise.given(7) != exercise.given(0) == exercise.given()
