"""How big is it?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: O(1).
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from ...kv_sizes import LLAMA3_8B, OPT_13B, ModelConfig, kv_bytes_per_token, size_factors
from ...published import GB, GIB, KIB, LLAMA3_8B_QUERY_HEADS, OPT_13B_QUERY_HEADS
from ..exercise import ANY, Exercise, Slip
from ..parts import Amount, Code, Count
from ..said import number
from ..sizing import (
    FREE_BYTES_IN_GB,
    LLAMA3_8B_UNSHARED,
    Q8_BITS,
    Q8_GROUP,
    Q8_SCALE_BYTES,
    QUANTISED_WEIGHT_BITS,
    quantised_number_bytes,
    quantised_scale_bytes,
    tokens_that_fit,
)

__all__ = ["ASKED"]

CHAPTER: Final = "How big is it?"


class Pair(NamedTuple):
    big: ModelConfig
    big_heads: int  # query heads
    small: ModelConfig
    small_heads: int


def _factors(g: Pair) -> tuple[float, float]:
    factors = size_factors(*g)
    return factors.sharing, factors.heads


def _ratio(g: Pair) -> float:
    return kv_bytes_per_token(g.big) / kv_bytes_per_token(g.small)


def _some_pair(rng: Random) -> Pair:
    """The big one shares nothing; the small one shares its KV heads."""
    heads, small_heads = rng.choice([40, 48, 64, 80]), rng.choice([16, 32])
    kv_heads = small_heads // rng.choice([2, 4, 8])
    layers = rng.choice([16, 24, 32])
    big = ModelConfig("The bigger model", rng.choice([32, 40, 48, 64]), heads, 128, 2, 2048)
    return Pair(big, heads, ModelConfig("the smaller one", layers, kv_heads, 128, 2, 2048), small_heads)


FACTORS: Final = Exercise(
    key="whose-factors",
    chapter=CHAPTER,
    title="Whose factors?",
    text=Pair(OPT_13B, OPT_13B_QUERY_HEADS, LLAMA3_8B, LLAMA3_8B_QUERY_HEADS),
    draw=_some_pair,
    asks=lambda g: (
        f"{g.big.name} has {g.big.n_layers} layers and {g.big_heads} heads that share nothing; {g.small.name} has "
        f"{g.small.n_layers} layers and {g.small_heads} query heads, which share {g.small.n_kv_heads} KV heads. Each "
        f"head is as wide. So a token takes {number(_ratio(g))} times as much in the first. Which factor of that is "
        "sharing, and which is having more heads?"
    ),
    parts=(Amount("sharing", "times"), Amount("more heads", "times")),
    answer=_factors,
    because=lambda g: (
        f"{g.small_heads} query heads over {g.small.n_kv_heads} KV heads is {number(_factors(g)[0])}: that is sharing. "
        f"{g.big_heads} heads against {g.small_heads} is {number(_factors(g)[1])}. The rest of the "
        f"{number(_ratio(g))} is layers."
    ),
    slips=(
        Slip(
            lambda g: (g.big.n_kv_heads / g.small.n_kv_heads, ANY),
            lambda g: (
                f"{g.big.n_kv_heads} KV heads against {g.small.n_kv_heads} mixes two causes: the first model has more "
                "heads, and the second one's share their keys and values. Compare query heads with KV heads of one "
                "model."
            ),
        ),
        Slip(
            lambda g: (_ratio(g), ANY),
            lambda g: (
                f"{number(_ratio(g))} is all of it: that has more layers and more heads in it as well. Sharing is "
                "what the second model would lose if every query head had keys and values of its own."
            ),
        ),
        Slip(
            lambda g: (g.big.n_layers / g.small.n_layers * g.big_heads / g.small_heads, ANY),
            lambda g: "That is layers times heads: all but sharing.",
        ),
    ),
    hints=(
        "How many query heads of the second model share one KV head?",
        "Three factors give the whole: sharing, more heads, more layers. Each compares one thing and leaves the others.",
    ),
)


class Free(NamedTuple):
    gigabytes: int


UNITS: Final = Exercise(
    key="gb-or-gib",
    chapter=CHAPTER,
    title="GB or GiB?",
    text=Free(FREE_BYTES_IN_GB // GB),
    draw=lambda rng: Free(rng.randint(2, 60)),
    asks=lambda g: (
        f'A server has "{g.gigabytes} GB free", another "{g.gigabytes} GiB". How many tokens of Llama 3 8B fit into '
        "each?"
    ),
    parts=(Count("in GB", "tokens"), Count("in GiB", "tokens")),
    answer=lambda g: _fit(g, LLAMA3_8B),
    because=lambda g: (
        f"A GB is {number(GB)} bytes and a GiB {number(GIB)}; a token takes {number(kv_bytes_per_token(LLAMA3_8B))}, and "
        f"only whole tokens fit: {number(_fit(g, LLAMA3_8B)[0])} and {number(_fit(g, LLAMA3_8B)[1])}."
    ),
    slips=(
        Slip(
            lambda g: (_fit(g, LLAMA3_8B)[1],) * 2,
            lambda g: f"You took GB for GiB: a GB is {number(GB)} bytes, not {number(GIB)}.",
        ),
        Slip(
            lambda g: (_fit(g, LLAMA3_8B)[0],) * 2,
            lambda g: f"You took GiB for GB: a GiB is {number(GIB)} bytes, not {number(GB)}.",
        ),
        Slip(
            lambda g: _fit(g, LLAMA3_8B_UNSHARED),
            lambda g: (
                f"You counted the {LLAMA3_8B_QUERY_HEADS} query heads; only {LLAMA3_8B.n_kv_heads} KV heads have keys "
                "and values."
            ),
        ),
        Slip(
            lambda g: (_fit(g, LLAMA3_8B)[0] + 1, ANY),
            lambda g: "You rounded up: the last token has only part of its bytes, so it does not fit.",
        ),
    ),
    hints=(
        "How many bytes does a token of this model take? And how many is a GB, how many a GiB?",
        "A GB is a power of ten, a GiB a power of two. Divide each by the bytes of a token, and keep the whole tokens.",
    ),
)


def _fit(g: Free, cfg: ModelConfig) -> tuple[int, int]:
    return tokens_that_fit(cfg, g.gigabytes * GB), tokens_that_fit(cfg, g.gigabytes * GIB)


class Quantised(NamedTuple):
    cfg: ModelConfig
    weight_bits: int
    cache_bits: int
    group: int  # numbers
    scale_bytes: int


def _kib(n_bytes: int) -> float:
    return n_bytes / KIB


def _with_scales(g: Quantised) -> float:
    scales = quantised_scale_bytes(g.cfg, g.group, g.scale_bytes)
    return _kib(quantised_number_bytes(g.cfg, g.cache_bits) + scales)


SMALLER: Final = Exercise(
    key="smaller-numbers",
    chapter=CHAPTER,
    title="Smaller numbers",
    text=Quantised(LLAMA3_8B, QUANTISED_WEIGHT_BITS, Q8_BITS, Q8_GROUP, Q8_SCALE_BYTES),
    draw=lambda rng: Quantised(
        rng.choice([LLAMA3_8B, OPT_13B]),
        rng.choice([2, 3, 4, 5, 6]),
        rng.choice([4, 8]),
        rng.choice([16, 32, 64, 128]),
        rng.choice([1, 2, 4]),
    ),
    asks=lambda g: (
        f"The weights of {g.cfg.name} are quantised to {g.weight_bits} bits each. How many KiB does a token take in the "
        f"cache now? Then the cache itself is quantised: {g.cache_bits} bits a number, and for every {g.group} numbers "
        f"a scale of {g.scale_bytes} bytes. And now?"
    ),
    parts=(Amount("once the weights are quantised", "KiB"), Amount("once the cache is", "KiB")),
    answer=lambda g: (_kib(kv_bytes_per_token(g.cfg)), _with_scales(g)),
    because=lambda g: (
        f"How the weights are stored says nothing about the cache: still {number(_kib(kv_bytes_per_token(g.cfg)))} KiB. "
        f"Then {number(_kib(quantised_number_bytes(g.cfg, g.cache_bits)))} KiB of numbers, and scales on top: "
        f"{number(_with_scales(g))} KiB."
    ),
    slips=(
        Slip(
            lambda g: (_kib(quantised_number_bytes(g.cfg, g.weight_bits)), ANY),
            lambda g: (
                f"You counted the cache as if it were weights: those have {g.weight_bits} bits now, but keys and "
                f"values are still numbers of {g.cfg.bytes_per_elem} bytes."
            ),
        ),
        Slip(
            lambda g: (ANY, _kib(quantised_number_bytes(g.cfg, g.cache_bits))),
            lambda g: (
                "You forgot the scales: they take "
                f"{number(_kib(quantised_scale_bytes(g.cfg, g.group, g.scale_bytes)))} KiB a token."
            ),
        ),
        Slip(
            lambda g: (ANY, _kib(quantised_number_bytes(g.cfg, g.weight_bits))),
            lambda g: (
                f"{g.weight_bits} bits are the weights'. The cache's numbers have {g.cache_bits}, and scales on top."
            ),
        ),
    ),
    hints=(
        "What is a number of the cache stored as, and who decided that: the weights, or the cache?",
        "Count the numbers of a token first. Then their bits, and a scale for each group of them.",
    ),
)

Case = tuple[int, int, int, int, int]


def _bytes(layers: int, query_heads: int, kv_heads: int, head_dim: int, number_bytes: int) -> int:
    return kv_bytes_per_token(ModelConfig("", layers, kv_heads, head_dim, number_bytes, 1))


def _wrong(function: Callable[[int, int, int, int, int], float]) -> tuple[Callable[..., float]]:
    return (function,)


def _some_models(rng: Random) -> tuple[Case, ...]:
    cases = []
    for _ in range(6):
        kv_heads = rng.choice([1, 2, 4, 8])
        heads = kv_heads * rng.choice([2, 4, 8])
        cases.append(
            (rng.randint(2, 80), heads, kv_heads, rng.choice([64, 96, 128, 160]), rng.choice([1, 2, 4]))
        )
    return tuple(cases)


PUBLISHED: Final[tuple[Case, ...]] = tuple(
    (cfg.n_layers, heads, cfg.n_kv_heads, cfg.head_dim, number_bytes)
    for cfg, heads, number_bytes in (
        (LLAMA3_8B, LLAMA3_8B_QUERY_HEADS, LLAMA3_8B.bytes_per_elem),
        (OPT_13B, OPT_13B_QUERY_HEADS, OPT_13B.bytes_per_elem),
        (LLAMA3_8B, LLAMA3_8B_QUERY_HEADS, Q8_BITS // 8),
    )
)

PRODUCT: Final = Exercise(
    key="bytes-a-token",
    chapter=CHAPTER,
    title="Write the product",
    text=PUBLISHED,
    draw=_some_models,
    asks=lambda g: (
        "Write a function that gives the bytes of a token, from a model's layers, its query heads, its KV heads, the "
        f"width of a head and the bytes of a number. It is tried on {len(g)} models."
    ),
    parts=(
        Code(
            "your function", "bytes_a_token", ("layers", "query_heads", "kv_heads", "width", "number_bytes")
        ),
    ),
    answer=lambda g: (_bytes,),
    because=lambda g: (
        "A key and a value for each KV head of each layer, as many numbers as the head is wide. Query heads store "
        "nothing."
    ),
    slips=(
        Slip(
            lambda g: _wrong(lambda layers, heads, kv, width, size: 2 * layers * heads * width * size),
            lambda g: (
                "You counted query heads. They share KV heads, and only those have keys and values: for "
                f"{g[0][1]} query heads and {g[0][2]} KV heads this is {number(g[0][1] / g[0][2])} times too much."
            ),
        ),
        Slip(
            lambda g: _wrong(lambda layers, heads, kv, width, size: layers * kv * width * size),
            lambda g: "That is half of it: a token has a key and a value.",
        ),
        Slip(
            lambda g: _wrong(lambda layers, heads, kv, width, size: 2 * kv * width * size),
            lambda g: "That is one layer. Every layer has keys and values of its own.",
        ),
        Slip(
            lambda g: _wrong(lambda layers, heads, kv, width, size: 2 * layers * kv * width),
            lambda g: "Those are the numbers of a token, not yet their bytes.",
        ),
    ),
    hints=(
        "One of the five arguments is not needed. Which heads have something in the cache?",
        "Begin with one head of one layer: a key and a value, each a list as long as the head is wide.",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (FACTORS, UNITS, SMALLER, PRODUCT)
