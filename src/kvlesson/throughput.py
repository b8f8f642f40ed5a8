"""What more requests in one pool are worth: tokens a second, estimated for chapter 7's requests on an H100.

Invariant: a step reads the weights once and every cached token once (roofline.py); all requests are as long as those
that blocks admit on average.
Not here: prompts, which a server reads between these steps, and requests that come and go.
Cost: O(1) a batch.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .capacity import (
    CAPACITY_BLOCK_SIZE,
    CAPACITY_POOL_TOKENS,
    drawn_lengths,
    requests_that_fit_contiguous,
    requests_that_fit_paged,
)
from .kv_sizes import LLAMA3_8B
from .roofline import LLAMA3_8B_ON_H100, DecodeRate

__all__ = [
    "TwoRates",
    "batch_where_cache_weighs_as_weights",
    "mean_admitted_length",
    "rates_by_batch",
    "two_rates",
]


class TwoRates(NamedTuple):
    """The same pool, as full as it gets."""

    slabs: DecodeRate
    blocks: DecodeRate

    @property
    def gain(self) -> float:
        """How many times as many tokens a second blocks give, all requests together."""
        return self.blocks.tokens_per_second / self.slabs.tokens_per_second

    @property
    def speed_kept(self) -> float:
        """What is left of one request's speed, as a share."""
        return self.blocks.tokens_per_second_each / self.slabs.tokens_per_second_each


def mean_admitted_length() -> float:
    """Mean length in tokens of the requests that capacity.py's pool admits in blocks."""
    fit = requests_that_fit_paged(drawn_lengths(), CAPACITY_POOL_TOKENS, CAPACITY_BLOCK_SIZE)
    return fit["used"] / fit["admitted"]


def rates_by_batch(batches: Iterable[int]) -> list[DecodeRate]:
    """The rate for each of ``batches``, whole numbers of at least 1."""
    mean = mean_admitted_length()
    return [LLAMA3_8B_ON_H100.decode_rate(batch, round(batch * mean)) for batch in batches]


def two_rates() -> TwoRates:
    """As many requests as fit in slabs of the longest, and as many as fit in blocks."""
    in_slabs = requests_that_fit_contiguous(CAPACITY_POOL_TOKENS, LLAMA3_8B.max_tokens)
    fit = requests_that_fit_paged(drawn_lengths(), CAPACITY_POOL_TOKENS, CAPACITY_BLOCK_SIZE)
    return TwoRates(*rates_by_batch((in_slabs, fit["admitted"])))


def batch_where_cache_weighs_as_weights() -> float:
    """Requests from which reading the cache takes longer than reading the weights."""
    return LLAMA3_8B_ON_H100.batch_that_weighs_as_the_weights(mean_admitted_length())
