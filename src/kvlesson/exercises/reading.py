"""How do you read a cache that lies in pieces?  An end that nobody cut off, a running softmax, and what a table costs.

Invariant: attention is the library's own; the mistake is made with its oracle.
Not here: places (``locate``), words read without a table (torn_sentence.py).
Cost: a dozen tokens.
"""

from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from .._validate import whole
from ..attention import attention_contiguous, paged_attention
from ..block_manager import BlockManager
from ..bookkeeping import blocks_for
from ..softmax_trace import running_softmax
from ..worked_examples import BLOCK_SIZE

__all__ = [
    "SCORES_AS_LOGS_OF",
    "TABLE_ENTRY_BYTES",
    "TOKENS_OF_VALUE_ONE",
    "CutOrNot",
    "LogRunning",
    "output_cut_and_not",
    "softmax_of_two_blocks",
    "table_bytes",
]

TOKENS_OF_VALUE_ONE: Final = 9  # with keys of 0, in blocks of BLOCK_SIZE
SCORES_AS_LOGS_OF: Final = ((1, 2), (4,))  # two blocks: the scores are ln 1 = 0, ln 2; then ln 4
TABLE_ENTRY_BYTES: Final = 4  # bytes: a block's id


class CutOrNot(NamedTuple):
    """What attention gives."""

    cut: float  # over the tokens stored
    not_cut: float  # over all slots of their blocks


def output_cut_and_not(tokens: int = TOKENS_OF_VALUE_ONE, block_size: int = BLOCK_SIZE) -> CutOrNot:
    """``tokens`` keys of 0 and values of 1 in a pool that was zeroed: attention that stops at the last, and that does not.

    A slot that was never written has a key of 0 and so a score of 0, and exp(0) is a weight like any other.
    """
    tokens = whole("tokens", tokens, at_least=1)
    pool = BlockManager(blocks_for(tokens, whole("block_size", block_size, at_least=1)), block_size)
    pool.add_request("A")
    pool.extend("A", np.zeros((tokens, 1)), np.ones((tokens, 1)))
    query, table = [1.0], pool.tables["A"]
    all_keys, all_values = pool.k_pool[table].reshape(-1, 1), pool.v_pool[table].reshape(-1, 1)  # [slots, 1]
    cut, not_cut = paged_attention(query, pool, "A"), attention_contiguous(query, all_keys, all_values)
    return CutOrNot(cut.item(), not_cut.item())


class LogRunning(NamedTuple):
    """After a block: the largest score so far is ln ``largest_is_log_of``, and the weights below it sum to ``total``."""

    largest_is_log_of: float
    total: float


def softmax_of_two_blocks(rescale: bool = True) -> list[LogRunning]:
    """The running softmax over SCORES_AS_LOGS_OF; without ``rescale``, the sum that forgets to shrink."""
    blocks = [[log(number) for number in block] for block in SCORES_AS_LOGS_OF]
    return [LogRunning(exp(state.largest), state.total) for state in running_softmax(blocks, rescale=rescale)]


def table_bytes(tokens: int, block_size: int, entry_bytes: int = TABLE_ENTRY_BYTES) -> int:
    """Bytes of the block table of a request that stores ``tokens``."""
    blocks = blocks_for(whole("tokens", tokens), whole("block_size", block_size, at_least=1))
    return blocks * whole("entry_bytes", entry_bytes, at_least=1)
