"""How do requests share a prompt?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: a dozen tokens.
"""

from random import Random
from typing import Any, Final, NamedTuple

from ...bookkeeping import BlockTables, blocks_for
from ...published import BEAM_SAVING_PERCENT, BEAM_WIDTHS
from ...sharing import beam_ceiling
from ...snapshots import SharingStep
from ...worked_examples import SAMPLES, SHARED_PROMPT_LENGTH, SHARING_BLOCK_SIZE
from ..exercise import ANY, Exercise, Slip
from ..forking import allocated_less_lengths, stuck_pair
from ..parts import Amount, Choice, Count
from ..said import number

__all__ = ["ASKED"]

CHAPTER: Final = "How do requests share a prompt?"


class Shared(NamedTuple):
    block_size: int
    prompt: int  # tokens
    samples: int


def _blocks(g: Shared) -> int:
    return blocks_for(g.prompt, g.block_size)


def _some_prompt(rng: Random, samples: int) -> Shared:
    """A prompt whose last block is partly filled."""
    block_size = rng.choice([4, 8, 16])
    full = block_size * rng.randint(1, 4)
    return Shared(block_size, full + rng.randint(1, block_size - 1), samples)


YES, NO = 0, 1


def _stuck(g: Shared) -> tuple[int, int]:
    pair = stuck_pair(_blocks(g), g.prompt, g.block_size)
    return pair.blocks_freed, YES if pair.then_writes else NO


STUCK: Final = Exercise(
    key="stuck-together",
    chapter=CHAPTER,
    title="Stuck together",
    text=Shared(SHARING_BLOCK_SIZE, SHARED_PROMPT_LENGTH, len(SAMPLES)),
    draw=lambda rng: _some_prompt(rng, len(SAMPLES)),
    asks=lambda g: (
        f"A pool has {_blocks(g)} blocks of {g.block_size} slots in all. One sample holds a prompt of {g.prompt} tokens, "
        "a second forks from it. Both try to write. Then the first is freed. How many blocks come back, and can the "
        "second write now?"
    ),
    parts=(Count("come back", "blocks"), Choice("can the second write now?", ("yes", "no"))),
    answer=_stuck,
    because=lambda g: (
        f"Freeing the first gives back {_stuck(g)[0]} blocks: the second names them all. What was freed is a reference, "
        "and the second is alone now and writes in place."
    ),
    slips=(
        Slip(
            lambda g: (_stuck(g)[0], NO),
            lambda g: (
                "You counted blocks. What changed is who names them: the second is alone now, so it need not copy "
                "and writes in place."
            ),
        ),
        Slip(
            lambda g: (_blocks(g), ANY),
            lambda g: (
                f"The second sample still names all {_blocks(g)} of them. A block comes back when nobody does."
            ),
        ),
        Slip(
            lambda g: (1, ANY),
            lambda g: (
                "The last block is shared too, as nobody could write and so nobody has copied. It comes back when "
                "nobody names it."
            ),
        ),
    ),
    hints=(
        "Who still names the blocks once the first sample has gone?",
        "A copy is needed only where somebody else reads the block as well. How many name the last block now?",
    ),
)


def _apart(g: Shared) -> int:
    """Empty slots if nothing were shared."""
    return g.samples * _step(g).wasted


def _step(g: Shared) -> SharingStep:
    books = BlockTables(_blocks(g), g.block_size)
    books.add_request(0)
    books.extend(0, g.prompt)
    for rid in range(1, g.samples):
        books.fork(0, rid)
    return SharingStep.of("forked", books)


