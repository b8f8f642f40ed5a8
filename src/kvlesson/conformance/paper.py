"""What a manager should hold, on paper: the tokens of each request, and how many blocks that takes.

Invariant: nothing here comes from the manager.
Not here: ids of blocks.  Which ones a manager takes is its own affair.
Cost: O(tokens stored) a question; pools are tiny.

Managers may differ in how much they share.  So there are two numbers: the fewest blocks in which the contents could lie
at all, and the most that a manager may take, which is when it shares nothing.  Between them it may accept or refuse.
"""

from ..bookkeeping import blocks_for
from .operations import Sizes

__all__ = ["Paper"]


class Paper:
    """Request -> its tokens, as whole numbers of which no two appends ever get the same."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.told: dict[str, list[int]] = {}
        self.next_token = 1

    def tokens(self, count: int) -> list[int]:
        """The next ``count`` tokens to be stored; they are new until `store` keeps them."""
        return list(range(self.next_token, self.next_token + count))

    def store(self, rid: str, tokens: list[int]) -> None:
        self.told[rid] = [*self.told[rid], *tokens]  # another list: twins share the old one
        self.next_token += len(tokens)

    def most(self, rid: str = "", tokens: int = 0) -> int:
        """Blocks when nothing is shared, once ``rid`` has stored ``tokens`` more."""
        lengths = {name: len(told) for name, told in self.told.items()}
        if rid:
            lengths[rid] = lengths.get(rid, 0) + tokens
        return sum(blocks_for(length, self.sizes.block_size) for length in lengths.values())

    def fewest(self, rid: str, tokens: int) -> int:
        """Blocks when all is shared that can be, once ``rid`` has stored ``tokens`` more.

        A block can serve two requests where one's tokens in it begin with the other's: each reads as far as its own.
        """
        size = self.sizes.block_size
        after = {**self.told, rid: [*self.told[rid], *self.tokens(tokens)]}
        parts = {
            (start, tuple(told[start : start + size]))
            for told in after.values()
            for start in range(0, len(told), size)
        }
        longer = {(start, part[:n]) for start, part in parts for n in range(1, len(part))}
        return len(parts - longer)

    def shares_its_tail(self, rid: str) -> bool:
        """Whether the last block of ``rid`` has room, and another request may read it too."""
        told, size = self.told[rid], self.sizes.block_size
        if not len(told) % size:
            return False
        last = len(told) - len(told) % size  # the token that alone in the block every sharer has
        return any(other[last : last + 1] == [told[last]] for name, other in self.told.items() if name != rid)
