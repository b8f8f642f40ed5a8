"""Attention through the table is attention, whatever the block size and whoever lies between."""

import numpy as np
import pytest

from kvlesson import COMPARED_BLOCK_SIZES, attention_contiguous, paged_attention, scattered_pool


@pytest.mark.parametrize("block_size", [*COMPARED_BLOCK_SIZES, 7, 64])
def test_the_same_through_the_table(block_size):
    pool, query, keys, values = scattered_pool(block_size)
    np.testing.assert_allclose(
        paged_attention(query, pool, "A"), attention_contiguous(query, keys, values), rtol=1e-12
    )


def test_the_blocks_alternate():
    pool = scattered_pool(4).pool
    assert pool.tables["A"][:3] == [1, 3, 5]
    assert pool.tables["B"][:3] == [0, 2, 4]


def test_as_large_as_is_said():
    first, same, other = scattered_pool(4), scattered_pool(4, 0), scattered_pool(4, 1)
    assert first.keys.shape == first.values.shape == (50, 8)
    assert first.pool.lengths == {"A": 50, "B": 50}
    assert np.array_equal(first.keys, same.keys)
    assert not np.array_equal(first.keys, other.keys)
    assert scattered_pool(1, tokens=1, head_dim=1).keys.shape == (1, 1)


def test_of_another_size_and_kind():
    pool, query, keys, values = scattered_pool(4, tokens=9, head_dim=2, dtype=np.float32)
    assert (keys.shape, values.shape, query.shape) == ((9, 2), (9, 2), (2,))
    assert {a.dtype for a in (keys, values, query, pool.k_pool, pool.v_pool)} == {np.dtype("float32")}
    assert pool.lengths == {"A": 9, "B": 9}
    assert not pool.free_list


@pytest.mark.parametrize("name", ["block_size", "tokens", "head_dim"])
def test_bad_input(name):
    with pytest.raises(ValueError, match=name):
        scattered_pool(**{"block_size": 4, name: 0})
