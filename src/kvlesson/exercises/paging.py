"""How does paging fix it?  Blocks that are free, held and empty.

Invariant: every count is read off a ``BlockTables`` that stored the tokens; only a mean length comes from a formula.
Not here: slots in time; saturated_queue.py runs a server.
Cost: an append for each token.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import cycle
from typing import Final, NamedTuple

from .._validate import whole
from ..bookkeeping import BlockTables, OutOfBlocks, blocks_for
from ..capacity import requests_that_fit_paged
from ..snapshots import Step, filled_slots

__all__ = [
    "ANSWER_TOKENS",
    "CLAIMED_WASTE_SHARE",
    "LARGE_BLOCK_SIZE",
    "LONGER_ANSWER_TOKENS",
    "PROMPTS_OF_A_BLOCK",
    "PROMPTS_ONE_OVER",
    "PROMPT_TOKENS",
    "SERVER_BLOCK_SIZE",
    "SMALL_POOL_BLOCKS",
    "UntilOut",
    "blocks_at_end",
    "free_after_prompts",
    "mean_length_for_tail_share",
    "tail_share",
    "tokens_until_out_of_blocks",
]

SERVER_BLOCK_SIZE: Final = 16  # slots
LARGE_BLOCK_SIZE: Final = 256  # slots

# Exercise 1: three prompts arrive in a small pool.
SMALL_POOL_BLOCKS: Final = 6
PROMPTS_ONE_OVER: Final = (17,) * 3  # tokens: one more than a block
PROMPTS_OF_A_BLOCK: Final = (16, 16, 16)  # tokens

# Exercise 2: one request to its end.
PROMPT_TOKENS: Final = 17
ANSWER_TOKENS: Final = 16
LONGER_ANSWER_TOKENS: Final = 17

# Exercise 4: "under 4% waste", as the launch post of vLLM (2023) has it.
CLAIMED_WASTE_SHARE: Final = 0.04


def free_after_prompts(num_blocks: int, block_size: int, prompts: Iterable[int]) -> int:
    """Free blocks once all ``prompts`` (tokens) are stored.  OutOfBlocks when they do not all fit."""
    books = BlockTables(num_blocks, block_size)
    for rid, tokens in enumerate(prompts):
        books.add_request(rid)
        books.extend(rid, tokens)
    return books.num_free


def blocks_at_end(prompt: int, answer: int, block_size: int) -> int:
    """Blocks that a request holds when the last token of its answer is chosen.

    The prompt step stores the prompt and chooses the first answer token; every later step stores the token chosen
    before and chooses the next.  The last one is never stored.
    """
    prompt, answer = whole("prompt", prompt, at_least=1), whole("answer", answer, at_least=1)
    books = BlockTables(prompt + answer, block_size)  # room enough, whatever the block size
    books.add_request("A")
    books.extend("A", prompt)
    for _ in range(answer - 1):
        books.append("A")
    return len(books.tables["A"])


class UntilOut(NamedTuple):
    tokens: int  # stored before the first OutOfBlocks
    empty_slots: int  # in blocks that are held, at that moment


def tokens_until_out_of_blocks(step: Step, who: Sequence[Hashable] = ("A",)) -> UntilOut:
    """Go on from a snapshot: the requests ``who`` store one token each in turn until one of them gets OutOfBlocks.

    ValueError when ``who`` is empty, UnknownRequest when it names a request that the snapshot does not have.
    """
    if not who:
        raise ValueError(f"who must name at least one request, got {who!r}")
    books = _resumed(step)
    for rid in who:
        books.entry(rid)
    stored = 0
    for rid in cycle(who):
        try:
            books.append(rid)
        except OutOfBlocks:
            break
        stored += 1
    filled = filled_slots(books.tables, books.lengths, books.block_size)
    return UntilOut(stored, len(filled) * books.block_size - sum(filled.values()))


def _resumed(step: Step) -> BlockTables:
    """Books in the state of a snapshot."""
    books = BlockTables(step.num_blocks, step.block_size)
    books.free_list.clear()
    books.free_list.extend(step.free_list)
    for rid, table in step.tables.items():
        books.tables[rid], books.lengths[rid] = list(table), step.lengths[rid]
        for block in table:
            books.ref_count[block] += 1
    return books


def mean_length_for_tail_share(share: float, block_size: int) -> float:
    """Mean stored length from which the unfilled ends of last blocks are at most ``share`` of what is allocated.

    A last block has 0 to block_size - 1 empty slots, (block_size - 1) / 2 on average when lengths spread evenly over it;
    so share = tail / (length + tail) gives length = tail / share - tail.  ValueError unless 0 < share < 1.
    """
    if not 0 < share < 1:
        raise ValueError(f"share must lie between 0 and 1, got {share!r}")
    tail = (whole("block_size", block_size, at_least=1) - 1) / 2
    return tail / share - tail


def tail_share(lengths: Sequence[int], block_size: int) -> float:
    """The same share, counted: these requests stored in a pool that has room for all.  ValueError without a token."""
    block_size = whole("block_size", block_size, at_least=1)
    lengths = [whole(f"lengths[{index}]", length) for index, length in enumerate(lengths)]
    if sum(lengths) == 0:
        raise ValueError(f"lengths must hold at least one token, got {lengths!r}")
    room = sum(blocks_for(length, block_size) for length in lengths) * block_size
    fit = requests_that_fit_paged(lengths, room, block_size)
    return fit["waste"] / fit["allocated"]
