"""How many requests fit into one pool at full length: every slab as long as the longest, or blocks as they are needed.

Invariant: a request counts only if all its tokens fit.
Not here: time.  Nobody leaves, grows or is preempted (saturated_queue.py has all three).
Cost: O(1) for slabs, O(lengths) for blocks.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from ._validate import whole
from .bookkeeping import blocks_for
from .kv_sizes import LLAMA3_8B, kv_bytes_per_token
from .published import GIB

__all__ = [
    "CAPACITY_BLOCK_SIZE",
    "CAPACITY_POOL_TOKENS",
    "LONGEST",
    "REQUESTS_DRAWN",
    "SHORTEST",
    "drawn_lengths",
    "requests_that_fit_contiguous",
    "requests_that_fit_paged",
    "used_share_contiguous",
]

CAPACITY_POOL_TOKENS: Final = 16 * GIB // kv_bytes_per_token(LLAMA3_8B)  # slots: 16 GiB for Llama 3 8B
CAPACITY_BLOCK_SIZE: Final = 16  # slots, vLLM's default when the paper was written
REQUESTS_DRAWN: Final = 500
SHORTEST: Final = 100  # tokens
LONGEST: Final = 2000  # tokens


def drawn_lengths(seed: int = 0) -> list[int]:
    """REQUESTS_DRAWN lengths in tokens, uniform from SHORTEST to LONGEST.

    NumPy does not promise the same stream for ever; a test holds a digest of the draw for seed 0.
    """
    rng = np.random.default_rng(whole("seed", seed))
    drawn: list[int] = rng.integers(SHORTEST, LONGEST + 1, size=REQUESTS_DRAWN).tolist()
    return drawn


def requests_that_fit_contiguous(pool_tokens: int, max_len: int) -> int:
    """Requests that fit when each reserves ``max_len`` slots of a pool of ``pool_tokens``."""
    return whole("pool_tokens", pool_tokens) // whole("max_len", max_len, at_least=1)


def used_share_contiguous(lengths: Iterable[int], pool_tokens: int, max_len: int) -> float:
    """Share of the reserved slots that hold a token, once the first of ``lengths`` have filled the pool.

    ValueError when none fits, or when a length is over ``max_len``.
    """
    admitted = requests_that_fit_contiguous(pool_tokens, max_len)
    stored = _checked(lengths)[:admitted]
    if not stored:
        raise ValueError(
            f"no request of max_len {max_len} fits into pool_tokens {pool_tokens}, or lengths is empty"
        )
    if max(stored) > whole("max_len", max_len):
        raise ValueError(f"lengths has {max(stored)}, more than max_len {max_len}")
    return sum(stored) / (len(stored) * whole("max_len", max_len))


def requests_that_fit_paged(lengths: Iterable[int], pool_tokens: int, block_size: int) -> dict[str, int]:
    """Admit ``lengths`` in order, each in ceil(n / block_size) blocks, up to the first that does not fit.

    Gives ``admitted`` (requests), and in slots ``used``, ``allocated`` and their difference ``waste``: the unfilled ends
    of last blocks.  Slots that nobody took are not in it.

    >>> requests_that_fit_paged([6, 3, 5], pool_tokens=16, block_size=4)
    {'admitted': 2, 'used': 9, 'allocated': 12, 'waste': 3}
    """
    block_size = whole("block_size", block_size, at_least=1)
    free = whole("pool_tokens", pool_tokens) // block_size  # blocks
    admitted = used = allocated = 0
    for length in _checked(lengths):
        need = blocks_for(length, block_size)
        if need > free:
            break
        free -= need
        admitted, used, allocated = admitted + 1, used + length, allocated + need * block_size
    return {"admitted": admitted, "used": used, "allocated": allocated, "waste": allocated - used}


def _checked(lengths: Iterable[int]) -> list[int]:
    return [whole(f"lengths[{index}]", length) for index, length in enumerate(lengths)]
