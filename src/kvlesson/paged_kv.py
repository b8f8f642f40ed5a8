"""Everything that the chapters on paging use, under one name.

block_manager.py     BlockManager: pools of keys and values
bookkeeping.py       the ids and counts below it, and its exceptions
attention.py         attention through a block table, and its oracle
worked_examples.py   the two examples that are worked by hand
snapshots.py         what those examples record after every event
"""

from .attention import (
    BLOCKS_PER_GROUP,
    attention_contiguous,
    paged_attention,
    paged_attention_1,
    paged_attention_2,
    paged_attention_3,
)
from .block_manager import BlockManager
from .bookkeeping import NeverFits, OutOfBlocks, UnknownRequest
from .snapshots import SharingStep, Step, copied_between, written_between
from .worked_examples import (
    BLOCK_SIZE,
    NUM_BLOCKS,
    PROMPT_LENGTHS,
    SAMPLES,
    SHARED_PROMPT_LENGTH,
    SHARING_BLOCK_SIZE,
    SHARING_NUM_BLOCKS,
    prefix_sharing_example,
    worked_example,
)

__all__ = [
    "BLOCKS_PER_GROUP",
    "BLOCK_SIZE",
    "NUM_BLOCKS",
    "PROMPT_LENGTHS",
    "SAMPLES",
    "SHARED_PROMPT_LENGTH",
    "SHARING_BLOCK_SIZE",
    "SHARING_NUM_BLOCKS",
    "BlockManager",
    "NeverFits",
    "OutOfBlocks",
    "SharingStep",
    "Step",
    "UnknownRequest",
    "attention_contiguous",
    "copied_between",
    "paged_attention",
    "paged_attention_1",
    "paged_attention_2",
    "paged_attention_3",
    "prefix_sharing_example",
    "worked_example",
    "written_between",
]