NEGATIVE: Final = Exercise(
    key="negative-waste",
    chapter=CHAPTER,
    title="Negative waste",
    text=Shared(SHARING_BLOCK_SIZE, SHARED_PROMPT_LENGTH, len(SAMPLES)),
    draw=lambda rng: _some_prompt(rng, rng.randint(2, 4)),
    asks=lambda g: (
        f"{g.samples} samples share a prompt of {g.prompt} tokens, in blocks of {g.block_size} slots, and none has "
        "written yet. A monitor reports slots in blocks minus tokens of all requests. What does it say, and what "
        "should it say?"
    ),
    parts=(Count("it says", "slots"), Count("it should say", "slots")),
    answer=lambda g: (allocated_less_lengths(_step(g)), _step(g).wasted),
    because=lambda g: (
        f"{_step(g).allocated} slots less {g.samples} times {g.prompt} tokens is {allocated_less_lengths(_step(g))}. But "
        f"a shared slot is one slot: {_step(g).used} are filled, {_step(g).wasted} empty."
    ),
    slips=(
        Slip(
            lambda g: (_step(g).wasted, ANY),
            lambda g: (
                "So it should say. But it takes off the tokens of all requests, and each of them counts the shared "
                "ones as its own."
            ),
        ),
        Slip(
            lambda g: (-allocated_less_lengths(_step(g)), ANY),
            lambda g: (
                f"The other way round: {_step(g).allocated} slots less {g.samples * g.prompt} tokens is less than "
                "nothing."
            ),
        ),
        Slip(
            lambda g: None if _apart(g) == -allocated_less_lengths(_step(g)) else (_apart(g), ANY),
            lambda g: (
                f"The {_blocks(g)} blocks are there once, not once for each of the {g.samples} samples."
            ),
        ),
        Slip(
            lambda g: (ANY, 0),
            lambda g: (
                f"Below nothing is wrong, but nothing is too: the last block has {_step(g).wasted} slots without a token."
            ),
        ),
    ),
    hints=(
        "How many slots do the blocks have? How many tokens do all requests have together, each counting its own?",
        "What it should say counts slots of blocks, each once: those without a token.",
    ),
)


class Beams(NamedTuple):
    width: int
    saved: float  # percent


def _beams(g: Beams) -> tuple[float, float]:
    return 100 * beam_ceiling(g.width), g.saved / beam_ceiling(g.width)


def _some_beams(rng: Random) -> Beams:
    width = rng.randint(2, 9)
    return Beams(width, round(100 * beam_ceiling(width) * rng.uniform(0.3, 0.9), 2))


BEAMS: Final = Exercise(
    key="more-beams",
    chapter=CHAPTER,
    title="More beams",
    text=Beams(BEAM_WIDTHS[1], BEAM_SAVING_PERCENT[BEAM_WIDTHS[1]]),
    draw=_some_beams,
    asks=lambda g: (
        f"Beams that shared everything would save all tables but one. What is that ceiling for {g.width} beams, and how "
        f"much of it is reached when {g.saved}% are saved?"
    ),
    parts=(Amount("the ceiling", "percent", within=0.01), Amount("reached of it", "percent", within=0.01)),
    answer=_beams,
    because=lambda g: (
        f"Of {g.width} tables all but one are saved: {number(_beams(g)[0])}%. {g.saved}% is {_beams(g)[1]:.0f}% of that."
    ),
    slips=(
        Slip(
            lambda g: (100 / g.width, ANY),
            lambda g: (
                "That is what is left. Saved is all the rest."
                if g.width != 2
                else "Saved is all that is not left."
            ),
        ),
        Slip(
            lambda g: (ANY, g.saved),
            lambda g: "That is a share of everything. Asked is the share of the ceiling.",
        ),
        Slip(
            lambda g: (ANY, _beams(g)[0] - g.saved),
            lambda g: (
                "Those are the points that are missing. Asked is which share of the ceiling was reached."
            ),
        ),
        Slip(
            lambda g: (100, ANY),
            lambda g: "One table is always needed: somebody has to hold the blocks.",
        ),
    ),
    hints=(
        "Without sharing every beam has all blocks for itself. If all were shared, how many sets would be left?",
        "The second is a share of the first: what was saved over what could be.",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (STUCK, NEGATIVE, BEAMS)
