"""How a pool shows itself: in a terminal as one line, in a notebook or on the lesson's page as its picture.

Invariant: showing changes nothing and never fails, whatever was done to the pool by hand.
Not here: the drawing (drawing/).
Cost: that of the picture, for pools of at most MOST_DRAWN; else O(1).
"""

from abc import ABC, abstractmethod
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .drawing import Picture

MOST_DRAWN: Final = 64  # blocks, or slots in a row: more would be a wall, not a picture


class Shown(ABC):
    """``repr`` and ``_repr_html_`` of whatever can say itself in short, and be drawn."""

    @abstractmethod
    def _in_short(self) -> str: ...

    @abstractmethod
    def _size(self) -> int: ...

    @abstractmethod
    def _picture(self) -> "Picture": ...

    def __repr__(self) -> str:
        short = f"{type(self).__name__} of {self._in_short()}"
        if self._size() > MOST_DRAWN:
            return f"<{short}>"
        try:
            return f"<{short}: {self._picture().text}>"
        except Exception as error:  # a pool that contradicts itself is still shown, with what is wrong
            return f"<{short}; cannot be drawn: {error}>"

    def _repr_html_(self) -> str:
        if self._size() <= MOST_DRAWN:
            with suppress(Exception):  # said in words below
                return self._picture()._repr_html_()
        return f"<p>{escape(repr(self)[1:-1])}</p>"


class ShownInBlocks(Shown):
    """What has blocks, tables and a free list.  Nothing is drawn, or imported for it, until somebody looks."""

    def _in_short(self: Any) -> str:
        blocks = f"{self.num_blocks} blocks of {self.block_size} slots"
        return f"{blocks}, {len(self.free_list)} of them free, requests: {len(self.tables)}"

    def _size(self: Any) -> int:
        return int(self.num_blocks)

    def _picture(self: Any) -> "Picture":
        from .drawing import pool_and_tables

        return pool_and_tables(self)
