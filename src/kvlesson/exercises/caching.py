"""Why keep a cache?  One conversation, with and without.

Invariant: pairs are counted step by step.
Not here: time (roofline.py), and which entries outlive an edit (edited_prompt.py).
Cost: O(answer).
"""

from typing import Final, NamedTuple

from .._validate import whole
from ..published import SHAREGPT_MEAN_OUTPUT_TOKENS, SHAREGPT_MEAN_PROMPT_TOKENS

__all__ = ["CONVERSATION_ANSWER", "CONVERSATION_PROMPT", "ConversationPairs", "conversation_pairs"]

# A conversation of the published mean lengths, in tokens.
CONVERSATION_PROMPT: Final = round(SHAREGPT_MEAN_PROMPT_TOKENS)
CONVERSATION_ANSWER: Final = round(SHAREGPT_MEAN_OUTPUT_TOKENS)


class ConversationPairs(NamedTuple):
    """Key/value pairs computed."""

    with_cache: int
    without_cache: int


def conversation_pairs(
    prompt: int = CONVERSATION_PROMPT, answer: int = CONVERSATION_ANSWER
) -> ConversationPairs:
    """Pairs computed until the last token of the answer is chosen; lengths in tokens, at least 1 each.

    The prompt step reads the prompt at once and chooses a token; every other step feeds back the one chosen before.  The
    last is never fed back.  Without a cache each step computes all positions so far.
    """
    prompt, answer = whole("prompt", prompt, at_least=1), whole("answer", answer, at_least=1)
    with_cache = without_cache = positions = prompt
    for _ in range(answer - 1):
        positions += 1
        with_cache += 1
        without_cache += positions
    return ConversationPairs(with_cache, without_cache)
