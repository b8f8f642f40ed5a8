"""The running softmax, one block at a time: what a reader of a cache in pieces carries from block to block.

Invariant: after each block, ``output`` is attention over all blocks so far.
Not here: queries, keys and tables; ``paged_attention_3`` does this over a pool, for vectors.
Cost: O(scores).

Milakov and Gimelshein, 2018, "Online normalizer calculation for softmax".
"""

from collections.abc import Sequence
from math import exp, inf
from typing import NamedTuple

__all__ = ["RunningSoftmax", "running_softmax"]


class RunningSoftmax(NamedTuple):
    """The three things that are kept."""

    largest: float  # score so far
    total: float  # of the weights, exp(score - largest)
    output: float  # the values' mean by these weights


def running_softmax(
    score_blocks: Sequence[Sequence[float]],
    value_blocks: Sequence[Sequence[float]] | None = None,
    rescale: bool = True,
) -> list[RunningSoftmax]:
    """The state after each block; values are single numbers, and 1 unless given.

    Without ``rescale`` it makes the usual mistake: what was summed under an old largest score is kept as it was.
    ValueError for a block without scores, or values that are not as many as the scores.

    >>> [state.total for state in running_softmax([[0, 0], [0]])]
    [2.0, 3.0]
    """
    if value_blocks is None:
        value_blocks = [[1.0] * len(scores) for scores in score_blocks]
    if list(map(len, value_blocks)) != list(map(len, score_blocks)):
        raise ValueError(f"value_blocks must hold a value for each score, got {value_blocks!r}")
    largest, total, weighted = -inf, 0.0, 0.0
    states = []
    for scores, values in zip(score_blocks, value_blocks, strict=True):
        if len(scores) == 0:
            raise ValueError(f"score_blocks must hold a score in each block, got {score_blocks!r}")
        before, largest = largest, max(largest, *scores)
        shrink = exp(before - largest) if rescale else 1.0
        weights = [exp(score - largest) for score in scores]
        total = total * shrink + sum(weights)
        weighted = weighted * shrink + sum(w * value for w, value in zip(weights, values, strict=True))
        states.append(RunningSoftmax(largest, total, weighted / total))
    return states
