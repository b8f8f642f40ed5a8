"""How does paging fix it?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: an append for each token.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from ...bookkeeping import BlockTables, blocks_for
from ...snapshots import Step
from ...tail import mean_tail, tokens_stored
from ...worked_examples import worked_example
from ..exercise import ANY, Exercise, Slip
from ..paging import (
    ANSWER_TOKENS,
    CLAIMED_WASTE_SHARE,
    LARGE_BLOCK_SIZE,
    LONGER_ANSWER_TOKENS,
    PROMPT_TOKENS,
    PROMPTS_OF_A_BLOCK,
    PROMPTS_ONE_OVER,
    SERVER_BLOCK_SIZE,
    SMALL_POOL_BLOCKS,
    UntilOut,
    blocks_at_end,
    free_after_prompts,
    mean_length_for_tail_share,
    tokens_until_out_of_blocks,
)
from ..parts import Amount, Code, Count
from ..said import joined, number

__all__ = ["ASKED"]

CHAPTER: Final = "How does paging fix it?"


class Prompts(NamedTuple):
    num_blocks: int
    block_size: int
    requests: int
    longer: int  # tokens: one more than fills whole blocks
    even: int  # tokens: whole blocks


def _some_prompts(rng: Random) -> Prompts:
    block_size, count, blocks = rng.choice([4, 8, 16, 32]), rng.randint(2, 5), rng.randint(1, 3)
    even = blocks * block_size
    return Prompts(count * (blocks + 1) + rng.randint(0, 3), block_size, count, even + 1, even)


def _free(g: Prompts, more: int = 0) -> tuple[int, int]:
    """Free blocks once all prompts are stored, each with so many tokens ``more``."""
    longer, even = (
        free_after_prompts(g.num_blocks, g.block_size, [tokens + more] * g.requests)
        for tokens in (g.longer, g.even)
    )
    return longer, even


FREE: Final = Exercise(
    key="free-blocks",
    chapter=CHAPTER,
    title="Free blocks",
    text=Prompts(
        SMALL_POOL_BLOCKS,
        SERVER_BLOCK_SIZE,
        len(PROMPTS_ONE_OVER),
        PROMPTS_ONE_OVER[0],
        PROMPTS_OF_A_BLOCK[0],
    ),
    draw=_some_prompts,
    asks=lambda g: (
        f"A pool has {g.num_blocks} blocks of {g.block_size} slots. {g.requests} prompts of {g.longer} tokens arrive and "
        f"are read. How many blocks are free? And with prompts of {g.even} tokens?"
    ),
    parts=(Count("after the longer prompts", "blocks"), Count("after the others", "blocks")),
    answer=_free,
    because=lambda g: (
        f"{g.longer} tokens need {blocks_for(g.longer, g.block_size)} blocks, the last of them for one token; {g.even} "
        f"fill {blocks_for(g.even, g.block_size)} exactly. So {_free(g)[0]} and {_free(g)[1]} are free."
    ),
    slips=(
        Slip(
            lambda g: _free(g, more=1),
            lambda g: (
                "You gave the first token of the answer a slot in the step that chose it. It gets one a step later: "
                f"after {g.even} tokens no block more is taken."
            ),
        ),
        Slip(
            lambda g: (_free(g)[1],) * 2,
            lambda g: (
                f"You rounded down: {g.longer} tokens are one more than whole blocks hold, and that one needs a block "
                "as well."
            ),
        ),
        Slip(
            lambda g: (g.num_blocks - blocks_for(g.requests * g.longer, g.block_size), ANY),
            lambda g: (
                "You poured all prompts into the same blocks. Each request has blocks of its own, and the end of its "
                "last one stays empty."
            ),
        ),
    ),
    hints=(
        "How many blocks does one such prompt need? Each request has blocks of its own.",
        "Only what has been read is stored. The token that is chosen now is stored in the next step.",
    ),
)


class Ends(NamedTuple):
    prompt: int  # tokens
    answer: int
    longer: int  # another answer
    block_size: int


def _at_end(g: Ends) -> tuple[int, int]:
    return blocks_at_end(g.prompt, g.answer, g.block_size), blocks_at_end(g.prompt, g.longer, g.block_size)


def _some_ends(rng: Random) -> Ends:
    """The shorter answer ends on a block's last slot, so that a token more or less is told."""
    block_size = rng.choice([4, 8, 16, 32])
    stored = block_size * rng.randint(2, 6)
    prompt = rng.randint(2, stored - 2)
    return Ends(prompt, stored - prompt + 1, stored - prompt + 2, block_size)


