"""A request whose blocks lie scattered among another's, to compare attention through a table with attention without.

Invariant: the keys and values handed back are those that were stored, in order, in arrays of their own.
Not here: speed; the tokens are random numbers.
Cost: O(tokens x head_dim).
"""

from typing import Final, NamedTuple, SupportsIndex

import numpy as np

from ._arrays import Array
from ._validate import whole
from .block_manager import BlockManager
from .bookkeeping import blocks_for

__all__ = ["COMPARED_BLOCK_SIZES", "SCATTERED_HEAD_DIM", "SCATTERED_TOKENS", "Scattered", "scattered_pool"]

COMPARED_BLOCK_SIZES: Final = (1, 4, 16)  # slots
SCATTERED_TOKENS: Final = 50
SCATTERED_HEAD_DIM: Final = 8


class Scattered(NamedTuple):
    """``pool`` holds request "A" among blocks of "B"; keys and values [tokens, head_dim] and query [head_dim] are A's."""

    pool: BlockManager
    query: Array
    keys: Array
    values: Array


def scattered_pool(block_size: SupportsIndex, seed: SupportsIndex = 0) -> Scattered:
    """A and B store SCATTERED_TOKENS tokens each, in turn, so that their blocks alternate."""
    size = whole("block_size", block_size, at_least=1)
    rng = np.random.default_rng(whole("seed", seed))
    keys, values, strange = rng.standard_normal((3, SCATTERED_TOKENS, SCATTERED_HEAD_DIM))
    pool = BlockManager(2 * blocks_for(SCATTERED_TOKENS, size), size, SCATTERED_HEAD_DIM)
    pool.add_request("A")
    pool.add_request("B")
    for key, value, other in zip(keys, values, strange, strict=True):
        pool.append("B", other, other)
        pool.append("A", key, value)
    return Scattered(pool, rng.standard_normal(SCATTERED_HEAD_DIM), keys, values)
