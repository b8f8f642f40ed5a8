"""Attention against PyTorch's own, where it is installed; the lesson needs it for nothing else, so it is no dependency."""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_attention import VERSIONS, drawn, scattered

from kvlesson import attention_contiguous, paged_attention

torch = pytest.importorskip("torch")
TOLERANCE = {np.float32: 1e-4, np.float64: 1e-10}

sizes = st.fixed_dictionaries(
    {
        "tokens": st.integers(1, 40),
        "head_dim": st.integers(1, 32),
        "block_size": st.integers(1, 9),
        "scale": st.sampled_from([0.1, 1.0, 4.0]),
        "seed": st.integers(0, 99),
    }
)
many_sizes = settings(max_examples=40, derandomize=True, database=None)


def contiguous(q: Any, mgr: Any, rid: str) -> Any:
    return attention_contiguous(q, *mgr.gather(rid))


def agrees_with_torch(attend: Callable[..., Any], dtype: Any, size: dict[str, Any]) -> None:
    q, keys, values = (
        array.astype(dtype)
        for array in drawn(size["tokens"], size["head_dim"], scale=size["scale"], seed=size["seed"])
    )
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(array)[None, None] for array in (q[np.newaxis], keys, values))
    )
    assert theirs.dtype == torch.from_numpy(q).dtype
    ours = attend(q, scattered(keys, values, size["block_size"], dtype), "A")
    assert np.allclose(ours, theirs[0, 0, 0].numpy(), rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("attend", [contiguous, *VERSIONS.values()], ids=["contiguous", *VERSIONS])
@many_sizes
@given(size=sizes)
def test_every_version_gives_what_torch_gives(
    attend: Callable[..., Any], dtype: Any, size: dict[str, Any]
) -> None:
    agrees_with_torch(attend, dtype, size)


WRONG = {
    "no scaling": lambda q, mgr, rid: paged_attention(q * sqrt(len(q)), mgr, rid),
    "scaled by head_dim": lambda q, mgr, rid: paged_attention(q / sqrt(len(q)), mgr, rid),
    "one token short": lambda q, mgr, rid: attention_contiguous(q, *(a[:-1] for a in mgr.gather(rid))),
}


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("attend", WRONG.values(), ids=WRONG)
def test_the_comparison_tells_wrong_attention(attend: Callable[..., Any], dtype: Any) -> None:
    with pytest.raises(AssertionError):
        agrees_with_torch(
            attend, dtype, {"tokens": 9, "head_dim": 8, "block_size": 4, "scale": 1.0, "seed": 0}
        )
