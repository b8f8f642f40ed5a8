"""Why do slabs waste it?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: a few slabs.
"""

from random import Random
from typing import Any, Final, NamedTuple

from ...bookkeeping import BlockTables, OutOfBlocks
from ...contiguous import ContiguousPool, Waste
from ...printed_bars import mean_held_from_bars, mean_prompt_from_bars
from ...published import (
    A100_40GB_BYTES_PER_SECOND,
    GB,
    GIB,
    H100_BYTES_PER_SECOND,
    ORCA_MAX,
    PAPER_CACHE_BYTES,
    SHAREGPT_MEAN_PROMPT_TOKENS,
    PublishedSplit,
    paper_pool_slots,
)
from ...roofline import seconds_to_move, seconds_to_read
from ...slab_example import FINAL_LENGTHS, ROW_SLOTS, SLAB_SIZES, STORED_LENGTHS, THREE_EQUAL_SLABS
from ...worked_examples import BLOCK_SIZE
from ..exercise import ANY, Exercise, Slip
from ..parts import Amount, Count
from ..said import joined, number

__all__ = ["ASKED"]

CHAPTER: Final = "Why do slabs waste it?"


class Row(NamedTuple):
    """Slots of the row, and of each slab: reserved, filled now, filled in the end."""

    slots: int
    sizes: tuple[int, ...]
    stored: tuple[int, ...]
    final: tuple[int, ...]


def _waste(g: Row) -> Waste:
    pool = ContiguousPool(g.slots)
    for rid, (size, stored) in enumerate(zip(g.sizes, g.stored, strict=True)):
        pool.allocate(rid, size)
        pool.used[rid] = stored
    return pool.waste(dict(enumerate(g.final)), wanted=1)


def _some_row(rng: Random) -> Row:
    sizes = tuple(rng.randint(5, 14) for _ in range(3))
    stored = tuple(rng.randint(1, size - 2) for size in sizes)
    final = tuple(rng.randint(now, size) for now, size in zip(stored, sizes, strict=True))
    return Row(sum(sizes) + rng.randint(2, 6), sizes, stored, final)


def _listed(values: tuple[int, ...]) -> str:
    return joined(list(map(str, values)))


SPLIT: Final = Exercise(
    key="split-the-empty-ones",
    chapter=CHAPTER,
    title="Split the empty ones",
    text=Row(
        ROW_SLOTS, tuple(SLAB_SIZES.values()), tuple(STORED_LENGTHS.values()), tuple(FINAL_LENGTHS.values())
    ),
    draw=_some_row,
    asks=lambda g: (
        f"In a row of {g.slots} slots P, Q and R have reserved {_listed(g.sizes)}. They hold {_listed(g.stored)} "
        f"tokens now and will end at {_listed(g.final)}. How many of the empty slots inside the reservations are "
        "internal fragmentation?"
    ),
    parts=(Count("internal fragmentation", "slots"),),
    answer=lambda g: (_waste(g).internal,),
    because=lambda g: (
        f"{_waste(g).internal} will never hold a token. The other {_waste(g).reserved} are reserved: tokens will fill "
        "them."
    ),
    slips=(
        Slip(
            lambda g: (_waste(g).reserved + _waste(g).internal,),
            lambda g: (
                "That is every empty slot inside a reservation: what the server's counter says, and all that a "
                f"counter can say. In hindsight {_waste(g).reserved} of them will be filled."
            ),
        ),
        Slip(
            lambda g: (g.slots - sum(g.stored),),
            lambda g: (
                f"That counts the {_waste(g).free} free slots of the row as well. They lie in nobody's reservation."
            ),
        ),
        Slip(
            lambda g: None if _waste(g).reserved == _waste(g).internal else (_waste(g).reserved,),
            lambda g: (
                "Those are the reserved ones: tokens will come. Internal are the ones where none ever will."
            ),
        ),
    ),
    hints=(
        "An empty slot of a reservation will be filled one day, or never. What tells which?",
        "For each of the three: what it has reserved, less what it will hold in the end.",
    ),
)


class Bars(NamedTuple):
    split: PublishedSplit
    slots: int


def _some_bars(rng: Random) -> Bars:
    used = rng.randint(150, 450) / 10
    reserved = round(used - rng.randint(30, 120) / 10, 1)
    return Bars(PublishedSplit(used, reserved, 0, 0, rng.randint(4, 30)), rng.randint(80, 400) * 100)


BAR: Final = Exercise(
    key="derive-a-bar",
    chapter=CHAPTER,
    title="Derive a bar",
    text=Bars(ORCA_MAX, paper_pool_slots()),
    draw=_some_bars,
    asks=lambda g: (
        f"Bars say that {g.split.used_percent}% of a pool was in use and {g.split.reserved_percent}% reserved for "
        f"tokens to come, with {number(g.split.batch)} requests in {number(g.slots)} slots. How long was the mean "
        "prompt?"
    ),
    parts=(Amount("the mean prompt", "tokens"),),
    answer=lambda g: (mean_prompt_from_bars(g.split, g.slots),),
    because=lambda g: (
        f"{number(mean_prompt_from_bars(g.split, g.slots))} tokens. Caught at a random moment, a request has on average "
        "written as much of its answer as it still will: the halves cancel in the difference of the two bars, and the "
        "prompt is left."
    ),
    slips=(
        Slip(
            lambda g: (mean_held_from_bars(g.split, g.slots),),
            lambda g: (
                "That is all that a request holds: its prompt, and what it has written of its answer so far."
            ),
        ),
        Slip(
            lambda g: (mean_prompt_from_bars(g.split, g.slots) * g.split.batch,),
            lambda g: f"Those are the prompts of all {number(g.split.batch)} requests together.",
        ),
        Slip(
            lambda g: (mean_held_from_bars(g.split, g.slots) - mean_prompt_from_bars(g.split, g.slots),),
            lambda g: "That is what a request still has to write. On average it has written as much already.",
        ),
        Slip(
            lambda g: (SHAREGPT_MEAN_PROMPT_TOKENS,) if g.split == ORCA_MAX else None,
            lambda g: "That is the mean as it was published elsewhere. Near, but the bars give another one.",
        ),
    ),
    hints=(
        "What is in use is prompts and answers so far. What is reserved is the answers still to come.",
        "At a random moment a request has on average written as much as it still will. So take one bar from the other.",
    ),
)


