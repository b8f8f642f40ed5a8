"""Managers that other people might write: correct ones of three designs, faulty ones, and hostile ones.

None is built on the library's.  The correct ones know nothing of each other; a faulty one differs from the one that it
is made of in one method.
"""

import itertools
from collections import Counter

import numpy as np

from kvlesson import OutOfBlocks


class LastFreedFirst:
    """Shares at fork, copies on write; a stack of free blocks, one array for keys and values, counts by need."""

    def __init__(self, num_blocks, block_size, head_dim=1):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"no pool of num_blocks={num_blocks}, block_size={block_size}")
        self.size = block_size
        self.pool = np.full((2, num_blocks, block_size, head_dim), np.nan)
        self.stack = list(range(num_blocks))
        self.requests = {}  # rid -> [table, length]

    def known(self, rid):
        if rid not in self.requests:
            raise KeyError(f"no request {rid}")
        return self.requests[rid]

    def unknown(self, rid):
        if rid in self.requests:
            raise ValueError(f"{rid} is taken")

    def readers(self, block):
        return sum(block in table for table, _ in self.requests.values())

    def add_request(self, rid):
        self.unknown(rid)
        self.requests[rid] = [[], 0]

    def append(self, rid, k, v):
        entry = self.known(rid)
        table, length = entry
        row = np.array([k, v], dtype=float)
        if row.shape != (2, self.pool.shape[-1]):
            raise ValueError(f"a key or value of shape {row.shape[1:]}")
        slot = length % self.size
        if not slot or self.readers(table[-1]) > 1:
            if not self.stack:
                raise OutOfBlocks(rid)
            block = self.stack.pop()
            if slot:
                self.pool[:, block, :slot] = self.pool[:, table[-1], :slot]
                table[-1] = block
            else:
                table.append(block)
        self.pool[:, table[-1], slot] = row
        entry[1] += 1

    def gather(self, rid):
        table, length = self.known(rid)
        rows = [self.pool[:, table[p // self.size], p % self.size] for p in range(length)]
        both = np.array(rows).reshape(length, 2, self.pool.shape[-1])
        return both[:, 0].copy(), both[:, 1].copy()

    def fork(self, parent, child):
        table, length = self.known(parent)
        self.unknown(child)
        self.requests[child] = [list(table), length]

    def free(self, rid):
        table, _ = self.known(rid)
        del self.requests[rid]
        self.stack += [block for block in table if not self.readers(block)]


class CopiesAtFork:
    """Shares nothing, ever; takes the lowest free block; shows its books in the contract's form."""

    def __init__(self, num_blocks, block_size, head_dim=1):
        for name, value in (("num_blocks", num_blocks), ("block_size", block_size)):
            if value < 1:
                raise ValueError(f"{name} must be positive, got {value}")
        self.num_blocks, self.block_size = num_blocks, block_size
        self.k_pool = np.zeros((num_blocks, block_size, head_dim))
        self.v_pool = np.zeros((num_blocks, block_size, head_dim))
        self.tables, self.lengths = {}, {}

    @property
    def free_list(self):
        held = {block for table in self.tables.values() for block in table}
        return [block for block in range(self.num_blocks) if block not in held]

    @property
    def ref_count(self):
        counts = Counter(block for table in self.tables.values() for block in table)
        return [counts[block] for block in range(self.num_blocks)]

    def add_request(self, rid):
        if rid in self.tables:
            raise ValueError(f"request {rid!r} exists")
        self.tables[rid], self.lengths[rid] = [], 0

    def append(self, rid, k, v):
        table = self.tables[rid]
        key, value = np.asarray(k), np.asarray(v)
        if key.shape != self.k_pool.shape[2:] or value.shape != self.v_pool.shape[2:]:
            raise ValueError("one key and one value, please")
        if self.lengths[rid] == len(table) * self.block_size:
            if not self.free_list:
                raise OutOfBlocks(rid)
            table.append(self.free_list[0])
        slot = self.lengths[rid] % self.block_size
        self.k_pool[table[-1], slot], self.v_pool[table[-1], slot] = key, value
        self.lengths[rid] += 1

    def gather(self, rid):
        table, length = self.tables[rid], self.lengths[rid]
        return tuple(pool[table].reshape(-1, pool.shape[-1])[:length] for pool in (self.k_pool, self.v_pool))

    def fork(self, parent, child):
        table, length = self.tables[parent], self.lengths[parent]
        if child in self.tables:
            raise ValueError(f"request {child!r} exists")
        free = self.free_list
        if len(free) < len(table):
            raise OutOfBlocks(child)
        for pool in (self.k_pool, self.v_pool):
            pool[free[: len(table)]] = pool[table]
        self.tables[child], self.lengths[child] = free[: len(table)], length

    def free(self, rid):
        del self.tables[rid], self.lengths[rid]


class OnlyPretends:
    """A Python list for each request; blocks are a sum, and nobody has one.  Forks cost nothing until someone writes."""

    def __init__(self, num_blocks, block_size, head_dim=1):
        if min(num_blocks, block_size) < 1:
            raise ValueError(f"{num_blocks} blocks of {block_size}")
        self.blocks, self.size, self.dim = num_blocks, block_size, head_dim
        self.rows, self.cells = {}, {}  # tokens; for each block a mark that its sharers have in common
        self.marks = itertools.count()

    def _of(self, what, rid):
        try:
            return what[rid]
        except KeyError:
            raise KeyError(f"request {rid!r} was never added, or is gone") from None

    def add_request(self, rid):
        if rid in self.rows:
            raise ValueError(f"request {rid!r} again")
        self.rows[rid], self.cells[rid] = (), ()

    def append(self, rid, k, v):
        rows, cells = self._of(self.rows, rid), self._of(self.cells, rid)
        k, v = tuple(map(float, k)), tuple(map(float, v))
        if {len(k), len(v)} != {self.dim}:
            raise ValueError(f"{self.dim} numbers each, got {len(k)} and {len(v)}")
        used = Counter(mark for marks in self.cells.values() for mark in marks)
        fits = len(rows) % self.size and used[cells[-1]] == 1
        if not fits:
            if len(used) == self.blocks:
                raise OutOfBlocks(rid)
            kept = cells[:-1] if len(rows) % self.size else cells
            self.cells[rid] = (*kept, next(self.marks))
        self.rows[rid] = (*rows, (k, v))

    def gather(self, rid):
        rows = self._of(self.rows, rid)
        return [np.array([row[i] for row in rows]).reshape(-1, self.dim) for i in (0, 1)]

    def fork(self, parent, child):
        rows, cells = self._of(self.rows, parent), self.cells[parent]
        if child in self.rows:
            raise ValueError(f"request {child!r} again")
        self.rows[child], self.cells[child] = rows, cells

    def free(self, rid):
        self._of(self.rows, rid)
        del self.rows[rid], self.cells[rid]


CORRECT = [LastFreedFirst, CopiesAtFork, OnlyPretends]


class FreesTwice(LastFreedFirst):
    """A second free gives the blocks back again: nobody remembers that they are gone."""

    def __init__(self, *given):
        super().__init__(*given)
        self.gone = {}

    def free(self, rid):
        if rid in self.requests:
            self.gone[rid] = list(self.requests[rid][0])
            super().free(rid)
        elif rid in self.gone:
            self.stack += self.gone[rid]
        else:
            raise KeyError(rid)


class LeaksOnRefusal(LastFreedFirst):
    """Takes the block before it looks at the key, and does not give it back."""

    def append(self, rid, k, v):
        _, length = self.known(rid)
        if len(k) != 1 and not length % self.size and self.stack:
            self.stack.pop()
        super().append(rid, k, v)


class LeaksOnRefusedFork(LastFreedFirst):
    """A fork onto a name that is taken leaves somebody behind who reads the blocks for ever."""

    def fork(self, parent, child):
        try:
            super().fork(parent, child)
        except ValueError:
            self.requests[object()] = [list(self.requests[parent][0]), 0]
            raise


class WritesShared(LastFreedFirst):
    """Looks only at its own table before it writes into the last block."""

    def append(self, rid, k, v):
        self.readers = lambda block: 1
        try:
            super().append(rid, k, v)
        finally:
            del self.readers


class OffByOne(LastFreedFirst):
    """Takes the next block one token too early."""

    def append(self, rid, k, v):
        super().append(rid, k, v)
        table, length = self.requests[rid]
        if length % self.size == 0 and self.stack:
            table.append(self.stack.pop())


class OffByOneInside(LastFreedFirst):
    """The same where nobody can see it: the block is only set aside, and a pool seems smaller than it is."""

    def append(self, rid, k, v):
        if len(self.stack) == 1 and self.known(rid)[1] % self.size == 0:
            raise OutOfBlocks(rid)
        super().append(rid, k, v)


class ReadsTooMuch(LastFreedFirst):
    """Gives whole blocks, the unwritten slots included."""

    def gather(self, rid):
        table, _ = self.known(rid)
        both = self.pool[:, table].reshape(2, -1, 1)
        return both[0], both[1]


class ForgetsLongAgo(LastFreedFirst):
    """Right for a long time: the thirteenth token of a request goes wrong."""

    def append(self, rid, k, v):
        super().append(rid, k, v)
        if self.requests[rid][1] == 13:
            self.pool[0, self.requests[rid][0][0], 0] += 1


class Endless(LastFreedFirst):
    def append(self, rid, k, v):
        self.known(rid)
        while True:
            pass


class EndlessWhateverComes(LastFreedFirst):
    """Swallows whatever is raised in it."""

    def free(self, rid):
        self.known(rid)
        while True:
            try:
                self.stack.remove("not there")
            except:  # noqa: E722
                continue


class EndlessGenerator(LastFreedFirst):
    def gather(self, rid):
        self.known(rid)
        return (itertools.count(), itertools.count())


class EndlessBooks(LastFreedFirst):
    @property
    def free_list(self):
        return itertools.count()


class NeverMade(LastFreedFirst):
    def __init__(self, *given):
        raise RuntimeError("no pool today")


class Quits(LastFreedFirst):
    def fork(self, parent, child):
        raise SystemExit(3)


class CallsItself(LastFreedFirst):
    def append(self, rid, k, v):
        self.append(rid, k, v)


class GivesNothing(LastFreedFirst):
    def gather(self, rid):
        self.known(rid)


class GivesThree(LastFreedFirst):
    def gather(self, rid):
        return (*super().gather(rid), 3)


class GivesWords(LastFreedFirst):
    def gather(self, rid):
        super().gather(rid)
        return "keys", "values"


class GivesTheView(LastFreedFirst):
    """Whoever reads later what was given reads another's tokens."""

    def gather(self, rid):
        table, length = self.known(rid)
        if len(table) == 1:
            return self.pool[0, table[0], :length], self.pool[1, table[0], :length]
        return super().gather(rid)


class ChangesArguments(LastFreedFirst):
    def append(self, rid, k, v):
        super().append(rid, k, v)
        v *= 2


class KeepsArguments(OnlyPretends):
    """Keeps the caller's arrays instead of copies."""

    def append(self, rid, k, v):
        super().append(rid, k, v)
        self.rows[rid] = (*self.rows[rid][:-1], (k, v))


class InTheClass(CopiesAtFork):
    """All managers share one dict: it stands in the class, not in self."""

    TABLES, LENGTHS = {}, {}

    def __init__(self, *given):
        super().__init__(*given)
        self.tables, self.lengths = self.TABLES, self.LENGTHS


class CannotBeShown(LastFreedFirst):
    class Error(Exception):
        def __str__(self):
            while True:
                pass

    def add_request(self, rid):
        raise self.Error


class CountsInADict(CopiesAtFork):
    ref_count = property(lambda self: {"A": 1})


class OfItsOwn(CopiesAtFork):
    """Its exception has the right name, and is another class."""

    def append(self, rid, k, v):
        try:
            super().append(rid, k, v)
        except OutOfBlocks:
            raise type("OutOfBlocks", (Exception,), {})(rid) from None


class Asserts(CopiesAtFork):
    def free(self, rid):
        assert rid in self.tables, rid
        super().free(rid)


class Prints(LastFreedFirst):
    def append(self, rid, k, v):
        print("appending", rid)
        super().append(rid, k, v)
