"""The two examples that the lesson works by hand, run on a manager and recorded after every event.

Invariant: nothing here is stored but the story; tables, counts and free lists come from the manager, and another one
(``manager=``) that hands out its blocks in another order gives other tables.
Not here: other block sizes; run a BlockManager of your own for that.
Cost: a few dozen tokens.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

import numpy as np

from ._validate import whole
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


def prefix_sharing_example(
    manager: ManagerFactory = BlockManager,
    *,
    prompt: int = SHARED_PROMPT_LENGTH,
    samples: Sequence[Hashable] = SAMPLES,
    writers: Sequence[Hashable] | None = None,
) -> list[SharingStep]:
    """Samples share a prompt, then each writes its own next token, in the order of ``writers``: the samples' own unless
    given.  A snapshot after each event; four for the two of the lesson.

    The first to write copies the last block, unless it is full; the last one is alone in the old block by then and
    writes in place.  ValueError unless ``samples`` are at least one and ``writers`` are among them; OutOfBlocks for
    more than SHARING_NUM_BLOCKS can hold.

    >>> [step.tables for step in prefix_sharing_example(writers=("S2", "S1"))][-1]
    {'S1': [0, 1], 'S2': [0, 2]}
    """
    if not samples:
        raise ValueError(f"samples must name at least one, got {samples!r}")
    if strangers := set(writers or ()) - set(samples):
        raise ValueError(f"writers must be among the samples {tuple(samples)}, got {strangers}")
    mgr = manager(SHARING_NUM_BLOCKS, SHARING_BLOCK_SIZE)
    first, *others = samples
    mgr.add_request(first)
    _store(mgr, first, whole("prompt", prompt))
    steps = [SharingStep.of(f"{first} holds the {prompt}-token prompt", mgr)]
    for rid in others:
        mgr.fork(first, rid)
        steps.append(SharingStep.of(f"{rid} forks from {first}", mgr))
    for rid in samples if writers is None else writers:
        position = mgr.lengths[rid]
        _store(mgr, rid, 1)
        steps.append(SharingStep.of(f"{rid} writes token {position}", mgr))
    return steps


def _store(mgr: BlockManager, rid: Hashable, tokens: int) -> None:
    """The keys are the positions: enough to see that the right one comes back."""
    start = mgr.lengths[rid]
    keys = np.arange(start, start + tokens, dtype=float)[:, np.newaxis]  # [tokens, 1]
    mgr.extend(rid, keys, -keys)
