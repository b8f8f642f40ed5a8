"""A question with its numbers, as it is shown to whoever is to answer.

Invariant: the same key and seed ask the same question.
Not here: how answers are judged (exercise.py).
Cost: that of computing the answer, where the solution is asked for.
"""

from dataclasses import dataclass
from typing import Any

from .exercise import Exercise
from .result import Result
from .said import Said

__all__ = ["Asked", "Solution"]


@dataclass(frozen=True, repr=False)
class Solution(Said):
    """The full answer, in words."""

    words: str

    def _lines(self) -> list[str]:
        return [self.words]


@dataclass(frozen=True, repr=False)
class Asked(Said):
    """An exercise with the numbers that ``seed`` draws; those of the chapter for 0."""

    exercise: Exercise[Any]
    seed: int

    @property
    def question(self) -> str:
        return self.exercise.asks(self.exercise.given(self.seed))

    @property
    def hints(self) -> tuple[str, str]:
        return self.exercise.hints

    @property
    def solution(self) -> Solution:
        return Solution(self.exercise.because(self.exercise.given(self.seed)))

    def check(self, answer: object) -> Result:
        """As ``check(key, answer, seed)``."""
        return self.exercise.judge(answer, self.seed)

    def _lines(self) -> list[str]:
        parts = self.exercise.parts
        shape = "..." if len(parts) == 1 else f"({', '.join(['...'] * len(parts))})"
        seed = f", seed={self.seed}" if self.seed else ""
        return [
            f"{self.exercise.title} {self.question}".strip()
            if self.exercise.title.endswith("?")
            else f"{self.exercise.title}. {self.question}",
            f"Answer with check({self.exercise.key!r}, {shape}{seed}):",
            *(f"  {part.label}: {part.wanted}" for part in parts),
        ]

    def _repr_html_(self) -> str:
        first, *rest = super()._repr_html_().split("<p>")[1:]
        return f'<p class="kv-question">{first}' + "".join(f"<p>{line}" for line in rest)
