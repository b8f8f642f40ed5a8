"""One pool of slots handed out twice, in slabs and in blocks, by the same actions: what "The pool, live" shows.

Invariant: each way does an action whole or refuses it and stays as it was; what one refuses does not stop the other.
Not here: keys and values, and the drawing (drawing/).
Cost: that of the actions; ``play_actions`` repeats them from the start.

Actions are written as people say them: ``add A 6; append A; fork A B; free A``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from functools import partial
from typing import Final, NamedTuple, SupportsIndex

from ._validate import whole
from .bookkeeping import BlockTables, OutOfBlocks, UnknownRequest
from .contiguous import ContiguousPool
from .snapshots import Step

__all__ = [
    "MOST_ACTIONS",
    "MOST_POOL_BLOCKS",
    "MOST_TOKENS",
    "PoolAction",
    "PoolMoment",
    "PoolSizes",
    "as_python",
    "play_actions",
    "read_actions",
    "write_actions",
]

MOST_ACTIONS: Final = 60
MOST_TOKENS: Final = 64  # in one action
MOST_POOL_BLOCKS: Final = 16

_WORDS: Final = {"add": 3, "append": 2, "fork": 3, "free": 2}  # how many words each has, itself included


class PoolAction(NamedTuple):
    """``add`` rid tokens, ``append`` rid, ``fork`` rid child, or ``free`` rid."""

    what: str
    rid: str
    tokens: int = 0
    child: str = ""

    def __str__(self) -> str:
        last = self.child or (str(self.tokens) if self.what == "add" else "")
        return " ".join(filter(None, (self.what, self.rid, last)))


class PoolSizes(NamedTuple):
    """How large the pool is and how it is handed out: ``slab`` slots to each request, or blocks as they fill."""

    num_blocks: int = 8
    block_size: int = 4
    slab: int = 12

    @property
    def slots(self) -> int:
        return self.num_blocks * self.block_size


class PoolMoment(NamedTuple):
    """After an action: both pools, and why either refused it ("" when it did not)."""

    event: str
    blocks: Step
    slabs: ContiguousPool
    blocks_refused: str
    slabs_refused: str


def read_actions(text: str) -> list[PoolAction]:
    """The actions in ``text``, between semicolons.  ValueError that quotes what is not understood.

    >>> read_actions("add A 6; fork A B")
    [PoolAction(what='add', rid='A', tokens=6, child=''), PoolAction(what='fork', rid='A', tokens=0, child='B')]
    """
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) > MOST_ACTIONS:
        raise ValueError(f"text must hold at most {MOST_ACTIONS} actions, got {len(parts)}")
    return [_read(part) for part in parts]


def _read(part: str) -> PoolAction:
    what, *rest = part.split()
    if len(part) > 20 or _WORDS.get(what) != len(part.split()):
        raise ValueError(f"{part[:20]!r} is no action: write add A 6, append A, fork A B or free A")
    names = rest[:1] if what == "add" else rest
    if not all(re.fullmatch("[A-Z]", name) for name in names):
        raise ValueError(f"{part!r}: a request's name is one letter from A to Z")
    if what != "add":
        return PoolAction(what, rest[0], child=rest[1] if what == "fork" else "")
    if not re.fullmatch("[0-9]{1,2}", rest[1]) or not 1 <= int(rest[1]) <= MOST_TOKENS:
        raise ValueError(f"{part!r}: a prompt has 1 to {MOST_TOKENS} tokens")
    return PoolAction(what, rest[0], int(rest[1]))


def write_actions(actions: Iterable[PoolAction]) -> str:
    """What ``read_actions`` reads back."""
    return "; ".join(map(str, actions))


def play_actions(actions: Sequence[PoolAction], pools: PoolSizes | None = None) -> list[PoolMoment]:
    """The pools at the start and after each action.  ValueError for pools that are no pools, or too large to be seen."""
    sizes = _checked(pools or PoolSizes())
    books, row = BlockTables(sizes.num_blocks, sizes.block_size), ContiguousPool(sizes.slots)
    moments = [PoolMoment("an empty pool", Step.of("an empty pool", books), deepcopy(row), "", "")]
    for action in actions:
        in_blocks = _tried(partial(_in_blocks, books, action))
        in_slabs = _tried(partial(_in_slabs, row, action, sizes.slab))
        event = str(action)
        moments.append(PoolMoment(event, Step.of(event, books), deepcopy(row), in_blocks, in_slabs))
    return moments


def _checked(pools: PoolSizes) -> PoolSizes:
    sizes = PoolSizes(
        *(whole(name, size, at_least=1) for name, size in zip(PoolSizes._fields, pools, strict=True))
    )
    if sizes.num_blocks > MOST_POOL_BLOCKS or sizes.block_size > MOST_POOL_BLOCKS:
        raise ValueError(f"num_blocks and block_size must be at most {MOST_POOL_BLOCKS}, got {tuple(sizes)}")
    if sizes.slab > sizes.slots:
        raise ValueError(f"slab must be at most the pool's {sizes.slots} slots, got {sizes.slab}")
    return sizes


class _Refused(Exception):
    """What a server would say to a request it cannot serve."""


def _tried(work: Callable[[], None]) -> str:
    try:
        work()
    except (_Refused, OutOfBlocks, UnknownRequest, ValueError) as error:
        return str(error)
    return ""


def _in_blocks(books: BlockTables, action: PoolAction) -> None:
    if action.what == "add":
        if action.rid not in books.tables and not books.fits_now(action.tokens):
            raise _Refused(f"{action.tokens} tokens need more blocks than the {books.num_free} that are free")
        books.add_request(action.rid)
        books.extend(action.rid, action.tokens)
    elif action.what == "append":
        books.append(action.rid)
    elif action.what == "fork":
        books.fork(action.rid, action.child)
    else:
        books.free(action.rid)


def _in_slabs(row: ContiguousPool, action: PoolAction, slab: SupportsIndex) -> None:
    rid, size = action.rid, whole("slab", slab)
    if action.what == "add":
        if action.tokens > size:
            raise _Refused(f"{action.tokens} tokens are more than a slab of {size} slots")
        _reserve(row, rid, size)
        row.used[rid] = action.tokens
        return
    if rid not in row.slabs:
        raise UnknownRequest(rid)
    if action.what == "append":
        if row.used[rid] == size:
            raise _Refused(f"the slab of {rid!r} is full: {size} slots")
        row.used[rid] += 1
    elif action.what == "fork":
        _reserve(row, action.child, size)
        row.used[action.child] = row.used[rid]  # all of it copied: nothing can be shared
    else:
        row.release(rid)


def _reserve(row: ContiguousPool, rid: str, size: int) -> None:
    if row.allocate(rid, size) is None:
        raise _Refused(f"no {size} adjacent slots are free")


def as_python(actions: Iterable[PoolAction], pools: PoolSizes | None = None) -> str:
    """The blocks' part of a story as code to run: it does what the buttons did, refusals included.

    >>> print(as_python(read_actions("add A 6; append A")))
    from kvlesson import BlockTables
    <BLANKLINE>
    pool = BlockTables(num_blocks=8, block_size=4)
    pool.add_request("A")
    pool.extend("A", 6)
    pool.append("A")
    pool
    """
    sizes = pools or PoolSizes()
    lines = ["from kvlesson import BlockTables", ""]
    lines.append(f"pool = BlockTables(num_blocks={sizes.num_blocks}, block_size={sizes.block_size})")
    given = list(actions)
    for action, moment in zip(given, play_actions(given, sizes)[1:], strict=True):
        hidden = "# refused: " if moment.blocks_refused else ""
        if action.what == "add":
            lines += [
                f'{hidden}pool.add_request("{action.rid}")',
                f'{hidden}pool.extend("{action.rid}", {action.tokens})',
            ]
        elif action.what == "fork":
            lines.append(f'{hidden}pool.fork("{action.rid}", "{action.child}")')
        else:
            lines.append(f'{hidden}pool.{action.what}("{action.rid}")')
    return "\n".join([*lines, "pool"])
