"""Published sums that do not come out, done again from their own inputs: what the page "Find the error" is about.

Invariant: `said` is what the published way of counting gives, `right` what the cache really takes; both in bytes, but
the size of a head in numbers.
Not here: who published it, and when; the page cites that.
Cost: O(1).
"""

from dataclasses import dataclass, replace
from typing import Final

from ._validate import whole
from .exercises.sizing import LLAMA3_8B_UNSHARED
from .kv_sizes import LLAMA3_8B, kv_bytes, kv_bytes_per_token
from .published import GB, KIB, MIB

__all__ = [
    "FOR_POSITIONS",
    "INT8_BITS",
    "INT8_GROUP",
    "LATENT",
    "LATENT_LAYERS",
    "LLAMA3_70B_KV_HEADS",
    "MHA_7B",
    "PUBLISHED_SUMS",
    "Q4_BITS",
    "Q4_GROUP",
    "TOKENS_128K",
    "TOKENS_128_THOUSAND",
    "PublishedSum",
    "heads_per_rank",
    "shared_prefix_tokens",
    "tokens_left_to_compute",
]


@dataclass(frozen=True)
class PublishedSum:
    """One sum, as published and as it is."""

    said: float
    right: float

    @property
    def off(self) -> float:
        """How many times as much the published sum gives."""
        return self.said / self.right

    @property
    def error(self) -> float:
        """By how much it is off, as a share of what is right."""
        return abs(self.off - 1)


# The usual shape of a model with 7 billion parameters whose heads do not share: that of Llama 3 8B, if its did not.
MHA_7B: Final = replace(LLAMA3_8B_UNSHARED, name="7B")
LLAMA3_70B_KV_HEADS: Final = 8
HIDDEN: Final = 4096  # numbers: in the 7B model, and in Llama 3 8B
# DeepSeek-V3 stores one latent vector and a part for positions for each token and layer, instead of a key and a value.
LATENT: Final = 512  # numbers
FOR_POSITIONS: Final = 64
LATENT_LAYERS: Final = 61
# The numbers of a group share a scale.
INT8_GROUP: Final = 128
INT8_BITS: Final = 8 + 32 / INT8_GROUP  # with its part of a scale of 32 bits
Q4_GROUP: Final = 32
Q4_BITS: Final = 4 + 16 / Q4_GROUP
TOKENS_128K: Final = 128 * KIB
TOKENS_128_THOUSAND: Final = 128_000


def _published_sums() -> dict[str, PublishedSum]:
    """All of them, by what is wrong.

    >>> {name: round(each.off, 2) for name, each in PUBLISHED_SUMS.items() if each.off > 2}
    {'heads counted twice': 8.0, 'hidden size for KV width': 4.0}
    """
    mha, llama = kv_bytes_per_token(MHA_7B), kv_bytes_per_token(LLAMA3_8B)
    latent = LATENT_LAYERS * (LATENT + FOR_POSITIONS)  # numbers
    in_full = 2 * 8  # bits of a number
    return {
        "heads counted twice": PublishedSum(2 * MHA_7B.n_layers * MHA_7B.n_kv_heads * HIDDEN * 4 / 8, mha),
        "hidden size for KV width": PublishedSum(2 * LLAMA3_8B.n_layers * HIDDEN * 2, llama),
        "head size, too large": PublishedSum(5120 // 32, 128),  # numbers: hidden size over heads
        "head size, too small": PublishedSum(2880 // 64, 64),
        "a latent stored twice": PublishedSum(2 * LATENT_LAYERS * LATENT * 2, latent * 2),
        "one head for a layer": PublishedSum(2 * MHA_7B.head_dim * 2, mha / MHA_7B.n_layers),
        "unshared heads": PublishedSum(32 * GB, 10.4 * GB * 64 / LLAMA3_70B_KV_HEADS),
        "8 bits": PublishedSum(14_000 * MIB * 8 / in_full, 14_000 * MIB * INT8_BITS / in_full),
        "4 bits": PublishedSum(4 * GB * 4 / in_full, 4 * GB * Q4_BITS / in_full),
        "a thousand for 1,024": PublishedSum(
            kv_bytes(LLAMA3_8B, TOKENS_128_THOUSAND), kv_bytes(LLAMA3_8B, TOKENS_128K)
        ),
        "one layer": PublishedSum(572 * 65_536 / 2, latent * 65_536 / 2),
    }


PUBLISHED_SUMS: Final = _published_sums()


def heads_per_rank(kv_heads: int, ranks: int) -> int:
    """KV heads that each of ``ranks`` cards stores.  Where there are fewer heads than cards, heads are stored repeatedly.

    ValueError unless one number divides the other.

    >>> heads_per_rank(8, 4), heads_per_rank(4, 8)
    (2, 1)
    """
    kv_heads, ranks = whole("kv_heads", kv_heads, at_least=1), whole("ranks", ranks, at_least=1)
    if kv_heads % ranks and ranks % kv_heads:
        raise ValueError(
            f"{kv_heads} KV heads cannot be spread over {ranks} ranks: one number must divide the other"
        )
    return max(1, kv_heads // ranks)


def shared_prefix_tokens(common: int, block_size: int) -> int:
    """Of ``common`` tokens at the beginning of two prompts, those that lie in full blocks and can be found again.

    >>> shared_prefix_tokens(100, 16)
    96
    """
    block_size = whole("block_size", block_size, at_least=1)
    return whole("common", common) // block_size * block_size


def tokens_left_to_compute(prompt: int, cached: int) -> int:
    """Tokens of a prompt that go through the model: those that are not cached, and always the last.

    ValueError when more are cached than there are.
    """
    prompt, cached = whole("prompt", prompt, at_least=1), whole("cached", cached)
    if cached > prompt:
        raise ValueError(f"cached must be at most the prompt's {prompt} tokens, got {cached}")
    return max(1, prompt - cached)
