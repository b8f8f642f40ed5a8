"""A buddy allocator over a row of slots: every slab is a power of two long, and splits and merges in halves.

Invariant: a piece of 2^k slots starts at a multiple of 2^k, and two free halves of one piece are never left apart.
Not here: requests and what they store.
Cost: O(number of sizes) each, about log2 of the row.

The same calls as first_fit.py.  What is rounded up is lost until the slab is given back: ``held`` tells it.  The older
systems that Kwon et al. (SOSP 2023, section 6.1) compare with are run on such an allocator (Knowlton, 1965).
"""

from ._validate import whole

__all__ = ["Buddy", "next_power_of_two"]


def next_power_of_two(n: int) -> int:
    """The smallest power of two that is at least ``n``, which must be at least 1.

    >>> [next_power_of_two(n) for n in (1, 2, 3, 498)]
    [1, 2, 4, 512]
    """
    return 1 << (whole("n", n, at_least=1) - 1).bit_length()


class Buddy:
    """``n_slots`` slots in a row, ``free`` of them in ``pieces``: size -> starts.  ``held`` maps the start of each slab to the
    slots that it takes, a power of two.

    A row that is no power of two is cut into pieces that are, the largest first; those never merge.
    """

    def __init__(self, n_slots: int) -> None:
        self.n_slots = self.free = whole("n_slots", n_slots, at_least=1)
        self.pieces: dict[int, set[int]] = {}
        self.held: dict[int, int] = {}
        start = 0
        for size in (1 << bit for bit in reversed(range(self.n_slots.bit_length()))):
            self.pieces[size] = {start} if self.n_slots & size else set()
            start += self.n_slots & size

    def take(self, size: int) -> int | None:
        """Reserve the next power of two: its first slot, or None.  Takes the smallest free piece, the leftmost of those."""
        want = next_power_of_two(size)
        size = min((size for size, starts in self.pieces.items() if size >= want and starts), default=0)
        if not size:
            return None
        start = min(self.pieces[size])
        self.pieces[size].remove(start)
        while size > want:  # halve it, and keep the left half
            size //= 2
            self.pieces[size].add(start + size)
        self.held[start] = want
        self.free -= want
        return start

    def give(self, start: int) -> None:
        """Give back the slab that begins at ``start``.  ValueError when none does: a double free."""
        if start not in self.held:
            raise ValueError(f"start must begin a slab, got {start!r}")
        size = self.held.pop(start)
        self.free += size
        while (buddy := start ^ size) in self.pieces[size]:
            self.pieces[size].remove(buddy)
            start, size = min(start, buddy), 2 * size
        self.pieces[size].add(start)