LAST: Final = Exercise(
    key="last-token",
    chapter=CHAPTER,
    title="The last token",
    text=Ends(PROMPT_TOKENS, ANSWER_TOKENS, LONGER_ANSWER_TOKENS, SERVER_BLOCK_SIZE),
    draw=_some_ends,
    asks=lambda g: (
        f"A prompt of {g.prompt} tokens gets an answer of {g.answer}, in blocks of {g.block_size} slots. How many "
        f"blocks does the request hold when it ends? And with an answer of {g.longer}?"
    ),
    parts=(Count("with the shorter answer", "blocks"), Count("with the longer one", "blocks")),
    answer=_at_end,
    because=lambda g: (
        f"The last token is chosen but never stored: the first ends with {tokens_stored(g.prompt, g.answer)} tokens, "
        f"which fill {_at_end(g)[0]} blocks exactly. One more needs block number {_at_end(g)[1]}."
    ),
    slips=(
        Slip(
            lambda g: (blocks_for(g.prompt + g.answer, g.block_size), ANY),
            lambda g: (
                f"You added prompt and answer, {g.prompt + g.answer} tokens. The last one is chosen but never stored: "
                f"{tokens_stored(g.prompt, g.answer)} are."
            ),
        ),
        Slip(
            lambda g: (blocks_for(g.answer, g.block_size), blocks_for(g.longer, g.block_size)),
            lambda g: f"The {g.prompt} tokens of the prompt are stored too.",
        ),
        Slip(
            lambda g: (ANY, tokens_stored(g.prompt, g.longer) // g.block_size),
            lambda g: (
                f"You rounded down: {tokens_stored(g.prompt, g.longer)} tokens are more than "
                f"{tokens_stored(g.prompt, g.longer) // g.block_size} blocks hold."
            ),
        ),
    ),
    hints=(
        "How many tokens has the request stored when the last token of its answer is chosen?",
        "A token is stored when it is fed back. The last one of an answer is not.",
    ),
)


class Slack(NamedTuple):
    num_blocks: int
    block_size: int
    a: int  # tokens stored
    c: int


def _goes_on(g: Slack, who: tuple[str, ...]) -> UntilOut:
    books = BlockTables(g.num_blocks, g.block_size)
    for rid, tokens in (("A", g.a), ("C", g.c)):
        books.add_request(rid)
        books.extend(rid, tokens)
    return tokens_until_out_of_blocks(Step.of("now", books), who)


def _both(g: Slack) -> tuple[int, int, int, int]:
    return (*_goes_on(g, ("A",)), *_goes_on(g, ("A", "C")))


def _some_slack(rng: Random) -> Slack:
    block_size = rng.choice([3, 4, 5, 8])
    a, c = rng.randint(1, 3 * block_size), rng.randint(1, 3 * block_size)
    held = blocks_for(a, block_size) + blocks_for(c, block_size)
    return Slack(held + rng.randint(1, 4), block_size, a, c)


def _last_row() -> Slack:
    last = worked_example()[-1]
    return Slack(last.num_blocks, last.block_size, last.lengths["A"], last.lengths["C"])


SLACK: Final = Exercise(
    key="whose-slack",
    chapter=CHAPTER,
    title="Whose slack?",
    text=_last_row(),
    draw=_some_slack,
    asks=lambda g: (
        f"A pool has {g.num_blocks} blocks of {g.block_size} slots; A stores {g.a} tokens and C {g.c}. A alone generates "
        "until no block is left for it. How many more tokens does it store, and how many slots of blocks that are "
        "held are empty then? What if A and C take turns, A first, until one of them gets no block?"
    ),
    parts=(
        Count("A alone stores", "tokens"),
        Count("empty then", "slots"),
        Count("in turns they store", "tokens"),
        Count("empty then, after turns", "slots"),
    ),
    answer=_both,
    because=lambda g: (
        f"Alone, A stores {_both(g)[0]} more and leaves {_both(g)[1]} empty, all of them C's and no use to A. In turns "
        f"they store {_both(g)[2]} and leave {_both(g)[3]}."
    ),
    slips=(
        Slip(
            lambda g: (_both(g)[0] + _both(g)[1], 0, ANY, ANY),
            lambda g: (
                f"You gave A what is C's: the {_both(g)[1]} empty slots at the end of C's last block. Slack is "
                "private."
            ),
        ),
        Slip(
            lambda g: (
                (g.num_blocks - blocks_for(g.a, g.block_size) - blocks_for(g.c, g.block_size)) * g.block_size,
                ANY,
                ANY,
                ANY,
            ),
            lambda g: (
                "Those are the slots of the free blocks. A first fills what is left in its own last block, "
                f"{-g.a % g.block_size} slots."
            ),
        ),
        Slip(
            lambda g: (ANY, 0, ANY, ANY),
            lambda g: f"C's last block still has {_both(g)[1]} empty slots, and A cannot use them.",
        ),
    ),
    hints=(
        "Who can write into the empty end of C's last block?",
        "Count what A has left in its own last block, then the free blocks. In turns, both have an end to fill first.",
    ),
)


class Claim(NamedTuple):
    share: float
    block_size: int
    large: int


def _lengths(g: Claim) -> tuple[float, float]:
    return mean_length_for_tail_share(g.share, g.block_size), mean_length_for_tail_share(g.share, g.large)


CLAIM: Final = Exercise(
    key="under-how-much",
    chapter=CHAPTER,
    title="Under how much?",
    text=Claim(CLAIMED_WASTE_SHARE, SERVER_BLOCK_SIZE, LARGE_BLOCK_SIZE),
    draw=lambda rng: Claim(
        rng.randint(2, 12) / 100, rng.choice([4, 8, 16, 32]), rng.choice([64, 128, 256, 512])
    ),
    asks=lambda g: (
        f'"Under {g.share:.0%} of the memory is wasted." From what mean length is that true, with blocks of '
        f"{g.block_size} slots? With blocks of {g.large}? Lengths fall anywhere in a last block."
    ),
    parts=(Amount("with the small blocks", "tokens"), Amount("with the large ones", "tokens")),
    answer=_lengths,
    because=lambda g: (
        f"A last block has {number(mean_tail(g.block_size))} empty slots on average, and that is {g.share:.0%} of what is "
        f"handed out from {number(_lengths(g)[0])} stored tokens. With the large blocks from {number(_lengths(g)[1])}."
    ),
    slips=(
        Slip(
            lambda g: (2 * _lengths(g)[0], ANY),
            lambda g: (
                f"You took a whole block for empty. A last block has 0 to {g.block_size - 1} empty slots: "
                f"{number(mean_tail(g.block_size))} on average."
            ),
        ),
        Slip(
            lambda g: (g.block_size / 2 / g.share - g.block_size / 2, ANY),
            lambda g: (
                f"Nearly: you took {number(g.block_size / 2)} empty slots. A last block is never all empty, so they are "
                f"0 to {g.block_size - 1}, {number(mean_tail(g.block_size))} on average."
            ),
        ),
        Slip(
            lambda g: (mean_tail(g.block_size) / g.share, ANY),
            lambda g: (
                "That is what is handed out: stored tokens and the empty ends together. Asked is what is stored."
            ),
        ),
        Slip(
            lambda g: (0, 0),
            lambda g: (
                "Not always: a short request wastes as many slots of its last block as a long one does."
            ),
        ),
    ),
    hints=(
        "How many slots of a last block are empty on average, if lengths fall anywhere in it?",
        "Share wasted is the empty end over stored tokens and empty end together. Solve that for the stored tokens.",
    ),
)

Case = tuple[int, int]


def _some_cases(rng: Random) -> tuple[Case, ...]:
    """Among them a block's border, and no token at all."""
    size, blocks = rng.choice([4, 8, 16, 32]), rng.randint(1, 9)
    others = tuple((rng.randint(1, 300), rng.randint(2, 40)) for _ in range(3))
    return ((size * blocks + 1, size), (size * blocks, size), (size * blocks - 1, size), *others, (0, size))


def _of_chapter() -> tuple[Case, ...]:
    size = SERVER_BLOCK_SIZE
    border = ((PROMPTS_ONE_OVER[0], size), (PROMPTS_OF_A_BLOCK[0], size), (size - 1, size))
    return (*border, (_last_row().a, _last_row().block_size), (0, size))


def _wrong(function: Callable[[int, int], float]) -> tuple[Callable[..., float]]:
    return (function,)


NEEDED: Final = Exercise(
    key="blocks-for",
    chapter=CHAPTER,
    title="Write the need",
    text=_of_chapter(),
    draw=_some_cases,
    asks=lambda g: (
        "Write a function that gives the blocks that so many tokens need, from the tokens and the slots of a block. It "
        f"is tried on {joined([f'{tokens} in blocks of {size}' for tokens, size in g])}."
    ),
    parts=(Code("your function", "blocks_for", ("tokens", "block_size")),),
    answer=lambda g: (blocks_for,),
    because=lambda g: (
        "Whole blocks, the last one counted even if a single token is in it. Who has no token needs no block."
    ),
    slips=(
        Slip(
            lambda g: _wrong(lambda tokens, size: tokens // size),
            lambda g: (
                f"You rounded down: {g[0][0]} tokens in blocks of {g[0][1]} are one more than whole blocks hold, and "
                "that one needs a block as well."
            ),
        ),
        Slip(
            lambda g: _wrong(lambda tokens, size: tokens // size + 1),
            lambda g: (
                f"Right but at a block's border: {g[1][0]} tokens fill blocks of {g[1][1]} "
                "exactly. The next block is taken with the next token, not before."
            ),
        ),
        Slip(
            lambda g: _wrong(lambda tokens, size: tokens / size),
            lambda g: "A block is handed out whole, so their number is whole.",
        ),
        Slip(
            lambda g: _wrong(lambda tokens, size: max(1, -(-tokens // size))),
            lambda g: "Right but for 0 tokens: who has stored nothing holds no block.",
        ),
    ),
    hints=(
        "Try a block's border: as many tokens as a block has slots, one less, one more.",
        "Rounding up is rounding down with the sign turned round, twice.",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (FREE, LAST, SLACK, CLAIM, NEEDED)
