"""One manager under trial: calls are made, and after each one everything that can be read is compared.

Invariant: whatever the manager does, a call here returns, or raises Broken, which names a promise and what was seen.
Not here: which calls are made (search.py).
Cost: a look reads every request, O(tokens stored).
"""

from collections.abc import Callable
from functools import partial
from itertools import islice
from operator import index
from typing import Any, Final, TypeVar

import numpy as np

from .._arrays import Array
from .expected import Expected, expected, judge
from .guard import LINES, Endless, attempt, said
from .operations import WIDE_KEY, WIDE_VALUE, Operation, Sizes
from .paper import Paper
from .promises import Broken, Promise
from .seen import Seen, see

__all__ = ["Factory", "Trial"]

Factory = Callable[
    [int, int], Any
]  # called with (num_blocks, block_size): a class, or what makes its managers
Value = TypeVar("Value")

MOST_HELD: Final = 40  # arrays that gather gave, compared again later
# Written into arrays of the caller's: those that were given to the manager, and those that it gave.
GIVEN, TAKEN = -np.inf, np.inf

# What a broken promise is called when a refused call broke it.
AFTER_REFUSAL: Final = (Promise.CONTENTS, Promise.BOOKS, Promise.PLACES, Promise.UNSHARED)


class Trial:
    """A new manager of ``sizes``, and beside it what it should hold.

    With ``ask`` its questions are compared too; without ``read`` its requests are not gathered.
    """

    def __init__(self, make: Factory, sizes: Sizes, *, ask: bool = False, read: bool = True) -> None:
        self.sizes, self.paper, self.ask = sizes, Paper(sizes), ask
        self.done: list[Operation] = []
        self.refused: list[int] = []  # places in `done`
        self._handed_out: list[tuple[str, Array, bytes]] = []  # what gather gave, and what was in it
        self._is_read = False  # whether all was gathered since the last call
        call = f"{getattr(make, '__name__', 'the manager')}({sizes.num_blocks}, {sizes.block_size})"
        made, error = attempt(lambda: make(*sizes))
        self._ended(call, error)
        if error is not None:
            promise = Promise.WRITTEN if isinstance(error, NotImplementedError) else Promise.WORKS
            raise Broken(promise, f"{call} raises {said(error)}")
        self.manager: Any = made
        #: Which of the methods that may be missing are there.
        self.has: set[str] = self._run("looking at its methods", lambda: _shown(made))
        if not read:
            self.has.discard("gather")

    def repeat(self, operation: Operation) -> None:
        """Make a call that was looked at in another trial: what came of it is believed."""
        self.done.append(operation)
        error = self._call(operation)
        self._ended(str(operation), error)
        self._write_down(operation, error is None)
        self._is_read = False

    def do(self, operation: Operation) -> None:
        """Make the call, judge what comes of it, and look at everything.  Broken when it is not as it should be."""
        before = self._see()
        if not self.done:
            self._empty_at_first(before)
        if not self._is_read:
            self._read_all()  # so that what was handed out before the call can be compared after it
        wanted = expected(operation, self.paper, before)
        self.done.append(operation)
        error = self._call(operation)
        self._ended(str(operation), error)
        try:
            done = judge(operation, wanted, error, self.paper, before)
        except Broken:
            if error is None and wanted is Expected.FULL:  # where it wrote, having no room, says more
                self._write_down(operation, True)
                self._look(operation, before, True)
            raise
        self._write_down(operation, done)
        try:
            self._look(operation, before, done)
        except Broken as broken:
            if done or broken.promise not in AFTER_REFUSAL:
                raise
            words = f"{operation} is refused, as it must be, and yet: {broken.words}"
            raise Broken(Promise.UNCHANGED, words) from None

    def _call(self, operation: Operation) -> BaseException | None:
        what, rid, child, tokens = operation
        manager = self.manager
        if what in ("append", "extend", WIDE_KEY, WIDE_VALUE):
            return self._store(operation)
        if what == "add":
            return attempt(lambda: manager.add_request(rid)).error
        if what == "fork":
            return attempt(lambda: manager.fork(rid, child)).error
        if what == "locate":
            return attempt(lambda: manager.locate(rid, tokens)).error
        return attempt(lambda: getattr(manager, what)(rid)).error

    def _store(self, operation: Operation) -> BaseException | None:
        """An append or extend, with arrays that the manager must neither change nor keep."""
        rows = _rows(self.paper.tokens(operation.tokens or 1))  # [tokens, 1]
        keys, values = rows, -rows
        if operation.what != "extend":
            keys, values = keys[0], values[0]  # [1]
        if operation.what == WIDE_KEY:
            keys = np.repeat(keys, 2)
        if operation.what == WIDE_VALUE:
            values = np.repeat(values, 2)
        given = keys.tobytes(), values.tobytes()
        method = "extend" if operation.what == "extend" else "append"
        error = attempt(lambda: getattr(self.manager, method)(operation.rid, keys, values)).error
        for name, array, bytes_then in (("key", keys, given[0]), ("value", values, given[1])):
            if array.tobytes() != bytes_then:
                raise Broken(Promise.APART, f"{operation} changes the {name} that it is given")
            array.setflags(write=True)
            array[:] = GIVEN  # whoever kept the array instead of a copy now reads this
        return error

    def _write_down(self, operation: Operation, done: bool) -> None:
        what, rid, child, tokens = operation
        if not done:
            self.refused.append(len(self.done) - 1)
        elif what == "add":
            self.paper.told[rid] = []
        elif what in ("append", "extend"):
            self.paper.store(rid, self.paper.tokens(tokens if what == "extend" else 1))
        elif what == "fork":
            self.paper.told[child] = self.paper.told[rid]
        elif what == "free":
            del self.paper.told[rid]

    def _look(self, operation: Operation, before: Seen, done: bool) -> None:
        after = self._see()
        if done and operation.what in ("append", "extend"):
            self._unshared(operation, before, after)
        self._read_all()
        if not done and after != before:
            raise Broken(Promise.UNCHANGED, f"{operation} is refused, and yet {_difference(before, after)}")
        after.agree(self.sizes, {rid: len(told) for rid, told in self.paper.told.items()})
        self._places(after)
        if self.ask:
            self._answers(after)

    def _empty_at_first(self, seen: Seen) -> None:
        if seen.tables or seen.lengths:
            words = f"a new manager knows requests: tables {seen.tables}, lengths {seen.lengths}. Are they kept in the class, where all managers share them, and not in self?"
            raise Broken(Promise.EMPTY, words)
        if seen.free_list is not None and len(seen.free_list) != self.sizes.num_blocks:
            words = f"a new pool of {self.sizes} has the free list {seen.free_list}"
            raise Broken(Promise.EMPTY, words)

    def _unshared(self, operation: Operation, before: Seen, after: Seen) -> None:
        """Where tables are shown: the first new token does not go into a block that another request has, too."""
        rid, size = operation.rid, self.sizes.block_size
        length = len(self.paper.told[rid]) - (operation.tokens or 1)
        if before.tables is None or after.tables is None or not length % size:
            return
        old, table = before.tables.get(rid, []), after.tables.get(rid, [])
        place = length // size
        if len(old) <= place or len(table) <= place or old[place] != table[place]:
            return
        others = [name for name, blocks in after.tables.items() if name != rid and old[place] in blocks]
        if others and before.users(old[place]) > 1:
            words = f"{operation} writes into block {old[place]}, which {others[0]} has in its table, too"
            raise Broken(Promise.UNSHARED, words)

    def _read_all(self) -> None:
        """Every request reads back what is on paper; what was read before is as it was."""
        self._is_read = True
        if "gather" not in self.has:
            return
        earlier, self._handed_out = self._handed_out, []
        read = self._run("gather", self._gathered)
        for rid, (keys, values) in read.items():
            told = self.paper.told[rid]
            self._compare(f"gather {rid}: keys", keys, [[float(token)] for token in told])
            self._compare(f"gather {rid}: values", values, [[-float(token)] for token in told])
        for call, array, bytes_then in earlier:
            if array.tobytes() != bytes_then:
                words = f"an array that {call} had given changed afterwards: give a copy"
                raise Broken(Promise.APART, words)
        self._handed_out = [*earlier, *self._handed_out][-MOST_HELD:]

    def _gathered(self) -> dict[str, tuple[Array, Array]]:
        """Runs the manager's code, also where an array is made of what it gives."""
        read = {}
        for rid in self.paper.told:
            try:
                given = self.manager.gather(rid)
            except NotImplementedError:
                raise Broken(Promise.WRITTEN, f"gather {rid} ends in NotImplementedError") from None
            except Exception as error:
                raise Broken(Promise.WORKS, f"gather {rid} raises {said(error)}") from None
            read[rid] = self._two_arrays(f"gather {rid}", given)
        return read

    def _two_arrays(self, call: str, given: Any) -> tuple[Array, Array]:
        if not isinstance(given, tuple | list) or len(given) != 2:
            size = f" of {len(given)}" if isinstance(given, tuple | list) else ""
            words = f"{call} must give a tuple (keys, values); it gives {type(given).__name__}{size}"
            raise Broken(Promise.CONTENTS, words)
        arrays = []
        for name, part in zip(("keys", "values"), given, strict=True):
            array = np.asarray(part)
            if array.dtype.kind not in "iuf":
                kind = type(part).__name__ if array.dtype.kind == "O" else f"{array.dtype}"
                words = f"{call} must give {name} as an array of numbers; it gives {kind}"
                raise Broken(Promise.CONTENTS, words)
            arrays.append(array.copy())
            if array is part:
                if array.dtype.kind == "f" and array.flags.writeable:
                    array[...] = TAKEN  # the array is the caller's, who may write into it
                self._handed_out.append((call, array, array.tobytes()))
        return arrays[0], arrays[1]

    def _compare(self, name: str, got: Array, want: list[list[float]]) -> None:
        if got.shape != (len(want), 1):
            words = f"{name} must have shape [tokens, head_dim], here {[len(want), 1]}, and have {list(got.shape)}"
            raise Broken(Promise.CONTENTS, words)
        rows = got.tolist()
        if rows == want:
            return
        if [GIVEN] in rows:
            words = f"{name} change when the caller's own array does, after it was stored: keep a copy"
            raise Broken(Promise.APART, words)
        if [TAKEN] in rows:
            words = f"{name} change when somebody writes into an array that gather gave: give a copy"
            raise Broken(Promise.APART, words)
        told, read = (", ".join(f"{row[0]:g}" for row in part) for part in (want, rows))
        raise Broken(Promise.CONTENTS, f"{name} must be {told}, and are {read}")

    def _places(self, seen: Seen) -> None:
        if "locate" not in self.has:
            return
        for rid, told in self.paper.told.items():
            table = (seen.tables or {}).get(rid)
            for position in sorted({0, len(told) - 1} & {*range(len(told))}):
                place = self._run(f"locate {rid} {position}", partial(self._located, rid, position))
                entry, slot = divmod(position, self.sizes.block_size)
                if place[1:] != (slot,) or (table and place[0] != table[entry]):
                    where = f"slot {slot} of block {table[entry]}" if table else f"slot {slot} of its block"
                    words = f"locate {rid} {position} gives {place}, and the token lies in {where}"
                    raise Broken(Promise.PLACES, words)

    def _located(self, rid: str, position: int) -> tuple[Any, ...]:
        given = islice(self.manager.locate(rid, position), 3)  # no more: it may be endless
        return tuple(index(number) for number in given)

    def _answers(self, seen: Seen) -> None:
        """Questions that the library's own bookkeeping answers, where the manager, or its ``books``, have them."""
        if seen.tables is None or (free := seen.free) is None:
            return
        size = self.sizes.block_size
        for name in ("blocks_needed", "can_extend"):
            ask = self._question(name)
            for rid, told in self.paper.told.items() if ask else ():
                for tokens in (1, size + 1, self.sizes.slots + 1):
                    need = seen.need(rid, len(told), tokens, size)
                    want = need if name == "blocks_needed" else need is not None and need <= free
                    self._answered(f"{name}({rid!r}, {tokens})", ask, (rid, tokens), want)
        for name, room in (("fits_now", free), ("fits_when_empty", self.sizes.num_blocks)):
            if ask := self._question(name):
                for tokens in (room * size, room * size + 1):
                    self._answered(f"{name}({tokens})", ask, (tokens,), tokens <= room * size)

    def _question(self, name: str) -> Callable[..., Any] | None:
        found = self._run(f"looking for {name}", lambda: _asked(self.manager, name))
        return found if callable(found) else None

    def _answered(
        self, call: str, ask: Callable[..., Any] | None, given: tuple[Any, ...], want: object
    ) -> None:
        def compared() -> tuple[str, bool]:
            got = ask(*given) if ask else want
            return f"{got}", bool(got == want)

        got, right = self._run(call, compared)
        if not right:
            raise Broken(Promise.ANSWERS, f"{call} gives {got}; right is {want}")

    def _see(self) -> Seen:
        return self._run("reading its books", lambda: see(self.manager))

    def _run(self, call: str, work: Callable[[], Value]) -> Value:
        """For calls that must succeed."""
        value, error = attempt(work)
        self._ended(call, error)
        if isinstance(error, Broken):
            raise error
        if isinstance(error, NotImplementedError):
            raise Broken(Promise.WRITTEN, f"{call} ends in NotImplementedError")
        if error is not None:
            raise Broken(Promise.WORKS, f"{call} raises {said(error)}")
        return value  # type: ignore[return-value]

    def _ended(self, call: str, error: BaseException | None) -> None:
        if isinstance(error, Endless):
            raise Broken(
                Promise.ENDS, f"{call} had not ended after {LINES:,} lines of Python: an endless loop?"
            )
        if isinstance(error, RecursionError):
            raise Broken(Promise.ENDS, f"{call} calls itself without end")


def _rows(tokens: list[int]) -> Array:
    """The keys of tokens, each its own number: [tokens, 1].  Values are the same, negative."""
    return np.array(tokens, dtype=float).reshape(-1, 1)


def _shown(manager: object) -> set[str]:
    return {name for name in ("gather", "locate", "extend") if getattr(manager, name, None) is not None}


def _asked(manager: object, name: str) -> Any:
    return getattr(manager, name, None) or getattr(getattr(manager, "books", None), name, None)


def _difference(before: Seen, after: Seen) -> str:
    for name, old, new in zip(
        ("free_list", "ref_count", "tables", "lengths"), *map(_fields, (before, after)), strict=True
    ):
        if old != new:
            return f"{name} was {old} and is {new}"
    return "something changed"


def _fields(seen: Seen) -> tuple[object, ...]:
    return seen.free_list, seen.ref_count, seen.tables, seen.lengths
