"""The running softmax: after each block, attention over all blocks so far."""

from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson import BlockManager, attention_contiguous, paged_attention_3, running_softmax

NUMBERS = st.floats(-30, 30, width=32)


@given(st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=4), max_size=5))
def test_after_each_block(blocks: list[list[tuple[float, float]]]) -> None:
    scores = [[score for score, _ in block] for block in blocks]
    values = [[value for _, value in block] for block in blocks]
    states = running_softmax(scores, values)
    assert len(states) == len(blocks)
    for n, state in enumerate(states, 1):
        seen, read = np.concatenate(scores[:n]), np.concatenate(values[:n])
        assert state.largest == seen.max()
        assert state.total == pytest.approx(np.exp(seen - seen.max()).sum())
        oracle = attention_contiguous([1.0], seen[:, np.newaxis], read[:, np.newaxis])
        assert state.output == pytest.approx(oracle[0], abs=1e-4)


def test_the_same_as_attention_over_a_pool() -> None:
    rng = np.random.default_rng(0)
    keys, values = rng.standard_normal((2, 10, 1))
    pool = BlockManager(3, 4)
    pool.add_request("A")
    pool.extend("A", keys, values)
    cut = [slice(0, 4), slice(4, 8), slice(8, 10)]
    states = running_softmax([2 * keys[s, 0] for s in cut], [values[s, 0] for s in cut])
    assert states[-1].output == pytest.approx(paged_attention_3([2.0], pool, "A", blocks_per_group=1)[0])


def test_values_are_one_unless_given_and_large_scores_do_not_overflow() -> None:
    states = running_softmax([[1000.0], [1000.0, 999.0], [-1000.0]])
    assert [state.output for state in states] == [1, 1, 1]
    assert [state.total for state in states] == pytest.approx([1, 2 + exp(-1), 2 + exp(-1)])


def test_the_usual_mistake() -> None:
    blocks = [[0, log(2)], [log(4)]]
    assert [s.total for s in running_softmax(blocks, rescale=False)] == pytest.approx([1.5, 2.5])
    outputs = [running_softmax(blocks, [[0, 0], [1]], rescale=r)[-1].output for r in (True, False)]
    assert outputs == pytest.approx([1 / 1.75, 1 / 2.5])


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="score_blocks"):
        running_softmax([[1.0], []])
    for values in ([[1.0]], [[1.0], [1.0]], [[1.0], [1.0, 2.0, 3.0]]):
        with pytest.raises(ValueError, match="value_blocks"):
            running_softmax([[1.0], [1.0, 2.0]], values)
    assert running_softmax([]) == []
