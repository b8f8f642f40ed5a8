"""Chapter 5's example: three sentences in the blocks of the worked example, a word for a key.

Invariant: a word lies where the worked example stored its token, and stays there when its request leaves: blocks are
given back, not wiped.
Not here: attention; the words only make visible whose slot is read.
Cost: one walk through the worked example.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from .snapshots import Step
from .worked_examples import worked_example

__all__ = ["SENTENCES", "TornPool", "Word", "torn_pool"]

SENTENCES: Final = {
    "A": "our secret recipe for bread needs a little salt".split(),
    "B": "sugar is sold in bags".split(),
    "C": "the night train to Rome leaves from the harbour".split(),
}


@dataclass(frozen=True)
class Word:
    """What lies in a slot: whose token, at which position, and the word for it."""

    owner: Hashable
    position: int
    word: str


@dataclass(frozen=True)
class TornPool:
    """The last moment of the worked example. ``slots[block][slot]`` is a Word, or None where nothing was ever stored."""

    step: Step
    slots: tuple[tuple[Word | None, ...], ...]

    def places(self, rid: Hashable, through_table: bool = True) -> list[tuple[int, int]]:
        """(block, slot) of each position of ``rid``; without its table, as if its blocks were the pool's first.

        KeyError for an unknown ``rid``.
        """
        size = self.step.block_size
        table: Sequence[int] = self.step.tables[rid] if through_table else range(self.step.num_blocks)
        return [(table[position // size], position % size) for position in range(self.step.lengths[rid])]

    def read(self, rid: Hashable, through_table: bool = True) -> list[str]:
        """The words found there, "?" for a slot that nothing was ever stored in.

        >>> " ".join(torn_pool().read("A"))
        'our secret recipe for bread needs a little salt'
        """
        found = (self.slots[block][slot] for block, slot in self.places(rid, through_table))
        return [word.word if word else "?" for word in found]


def torn_pool() -> TornPool:
    """Run the worked example and put each word where its token was stored."""
    *_, end = steps = worked_example()
    slots: list[list[Word | None]] = [[None] * end.block_size for _ in range(end.num_blocks)]
    for step in steps:
        for rid, table in step.tables.items():
            for position in range(step.lengths[rid]):
                block, slot = table[position // step.block_size], position % step.block_size
                slots[block][slot] = Word(rid, position, SENTENCES[str(rid)][position])
    return TornPool(end, tuple(map(tuple, slots)))
