"""The answer to "does my manager keep its promises?": in words, and as frames of what should have happened.

Invariant: the frames are played by the library's own bookkeeping, from the same calls in a pool of the same size.
Not here: finding it (search.py).
Cost: nothing is drawn, or imported for it, until somebody looks.
"""

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from ..bookkeeping import BlockTables, OutOfBlocks, UnknownRequest
from ..snapshots import Step
from .operations import Operation, Sizes, story

if TYPE_CHECKING:
    from ..drawing import Frames

__all__ = ["Verdict", "played"]


@dataclass(frozen=True, repr=False)
class Verdict:
    """``kept``, or which ``promise`` broke, by which ``operations`` in a pool of ``sizes``, and what was seen.

    ``operations`` are as few as were found; the last one breaks the promise.  There are none, and no ``sizes``, when the
    promise broke before any call, or kept.  ``tried`` counts the calls that were made, ``speed`` is the time of a small
    story divided by the library's (None when not measured): it differs from run to run, so it is not compared.
    ``notes`` say what could not be looked at.
    """

    name: str
    kept: bool
    promise: str
    operations: tuple[Operation, ...]
    sizes: Sizes | None
    explanation: str
    tried: int
    notes: tuple[str, ...] = ()
    speed: float | None = field(default=None, compare=False)

    @property
    def story(self) -> str:
        """The operations in one line, as `read_actions` reads them where they are such actions."""
        return story(self.operations)

    @property
    def frames(self) -> "Frames":
        """What should have happened, as the library's manager does it; without operations, no frame."""
        from ..drawing import steps

        return steps(played(self.sizes, self.operations) if self.sizes and self.operations else [])

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return f"<{' '.join(self._lines())}>"

    def _repr_html_(self) -> str:
        words = "".join(f"<p>{escape(line)}</p>" for line in self._lines())
        frames = f"<p>What should happen:</p>{self.frames._repr_html_()}" if self.operations else ""
        return f'<div class="kv-verdict">{words}{frames}</div>'

    def _lines(self) -> list[str]:
        if self.kept:
            lines = [f"{self.name} keeps its promises: {self.tried:,} calls were tried, and none broke one."]
        else:
            lines = [f"{self.name} breaks a promise: {self.promise}."]
            if self.operations and self.sizes:
                lines.append(f"In a pool of {self.sizes}: {self.story}")
            lines.append(self.explanation)
        if self.speed is not None:
            lines.append(f"It takes {self.speed:.1f} times the library's time, measured here and now.")
        return [*lines, *self.notes]


def played(sizes: Sizes, operations: tuple[Operation, ...]) -> list[Step]:
    """The library's books at the start and after each operation; what it refuses, and why, is told in the event."""
    books = BlockTables(*sizes)
    steps = [Step.of("an empty pool", books)]
    for operation in operations:
        event = str(operation)
        try:
            _play(books, operation)
        except (OutOfBlocks, UnknownRequest, ValueError, IndexError) as error:
            event += f": refused, {error}"
        steps.append(Step.of(event, books))
    return steps


def _play(books: BlockTables, operation: Operation) -> None:
    what, rid, child, tokens = operation
    if what == "add":
        books.add_request(rid)
        books.extend(rid, tokens)
    elif what == "append":
        books.append(rid)
    elif what == "extend":
        books.extend(rid, tokens)
    elif what == "fork":
        books.fork(rid, child)
    elif what == "free":
        books.free(rid)
    elif what == "locate":
        books.locate(rid, tokens)
    else:
        books.entry(rid)
        if what != "gather":
            raise ValueError("the shape is wrong")
