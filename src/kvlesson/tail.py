"""The tail: the unfilled end of a request's last block, which is all that paging wastes.

Invariant: only a last block has empty slots, so a request wastes less than one block.
Not here: blocks that several requests share (snapshots.py counts those physically).
Cost: O(1).
"""

from typing import SupportsIndex

from ._validate import whole

__all__ = ["mean_tail", "most_wasted", "tokens_stored"]


def tokens_stored(prompt: int, answer: int) -> int:
    """Tokens that a request has stored when it ends: the last token of its answer is never fed back.

    Formula: prompt + answer - 1
    """
    return prompt + answer - 1


def most_wasted(block_size: SupportsIndex) -> int:
    """Empty slots in a last block that holds a single token: the most that one request can waste.

    Formula: block_size - 1
    """
    return whole("block_size", block_size, at_least=1) - 1


def mean_tail(block_size: SupportsIndex) -> float:
    """Mean empty slots of a last block when lengths spread evenly over it: between 0 and block_size - 1.

    >>> mean_tail(16)
    7.5
    """
    return most_wasted(block_size) / 2
