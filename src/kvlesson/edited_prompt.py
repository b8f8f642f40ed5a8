"""Which cached keys are still right after one token of a prompt was changed: all layers before it, and none after.

Invariant: an entry counts as kept only if its keys and values are the same in every layer.
Not here: position encodings, several heads; two layers of one head are enough to see it.
Cost: O(layers x tokens^2).
"""

from typing import Final, SupportsIndex

import numpy as np

from ._arrays import Array
from ._validate import whole
from .attention import attention_contiguous

__all__ = ["EDITED_PROMPT_TOKENS", "entries_kept"]

EDITED_PROMPT_TOKENS: Final = 6
_LAYERS, _WIDTH = 2, 8


def entries_kept(
    edited: SupportsIndex, tokens: SupportsIndex = EDITED_PROMPT_TOKENS, seed: int = 0
) -> list[int]:
    """Positions whose cached keys and values all stay right when the token at position ``edited`` is changed.

    IndexError unless ``edited`` is a position of the prompt.

    >>> entries_kept(5), entries_kept(0)
    ([0, 1, 2, 3, 4], [])
    """
    edited, tokens = whole("edited", edited), whole("tokens", tokens, at_least=1)
    if edited >= tokens:
        raise IndexError(f"edited must be a position of the prompt, 0 to {tokens - 1}, got {edited}")
    rng = np.random.default_rng(seed)
    weights = rng.standard_normal((_LAYERS, 3, _WIDTH, _WIDTH)) / np.sqrt(_WIDTH)
    prompt = rng.standard_normal((tokens, _WIDTH))
    changed = prompt.copy()
    changed[edited] = rng.standard_normal(_WIDTH)
    before, after = _entries(prompt, weights), _entries(changed, weights)
    return [
        position
        for position in range(tokens)
        if np.array_equal(before[:, :, position], after[:, :, position])
    ]


def _entries(inputs: Array, weights: Array) -> Array:
    """Keys and values of all layers: [layers, 2, tokens, width]."""
    entries = []
    for to_query, to_key, to_value in weights:
        queries, keys, values = inputs @ to_query, inputs @ to_key, inputs @ to_value
        entries.append((keys, values))
        seen = [attention_contiguous(q, keys[: p + 1], values[: p + 1]) for p, q in enumerate(queries)]
        inputs = inputs + np.stack(seen)  # [tokens, width]
    return np.array(entries)
