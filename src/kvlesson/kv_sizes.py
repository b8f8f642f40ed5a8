"""How big a key/value cache is, and what it saves.

Invariant: sizes are whole bytes, computed from a model's own KV heads and head size, never from its hidden size.
Not here: weights, activations, and layers that store something else than one key and one value per token.
Cost: O(1), but ``decode_both_ways`` does the work it counts: n(n+1)/2 keys and values of d x d each, and n attentions.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ._arrays import Array
from ._validate import whole
from .attention import attention_contiguous

__all__ = [
    "LLAMA3_8B",
    "OPT_13B",
    "ModelConfig",
    "SizeFactors",
    "decode_both_ways",
    "kv_bytes",
    "kv_bytes_per_token",
    "pairs_with_cache",
    "pairs_without_cache",
    "size_factors",
]


@dataclass(frozen=True)
class ModelConfig:
    """The shape of a model's cache.  ``max_tokens`` is the longest sequence it was made for.

    TypeError or ValueError, naming the field, unless every size is a whole number of at least 1.
    """

    name: str
    n_layers: int
    n_kv_heads: int  # not query heads: those may share
    head_dim: int  # as published: hidden size / heads is wrong for many models
    bytes_per_elem: int
    max_tokens: int

    def __post_init__(self) -> None:
        for field in ("n_layers", "n_kv_heads", "head_dim", "bytes_per_elem", "max_tokens"):
            object.__setattr__(self, field, whole(field, getattr(self, field), at_least=1))


# Shapes as in the models' published configurations; 16-bit keys and values.
LLAMA3_8B: Final = ModelConfig("Llama 3 8B", 32, 8, 128, 2, 8192)
OPT_13B: Final = ModelConfig("OPT-13B", 40, 40, 128, 2, 2048)


def kv_bytes_per_token(cfg: ModelConfig) -> int:
    """Bytes that one token takes: 2 (key and value) x layers x KV heads x head_dim x bytes per number.

    The formula of Kwon et al. (SOSP 2023, section 3), with KV heads for heads.

    >>> kv_bytes_per_token(LLAMA3_8B)
    131072
    """
    return 2 * cfg.n_layers * cfg.n_kv_heads * cfg.head_dim * cfg.bytes_per_elem


def kv_bytes(cfg: ModelConfig, tokens: int) -> int:
    """Bytes that ``tokens`` tokens take.  TypeError or ValueError unless that is a whole number of at least 0."""
    return kv_bytes_per_token(cfg) * whole("tokens", tokens)


class SizeFactors(NamedTuple):
    """Why a token costs more in one model than in another: the product of the four is the ratio of their bytes."""

    sharing: float  # query heads per KV head
    layers: float
    heads: float  # query heads
    width: float  # bytes of one head's key


def size_factors(
    big: ModelConfig, big_query_heads: int, small: ModelConfig, small_query_heads: int
) -> SizeFactors:
    """``big``'s bytes per token over ``small``'s, factor by factor.  Query heads are no part of a cache's shape, so they
    are given beside it.  ValueError when there are fewer of them than KV heads.

    >>> size_factors(OPT_13B, 40, LLAMA3_8B, 32)
    SizeFactors(sharing=4.0, layers=1.25, heads=1.25, width=1.0)
    """
    big_query_heads = whole("big_query_heads", big_query_heads, at_least=big.n_kv_heads)
    small_query_heads = whole("small_query_heads", small_query_heads, at_least=small.n_kv_heads)
    return SizeFactors(
        sharing=(small_query_heads / small.n_kv_heads) / (big_query_heads / big.n_kv_heads),
        layers=big.n_layers / small.n_layers,
        heads=big_query_heads / small_query_heads,
        width=(big.head_dim * big.bytes_per_elem) / (small.head_dim * small.bytes_per_elem),
    )


def pairs_without_cache(n_steps: int) -> int:
    """Key/value pairs computed when each of n steps starts over: 1 + 2 + ... + n.

    Formula: n(n+1)/2
    """
    n = whole("n_steps", n_steps)
    return n * (n + 1) // 2


def pairs_with_cache(n_steps: int) -> int:
    """Key/value pairs computed when each of n steps keeps what the steps before it computed.

    Formula: n
    """
    return whole("n_steps", n_steps)


def decode_both_ways(n_steps: int, d: int = 8, seed: int = 0) -> tuple[Array, Array, int, int]:
    """One attention head over n positions of width ``d``: (outputs without a cache, with one, pairs without, with).

    Outputs [n_steps, d].  Both ways see the same random inputs and weights, so they differ by rounding at most.  The
    pairs are counted where they are computed.
    """
    n, d, seed = whole("n_steps", n_steps), whole("d", d, at_least=1), whole("seed", seed)
    rng = np.random.default_rng(seed)
    inputs = rng.standard_normal((n, d))
    to_query, to_key, to_value = rng.standard_normal((3, d, d)) / np.sqrt(d)

    without, pairs_without = np.zeros((n, d)), 0
    for step in range(n):
        past = inputs[: step + 1]  # [step + 1, d]
        keys, values = past @ to_key, past @ to_value  # all of them, again
        pairs_without += len(keys)
        without[step] = attention_contiguous(inputs[step] @ to_query, keys, values)

    with_cache, pairs_with = np.zeros((n, d)), 0
    key_cache, value_cache = np.zeros((n, d)), np.zeros((n, d))
    for step in range(n):
        key_cache[step], value_cache[step] = inputs[step] @ to_key, inputs[step] @ to_value
        pairs_with += 1
        seen = slice(step + 1)
        with_cache[step] = attention_contiguous(inputs[step] @ to_query, key_cache[seen], value_cache[seen])
    return without, with_cache, pairs_without, pairs_with
