"""The older way: one slab of adjacent slots per request, reserved when it arrives.

Invariant: slabs never overlap and never move, and a slab never holds more tokens than slots.
Not here: keys and values (only counts), slabs that grow, and the buddy allocator whose figures Kwon et al. publish.
Cost: ``allocate`` and everything that looks at gaps O(slabs x log slabs); ``release`` O(1).
"""

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ._shown import Shown
from ._validate import new_id, not_found, whole
from .capacity import requests_that_fit_contiguous, requests_that_fit_paged

if TYPE_CHECKING:
    from .drawing import Picture

__all__ = ["ContiguousPool", "Waste", "requests_that_fit_contiguous", "requests_that_fit_paged"]


class Waste(NamedTuple):
    """Where all the slots of a pool are, in the words of Kwon et al. (SOSP 2023, section 3.1).  The five sum to all."""

    used: int  # hold a token
    reserved: int  # will hold one
    internal: int  # inside a slab, and never will
    external: int  # in gaps too small for the request that waits
    free: int  # in gaps that would do


class ContiguousPool(Shown):
    """``n_slots`` slots in a row.  A call that raises, or gives None, changes nothing.

    ``slabs`` maps a request's id (anything hashable) to (start, size); ``used`` to the tokens it stores, which is yours
    to write and is checked when waste is asked for.  Everywhere: TypeError or ValueError for an argument that can never
    be right, UnknownRequest (a KeyError) for an id that holds no slab.
    """

    def __init__(self, n_slots: int) -> None:
        self.n_slots = whole("n_slots", n_slots, at_least=1)
        self.slabs: dict[Hashable, tuple[int, int]] = {}
        self.used: dict[Hashable, int] = {}

    def allocate(self, rid: Hashable, size: int) -> int | None:
        """Reserve ``size`` adjacent slots in the first gap from the left that is big enough (first fit).

        Gives the first slot, or None when no single gap will do.  ``fits_when_empty`` tells *never* from *not now*.
        """
        new_id("rid", rid, self.slabs)
        size = whole("size", size, at_least=1)
        for start, length in self.free_runs():
            if length >= size:
                self.slabs[rid] = (start, size)
                self.used[rid] = 0
                return start
        return None

    def release(self, rid: Hashable) -> None:
        """Give the slab of ``rid`` back."""
        try:
            del self.slabs[rid]
        except (KeyError, TypeError):
            raise not_found("rid", rid) from None
        self.used.pop(rid, None)

    def fits_when_empty(self, size: int) -> bool:
        """Whether ``size`` slots could be reserved if nobody else were here."""
        return whole("size", size, at_least=1) <= self.n_slots

    def free_runs(self) -> list[tuple[int, int]]:
        """The gaps, left to right, as (start, length)."""
        runs, end = [], 0
        for start, size in [*sorted(self.slabs.values()), (self.n_slots, 0)]:
            if start > end:
                runs.append((end, start - end))
            end = start + size
        return runs

    def free_total(self) -> int:
        return sum(length for _, length in self.free_runs())

    def largest_free_run(self) -> int:
        return max((length for _, length in self.free_runs()), default=0)

    def internal_waste(self) -> int:
        """Reserved slots that hold no token, whatever becomes of them: the paper's *reserved* and *internal* together.

        The pool cannot split them, since it does not know how long its requests will get; ``waste`` can.
        """
        return sum(size for _, size in self.slabs.values()) - sum(self._stored().values())

    def waste(self, final_lengths: Mapping[Any, int], wanted: int) -> Waste:
        """Where all slots are, in hindsight, while a request for ``wanted`` slots waits.

        ``final_lengths`` maps each id here to the tokens that it will have stored in the end; others are ignored.
        ValueError when it lacks an id, or unless tokens stored <= final length <= slots reserved.
        """
        wanted = whole("wanted", wanted, at_least=1)
        stored, used, reserved, internal = self._stored(), 0, 0, 0
        for rid, (_, size) in self.slabs.items():
            if rid not in final_lengths:
                raise ValueError(f"final_lengths has no entry for {rid!r}, which holds a slab")
            final = whole(f"final_lengths[{rid!r}]", final_lengths[rid])
            if not stored[rid] <= final <= size:
                raise ValueError(
                    f"final_lengths[{rid!r}] must lie between the {stored[rid]} token(s) stored and the {size} slots "
                    f"reserved, got {final}"
                )
            used += stored[rid]
            reserved += final - stored[rid]
            internal += size - final
        external = sum(length for _, length in self.free_runs() if length < wanted)
        return Waste(used, reserved, internal, external, self.free_total() - external)

    def _stored(self) -> dict[Hashable, int]:
        """``used``, checked against the slabs."""
        if strangers := self.used.keys() ^ self.slabs.keys():
            raise ValueError(
                f"used and slabs must name the same requests, but only one of them names {strangers}"
            )
        stored = {}
        for rid, (_, size) in self.slabs.items():
            stored[rid] = whole(f"used[{rid!r}]", self.used[rid])
            if stored[rid] > size:
                raise ValueError(f"used[{rid!r}] is {stored[rid]}, more than the {size} slots reserved")
        return stored

    def _in_short(self) -> str:
        return f"{self.n_slots} slots, {self.free_total()} of them free, requests: {len(self.slabs)}"

    def _size(self) -> int:
        return self.n_slots

    def _picture(self) -> "Picture":
        from .drawing import memory_row  # nothing is drawn, or imported for it, until somebody looks

        return memory_row(self)
