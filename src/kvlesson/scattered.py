"""A request whose blocks lie scattered among another's, to compare attention through a table with attention without.

Invariant: the keys and values handed back are those that were stored, in order, in arrays of their own.
Not here: speed; the tokens are random numbers.
Cost: O(tokens x head_dim).
"""

from typing import Final, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from ._arrays import Array
from ._validate import whole
from .block_manager import BlockManager
from .bookkeeping import blocks_for

__all__ = [
    "COMPARED_BLOCK_SIZES",
    "SCATTERED_HEAD_DIM",
    "SCATTERED_TOKENS",
    "TIMED_HEAD_DIM",
    "TIMED_TOKENS",
    "Scattered",
    "scattered_pool",
]

COMPARED_BLOCK_SIZES: Final = (1, 4, 16)  # slots
SCATTERED_TOKENS: Final = 50
SCATTERED_HEAD_DIM: Final = 8

# As large as a long conversation and a real head: what `make measure` times.
TIMED_TOKENS: Final = 16_384
TIMED_HEAD_DIM: Final = 128


class Scattered(NamedTuple):
    """``pool`` holds request "A" among blocks of "B"; keys and values [tokens, head_dim] and query [head_dim] are A's."""

    pool: BlockManager
    query: Array
    keys: Array
    values: Array


def scattered_pool(
    block_size: SupportsIndex,
    seed: SupportsIndex = 0,
    *,
    tokens: SupportsIndex = SCATTERED_TOKENS,
    head_dim: SupportsIndex = SCATTERED_HEAD_DIM,
    dtype: npt.DTypeLike = np.float64,
) -> Scattered:
    """A and B store ``tokens`` tokens each, in turn, so that their blocks alternate.  ValueError below 1."""
    size = whole("block_size", block_size, at_least=1)
    n, width = whole("tokens", tokens, at_least=1), whole("head_dim", head_dim)
    rng = np.random.default_rng(whole("seed", seed))
    keys, values, strange = rng.standard_normal((3, n, width)).astype(dtype)
    pool = BlockManager(2 * blocks_for(n, size), size, width, dtype)
    pool.add_request("A")
    pool.add_request("B")
    for key, value, other in zip(keys, values, strange, strict=True):
        pool.append("B", other, other)
        pool.append("A", key, value)
    return Scattered(pool, rng.standard_normal(width).astype(dtype), keys, values)
