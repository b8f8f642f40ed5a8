"""An exercise that judges its own answers: a question over given numbers, what is right, and what the usual slips give.

Invariant: what is right and what a slip gives are computed from the same given numbers, and no two of them are the same.
Not here: the questions (questions/), finding one by its key (checking.py), its box on a page (fields.py).
Cost: that of computing the answer once, and each slip.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar

from .._validate import whole
from .parts import Part
from .result import Result
from .said import joined

__all__ = ["ANY", "Answer", "Exercise", "Slip"]

G = TypeVar("G")  # the numbers that a question gives
Answer: TypeAlias = tuple[Any, ...]  # a value for each part
ANY: Final = ...  # in what a slip gives: whatever stands in this part
_DRAWS: Final = 1000  # before giving up: each draw alone is good in more than one case of ten


@dataclass(frozen=True)
class Slip(Generic[G]):
    """A usual mistake: what it gives, or None where these numbers do not allow it, and why that is wrong."""

    gives: Callable[[G], Answer | None]
    why: Callable[[G], str]


@dataclass(frozen=True)
class Exercise(Generic[G]):
    """One exercise of a chapter.  ``text`` are the numbers that stand in the chapter, ``draw`` gives others."""

    key: str
    chapter: str  # its title, which is its question
    title: str  # of the exercise, as the chapter has it
    text: G
    draw: Callable[[Random], G]
    asks: Callable[[G], str]
    parts: tuple[Part, ...]
    answer: Callable[[G], Answer]
    because: Callable[[G], str]  # why that is right
    slips: tuple[Slip[G], ...]
    hints: tuple[str, str]  # without a number, so that they hold for all

    def given(self, seed: int | None = None) -> G:
        """The numbers of the chapter (no seed, or 0), or those that ``seed`` draws: as many slips can be told apart."""
        if not seed:
            return self.text
        rng = Random(f"{self.key} {whole('seed', seed)}")
        for _ in range(_DRAWS):
            given = self.draw(rng)
            if given != self.text and self.told_apart(given):
                return given
        raise AssertionError(f"no numbers for {self.key} with seed {seed}: {_DRAWS} draws were in vain")

    def told_apart(self, given: G) -> bool:
        """Whether the right answer is no slip's, and an answer that makes one slip is taken for that one."""
        right = self.answer(given)
        wrong = [(slip, gives) for slip in self.slips if (gives := slip.gives(given)) is not None]
        typical = [(slip, filled(gives, right)) for slip, gives in wrong]
        return all(
            not self._same(values, right, given) and self._slip(values, given) is slip
            for slip, values in typical
        )

    def wrong(self, seed: int | None = None) -> Iterator[tuple[Slip[G], Answer]]:
        """Each slip that these numbers allow, with an answer that makes it and is right in all else."""
        given = self.given(seed)
        for slip in self.slips:
            if (gives := slip.gives(given)) is not None:
                yield slip, filled(gives, self.answer(given))

    def judge(self, answer: object, seed: int | None = None) -> Result:
        """TypeError where ``answer`` does not have the parts that are asked for, or a part is of the wrong kind."""
        given, values = self.given(seed), self._read(answer)
        right = self.answer(given)
        if self._same(values, right, given):
            return Result(True, self.because(given))
        if slip := self._slip(values, given):
            return Result(False, slip.why(given))
        return Result(False, " ".join(self._remarks(values, right, given)))

    def _read(self, answer: object) -> Answer:
        values = answer if isinstance(answer, tuple | list) else (answer,)
        if len(values) != len(self.parts):
            wanted = joined([f"{part.label} ({part.wanted})" for part in self.parts])
            raise TypeError(f"{self.key} asks for {len(self.parts)}, in this order: {wanted}; got {answer!r}")
        return tuple(part.read(value) for part, value in zip(self.parts, values, strict=True))

    def _same(self, values: Answer, others: Answer, given: G) -> bool:
        return all(
            other is ANY or part.same(value, other, given)
            for part, value, other in zip(self.parts, values, others, strict=True)
        )

    def _slip(self, values: Answer, given: G) -> Slip[G] | None:
        """The first slip that gives this."""
        for slip in self.slips:
            gives = slip.gives(given)
            if gives is not None and self._same(values, gives, given):
                return slip
        return None

    def _remarks(self, values: Answer, right: Answer, given: G) -> Iterator[str]:
        """What is right so far, what can be said of the rest, and the first hint."""
        triples = list(zip(self.parts, values, right, strict=True))
        good = [part.label for part, value, wanted in triples if part.same(value, wanted, given)]
        if good:
            yield f"Right so far: {joined(good)}."
        for part, value, wanted in triples:
            if not part.same(value, wanted, given) and (remark := part.remark(value, wanted, given)):
                yield remark
        yield f"A hint: {self.hints[0]}"


def filled(gives: Answer, right: Answer) -> Answer:
    """What a slip gives, with the right value where it says nothing."""
    return tuple(value if wrong is ANY else wrong for wrong, value in zip(gives, right, strict=True))
