"""Samples of one prompt: what the first tokens that they write cost, and how much sharing can save.

Invariant: only a block that is partly filled is ever copied; the last request that names it writes in place.
Not here: the story told step by step (``prefix_sharing_example``, which takes other prompts, samples and orders too),
beams (beams.py), prompts that different users have in common.
Cost: O(blocks) to run, O(1) to predict.
"""

from typing import NamedTuple

from ._validate import whole
from .bookkeeping import BlockTables, blocks_for
from .published import PROMPT_SHARE
from .worked_examples import SHARING_BLOCK_SIZE

__all__ = ["FirstWrites", "beam_ceiling", "first_writes", "sharing_saving"]


class FirstWrites(NamedTuple):
    """Blocks, once each sample has written one token of its own."""

    copied: int
    new: int  # taken from the free list, for copies or not


def first_writes(prompt: int, samples: int, block_size: int = SHARING_BLOCK_SIZE) -> FirstWrites:
    """Run ``samples`` samples of one prompt of ``prompt`` tokens; each writes once.

    >>> first_writes(6, 4), first_writes(8, 4)
    (FirstWrites(copied=3, new=3), FirstWrites(copied=0, new=4))
    """
    prompt, samples = whole("prompt", prompt), whole("samples", samples, at_least=1)
    block_size = whole("block_size", block_size, at_least=1)
    books = BlockTables(blocks_for(prompt, block_size) + samples, block_size)
    books.add_request(0)
    books.extend(0, prompt)
    for rid in range(1, samples):
        books.fork(0, rid)
    free = books.num_free
    copied = sum(books.append(rid)[2] is not None for rid in range(samples))
    return FirstWrites(copied, free - books.num_free)


def sharing_saving(samples: int, prompt_share: float = PROMPT_SHARE) -> float:
    """Share of the cache that is saved when ``samples`` samples keep one prompt between them instead of one each.

    ``prompt_share`` is the prompt's share of the cache without sharing.  All but one of the prompts go, so this is
    prompt_share x (1 - 1 / samples): never more than the prompt's share, however many samples.  Block borders are left
    out.  ValueError unless there is at least 1 sample and the share lies between 0 and 1.
    """
    samples = whole("samples", samples, at_least=1)
    if not 0 <= prompt_share <= 1:
        raise ValueError(f"prompt_share must lie between 0 and 1, got {prompt_share!r}")
    return prompt_share * (1 - 1 / samples)


def beam_ceiling(width: int) -> float:
    """The most that ``width`` beams could save, sharing everything: all but one of their tables, 1 - 1 / width."""
    return 1 - 1 / whole("width", width, at_least=1)
