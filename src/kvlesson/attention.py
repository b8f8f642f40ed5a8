"""Attention of one query over a request's keys and values: contiguous (the oracle), and three ways through a block table.

Invariant: all give softmax(q . K / sqrt(head_dim)) V over exactly the request's tokens; whatever lies in slots past its
end changes nothing.
Not here: batches, several heads, masks (a new token may look at everything before it), position encodings, GPUs.
Cost: O(tokens x head_dim) each.  In NumPy the paged ones must also copy what they read, so they are slower here than
the contiguous one; a GPU kernel reads the blocks where they lie.

    attention_contiguous   two matrix products over adjacent arrays
    paged_attention_1      one block at a time: all scores, one softmax, then the values
    paged_attention_2      gather through the table, then contiguous: the shortest, and holds a second copy of everything
    paged_attention_3      groups of blocks under a running softmax: holds one group, and is the quickest of the three
    paged_attention        is the third
"""

from collections.abc import Hashable
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from ._arrays import Array, numbers
from ._validate import not_found, whole

if TYPE_CHECKING:
    from .block_manager import BlockManager

__all__ = [
    "BLOCKS_PER_GROUP",
    "attention_contiguous",
    "paged_attention",
    "paged_attention_1",
    "paged_attention_2",
    "paged_attention_3",
]

BLOCKS_PER_GROUP: Final = 64


def attention_contiguous(q: npt.ArrayLike, keys: npt.ArrayLike, values: npt.ArrayLike) -> Array:
    """softmax(q . K / sqrt(head_dim)) V for q [head_dim], keys and values [tokens, head_dim]; gives [head_dim].

    ValueError for other shapes and for 0 tokens (there is nothing to attend over), TypeError unless real numbers.

    >>> attention_contiguous([1.0], [[0.0], [0.0]], [[1.0], [3.0]])
    array([2.])
    """
    keys = numbers("keys", keys, ("tokens", "head_dim"))
    values = numbers("values", values, keys.shape)
    if 0 in keys.shape:
        raise ValueError(f"keys must hold at least one number of one token, got shape {keys.shape}")
    q = _query(q, keys.shape[1])
    scores = _scores(q, keys)  # [tokens]
    weights = np.exp(scores - scores.max())
    out: Array = weights @ values / weights.sum()  # [head_dim]
    return out


def paged_attention(q: npt.ArrayLike, mgr: "BlockManager", rid: Hashable) -> Array:
    """``attention_contiguous`` over request ``rid`` of ``mgr``, read through its block table.  q and result [head_dim].

    UnknownRequest for an unknown ``rid``; ValueError for a request without tokens or a ``q`` of another shape.
    """
    return paged_attention_3(q, mgr, rid)


def paged_attention_1(q: npt.ArrayLike, mgr: "BlockManager", rid: Hashable) -> Array:
    """One block at a time.  Same arguments and result as ``paged_attention``."""
    q, table, length = _open(q, mgr, rid)
    filled = [min(mgr.block_size, length - start) for start in range(0, length, mgr.block_size)]
    scores = [_scores(q, mgr.k_pool[block, :n]) for block, n in zip(table, filled, strict=True)]  # each [n]
    largest = max(of_block.max() for of_block in scores)
    out, total = np.zeros(len(q)), 0.0
    for block, n, of_block in zip(table, filled, scores, strict=True):
        weights = np.exp(of_block - largest)  # [n]
        out += weights @ mgr.v_pool[block, :n]  # [head_dim]
        total += weights.sum()
    return out / total


def paged_attention_2(q: npt.ArrayLike, mgr: "BlockManager", rid: Hashable) -> Array:
    """Gather first.  Same arguments and result as ``paged_attention``."""
    _open(q, mgr, rid)
    return attention_contiguous(q, *mgr.gather(rid))


def paged_attention_3(
    q: npt.ArrayLike, mgr: "BlockManager", rid: Hashable, blocks_per_group: int = BLOCKS_PER_GROUP
) -> Array:
    """``blocks_per_group`` blocks at a time.  Same other arguments and result as ``paged_attention``.

    The running softmax (Milakov and Gimelshein, 2018) keeps three things: the largest score so far, and, as if it were
    the largest of all, the sum of the weights and the weighted sum of the values.  A larger score scales both down.
    """
    q, table, length = _open(q, mgr, rid)
    blocks_per_group = whole("blocks_per_group", blocks_per_group, at_least=1)
    largest, total, out = -np.inf, 0.0, np.zeros(len(q))
    for first in range(0, len(table), blocks_per_group):
        group = table[first : first + blocks_per_group]
        left = length - first * mgr.block_size  # tokens from here on; in the last group fewer than its slots
        keys = mgr.k_pool[group].reshape(-1, len(q))[:left]  # [tokens of the group, head_dim]
        values = mgr.v_pool[group].reshape(-1, len(q))[:left]
        scores = _scores(q, keys)  # [tokens of the group]
        new_largest = np.maximum(largest, scores.max())
        shrink = np.exp(largest - new_largest)
        weights = np.exp(scores - new_largest)
        total = total * shrink + weights.sum()
        out = out * shrink + weights @ values  # [head_dim]
        largest = new_largest
    return out / total


def _open(q: npt.ArrayLike, mgr: "BlockManager", rid: Hashable) -> tuple[Array, list[int], int]:
    """The query as an array, the request's block table and its length."""
    try:
        table, length = mgr.tables[rid], mgr.lengths[rid]
    except (KeyError, TypeError):
        raise not_found("rid", rid) from None
    if length == 0:
        raise ValueError(f"rid {rid!r} stores no token yet: there is nothing to attend over")
    return _query(q, mgr.k_pool.shape[2]), table, length


def _query(q: npt.ArrayLike, head_dim: int) -> Array:
    q = numbers("q", q, (head_dim,))
    return q.astype(np.result_type(q, np.float32), copy=False)  # never sum in 16 bits


def _scores(q: Array, keys: Array) -> Array:
    scores: Array = keys @ q / sqrt(len(q))  # [tokens]
    return scores
