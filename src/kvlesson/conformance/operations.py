"""What is done to a manager, one call each, and how a sequence of it reads: ``add A 5; fork A B; append B``.

Invariant: a sequence that holds only what "The pool, live" knows reads back with `read_actions`, as the same story.
Not here: what each must lead to (trial.py).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from ..side_by_side import MOST_TOKENS

__all__ = ["Operation", "Sizes", "retold", "story"]

WIDE_KEY: Final = "append a wide key"
WIDE_VALUE: Final = "append a wide value"


class Sizes(NamedTuple):
    """How large a pool is: blocks, and slots in each."""

    num_blocks: int
    block_size: int

    @property
    def slots(self) -> int:
        return self.num_blocks * self.block_size

    def __str__(self) -> str:
        blocks, slots = ("" if n == 1 else "s" for n in self)
        return f"{self.num_blocks} block{blocks} of {self.block_size} slot{slots}"


class Operation(NamedTuple):
    """``add`` rid (with tokens: and append so many), ``append`` rid, ``extend`` rid tokens, ``fork`` rid child, ``free``
    rid, ``gather`` rid, ``locate`` rid position, or an append whose key or value has the wrong shape."""

    what: str
    rid: str
    child: str = ""
    tokens: int = 0

    def __str__(self) -> str:
        if self.what in (WIDE_KEY, WIDE_VALUE):
            return f"append {self.rid} (a {self.what.split()[-1]} of two numbers where one is right)"
        number = str(self.tokens) if self.what in ("extend", "locate") or self.tokens else ""
        return " ".join(filter(None, (self.what, self.rid, self.child, number)))


def retold(operations: Sequence[Operation], refused: Collection[int] = ()) -> tuple[Operation, ...]:
    """The same with ``append`` told as part of the ``add`` before it.  ``refused`` are the places of calls that were
    refused: they stand for themselves, and so does the last, which is what the story is told for.

    >>> story(retold([Operation("add", "A"), *[Operation("append", "A")] * 3]))
    'add A 2; append A'
    """
    told: list[Operation] = []
    for place, operation in enumerate(operations):
        before = told[-1] if told else None
        joins = before and (before.what, before.rid) == ("add", operation.rid) and before.tokens < MOST_TOKENS
        apart = operation.what != "append" or {place, place - before.tokens - 1 if before else 0} & {*refused}
        if before and joins and not apart and place < len(operations) - 1:
            told[-1] = before._replace(tokens=before.tokens + 1)
        else:
            told.append(operation)
    return tuple(told)


def story(operations: Iterable[Operation]) -> str:
    """One line, calls between semicolons."""
    return "; ".join(map(str, operations))
