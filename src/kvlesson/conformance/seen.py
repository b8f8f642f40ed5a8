"""The books of a manager as far as it shows any: free list, reference counts, tables and lengths, read and copied.

Invariant: what is read is in the contract's form, or the answer says in which form it is instead.
Not here: whether they agree; `census` counts that (audit.py).
Cost: O(blocks + table entries).
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import Any, Final

from ..audit import BrokenInvariant, census
from .operations import Sizes
from .promises import Broken, Promise

__all__ = ["PARTS", "Seen", "see"]

PARTS: Final = ("free_list", "ref_count", "tables", "lengths")
MOST: Final = 40  # ids in a list: an endless one must not be read to its end


@dataclass(frozen=True)
class Seen:
    """None stands for what the manager does not show."""

    free_list: list[int] | None
    ref_count: list[int] | None
    tables: dict[Hashable, list[int]] | None
    lengths: dict[Hashable, int] | None

    @property
    def free(self) -> int | None:
        """How many blocks are free, where the manager shows it."""
        return None if self.free_list is None else len(self.free_list)

    def users(self, block: int) -> int:
        return sum(block in table for table in (self.tables or {}).values())

    def need(self, rid: str, length: int, tokens: int, block_size: int) -> int | None:
        """Free blocks that ``tokens`` more take for ``rid``, which stores ``length``, where tables are shown."""
        if self.tables is None:
            return None
        table = self.tables[rid]
        copies = bool(tokens and length % block_size and self.users(table[-1]) > 1)
        return -(-(length + tokens) // block_size) - len(table) + copies

    def agree(self, sizes: Sizes, lengths: Mapping[Hashable, int]) -> None:
        """Broken unless the books agree with each other and with the lengths on paper.

        What is not shown is derived from the rest, so that the one census serves all.
        """
        if self.lengths is not None and self.lengths != dict(lengths):
            raise Broken(Promise.BOOKS, f"its lengths are {self.lengths}, the tokens stored {dict(lengths)}")
        pool = range(sizes.num_blocks)
        if self.ref_count is not None and len(self.ref_count) != sizes.num_blocks:
            words = f"ref_count has {len(self.ref_count)} counts for {sizes.num_blocks} blocks"
            raise Broken(Promise.BOOKS, words)
        if self.tables is None:
            if self.free_list is not None and not set(self.free_list) <= set(pool):
                raise Broken(Promise.BOOKS, f"ids outside 0 to {len(pool) - 1} are free: {self.free_list}")
            if self.free_list is not None and len(set(self.free_list)) < len(self.free_list):
                raise Broken(Promise.BOOKS, f"a block is twice on the free list {self.free_list}")
            return
        named = Counter(block for table in self.tables.values() for block in table)
        free = [b for b in pool if not named[b]] if self.free_list is None else self.free_list
        counts = [named[b] for b in pool] if self.ref_count is None else self.ref_count
        try:
            census(_Books(sizes.block_size, free, counts, self.tables, dict(lengths)))
        except BrokenInvariant as error:
            raise Broken(Promise.BOOKS, str(error)) from None


@dataclass(frozen=True)
class _Books:
    block_size: int
    free_list: list[int]
    ref_count: list[int]
    tables: Mapping[Hashable, list[int]]
    lengths: Mapping[Hashable, int]


def see(manager: object) -> Seen:
    """Read whatever is there.  Broken when a name of the contract holds something else than the contract says."""
    return Seen(
        _part(manager, "free_list", _ids, "block ids"),
        _part(manager, "ref_count", _ids, "a count for each block, in order of the blocks"),
        _part(manager, "tables", _tables, "for each request the list of its block ids"),
        _part(manager, "lengths", _lengths, "for each request the number of its tokens"),
    )


def _part(manager: object, name: str, read: Callable[[Any], Any], form: str) -> Any:
    value = getattr(manager, name, None)
    if value is None:
        return None
    try:
        return read(value)
    except Exception:
        raise Broken(Promise.BOOKS, f"{name} must hold {form}; it is {_short(value)}") from None


def _ids(value: Any) -> list[int]:
    if isinstance(value, Mapping):
        raise TypeError
    return [index(block) for block in islice(iter(value), MOST)]


def _tables(value: Any) -> dict[Hashable, list[int]]:
    return {rid: _ids(value[rid]) for rid in islice(iter(_mapping(value)), MOST)}


def _lengths(value: Any) -> dict[Hashable, int]:
    return {rid: index(value[rid]) for rid in islice(iter(_mapping(value)), MOST)}


def _mapping(value: Any) -> Mapping[Hashable, Any]:
    if not isinstance(value, Mapping):
        raise TypeError
    return value


def _short(value: object) -> str:
    """Its type and the beginning of how it shows itself."""
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 60 else text[:60] + ' ...'}"
