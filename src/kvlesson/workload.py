"""Requests like ShareGPT's, without end: for queues that are never empty.

Invariant: a request of p prompt and o answer tokens stores p + o - 1 in the end: the last one is never fed back.
Not here: when requests arrive, and real traces.
Cost: O(1) a request, drawn a thousand at a time.

Assumed: lognormal lengths with ShareGPT's published means (Kwon et al., SOSP 2023, fig. 11); standard deviations of 1.3
times the mean for prompts (a guess) and 0.86 for answers (inferred from that paper's fig. 2); requests over 2,048 tokens
in all are dropped, which lowers the means a little.  Storing the last token too, or cutting drawn lengths off instead of
rounding them, moves the figures of saturated_queue.py by less than another seed does.
"""

from collections.abc import Hashable, Iterator
from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np

from ._validate import whole
from .kv_sizes import OPT_13B
from .published import SHAREGPT_MEAN_OUTPUT_TOKENS, SHAREGPT_MEAN_PROMPT_TOKENS

__all__ = ["ANSWER_SPREAD", "PROMPT_SPREAD", "Request", "queue_of_requests"]

PROMPT_SPREAD: Final = 1.3  # standard deviation / mean
ANSWER_SPREAD: Final = 0.86


class Request(NamedTuple):
    rid: Hashable
    prompt: int  # tokens to store at once when it is let in
    final: int  # tokens stored in the end


def queue_of_requests(seed: int = 0) -> Iterator[Request]:
    """Requests without end, numbered from 0."""
    rng, rid = np.random.default_rng(whole("seed", seed)), 0
    while True:
        prompts = _lognormal(rng, SHAREGPT_MEAN_PROMPT_TOKENS, PROMPT_SPREAD)
        answers = _lognormal(rng, SHAREGPT_MEAN_OUTPUT_TOKENS, ANSWER_SPREAD)
        for prompt, answer in zip(prompts, answers, strict=True):
            if prompt + answer <= OPT_13B.max_tokens:
                yield Request(rid, prompt, prompt + answer - 1)
                rid += 1


def _lognormal(rng: np.random.Generator, mean: float, spread: float, size: int = 1000) -> list[int]:
    """Whole lengths of at least 1 with this mean and this standard deviation over the mean."""
    variance_of_log = log(1 + spread**2)
    drawn = rng.lognormal(log(mean) - variance_of_log / 2, sqrt(variance_of_log), size)
    lengths: list[int] = np.maximum(1, np.rint(drawn)).astype(int).tolist()
    return lengths
