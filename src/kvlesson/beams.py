"""Beam search over blocks: how much beams share, and what copy-on-write costs them.

Invariant: a beam that goes on twice is forked, one that goes on no more is freed; nothing is ever copied but last blocks.
Not here: scores.  Each beam's parent is drawn evenly from those before it, so nothing is fitted to anybody's figures.
Cost: 20 ms for REPETITIONS requests of width 6.

Lengths are Alpaca's published means (Kwon et al., SOSP 2023, fig. 11), rounded; the last token is never stored.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ._validate import whole
from .bookkeeping import BlockTables, blocks_for
from .published import ALPACA_MEAN_OUTPUT_TOKENS, ALPACA_MEAN_PROMPT_TOKENS
from .saturated_queue import QUEUE_BLOCK_SIZE

__all__ = ["BEAM_ANSWER_TOKENS", "BEAM_PROMPT_TOKENS", "REPETITIONS", "BeamRun", "run_beams"]

BEAM_PROMPT_TOKENS: Final = round(ALPACA_MEAN_PROMPT_TOKENS)
BEAM_ANSWER_TOKENS: Final = round(ALPACA_MEAN_OUTPUT_TOKENS)
REPETITIONS: Final = 20


@dataclass(frozen=True)
class BeamRun:
    """REPETITIONS requests."""

    saved: float  # share of the blocks that beams without sharing would hold, over all steps
    copies_per_token: float  # blocks copied for each token stored


def run_beams(width: int, seed: int = 0, block_size: int = QUEUE_BLOCK_SIZE) -> BeamRun:
    """``width`` beams a request.  TypeError or ValueError unless width and block_size are at least 1."""
    width, block_size = whole("width", width, at_least=1), whole("block_size", block_size, at_least=1)
    rng = np.random.default_rng(whole("seed", seed))
    room = width * blocks_for(BEAM_PROMPT_TOKENS + BEAM_ANSWER_TOKENS, block_size)
    copies = stored = entries = held = 0
    for _ in range(REPETITIONS):
        books = BlockTables(room, block_size)
        books.add_request(0)
        books.extend(0, BEAM_PROMPT_TOKENS)
        beams, next_rid = [0], 1
        for _ in range(BEAM_ANSWER_TOKENS - 1):
            going_on: list[int] = []
            for index in rng.integers(len(beams), size=width).tolist():
                parent = child = beams[index]
                if parent in going_on:
                    child, next_rid = next_rid, next_rid + 1
                    books.fork(parent, child)
                going_on.append(child)
            for rid in beams:
                if rid not in going_on:
                    books.free(rid)
            beams = going_on
            copies += sum(books.append(rid)[2] is not None for rid in beams)
            stored += width
            entries += sum(map(len, books.tables.values()))
            held += books.num_blocks - books.num_free
    return BeamRun(1 - held / entries, copies / stored)