class Equal(NamedTuple):
    slots: int
    slab: int
    block: int
    requests: int


def _run_equal(g: Equal) -> tuple[int, int, int]:
    pool = ContiguousPool(g.slots)
    starts = [pool.allocate(rid, g.slab) for rid in range(g.requests)]
    books, begun = BlockTables(g.slots // g.block, g.block), 0
    for rid in range(g.requests):
        books.add_request(rid)
        try:
            books.append(rid)
        except OutOfBlocks:
            break
        begun += 1
    return starts[1] or 0, pool.free_total(), begun


def _some_equal(rng: Random) -> Equal:
    slab, block = rng.randint(9, 24), rng.choice([2, 4])
    return Equal(block * ((2 * slab + rng.randint(block, slab - 1)) // block), slab, block, 3)


EQUAL: Final = Exercise(
    key="slabs-of-one-size",
    chapter=CHAPTER,
    title="Slabs of one size",
    text=Equal(ROW_SLOTS, THREE_EQUAL_SLABS[0], BLOCK_SIZE, len(THREE_EQUAL_SLABS)),
    draw=_some_equal,
    asks=lambda g: (
        f"{g.requests} requests for {g.slab} slots each arrive in a pool of {g.slots} slots, counted from 0. Where does "
        f"the second start? How many slots are free then? And in blocks of {g.block} slots, how many of the {g.requests} "
        "could start?"
    ),
    parts=(
        Count("the second starts at slot"),
        Count("free", "slots"),
        Count("could start in blocks", "requests"),
    ),
    answer=_run_equal,
    because=lambda g: (
        f"At {_run_equal(g)[0]}, with {_run_equal(g)[1]} slots free, too few for another slab. In blocks all "
        f"{_run_equal(g)[2]} start: none holds {g.slab} slots before it has {g.slab} tokens."
    ),
    slips=(
        Slip(
            lambda g: (ANY, ANY, g.slots // g.slab),
            lambda g: (
                f"As many slabs fit. In blocks a request takes a block when it has a token for it, not {g.slab} slots "
                "in advance."
            ),
        ),
        Slip(
            lambda g: (g.slab + 1, ANY, ANY),
            lambda g: f"Slots count from 0: the first slab is 0 to {g.slab - 1}.",
        ),
        Slip(
            lambda g: (ANY, 0, ANY),
            lambda g: (
                f"The third needs {g.slab} slots side by side and gets none. What is left over stays free."
            ),
        ),
        Slip(
            lambda g: (ANY, g.slots - g.slab, ANY),
            lambda g: "Two of them fit, not one.",
        ),
    ),
    hints=(
        "First fit: each goes into the first gap from the left that is big enough. Is there one for the third?",
        "In blocks a request begins with the blocks that its first tokens need, and takes more as it grows.",
    ),
)


class Move(NamedTuple):
    cache_bytes: int
    bytes_per_second: int


def _ms(seconds: float) -> float:
    return 1000 * seconds


MOVE: Final = Exercise(
    key="too-slow",
    chapter=CHAPTER,
    title="Too slow?",
    text=Move(PAPER_CACHE_BYTES, A100_40GB_BYTES_PER_SECOND),
    draw=lambda rng: Move(
        rng.randint(4, 60) * GIB,
        rng.choice([A100_40GB_BYTES_PER_SECOND, H100_BYTES_PER_SECOND, rng.randint(6, 40) * 100 * GB]),
    ),
    asks=lambda g: (
        f"A cache of {g.cache_bytes // GIB} GiB lies on a card whose memory moves {number(g.bytes_per_second // GB)} GB a "
        "second. How long does compacting all of it take, at most?"
    ),
    parts=(Amount("compacting takes", "ms"),),
    answer=lambda g: (_ms(seconds_to_move(g.cache_bytes, g.bytes_per_second)),),
    because=lambda g: (
        f"{number(_ms(seconds_to_move(g.cache_bytes, g.bytes_per_second)))} ms: every byte is read and written, so twice "
        f"{number(g.cache_bytes // GIB)} GiB go through the memory."
    ),
    slips=(
        Slip(
            lambda g: (_ms(seconds_to_read(g.cache_bytes, g.bytes_per_second)),),
            lambda g: "You forgot that what is moved is read and written: twice the traffic.",
        ),
        Slip(
            lambda g: (_ms(seconds_to_move(g.cache_bytes // GIB * GB, g.bytes_per_second)),),
            lambda g: (
                f"You took GiB for GB: the cache has {number(g.cache_bytes // GIB)} times {number(GIB)} bytes, the card "
                f"moves {number(g.bytes_per_second // GB)} times {number(GB)}."
            ),
        ),
        Slip(
            lambda g: (_ms(seconds_to_read(g.cache_bytes // GIB * GB, g.bytes_per_second)),),
            lambda g: "What is moved is read and written: twice the traffic. And you took GiB for GB.",
        ),
    ),
    hints=(
        "How many bytes go through the memory when something in it is moved elsewhere in it?",
        "Bytes over bytes a second gives seconds. Mind that the cache is in GiB and the card's speed in GB.",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (SPLIT, BAR, EQUAL, MOVE)
