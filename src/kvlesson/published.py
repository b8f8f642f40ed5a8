"""Published settings that the lesson computes with, each with its unit in its name and its source beside it.

Invariant: what the library can compute is computed, not kept here.
Not here: facts that are quoted only; those are cited in the text.

kwon2023 is Kwon et al., "Efficient Memory Management for Large Language Model Serving with PagedAttention", SOSP 2023.
"""

from typing import Final, NamedTuple

from .kv_sizes import OPT_13B, kv_bytes_per_token

__all__ = [
    "A100_40GB_BYTES_PER_SECOND",
    "A100_PEAK_FLOPS",
    "ALPACA_MEAN_OUTPUT_TOKENS",
    "ALPACA_MEAN_PROMPT_TOKENS",
    "BEAM_SAVING_PERCENT",
    "BEAM_WIDTHS",
    "GB",
    "GIB",
    "H100_BYTES_PER_SECOND",
    "H100_PEAK_FLOPS",
    "KIB",
    "LLAMA3_8B_QUERY_HEADS",
    "LLAMA3_8B_WEIGHTS",
    "LLAMA3_8B_WEIGHT_BYTES",
    "MIB",
    "OPT_13B_QUERY_HEADS",
    "ORCA_MAX",
    "ORCA_ORACLE",
    "ORCA_POW2",
    "PAGED_ARRIVALS_PER_SECOND",
    "PAGED_IN_FLIGHT",
    "PAPER_CACHE_BYTES",
    "PAPER_CARD_GB",
    "PAPER_WEIGHTS_GB",
    "PAPER_WEIGHT_BYTES",
    "PARALLEL_SAVING_PERCENT",
    "PROMPT_SHARE",
    "SHAREGPT_MEAN_OUTPUT_TOKENS",
    "SHAREGPT_MEAN_PROMPT_TOKENS",
    "PublishedSplit",
    "paper_pool_slots",
]

KIB: Final = 1024  # bytes
MIB: Final = 1024 * KIB
GIB: Final = 1024 * MIB
GB: Final = 10**9  # bytes, as on data sheets

# One A100 with 40 GB that serves OPT-13B: kwon2023, table 1.  Its "12 GB" for the cache are GiB: only so do they give
# the 15.7K slots printed beside them.
PAPER_CARD_GB: Final = 40
PAPER_WEIGHTS_GB: Final = 26
PAPER_WEIGHT_BYTES: Final = PAPER_WEIGHTS_GB * GB
PAPER_CACHE_BYTES: Final = 12 * GIB

# Mean lengths in tokens: kwon2023, fig. 11.
SHAREGPT_MEAN_PROMPT_TOKENS: Final = 161.31
SHAREGPT_MEAN_OUTPUT_TOKENS: Final = 337.99
ALPACA_MEAN_PROMPT_TOKENS: Final = 19.31
ALPACA_MEAN_OUTPUT_TOKENS: Final = 58.45


class PublishedSplit(NamedTuple):
    """One bar of kwon2023, fig. 2 (percent of the cache), and the mean batch of that system (requests, fig. 13, ShareGPT)."""

    used_percent: float
    reserved_percent: float
    internal_percent: float
    external_percent: float  # "external fragmentation and others"
    batch: float


# The slab servers of kwon2023, its authors' own version of Orca under a buddy allocator: Max reserves the longest
# possible output, Pow2 the next power of two, Oracle knows the output's length.
ORCA_MAX: Final = PublishedSplit(20.4, 13.3, 57.3, 8.9, 7.00)
ORCA_POW2: Final = PublishedSplit(26.8, 17.9, 13.6, 41.6, 9.81)
ORCA_ORACLE: Final = PublishedSplit(38.2, 25.2, 0.0, 36.6, 13.62)

# Query heads, which share KV heads in Llama 3 8B: num_attention_heads in the models' configurations.
LLAMA3_8B_QUERY_HEADS: Final = 32
OPT_13B_QUERY_HEADS: Final = 40

LLAMA3_8B_WEIGHTS: Final = 8_030_000_000  # model card: 8.03 billion
LLAMA3_8B_WEIGHT_BYTES: Final = 2 * LLAMA3_8B_WEIGHTS  # bf16

# Memory bandwidth, data sheets: A100 40 GB SXM and H100 80 GB SXM.
A100_40GB_BYTES_PER_SECOND: Final = 1555 * GB
H100_BYTES_PER_SECOND: Final = 3350 * GB
# Multiplications and additions a second, the same data sheets: dense, 16-bit, and more than a program ever sees.
A100_PEAK_FLOPS: Final = 312 * 10**12
H100_PEAK_FLOPS: Final = 989 * 10**12

# Sampling several answers to one prompt, Alpaca: kwon2023, fig. 15 (percent of the blocks that no sharing would need,
# by number of samples or by beam width), and section 3 (the prompt's share of the cache).
PROMPT_SHARE: Final = 0.12
PARALLEL_SAVING_PERCENT: Final = {2: 6.09, 4: 8.53, 6: 9.79}
BEAM_WIDTHS: Final = (2, 4, 6)
BEAM_SAVING_PERCENT: Final = dict(zip(BEAM_WIDTHS, (37.56, 53.13, 55.16), strict=True))

# The paged server at some rate of arrivals, ShareGPT: kwon2023, fig. 13.  The mean batch is what the traffic keeps in
# flight, not what would fit.
PAGED_IN_FLIGHT: Final = 30.42  # requests
PAGED_ARRIVALS_PER_SECOND: Final = 2


def paper_pool_slots() -> int:
    """Slots in the paper's cache: PAPER_CACHE_BYTES over OPT-13B's bytes per token.  Slots are whole, so rounded down."""
    return PAPER_CACHE_BYTES // kv_bytes_per_token(OPT_13B)
