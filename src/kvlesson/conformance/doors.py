"""What no sequence of calls shows: pools that cannot be, and a block given back twice to an allocator.

Invariant: nothing is asked of a manager that it does not show; a pool's size is asked of all.
Not here: sequences of calls (search.py).
Cost: a few calls.
"""

from typing import Any, Final

from .guard import Endless, attempt, said
from .operations import Sizes
from .promises import Broken, Promise
from .seen import see
from .trial import Factory

__all__ = ["try_the_doors"]

NO_POOLS: Final = (Sizes(0, 1), Sizes(1, 0), Sizes(-1, 1))


def try_the_doors(make: Factory) -> int:
    """How many calls were made.  Broken when a door is open."""
    for sizes in NO_POOLS:
        _no_pool(make, sizes)
    return len(NO_POOLS) + _given_back_twice(make)


def _no_pool(make: Factory, sizes: Sizes) -> None:
    call = f"{getattr(make, '__name__', 'the manager')}({sizes.num_blocks}, {sizes.block_size})"
    wrong = min(sizes)
    name = Sizes._fields[sizes.index(wrong)]
    error = attempt(lambda: make(*sizes)).error
    if error is None:
        raise Broken(Promise.EMPTY, f"{call} makes a pool: raise ValueError that names {name} and {wrong}")
    if isinstance(error, Endless):
        raise Broken(Promise.ENDS, f"{call} does not end")
    if not isinstance(error, ValueError) or str(wrong) not in str(error):
        words = f"{call} must raise ValueError that names {name} and {wrong}; it raises {said(error)}"
        raise Broken(Promise.EMPTY, words)


def _given_back_twice(make: Factory) -> int:
    """For managers whose ``allocator``, or that of their ``books``, has ``take`` and ``release``, as the library's."""

    def twice() -> Any:
        manager = make(2, 2)
        holder = getattr(manager, "books", manager)
        allocator = getattr(holder, "allocator", None)
        if allocator is None or not hasattr(allocator, "take") or not hasattr(allocator, "release"):
            return None
        block = allocator.take()
        allocator.release(block)
        before = see(manager)
        second = attempt(lambda: allocator.release(block)).error
        return second, before, see(manager)

    seen, error = attempt(twice)
    if error is not None:
        raise Broken(Promise.ONCE, f"take and release of its allocator raise {said(error)}")
    if seen is None:
        return 0
    second, before, after = seen
    if not isinstance(second, ValueError | KeyError):
        how = "is accepted" if second is None else f"raises {said(second)}"
        words = (
            f"take; release; release of its allocator: the second release of a block {how}; raise ValueError"
        )
        raise Broken(Promise.ONCE, words)
    if before != after:
        raise Broken(Promise.ONCE, "a second release of a block is refused, and yet changes the books")
    return 3
