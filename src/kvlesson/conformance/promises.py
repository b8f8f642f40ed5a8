"""What a block manager promises, each promise in a sentence, and the exception that says which one broke.

Invariant: every promise is about contents, room and books; none is about which free block is taken first, or whether a
fork shares or copies.
Not here: how a promise is tried (trial.py, doors.py).
"""

from enum import StrEnum

__all__ = ["Broken", "Promise"]


class Promise(StrEnum):
    """The value is the sentence that a reader sees."""

    WRITTEN = "Every method is there and written"
    ENDS = "Every call ends"
    WORKS = "A call that must succeed raises nothing"
    CONTENTS = "A request reads back the tokens it stored, all of them, in order, and no others"
    APART = "Arrays that are handed in or out stay as they are"
    UNSHARED = "A slot that two requests may read is never written"
    ROOM = "A token is stored while there is room for it, and refused with OutOfBlocks when there is none"
    REFUSED = "What makes no sense is refused, by an exception that says what was wrong"
    UNCHANGED = "A refusal changes nothing"
    NEVER = "What could never fit is told apart from what must wait"
    BOOKS = "Free list, reference counts, tables and lengths agree"
    PLACES = "A token lies where the block table says"
    ANSWERS = "A question is answered as the call it asks about will do"
    EMPTY = "A pool begins empty, and a pool that cannot be is refused"
    ONCE = "A block is given back once"


class Broken(Exception):
    """A promise that did not hold, and in words what was seen instead."""

    def __init__(self, promise: Promise, words: str) -> None:
        super().__init__(promise, words)
        self.promise, self.words = promise, words

    def __str__(self) -> str:
        return f"{self.promise}: {self.words}"
