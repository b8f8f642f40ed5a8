"""kv_sizes: the contract's figures, published models, and the two ways of decoding."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pool_checks import known_sizes_hold

from kvlesson import (
    GIB,
    KIB,
    LLAMA3_8B,
    LLAMA3_8B_QUERY_HEADS,
    MIB,
    OPT_13B,
    OPT_13B_QUERY_HEADS,
    ModelConfig,
    decode_both_ways,
    kv_bytes,
    kv_bytes_per_token,
    pairs_with_cache,
    pairs_without_cache,
    size_factors,
)

MODELS_CSV = Path(__file__).parents[2] / "shared" / "evidence" / "models.csv"


def test_the_two_models() -> None:
    assert ModelConfig("Llama 3 8B", 32, 8, 128, 2, 8192) == LLAMA3_8B
    assert ModelConfig("OPT-13B", 40, 40, 128, 2, 2048) == OPT_13B


def test_bytes() -> None:
    assert kv_bytes_per_token(LLAMA3_8B) == 131_072 == 128 * KIB
    assert kv_bytes(LLAMA3_8B, 8192) == 1_073_741_824 == 1.0 * GIB
    assert kv_bytes(LLAMA3_8B, 1000) == 125.0 * MIB
    assert kv_bytes(LLAMA3_8B, 131_072) == 16.0 * GIB
    assert kv_bytes_per_token(OPT_13B) == 819_200 == 800 * KIB
    assert kv_bytes(OPT_13B, 2048) == 1_677_721_600 == 1.5625 * GIB
    assert kv_bytes(OPT_13B, 0) == 0
    assert kv_bytes(OPT_13B, np.int32(2048)) == 1_677_721_600  # no overflow


def test_published_models() -> None:
    known_sizes_hold(kv_bytes_per_token)


@pytest.mark.skipif(not MODELS_CSV.exists(), reason=f"{MODELS_CSV} is absent")
def test_a_table_of_models_with_one_kind_of_attention(record_property: Any) -> None:
    with MODELS_CSV.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["attention"] in ("MHA", "GQA", "MQA")]
    ran = 0
    for row in rows:
        if row["confidence"] == "high" and row["kv_bytes_per_token_16bit"]:
            sizes = [int(row[name]) for name in ("num_hidden_layers", "num_key_value_heads", "head_dim")]
            cfg = ModelConfig(row["model"], *sizes, bytes_per_elem=2, max_tokens=1)
            assert kv_bytes_per_token(cfg) == int(row["kv_bytes_per_token_16bit"]), row["model"]
            ran += 1
    record_property("models", ran)
    assert ran > 30


def test_the_factors_between_two_models() -> None:
    factors = size_factors(OPT_13B, OPT_13B_QUERY_HEADS, LLAMA3_8B, LLAMA3_8B_QUERY_HEADS)
    assert factors == (4.0, 1.25, 1.25, 1.0)
    assert np.prod(factors) == 6.25 == kv_bytes_per_token(OPT_13B) / kv_bytes_per_token(LLAMA3_8B)
    wide = ModelConfig("wide", 32, 8, 256, 4, 1)
    assert size_factors(wide, 16, LLAMA3_8B, 32) == (2.0, 1.0, 0.5, 4.0)


@pytest.mark.parametrize(
    ("n", "without", "ratio"), [(10, 55, 5.5), (100, 5050, 50.5), (1000, 500_500, 500.5)]
)
def test_pairs(n: int, without: int, ratio: float) -> None:
    assert (pairs_without_cache(n), pairs_with_cache(n)) == (without, n)
    assert pairs_without_cache(n) / pairs_with_cache(n) == ratio


@pytest.mark.parametrize("n", [0, 1, 2, 10, 100])
def test_decoding_both_ways_gives_the_same_and_counts_the_work(n: int) -> None:
    without, with_cache, pairs_without, pairs_with = decode_both_ways(n)
    assert without.shape == with_cache.shape == (n, 8)
    assert np.allclose(without, with_cache, rtol=1e-12, atol=1e-12)
    assert (pairs_without, pairs_with) == (pairs_without_cache(n), pairs_with_cache(n))


def test_decoding_depends_on_seed_and_width_only() -> None:
    first = decode_both_ways(5, d=3, seed=1)
    assert first[0].shape == (5, 3)
    assert decode_both_ways(2, d=1)[0].shape == (2, 1)
    rng = np.random.default_rng(1)  # the first position sees itself alone: its output is its value
    inputs, (_, _, to_value) = rng.standard_normal((5, 3)), rng.standard_normal((3, 3, 3)) / np.sqrt(3)
    np.testing.assert_allclose(first[0][0], inputs[0] @ to_value, rtol=1e-12)
    assert np.array_equal(decode_both_ways(5)[0], decode_both_ways(5, d=8, seed=0)[0])
    assert np.array_equal(first[0], decode_both_ways(5, d=3, seed=1)[0])
    assert not np.allclose(first[0], decode_both_ways(5, d=3, seed=2)[0])
    assert np.ptp(first[1], axis=0).min() > 0  # no two positions alike: the past matters


GOOD = {"name": "x", "n_layers": 1, "n_kv_heads": 1, "head_dim": 1, "bytes_per_elem": 1, "max_tokens": 1}


@pytest.mark.parametrize("field", [name for name in GOOD if name != "name"])
@pytest.mark.parametrize(
    ("value", "error"), [(0, ValueError), (-2, ValueError), (1.5, TypeError), (None, TypeError)]
)
def test_a_model_of_a_bad_shape_is_refused(field: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=f"{field} .*{value}"):
        ModelConfig(**{**GOOD, field: value})


def test_a_model_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        LLAMA3_8B.n_layers = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kv_bytes(LLAMA3_8B, -1), "tokens .*-1"),
        (lambda: kv_bytes(LLAMA3_8B, 0.5), "tokens .*0.5"),
        (lambda: pairs_without_cache(-1), "n_steps .*-1"),
        (lambda: pairs_with_cache(2.0), "n_steps .*2.0"),
        (lambda: decode_both_ways(-1), "n_steps .*-1"),
        (lambda: decode_both_ways(1, d=0), "^d must be at least 1, got 0"),
        (lambda: decode_both_ways(1, seed=-1), "seed .*-1"),
        (lambda: size_factors(OPT_13B, 39, LLAMA3_8B, 32), "big_query_heads .*39"),
        (lambda: size_factors(OPT_13B, 40, LLAMA3_8B, 7), "small_query_heads .*7"),
    ],
)
def test_bad_input_is_named(call: Any, words: str) -> None:
    with pytest.raises((ValueError, TypeError), match=words):
        call()
