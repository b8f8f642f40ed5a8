"""Checks that the tests of our own classes and the tests of the mutants both call.  Each raises AssertionError."""

from collections.abc import Callable
from typing import Any

import numpy as np
from pool_oracle import outcome, state_of

from kvlesson import BlockAllocator, BlockManager, ModelConfig, attention_contiguous

# Published shapes (layers, KV heads, head_dim) and the bytes that one token takes at 16 bits.
KNOWN_MODELS = {
    "Llama 3 8B": (32, 8, 128, 131_072),
    "OPT-13B": (40, 40, 128, 819_200),
    "Llama 2 7B": (32, 32, 128, 524_288),
    "Llama 2 70B": (80, 8, 128, 327_680),
    "Llama 3.1 405B": (126, 8, 128, 516_096),
    "Qwen3-0.6B": (28, 8, 128, 114_688),  # head_dim is not hidden size / heads here: that would be 64
    "Qwen3-235B-A22B": (94, 4, 128, 192_512),
    "Gemma-2B": (18, 1, 256, 18_432),
    "Phi-2": (32, 32, 80, 327_680),
}


def double_release_is_refused(allocator: type[BlockAllocator]) -> None:
    """At once, and without a trace."""
    blocks = allocator(3)
    block = blocks.take()
    blocks.release(block)
    before = list(blocks.free_list), list(blocks.ref_count)
    assert outcome(lambda: blocks.release(block)) is ValueError
    assert (list(blocks.free_list), list(blocks.ref_count)) == before


def pools_of_no_blocks_are_refused(allocator: type[BlockAllocator]) -> None:
    """At once, saying what was asked for."""
    for num_blocks in (0, -1):
        said = "a pool was made"
        try:
            allocator(num_blocks)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        assert said.startswith("ValueError: num_blocks "), said
        assert said.endswith(str(num_blocks)), said


def wrong_shapes_change_nothing(make: Callable[..., BlockManager]) -> None:
    """Also shapes that NumPy would broadcast."""
    mgr = make(3, 2, head_dim=3)
    mgr.add_request("A")
    mgr.append("A", np.ones(3), np.ones(3))
    before = state_of(mgr)
    for shape in ((), (1,), (2,), (4,), (1, 3), (3, 1)):
        for k, v in ((np.ones(shape), np.ones(3)), (np.ones(3), np.ones(shape))):
            assert outcome(lambda k=k, v=v: mgr.append("A", k, v)) is ValueError
            assert state_of(mgr) == before


def attention_ignores_slack(
    attend: Callable[..., Any], make: Callable[..., BlockManager] = BlockManager
) -> None:
    """NaN in every slot that holds no token of A changes nothing."""
    rng = np.random.default_rng(0)
    for tokens in (1, 3, 4, 5, 8, 9):
        mgr = make(4, 4, head_dim=2)
        mgr.k_pool[:] = mgr.v_pool[:] = np.nan
        keys, values, q = (
            rng.standard_normal((tokens, 2)),
            rng.standard_normal((tokens, 2)),
            rng.standard_normal(2),
        )
        mgr.add_request("A")
        mgr.extend("A", keys, values)
        assert np.allclose(attend(q, mgr, "A"), attention_contiguous(q, keys, values), rtol=1e-12)


def known_sizes_hold(bytes_per_token: Callable[[ModelConfig], int]) -> None:
    """Also as the size of an array with room for one token's keys and values."""
    for name, (layers, kv_heads, head_dim, expected) in KNOWN_MODELS.items():
        assert bytes_per_token(ModelConfig(name, layers, kv_heads, head_dim, 2, 2048)) == expected, name
        assert np.empty((2, layers, kv_heads, head_dim), np.float16).nbytes == expected, name
