"""A finding: one place where the lesson is wrong, in one line that says what to do."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Finding:
    """`path` is relative to the project, `line` counts from 1.

    A `drift` is a place where text and code differ and `build` can write the right text. Everything else
    needs an author's hand, and while any such finding stands nothing is written at all.
    """

    path: str
    line: int
    message: str
    drift: bool = False

    def __str__(self) -> str:
        """One line, whatever was in the message."""
        text = " ".join(f"{self.path}:{self.line}: {self.message}".split())
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
