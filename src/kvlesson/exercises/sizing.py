"""How big is it?  Heads that do not share, units, and numbers of fewer bits.

Invariant: every size starts from a ``ModelConfig``.
Not here: quantised weights, which change nothing here; real models' other attention kinds.
Cost: O(1).
"""

from dataclasses import replace
from typing import Final

from .._validate import whole
from ..kv_sizes import LLAMA3_8B, ModelConfig, kv_bytes_per_token
from ..published import GB, GIB, LLAMA3_8B_QUERY_HEADS

__all__ = [
    "FREE_BYTES_IN_GB",
    "FREE_BYTES_IN_GIB",
    "LLAMA3_8B_UNSHARED",
    "Q8_BITS",
    "Q8_GROUP",
    "Q8_SCALE_BYTES",
    "QUANTISED_WEIGHT_BITS",
    "quantised_number_bytes",
    "quantised_scale_bytes",
    "tokens_that_fit",
]

LLAMA3_8B_UNSHARED: Final = replace(
    LLAMA3_8B, name="Llama 3 8B without shared heads", n_kv_heads=LLAMA3_8B_QUERY_HEADS
)

# "8 GB free" and "8 GiB free".
FREE_BYTES_IN_GB: Final = 8 * GB
FREE_BYTES_IN_GIB: Final = 8 * GIB

QUANTISED_WEIGHT_BITS: Final = 4
# llama.cpp's q8_0: 8 bits a number, and a 16-bit scale for every 32 of them.
Q8_BITS: Final = 8
Q8_GROUP: Final = 32  # numbers
Q8_SCALE_BYTES: Final = 2


def tokens_that_fit(cfg: ModelConfig, free_bytes: int) -> int:
    """Whole tokens that ``free_bytes`` hold."""
    return whole("free_bytes", free_bytes) // kv_bytes_per_token(cfg)


def quantised_number_bytes(cfg: ModelConfig, bits: int) -> int:
    """Bytes that a token's keys and values take at ``bits`` bits a number, scales not counted.  Rounded up."""
    numbers = kv_bytes_per_token(cfg) // cfg.bytes_per_elem
    return -(-numbers * whole("bits", bits, at_least=1) // 8)


def quantised_scale_bytes(cfg: ModelConfig, group: int = Q8_GROUP, bytes_each: int = Q8_SCALE_BYTES) -> int:
    """Bytes that the scales of a token's keys and values take: one for every ``group`` numbers of a head.

    ValueError unless ``group`` divides the width of a head.
    """
    group = whole("group", group, at_least=1)
    if cfg.head_dim % group:
        raise ValueError(f"group must divide head_dim {cfg.head_dim}, got {group}")
    scales = kv_bytes_per_token(cfg) // cfg.bytes_per_elem // group
    return scales * whole("bytes_each", bytes_each)
