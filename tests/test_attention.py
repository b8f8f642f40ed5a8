"""Attention: every paged version equals the contiguous oracle, and the oracle equals the formula written out."""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pool_checks import attention_ignores_slack

from kvlesson import (
    BLOCKS_PER_GROUP,
    BlockManager,
    UnknownRequest,
    attention_contiguous,
    paged_attention,
    paged_attention_1,
    paged_attention_2,
    paged_attention_3,
)


def in_groups_of(blocks: int) -> Callable[..., Any]:
    return lambda q, mgr, rid: paged_attention_3(q, mgr, rid, blocks_per_group=blocks)


VERSIONS = {
    "paged_attention": paged_attention,
    "one block at a time": paged_attention_1,
    "gather": paged_attention_2,
    "groups of one": in_groups_of(1),
    "groups of three": in_groups_of(3),
    "groups of 64": paged_attention_3,
}
every_version = pytest.mark.parametrize("attend", VERSIONS.values(), ids=VERSIONS.keys())


def scattered(keys: np.ndarray, values: np.ndarray, block_size: int, dtype: Any = float) -> BlockManager:
    """A manager that holds them as request A, in blocks out of order, with other requests' blocks between."""
    tokens, head_dim = keys.shape
    mgr = BlockManager(2 * -(-tokens // block_size) + 3, block_size, head_dim, dtype)
    mgr.k_pool[:] = mgr.v_pool[:] = np.nan
    noise = np.full((3 * block_size, head_dim), 1e3)
    mgr.add_request("gone")
    mgr.extend("gone", noise, noise)
    mgr.add_request("A")
    mgr.add_request("B")
    half = tokens // 2
    mgr.extend("A", keys[:half], values[:half])
    mgr.free("gone")
    mgr.extend("B", noise[:block_size], noise[:block_size])
    mgr.extend("A", keys[half:], values[half:])
    return mgr


def drawn(
    tokens: int, head_dim: int, scale: float = 1.0, seed: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return (
        rng.standard_normal(head_dim) * scale,
        rng.standard_normal((tokens, head_dim)) * scale,
        rng.standard_normal((tokens, head_dim)),
    )


def written_out(q: Any, keys: Any, values: Any) -> list[float]:
    """The formula with loops and Python floats."""
    scores = [sum(a * b for a, b in zip(q, key, strict=True)) / sqrt(len(q)) for key in keys]
    weights = [exp(score - max(scores)) for score in scores]
    columns = zip(*values, strict=True)
    return [sum(w * x for w, x in zip(weights, column, strict=True)) / sum(weights) for column in columns]


@pytest.mark.parametrize("tokens", [1, 2, 7])
@pytest.mark.parametrize("head_dim", [1, 3, 16])
def test_contiguous_is_the_formula(tokens: int, head_dim: int) -> None:
    q, keys, values = drawn(tokens, head_dim)
    expected = written_out(q.tolist(), keys.tolist(), values.tolist())
    assert np.allclose(attention_contiguous(q, keys, values), expected, rtol=1e-12, atol=1e-14)


@every_version
@pytest.mark.parametrize("block_size", [1, 2, 3, 4, 16, 64])
@pytest.mark.parametrize("tokens", [1, 15, 16, 17, 50])
def test_paged_equals_contiguous(attend: Callable[..., Any], block_size: int, tokens: int) -> None:
    q, keys, values = drawn(tokens, 8)
    out = attend(q, scattered(keys, values, block_size), "A")
    assert out.shape == (8,)
    assert np.allclose(out, attention_contiguous(q, keys, values), rtol=1e-12, atol=1e-14)


@every_version
@settings(max_examples=25, derandomize=True, database=None)
@given(
    tokens=st.integers(1, 30),
    head_dim=st.integers(1, 5),
    block_size=st.integers(1, 9),
    scale=st.sampled_from([1e-3, 1.0, 30.0]),
    seed=st.integers(0, 99),
)
def test_paged_equals_contiguous_for_any_sizes(
    attend: Callable[..., Any], tokens: int, head_dim: int, block_size: int, scale: float, seed: int
) -> None:
    """Scores up to the thousands: without a running maximum exp would overflow."""
    q, keys, values = drawn(tokens, head_dim, scale, seed)
    out = attend(q, scattered(keys, values, block_size), "A")
    assert np.allclose(out, attention_contiguous(q, keys, values), rtol=1e-9, atol=1e-12)


@every_version
def test_slack_changes_nothing(attend: Callable[..., Any]) -> None:
    attention_ignores_slack(attend)


@every_version
@pytest.mark.parametrize(
    ("dtype", "tolerance"), [(np.float16, 2e-3), (np.float32, 1e-5), (np.float64, 1e-12)]
)
def test_every_dtype(attend: Callable[..., Any], dtype: Any, tolerance: float) -> None:
    """Also with sums that 16 bits could not hold: 4,096 values of 32 add up to twice the largest float16."""
    q, keys, values = np.zeros(2), np.zeros((4096, 2)), np.full((4096, 2), 32.0)
    assert np.array_equal(attend(q.astype(dtype), scattered(keys, values, 16, dtype), "A"), [32.0, 32.0])
    q, keys, values = drawn(40, 16)
    out = attend(q.astype(dtype), scattered(keys, values, 16, dtype), "A")
    assert np.allclose(out, attention_contiguous(q, keys, values), rtol=tolerance, atol=tolerance)


def test_the_third_version_takes_groups_of_64_blocks() -> None:
    """As the timings that the lesson quotes were taken."""
    assert BLOCKS_PER_GROUP == 64
    assert paged_attention_3.__defaults__ == (BLOCKS_PER_GROUP,)


def test_integers_are_numbers() -> None:
    assert attention_contiguous([1], [[0], [0]], [[1], [4]]).tolist() == [2.5]


@every_version
def test_sharing_does_not_show(attend: Callable[..., Any]) -> None:
    """A fork's outputs are those of a request that never shared, before and after both have written."""
    q, keys, values = drawn(7, 4)
    mgr = scattered(keys[:6], values[:6], 4)
    mgr.fork("A", "child")
    assert np.array_equal(attend(q, mgr, "A"), attend(q, mgr, "child"))
    mgr.append("A", keys[6], values[6])
    mgr.append("child", -keys[6], -values[6])
    other = np.vstack([keys[:6], -keys[6:]]), np.vstack([values[:6], -values[6:]])
    assert np.allclose(attend(q, mgr, "A"), attention_contiguous(q, keys, values), rtol=1e-12)
    assert np.allclose(attend(q, mgr, "child"), attention_contiguous(q, *other), rtol=1e-12)


@every_version
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_nan_in_a_stored_key_is_data(attend: Callable[..., Any]) -> None:
    mgr = BlockManager(4, 2)
    mgr.add_request("A")
    mgr.extend("A", [[1], [1], [np.nan]], [[1], [1], [1]])
    assert np.isnan(attend([1.0], mgr, "A")).all()


def test_zero_keys_still_weigh_something() -> None:
    """Exercise 5.2: reading the whole of three blocks of four for nine tokens gives 0.75 where the answer is 1."""
    mgr = BlockManager(8, 4)
    mgr.add_request("A")
    mgr.extend("A", np.zeros((9, 1)), np.ones((9, 1)))
    assert paged_attention([1.0], mgr, "A").tolist() == [1.0]
    uncut = mgr.k_pool[mgr.tables["A"]].reshape(-1, 1), mgr.v_pool[mgr.tables["A"]].reshape(-1, 1)
    assert attention_contiguous([1.0], *uncut).tolist() == [0.75]


def test_the_running_softmax_rescales() -> None:
    """Exercise 5.3: scores [0, ln 2], then [ln 4], weigh 1, 2 and 4 of 7."""
    mgr = BlockManager(2, 2)
    mgr.add_request("A")
    mgr.extend("A", [[0.0], [log(2)], [log(4)]], [[7.0], [70.0], [700.0]])
    assert np.allclose(paged_attention_3([1.0], mgr, "A", blocks_per_group=1), [1 + 20 + 400], rtol=1e-12)


BAD_CALLS: list[tuple[Callable[[BlockManager, Callable[..., Any]], object], type[Exception], str]] = [
    (lambda m, attend: attend([1.0, 1.0], m, "Z"), UnknownRequest, "rid 'Z'"),
    (lambda m, attend: attend([1.0, 1.0], m, []), TypeError, r"rid .*\[\]"),
    (lambda m, attend: attend([1.0, 1.0], m, "empty"), ValueError, "rid 'empty' stores no token"),
    (lambda m, attend: attend([1.0], m, "A"), ValueError, r"q .*\[2\].*\(1,\)"),
    (lambda m, attend: attend(1.0, m, "A"), ValueError, r"q .*\[2\].*\(\)"),
    (lambda m, attend: attend([[1.0, 1.0]], m, "A"), ValueError, r"q .*\[2\].*\(1, 2\)"),
    (lambda m, attend: attend(["a", "b"], m, "A"), TypeError, "q .*'a'"),
]


@every_version
@pytest.mark.parametrize(("call", "error", "words"), BAD_CALLS)
def test_bad_input_is_named(
    attend: Callable[..., Any],
    call: Callable[[BlockManager, Callable[..., Any]], object],
    error: type[Exception],
    words: str,
) -> None:
    mgr = BlockManager(2, 2, head_dim=2)
    mgr.add_request("A")
    mgr.append("A", [1, 2], [3, 4])
    mgr.add_request("empty")
    with pytest.raises(error, match=words):
        call(mgr, attend)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1.0], [1.0], [1.0]), r"keys .*\[tokens, head_dim\].*\(1,\)"),
        (([1.0], [[1.0]], [[1.0], [2.0]]), r"values .*\[1, 1\].*\(2, 1\)"),
        (([1.0], [[1.0]], [[1.0, 2.0]]), r"values .*\[1, 1\].*\(1, 2\)"),
        (([1.0, 2.0], [[1.0]], [[1.0]]), r"q .*\[1\].*\(2,\)"),
        (([1.0], np.ones((0, 1)), np.ones((0, 1))), r"keys .*\(0, 1\)"),
        (([], np.ones((1, 0)), np.ones((1, 0))), r"keys .*\(1, 0\)"),
    ],
)
def test_bad_arrays_are_named(arguments: tuple[Any, Any, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        attention_contiguous(*arguments)


@pytest.mark.parametrize(("blocks", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError)])
def test_a_group_of_a_bad_size_is_refused(blocks: Any, error: type[Exception]) -> None:
    mgr = BlockManager(1, 1)
    mgr.add_request("A")
    mgr.append("A", [1], [1])
    with pytest.raises(error, match=f"blocks_per_group .*{blocks}"):
        paged_attention_3([1.0], mgr, "A", blocks_per_group=blocks)
