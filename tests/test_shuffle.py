"""A shuffled pool reads the same through its tables."""

import pytest

from kvlesson import shuffled, worked_example


@pytest.mark.parametrize("seed", range(5))
def test_only_ids_change(seed):
    for step in worked_example():
        other = shuffled(step, seed)
        assert other.lengths == step.lengths
        assert other.filled == step.filled
        assert (other.used, other.wasted) == (step.used, step.wasted)
        ids = [b for table in other.tables.values() for b in table] + other.free_list
        assert sorted(ids) == list(range(step.num_blocks))


def test_the_lesson_sees_a_difference():
    last = worked_example()[-1]
    assert shuffled(last).tables != last.tables
