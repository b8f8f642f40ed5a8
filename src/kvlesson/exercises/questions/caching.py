"""Why keep a cache?  The questions.

Invariant, and what is not here: as questions/ has it.
Cost: a roofline of 2,000 steps at most.
"""

from random import Random
from typing import Any, Final, NamedTuple

from ...edited_prompt import EDITED_PROMPT_TOKENS, entries_kept
from ...first_steps import SHORT_ANSWER
from ...kv_sizes import pairs_with_cache, pairs_without_cache
from ...roofline import LLAMA3_8B_ON_H100
from ..caching import CONVERSATION_ANSWER, CONVERSATION_PROMPT, conversation_pairs
from ..exercise import ANY, Exercise, Slip
from ..parts import Amount, Count
from ..said import number

__all__ = ["ASKED"]

CHAPTER: Final = "Why keep a cache?"


class Talk(NamedTuple):
    prompt: int  # tokens
    answer: int


CONVERSATION: Final = Exercise(
    key="one-conversation",
    chapter=CHAPTER,
    title="One conversation",
    text=Talk(CONVERSATION_PROMPT, CONVERSATION_ANSWER),
    draw=lambda rng: Talk(rng.randint(4, 60), rng.randint(3, 40)),
    asks=lambda g: (
        f"A prompt of {g.prompt} tokens gets an answer of {g.answer}. How many pairs of key and value are computed "
        "with a cache? And without?"
    ),
    parts=(Count("with a cache", "pairs"), Count("without", "pairs")),
    answer=lambda g: tuple(conversation_pairs(*g)),
    because=lambda g: (
        f"The prompt gives {g.prompt} pairs in one step, and each of the {g.answer - 1} steps after it one more; the "
        f"last token is never fed back. Without a cache each of those steps computes all positions so far: "
        f"{number(conversation_pairs(*g).without_cache)} pairs in all, against "
        f"{number(conversation_pairs(*g).with_cache)}."
    ),
    slips=(
        Slip(
            lambda g: (ANY, pairs_without_cache(g.prompt + g.answer)),
            lambda g: (
                "Without a cache you let the model read the prompt a token at a time; it reads it at once. And the "
                "last token is never fed back."
            ),
        ),
        Slip(
            lambda g: (ANY, pairs_without_cache(g.prompt + g.answer - 1)),
            lambda g: (
                f"Without a cache you let the model read the prompt a token at a time. It reads all {g.prompt} at "
                "once, so the sum begins there."
            ),
        ),
        Slip(
            lambda g: (g.prompt + g.answer, ANY),
            lambda g: (
                f"You counted the last token of the answer, which is never fed back: {g.answer} tokens take "
                f"{g.answer - 1} steps after the prompt's."
            ),
        ),
        Slip(
            lambda g: (g.answer, ANY),
            lambda g: f"The {g.prompt} positions of the prompt have keys and values too.",
        ),
    ),
    hints=(
        "The prompt step reads the whole prompt and chooses a token. What does each later step feed in?",
        "Count the steps: one for the prompt, and one for each token of the answer that is fed back. All are, but one.",
    ),
)


class Generated(NamedTuple):
    tokens: int


def _some_tokens(rng: Random) -> Generated:
    """Few enough to hide behind the weights, or many more."""
    return Generated(rng.choice([rng.randint(20, 140), rng.randrange(300, 2001, 20)]))


def _slower(tokens: int) -> float:
    return LLAMA3_8B_ON_H100.slowdown_without_cache(tokens)


FIRST_HUNDRED: Final = Exercise(
    key="first-hundred",
    chapter=CHAPTER,
    title="The first hundred",
    text=Generated(SHORT_ANSWER),
    draw=_some_tokens,
    asks=lambda g: (
        f"On an H100, Llama 3 8B, for one user and from an empty prompt: how many times as long do the first "
        f"{number(g.tokens)} tokens take if there is no cache at all?"
    ),
    parts=(Amount("without a cache it takes", "times as long", within=0.05),),
    answer=lambda g: (_slower(g.tokens),),
    because=lambda g: (
        f"By this estimate {number(round(_slower(g.tokens), 1))} times as long. A step reads all weights, whatever it "
        f"computes, and behind that hide {LLAMA3_8B_ON_H100.hidden_positions} positions; only what a step computes "
        "beyond them takes time."
    ),
    slips=(
        Slip(
            lambda g: (pairs_without_cache(g.tokens) / pairs_with_cache(g.tokens),),
            lambda g: (
                "That is the ratio of the pairs: counted work, not time. While the weights are read, "
                f"{LLAMA3_8B_ON_H100.hidden_positions} positions are computed for nothing."
            ),
        ),
        Slip(
            lambda g: (g.tokens,),
            lambda g: (
                "So much more is computed in the last step alone, and counted work is not time: the step reads all "
                "weights either way."
            ),
        ),
        Slip(
            lambda g: (0,),
            lambda g: "Asked is how many times as long: what takes no longer takes once as long.",
        ),
    ),
    hints=(
        "A step takes as long as the slower of two things: reading all the weights, and computing. Which is it here?",
        "The chapter says how many positions hide behind reading the weights. A step without a cache computes as many "
        "positions as there are tokens so far: compare, step by step.",
    ),
)


class Edits(NamedTuple):
    tokens: int
    earlier: int  # positions
    later: int


def _where(position: int, tokens: int) -> str:
    if position == 0:
        return "the first token"
    return "the last one" if position == tokens - 1 else f"the one at position {position}"


def _some_edits(rng: Random) -> Edits:
    tokens = rng.randint(5, 14)
    earlier, later = sorted(rng.sample(range(tokens), 2))
    return Edits(tokens, earlier, later)


EDITED: Final = Exercise(
    key="edited-prompt",
    chapter=CHAPTER,
    title="An edited prompt",
    text=Edits(EDITED_PROMPT_TOKENS, 0, EDITED_PROMPT_TOKENS - 1),
    draw=_some_edits,
    asks=lambda g: (
        f"A prompt of {g.tokens} tokens is in the cache; positions count from 0. Somebody changes "
        f"{_where(g.earlier, g.tokens)}, or else {_where(g.later, g.tokens)}. How many drawers are still right, each "
        "time?"
    ),
    parts=(Count("after the earlier one is changed", "drawers"), Count("after the later one", "drawers")),
    answer=lambda g: (len(entries_kept(g.earlier, g.tokens)), len(entries_kept(g.later, g.tokens))),
    because=lambda g: (
        f"{g.earlier} and {g.later}: those before the change. What stands in a drawer depends on its own token and on "
        "everything before it, and on nothing after."
    ),
    slips=(
        Slip(
            lambda g: (g.tokens - 1, g.tokens - 1),
            lambda g: (
                "All but the edited one would be right if a key depended on its own token only. It depends on "
                "everything before."
            ),
        ),
        Slip(
            lambda g: (g.tokens - 1 - g.earlier, g.tokens - 1 - g.later),
            lambda g: (
                "Those are the drawers after the change. A model looks back, not ahead: it is the ones before that "
                "stay."
            ),
        ),
        Slip(
            lambda g: (g.earlier + 1, g.later + 1),
            lambda g: "You kept the changed token's own drawer, which holds what it was before.",
        ),
    ),
    hints=(
        "In the second layer, what does a key depend on besides its own token?",
        "Each position looks at those before it. So a change is felt from where it is made to the end.",
    ),
)

ASKED: Final[tuple[Exercise[Any], ...]] = (CONVERSATION, FIRST_HUNDRED, EDITED)
