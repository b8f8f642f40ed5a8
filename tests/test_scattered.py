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


def test_bad_input():
    with pytest.raises(ValueError, match="block_size"):
        scattered_pool(0)
