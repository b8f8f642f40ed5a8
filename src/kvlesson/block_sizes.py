"""One slider from page to slab: how many of chapter 7's requests one pool admits in blocks of every size.

Invariant: nothing is known in advance; a request takes whole blocks, whatever their size.
Not here: time, and what small blocks cost a GPU.
Cost: 5 ms for all sizes of one draw, 70 ms for MANY_DRAWS draws at one size.

A slab that reserves the longest request is the block size at the far end.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ._validate import whole
from .capacity import (
    CAPACITY_BLOCK_SIZE,
    CAPACITY_POOL_TOKENS,
    LONGEST,
    REQUESTS_DRAWN,
    SHORTEST,
    drawn_lengths,
    requests_that_fit_paged,
)
from .kv_sizes import LLAMA3_8B
from .tail import mean_tail

__all__ = [
    "BLOCK_SIZES",
    "MANY_DRAWS",
    "MIDDLE_SHARE",
    "AdmittedSpread",
    "BlockSizeRow",
    "admitted_in_many_draws",
    "admitted_spread",
    "block_size_row",
    "block_size_rows",
    "tail_share_from_mean",
]

BLOCK_SIZES: Final = tuple(2**k for k in range(LLAMA3_8B.max_tokens.bit_length()))  # slots: 1, 2, 4, ... 8192
MANY_DRAWS: Final = 2000
MIDDLE_SHARE: Final = 0.95  # of the draws lie between AdmittedSpread's low and high


class BlockSizeRow(NamedTuple):
    """One position of the slider."""

    block_size: int
    admitted: int  # requests
    mean_length: float  # tokens, of those admitted
    tail_share: float  # of the slots that they hold, counted
    estimate: float  # of the same, from mean_length and block_size alone


def tail_share_from_mean(mean_length: float, block_size: int) -> float:
    """Share of the slots held that the ends of last blocks waste, estimated: tail / (mean length + tail).

    Right when lengths fall evenly over a last block.  A block that is longer than most requests is a last block with too
    much in it, and the estimate drifts.  ValueError unless ``mean_length`` is over 0.
    """
    if not mean_length > 0:
        raise ValueError(f"mean_length must be over 0, got {mean_length!r}")
    tail = mean_tail(block_size)
    return tail / (mean_length + tail)


def block_size_row(block_size: int, seed: int = 0) -> BlockSizeRow:
    """capacity.py's pool and draw in blocks of ``block_size``.  ValueError when they are too large for any request."""
    fit = requests_that_fit_paged(drawn_lengths(seed), CAPACITY_POOL_TOKENS, block_size)
    if not fit["admitted"]:
        raise ValueError(f"block_size must leave room for a request, got {block_size}")
    mean = fit["used"] / fit["admitted"]
    tail_share = fit["waste"] / fit["allocated"]
    return BlockSizeRow(block_size, fit["admitted"], mean, tail_share, tail_share_from_mean(mean, block_size))


def block_size_rows(seed: int = 0) -> list[BlockSizeRow]:
    """A row for each of BLOCK_SIZES."""
    return [block_size_row(block_size, seed) for block_size in BLOCK_SIZES]


def admitted_in_many_draws(
    seeds: Iterable[int] = range(MANY_DRAWS), block_size: int = CAPACITY_BLOCK_SIZE
) -> npt.NDArray[np.int64]:
    """Requests admitted for each seed, [seeds]: one draw's figure is one throw of the dice."""
    block_size = whole("block_size", block_size, at_least=1)
    seeds = [whole(f"seeds[{index}]", seed) for index, seed in enumerate(seeds)]
    if not seeds:
        raise ValueError(f"seeds must hold at least one seed, got {seeds!r}")
    # drawn_lengths, without the way through a list, which would take most of the time.  [seeds, requests]
    draws = (
        np.random.default_rng(seed).integers(SHORTEST, LONGEST + 1, size=REQUESTS_DRAWN) for seed in seeds
    )
    lengths = np.stack(list(draws))
    blocks = np.cumsum(-(-lengths // block_size), axis=1)  # held once a request and all before it are in
    admitted: npt.NDArray[np.int64] = (blocks <= CAPACITY_POOL_TOKENS // block_size).sum(axis=1)
    return admitted


class AdmittedSpread(NamedTuple):
    """What many draws admit."""

    mean: float
    deviation: float  # standard deviation
    low: float  # MIDDLE_SHARE of the draws lie from here
    high: float  # to here


def admitted_spread() -> AdmittedSpread:
    """MANY_DRAWS draws at CAPACITY_BLOCK_SIZE."""
    admitted = admitted_in_many_draws()
    low, high = np.quantile(admitted, [(1 - MIDDLE_SHARE) / 2, (1 + MIDDLE_SHARE) / 2])
    return AdmittedSpread(float(admitted.mean()), float(admitted.std()), float(low), float(high))
