"""How long one step takes, estimated from two data-sheet figures: the larger of reading and multiplying.

Invariant: a step reads all weights once, whatever the batch, and each cached token that it attends over once.
Not here: measurement.  This is the roofline model (Williams et al., 2009): it leaves out everything but the memory's
bandwidth and ACHIEVED_SHARE of the peak arithmetic, which is this lesson's assumption.  Left out on purpose: attention's
own arithmetic (about an eighth more work for 8,192 positions at once), activations, that of the embedding table only a
few rows are read, and the time to start kernels and pick a token.
Cost: O(1) a step, O(tokens) for an answer.

Published figures used (published.py): bandwidth and peak of the H100 and A100 SXM data sheets, Llama 3 8B's weights
(model card), OPT-13B's weights (Kwon et al., SOSP 2023, table 1).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from ._validate import whole
from .kv_sizes import LLAMA3_8B, OPT_13B, ModelConfig, kv_bytes, kv_bytes_per_token
from .published import (
    A100_40GB_BYTES_PER_SECOND,
    A100_PEAK_FLOPS,
    H100_BYTES_PER_SECOND,
    H100_PEAK_FLOPS,
    LLAMA3_8B_WEIGHT_BYTES,
    PAPER_WEIGHT_BYTES,
)

__all__ = [
    "ACHIEVED_SHARE",
    "FLOPS_PER_WEIGHT",
    "LLAMA3_8B_ON_H100",
    "OPT_13B_ON_A100",
    "DecodeRate",
    "Server",
    "seconds_to_move",
    "seconds_to_read",
]

ACHIEVED_SHARE: Final = 0.5  # of the peak arithmetic: assumed
FLOPS_PER_WEIGHT: Final = 2  # a multiplication and an addition for each position


class DecodeRate(NamedTuple):
    """A step that gives every request of a batch one token."""

    step_seconds: float
    tokens_per_second: float  # of all requests together
    tokens_per_second_each: float


@dataclass(frozen=True)
class Server:
    """One model on one card.  Seconds are estimates."""

    cfg: ModelConfig
    weight_bytes: int
    bytes_per_second: int  # the card's memory bandwidth
    peak_flops: int  # a second

    def step_seconds(self, computed: int, cached: int) -> float:
        """A step that computes ``computed`` positions and attends over ``cached`` tokens, of all requests together."""
        weights = self.weight_bytes / self.cfg.bytes_per_elem
        read = self.weight_bytes + kv_bytes(self.cfg, cached)
        flops = FLOPS_PER_WEIGHT * weights * whole("computed", computed)
        return max(read / self.bytes_per_second, flops / (ACHIEVED_SHARE * self.peak_flops))

    def seconds_with_cache(self, tokens: int) -> float:
        """``tokens`` steps for one user; each computes one position, and reads those before it from the cache."""
        return sum(self.step_seconds(1, cached) for cached in range(whole("tokens", tokens)))

    def seconds_without_cache(self, tokens: int) -> float:
        """``tokens`` steps for one user; each computes all positions so far."""
        return sum(self.step_seconds(step + 1, 0) for step in range(whole("tokens", tokens)))

    def slowdown_without_cache(self, tokens: int) -> float:
        """How many times as long it takes to generate the first ``tokens`` without a cache.  At least 1 token."""
        return self.seconds_without_cache(whole("tokens", tokens, at_least=1)) / self.seconds_with_cache(
            tokens
        )

    @property
    def hidden_positions(self) -> int:
        """Positions that can be computed while the weights are read: so many are free."""
        seconds = self.weight_bytes / self.bytes_per_second
        weights = self.weight_bytes / self.cfg.bytes_per_elem
        return int(seconds * ACHIEVED_SHARE * self.peak_flops / (FLOPS_PER_WEIGHT * weights))

    def decode_rate(self, batch: int, cached: int) -> DecodeRate:
        """``batch`` requests that hold ``cached`` tokens together, each given one more."""
        seconds = self.step_seconds(whole("batch", batch, at_least=1), cached)
        return DecodeRate(seconds, batch / seconds, 1 / seconds)

    @property
    def tokens_that_weigh_as_the_weights(self) -> int:
        """Cached tokens that take as many bytes as the weights, rounded down."""
        return self.weight_bytes // kv_bytes_per_token(self.cfg)

    def batch_that_weighs_as_the_weights(self, mean_length: float) -> float:
        """Requests of ``mean_length`` tokens each whose cache takes as long to read as the weights."""
        if not mean_length > 0:
            raise ValueError(f"mean_length must be over 0, got {mean_length!r}")
        return self.weight_bytes / (mean_length * kv_bytes_per_token(self.cfg))


LLAMA3_8B_ON_H100: Final = Server(LLAMA3_8B, LLAMA3_8B_WEIGHT_BYTES, H100_BYTES_PER_SECOND, H100_PEAK_FLOPS)
OPT_13B_ON_A100: Final = Server(OPT_13B, PAPER_WEIGHT_BYTES, A100_40GB_BYTES_PER_SECOND, A100_PEAK_FLOPS)


def seconds_to_read(n_bytes: int, bytes_per_second: int) -> float:
    """Seconds to read ``n_bytes`` once."""
    return whole("n_bytes", n_bytes) / whole("bytes_per_second", bytes_per_second, at_least=1)


def seconds_to_move(n_bytes: int, bytes_per_second: int) -> float:
    """Seconds to move bytes within one memory: each is read and written, so twice the traffic."""
    return 2 * seconds_to_read(n_bytes, bytes_per_second)
