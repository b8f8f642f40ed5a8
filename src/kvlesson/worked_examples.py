"""The two examples that the lesson works by hand, run on a manager and recorded after every event.

Invariant: nothing here is stored but the story; tables, counts and free lists come from the manager, and another one
(``manager=``) that hands out its blocks in another order gives other tables.
Not here: other block sizes; run a BlockManager of your own for that.
Cost: a few dozen tokens.
"""

from collections.abc import Callable, Hashable
from typing import Final

import numpy as np

from .block_manager import BlockManager
from .snapshots import SharingStep, Step

__all__ = [
    "BLOCK_SIZE",
    "NUM_BLOCKS",
    "PROMPT_LENGTHS",
    "SAMPLES",
    "SHARED_PROMPT_LENGTH",
    "SHARING_BLOCK_SIZE",
    "SHARING_NUM_BLOCKS",
    "prefix_sharing_example",
    "worked_example",
]

BLOCK_SIZE: Final = 4  # slots per block
NUM_BLOCKS: Final = 8
PROMPT_LENGTHS: Final = {"A": 6, "B": 3, "C": 5}  # tokens, in order of arrival

SHARING_BLOCK_SIZE: Final = 4
SHARING_NUM_BLOCKS: Final = 6
SHARED_PROMPT_LENGTH: Final = 6  # tokens
SAMPLES: Final = ("S1", "S2")  # two answers to one prompt

ManagerFactory = Callable[[int, int], BlockManager]  # called with (num_blocks, block_size)


def worked_example(manager: ManagerFactory = BlockManager) -> list[Step]:
    """Three requests arrive, A and B grow, B leaves, C grows into B's block.  Nine snapshots, the first of an empty pool.

    "Generates" means: takes a step, which stores the token chosen before and chooses the next.

    >>> for event, tables, free_list, lengths in worked_example()[5:7]:
    ...     print(event, tables, free_list)
    A generates 1 more token {'A': [0, 1, 5], 'B': [2], 'C': [3, 4]} [6, 7]
    B generates 2 tokens {'A': [0, 1, 5], 'B': [2, 6], 'C': [3, 4]} [7]
    """
    mgr = manager(NUM_BLOCKS, BLOCK_SIZE)
    steps = [Step.of("start", mgr)]
    for rid, tokens in PROMPT_LENGTHS.items():
        mgr.add_request(rid)
        _store(mgr, rid, tokens)
        steps.append(Step.of(f"{rid} arrives with a {tokens}-token prompt", mgr))
    for rid, tokens, words in (("A", 2, "2 tokens"), ("A", 1, "1 more token"), ("B", 2, "2 tokens")):
        _store(mgr, rid, tokens)
        steps.append(Step.of(f"{rid} generates {words}", mgr))
    mgr.free("B")
    steps.append(Step.of("B finishes", mgr))
    _store(mgr, "C", 4)
    steps.append(Step.of("C generates 4 tokens", mgr))
    return steps


def prefix_sharing_example(manager: ManagerFactory = BlockManager) -> list[SharingStep]:
    """Two samples share a prompt, then each writes its own next token.  Four snapshots.

    The first to write copies the last block; then the other is alone in the old one and writes in place.
    """
    mgr = manager(SHARING_NUM_BLOCKS, SHARING_BLOCK_SIZE)
    first, second = SAMPLES
    mgr.add_request(first)
    _store(mgr, first, SHARED_PROMPT_LENGTH)
    steps = [SharingStep.of(f"{first} holds the {SHARED_PROMPT_LENGTH}-token prompt", mgr)]
    mgr.fork(first, second)
    steps.append(SharingStep.of(f"{second} forks from {first}", mgr))
    for rid in SAMPLES:
        position = mgr.lengths[rid]
        _store(mgr, rid, 1)
        steps.append(SharingStep.of(f"{rid} writes token {position}", mgr))
    return steps


def _store(mgr: BlockManager, rid: Hashable, tokens: int) -> None:
    """The keys are the positions: enough to see that the right one comes back."""
    start = mgr.lengths[rid]
    keys = np.arange(start, start + tokens, dtype=float)[:, np.newaxis]  # [tokens, 1]
    mgr.extend(rid, keys, -keys)
