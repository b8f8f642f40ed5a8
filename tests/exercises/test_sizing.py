"""How big is it?"""

from typing import Any

import pytest

import kvlesson as kv
from kvlesson import LLAMA3_8B, OPT_13B, quantised_number_bytes, quantised_scale_bytes, tokens_that_fit


def test_whose_factors() -> None:
    factors = kv.size_factors(OPT_13B, kv.OPT_13B_QUERY_HEADS, LLAMA3_8B, kv.LLAMA3_8B_QUERY_HEADS)
    assert factors == (4, 1.25, 1.25, 1)
    unshared = kv.kv_bytes_per_token(kv.LLAMA3_8B_UNSHARED)
    assert unshared == 512 * kv.KIB
    assert kv.kv_bytes_per_token(OPT_13B) / unshared == 1.5625
    assert (kv.LLAMA3_8B_UNSHARED.name, kv.LLAMA3_8B_UNSHARED.n_layers) == (
        "Llama 3 8B without shared heads",
        32,
    )


def test_gb_and_gib() -> None:
    assert (kv.FREE_BYTES_IN_GB, kv.FREE_BYTES_IN_GIB) == (8_000_000_000, 8_589_934_592)
    in_gb, in_gib = (tokens_that_fit(LLAMA3_8B, n) for n in (kv.FREE_BYTES_IN_GB, kv.FREE_BYTES_IN_GIB))
    assert (in_gb, in_gib, in_gib - in_gb) == (61_035, 65_536, 4_501)
    assert round(100 * (in_gib / in_gb - 1), 1) == 7.4
    assert kv.kv_bytes(LLAMA3_8B, in_gb) <= kv.FREE_BYTES_IN_GB < kv.kv_bytes(LLAMA3_8B, in_gb + 1)


def test_smaller_numbers() -> None:
    assert (kv.QUANTISED_WEIGHT_BITS, kv.Q8_BITS, kv.Q8_GROUP, kv.Q8_SCALE_BYTES) == (4, 8, 32, 2)
    numbers, scales = quantised_number_bytes(LLAMA3_8B, kv.Q8_BITS), quantised_scale_bytes(LLAMA3_8B)
    assert (numbers, numbers + scales) == (64 * kv.KIB, 68 * kv.KIB)
    assert (numbers + scales) / kv.kv_bytes_per_token(LLAMA3_8B) == 34 / 64 == 0.53125
    assert quantised_number_bytes(LLAMA3_8B, kv.QUANTISED_WEIGHT_BITS) == 32 * kv.KIB
    assert {type(numbers), type(scales)} == {int}


def test_sixteen_bits_are_what_there_was() -> None:
    for cfg in (LLAMA3_8B, OPT_13B):
        assert quantised_number_bytes(cfg, 8 * cfg.bytes_per_elem) == kv.kv_bytes_per_token(cfg)
    tiny = kv.ModelConfig("tiny", 1, 1, 3, 2, 8)  # six numbers a token
    assert [quantised_number_bytes(tiny, bits) for bits in (1, 4, 5)] == [1, 3, 4]
    assert quantised_scale_bytes(tiny, group=1, bytes_each=4) == 24
    assert quantised_scale_bytes(LLAMA3_8B, bytes_each=0) == 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: tokens_that_fit(LLAMA3_8B, -1), ValueError, "free_bytes .*-1"),
        (lambda: tokens_that_fit(LLAMA3_8B, 8e9), TypeError, "free_bytes .*8000000000.0"),
        (lambda: quantised_number_bytes(LLAMA3_8B, 0), ValueError, "bits .*0"),
        (lambda: quantised_scale_bytes(LLAMA3_8B, 0), ValueError, "group .*0"),
        (lambda: quantised_scale_bytes(LLAMA3_8B, 48), ValueError, "group must divide head_dim 128, got 48"),
        (lambda: quantised_scale_bytes(LLAMA3_8B, 32, -2), ValueError, "bytes_each .*-2"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
