"""Capacity: 16 GiB for Llama 3 8B, 500 drawn lengths, in slabs and in blocks."""

from typing import Any

import numpy as np
import pytest

from kvlesson import (
    CAPACITY_BLOCK_SIZE,
    CAPACITY_POOL_TOKENS,
    LLAMA3_8B,
    LONGEST,
    REQUESTS_DRAWN,
    SHORTEST,
    drawn_lengths,
    requests_that_fit_contiguous,
    requests_that_fit_paged,
    used_share_contiguous,
)


def test_the_draw_is_the_documented_one() -> None:
    assert (SHORTEST, LONGEST, REQUESTS_DRAWN) == (100, 2000, 500)
    assert drawn_lengths() == np.random.default_rng(0).integers(100, 2001, size=500).tolist()
    assert drawn_lengths(1) == np.random.default_rng(1).integers(100, 2001, size=500).tolist()
    assert sum(drawn_lengths()) / REQUESTS_DRAWN == 1093.896
    assert {type(length) for length in drawn_lengths()} == {int}


def test_slabs() -> None:
    assert CAPACITY_POOL_TOKENS == 131_072
    assert requests_that_fit_contiguous(CAPACITY_POOL_TOKENS, LLAMA3_8B.max_tokens) == 16
    share = used_share_contiguous(drawn_lengths(), CAPACITY_POOL_TOKENS, LLAMA3_8B.max_tokens)
    assert round(share, 3) == 0.129
    assert share == sum(drawn_lengths()[:16]) / CAPACITY_POOL_TOKENS


def test_blocks() -> None:
    assert CAPACITY_BLOCK_SIZE == 16
    fit = requests_that_fit_paged(drawn_lengths(), CAPACITY_POOL_TOKENS, CAPACITY_BLOCK_SIZE)
    assert fit == {"admitted": 122, "used": 129_887, "allocated": 130_800, "waste": 913}
    assert round(fit["waste"] / fit["allocated"], 4) == 0.0070
    assert round(fit["admitted"] / 16, 1) == 7.6
    assert {type(n) for n in fit.values()} == {int}


@pytest.mark.parametrize(
    ("block_size", "admitted"),
    [
        (1, 122),
        (2, 122),
        (4, 122),
        (8, 122),
        (16, 122),
        (32, 121),
        (64, 118),
        (128, 115),
        (256, 110),
        (512, 98),
    ]
    + [(1024, 81), (2048, 64), (4096, 32), (8192, 16)],
)
def test_from_page_to_slab(block_size: int, admitted: int) -> None:
    assert requests_that_fit_paged(drawn_lengths(), CAPACITY_POOL_TOKENS, block_size)["admitted"] == admitted


def test_admission_stops_at_the_first_that_does_not_fit() -> None:
    assert requests_that_fit_paged([9, 1], 8, 4)["admitted"] == 0
    assert requests_that_fit_paged([4, 5, 1], 8, 4) == {"admitted": 1, "used": 4, "allocated": 4, "waste": 0}
    assert requests_that_fit_paged([], 8, 4) == {"admitted": 0, "used": 0, "allocated": 0, "waste": 0}
    assert requests_that_fit_paged([0, 3, 4], 11, 4)["admitted"] == 3  # 11 slots are 2 whole blocks
    assert requests_that_fit_paged(np.array([6, 3, 5]), 16, 4)["admitted"] == 2
    assert [requests_that_fit_contiguous(7, max_len) for max_len in (1, 3, 7, 8)] == [7, 2, 1, 0]


def test_a_request_as_long_as_its_slab_uses_all_of_it() -> None:
    assert used_share_contiguous([4, 2, 4], pool_tokens=8, max_len=4) == 0.75


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: requests_that_fit_contiguous(-1, 8), ValueError, "pool_tokens .*-1"),
        (lambda: requests_that_fit_contiguous(8, 0), ValueError, "max_len .*0"),
        (lambda: requests_that_fit_contiguous(8, 2.0), TypeError, "max_len .*2.0"),
        (lambda: requests_that_fit_paged([1], 8, 0), ValueError, "block_size .*0"),
        (lambda: requests_that_fit_paged([1], -8, 4), ValueError, "pool_tokens .*-8"),
        (lambda: requests_that_fit_paged([1, -2], 8, 4), ValueError, r"lengths\[1\] .*-2"),
        (lambda: requests_that_fit_paged([99, 2.5], 8, 4), TypeError, r"lengths\[1\] .*2.5"),
        (lambda: requests_that_fit_paged(np.array([1.0]), 8, 4), TypeError, r"lengths\[0\] .*1.0"),
        (lambda: used_share_contiguous([], 8, 4), ValueError, "lengths"),
        (lambda: used_share_contiguous([1], 3, 4), ValueError, "max_len 4 .*pool_tokens 3"),
        (lambda: used_share_contiguous([5], 8, 4), ValueError, "5, more than max_len 4"),
        (lambda: drawn_lengths(-1), ValueError, "seed .*-1"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
