"""What came of an answer.

Invariant: a result stays as it was given.
Not here: how an answer is judged (exercise.py).
Cost: O(words).
"""

from dataclasses import dataclass
from html import escape

from .said import Said

__all__ = ["Result"]


@dataclass(frozen=True, repr=False)
class Result(Said):
    """Whether an answer is right, and why, or why not.  True where a condition asks for it."""

    right: bool
    why: str

    def __bool__(self) -> bool:
        return self.right

    def _lines(self) -> list[str]:
        return [f"{'Right.' if self.right else 'Not yet.'} {self.why}"]

    def _repr_html_(self) -> str:
        word, rest = ("Right.", "true") if self.right else ("Not yet.", "false")
        return f'<p class="kv-result" data-right="{rest}"><strong>{word}</strong> {escape(self.why)}</p>'
