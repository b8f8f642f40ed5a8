"""How do you read a cache that lies in pieces?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: a dozen tokens.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ...bookkeeping import BlockTables, blocks_for
from ...kv_sizes import LLAMA3_8B, kv_bytes
from ...published import GB, GIB, KIB, LLAMA3_8B_QUERY_HEADS
from ...worked_examples import BLOCK_SIZE, worked_example
from ..exercise import ANY, Exercise, Slip
from ..paging import SERVER_BLOCK_SIZE
from ..parts import Amount, Code, Count
from ..reading import TABLE_ENTRY_BYTES, TOKENS_OF_VALUE_ONE, output_cut_and_not, table_bytes
from ..said import number
from ..sizing import LLAMA3_8B_UNSHARED

__all__ = ["ASKED"]

CHAPTER: Final = "How do you read a cache that lies in pieces?"


class Places(NamedTuple):
    a: tuple[int, ...]  # tables
    c: tuple[int, ...]
    block_size: int
    position: int


def _located(table: Sequence[int], block_size: int, position: int) -> tuple[int, int]:
    """Asked of the library: books that hold this table, filled up to that position."""
    books = BlockTables(max(table) + 1, block_size)
    books.tables["A"], books.lengths["A"] = list(table), position + 1
    return books.locate("A", position)


def _places(g: Places, position: int | None = None) -> tuple[int, int, int]:
    at = g.position if position is None else position
    (block_a, slot), (block_c, _) = (_located(table, g.block_size, at) for table in (g.a, g.c))
    return block_a, block_c, slot


def _some_places(rng: Random) -> Places:
    block_size, blocks = rng.choice([3, 4, 5, 8]), rng.randint(2, 4)
    ids = rng.sample(range(12), 2 * blocks)
    position = rng.randint(block_size, blocks * block_size - 1)
    return Places(tuple(ids[:blocks]), tuple(ids[blocks:]), block_size, position)


def _last_row() -> Places:
    last = worked_example()[-1]
    return Places(tuple(last.tables["A"]), tuple(last.tables["C"]), last.block_size, last.lengths["A"] - 1)


LOOK_UP: Final = Exercise(
    key="look-it-up",
    chapter=CHAPTER,
    title="Look it up",
    text=_last_row(),
    draw=_some_places,
    asks=lambda g: (
        f"In blocks of {g.block_size} slots, A's table says {list(g.a)} and C's {list(g.c)}. Where are the tokens at "
        f"position {g.position} of A and of C? Positions and slots count from 0."
    ),
    parts=(Count("A's is in block"), Count("C's is in block"), Count("both in slot")),
    answer=_places,
    because=lambda g: (
        f"Position {g.position} is in entry {g.position // g.block_size} of a table, slot {_places(g)[2]}; the entries "
        f"say {_places(g)[0]} for A and {_places(g)[1]} for C."
    ),
    slips=(
        Slip(
            lambda g: (g.position // g.block_size, g.position // g.block_size, ANY),
            lambda g: (
                f"You took the index for the id: entry {g.position // g.block_size} of a table says in which block to "
                "look."
            ),
        ),
        Slip(
            lambda g: _places(g, g.position - 1),
            lambda g: (
                f"Positions count from 0: position {g.position} is the token after {g.position} others, one further on."
            ),
        ),
        Slip(
            lambda g: None if g.position < g.block_size else (ANY, ANY, g.position),
            lambda g: (
                f"A block has slots 0 to {g.block_size - 1}: the position within the block is what is left over."
            ),
        ),
    ),
    hints=(
        "Which entry of the table is it, and which slot of the block that the entry names?",
        "Divide the position by the slots of a block: the whole part is the entry, what is left over is the slot.",
    ),
)


class Zeros(NamedTuple):
    tokens: int
    block_size: int


def _slots(g: Zeros) -> int:
    return blocks_for(g.tokens, g.block_size) * g.block_size


ZEROS: Final = Exercise(
    key="zeros",
    chapter=CHAPTER,
    title="Zeros don't matter, do they?",
    text=Zeros(TOKENS_OF_VALUE_ONE, BLOCK_SIZE),
    draw=lambda rng: Zeros(rng.randint(3, 40), rng.choice([4, 8, 16])),
    asks=lambda g: (
        f"A stores {g.tokens} tokens in blocks of {g.block_size} slots. All its keys are 0, all its values 1, and the "
        f"pool was zeroed before. You forget to stop at {g.tokens}. What does attention give?"
    ),
    parts=(Amount("attention gives"),),
    answer=lambda g: (output_cut_and_not(g.tokens, g.block_size).not_cut,),
    because=lambda g: (
        f"The {_slots(g) - g.tokens} empty slots have keys of 0 as well, so they get the same weight as the others, and "
        f"their values are 0: {g.tokens} of {_slots(g)}."
    ),
    slips=(
        Slip(
            lambda g: (output_cut_and_not(g.tokens, g.block_size).cut,),
            lambda g: (
                "So it would be if zeros did not matter. A score of 0 is a weight of exp(0), which is 1: the empty "
                "slots count."
            ),
        ),
        Slip(
            lambda g: ((_slots(g) - g.tokens) / _slots(g),),
            lambda g: (
                "That is the weight of the empty slots together. Their values are 0; the others' are 1."
            ),
        ),
        Slip(
            lambda g: (0,),
            lambda g: "The keys are 0, and so are the scores. Their weights are not, and the values are 1.",
        ),
    ),
    hints=(
        "What is the weight of a slot whose score is zero?",
        "All slots of the held blocks get the same weight. How many of them have a value of one?",
    ),
)


class Cost(NamedTuple):
    tokens: int
    block_size: int
    entry_bytes: int


TABLE: Final = Exercise(
    key="table-cost",
    chapter=CHAPTER,
    title="What does the table cost?",
    text=Cost(LLAMA3_8B.max_tokens, SERVER_BLOCK_SIZE, TABLE_ENTRY_BYTES),
    draw=lambda rng: Cost(2048 * rng.randint(1, 16), rng.choice([8, 16, 32, 64]), rng.choice([2, 4, 8])),
    asks=lambda g: (
        f"Llama 3 8B, blocks of {g.block_size} slots, an entry of {g.entry_bytes} bytes. How big is the table of a "
        f"conversation of {number(g.tokens)} tokens, and how big is its cache?"
    ),
    parts=(Amount("the table", "KiB"), Amount("the cache", "GiB")),
    answer=lambda g: (
        table_bytes(g.tokens, g.block_size, g.entry_bytes) / KIB,
        kv_bytes(LLAMA3_8B, g.tokens) / GIB,
    ),
    because=lambda g: (
        f"{number(blocks_for(g.tokens, g.block_size))} entries make "
        f"{number(table_bytes(g.tokens, g.block_size, g.entry_bytes) / KIB)} KiB; the cache has "
        f"{number(kv_bytes(LLAMA3_8B, g.tokens) / GIB)} GiB. An entry stands for a whole block."
    ),
    slips=(
        Slip(
            lambda g: (g.tokens * g.entry_bytes / KIB, ANY),
            lambda g: f"That is an entry for each token. There is one for each block of {g.block_size}.",
        ),
        Slip(
            lambda g: (ANY, kv_bytes(LLAMA3_8B, g.tokens) / GB),
            lambda g: f"That is in GB, of {number(GB)} bytes. Asked are GiB, of {number(GIB)}.",
        ),
        Slip(
            lambda g: (ANY, kv_bytes(LLAMA3_8B_UNSHARED, g.tokens) / GIB),
            lambda g: (
                f"You counted the {LLAMA3_8B_QUERY_HEADS} query heads; only {LLAMA3_8B.n_kv_heads} KV heads have keys "
                "and values."
            ),
        ),
    ),
    hints=(
        "How many entries does the table have? One for each block.",
        "The chapter on sizes says what a token of this model takes. Mind the units: KiB for the table, GiB for the cache.",
    ),
)

Case = tuple[tuple[int, ...], int, int]


def _some_cases(rng: Random) -> tuple[Case, ...]:
    cases = []
    for _ in range(5):
        places = _some_places(rng)
        cases.append((places.a, places.block_size, places.position))
    return (*cases, (cases[0][0], cases[0][1], 0))


def _wrong(function: Callable[[Sequence[int], int, int], object]) -> tuple[Callable[..., object]]:
    return (function,)


def _of_example() -> tuple[Case, ...]:
    last = worked_example()[-1]
    return tuple(
        (tuple(last.tables[rid]), last.block_size, position)
        for rid in ("A", "C")
        for position in range(last.lengths[rid])
    )


LOCATE: Final = Exercise(
    key="locate",
    chapter=CHAPTER,
    title="Write the look-up",
    text=_of_example(),
    draw=_some_cases,
    asks=lambda g: (
        "Write a function that gives the block and the slot of a position, from a request's table, the slots of a "
        f"block, and the position. It is tried on {len(g)} positions, the first of them {g[0][2]} in the table "
        f"{list(g[0][0])}."
    ),
    parts=(Code("your function", "locate", ("table", "block_size", "position")),),
    answer=lambda g: (_located,),
    because=lambda g: (
        "The table's entry says the block, what is left over of the division is the slot in it."
    ),
    slips=(
        Slip(
            lambda g: _wrong(lambda table, size, position: (position // size, position % size)),
            lambda g: (
                "You gave the index, not the id: the table says which block it is. Without the table you read "
                "somebody else's text."
            ),
        ),
        Slip(
            lambda g: _wrong(
                lambda table, size, position: (table[(position - 1) // size], (position - 1) % size)
            ),
            lambda g: "You counted positions from 1. The first token is at position 0.",
        ),
        Slip(
            lambda g: _wrong(lambda table, size, position: (table[position // size], position)),
            lambda g: "The slot is counted within its block: what is left over when you divide.",
        ),
        Slip(
            lambda g: _wrong(lambda table, size, position: table[position // size]),
            lambda g: "That is the block. The slot in it is asked for as well: give both.",
        ),
        Slip(
            lambda g: _wrong(lambda table, size, position: table[position // size] * size + position % size),
            lambda g: "That is the slot of the whole pool. Asked are the block and the slot in it.",
        ),
    ),
    hints=(
        "Two numbers come out: the table's entry, and the slot in that block.",
        "Whole division gives the index of the entry, the remainder the slot.",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (LOOK_UP, ZEROS, TABLE, LOCATE)
