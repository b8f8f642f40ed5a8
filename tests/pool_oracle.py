"""A second, naive pool, and a machine of random operations that holds a BlockManager to it after every step.

ReferencePool has no reference counts: it looks through all tables whenever it wants to know who shares a block.  It
predicts every table, every refusal and the order of the free list, and remembers what each request was told to store.
"""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from kvlesson import BlockManager, NeverFits, OutOfBlocks, UnknownRequest, census

REQUESTS = ("P", "Q", "R", "S")
PICK = st.integers(0, 15)  # which request: mostly one for which the operation makes sense, else any
TOKENS = st.integers(0, 1)  # an alphabet of two: unlike requests often begin alike


def state_of(mgr: Any) -> dict[str, Any]:
    """Everything that a refused operation must leave as it was, copied.  Works for BlockTables and BlockManager."""
    pools = [getattr(mgr, name).tobytes() for name in ("k_pool", "v_pool") if hasattr(mgr, name)]
    return {
        "free_list": list(mgr.free_list),
        "ref_count": list(mgr.ref_count),
        "tables": {rid: list(table) for rid, table in mgr.tables.items()},
        "lengths": dict(mgr.lengths),
        "pools": pools,
    }


def outcome(call: Callable[[], object]) -> type[Exception] | None:
    """The exact type of what ``call`` raises, or None."""
    try:
        call()
    except Exception as error:
        return type(error)
    return None


def key_of(history: list[int]) -> float:
    """A key that only this history of tokens has: its bits behind a leading one."""
    return float(int("1" + "".join(map(str, history)), 2))


class ReferencePool:
    def __init__(self, num_blocks: int, block_size: int) -> None:
        self.num_blocks, self.block_size = num_blocks, block_size
        self.free = list(range(num_blocks))
        self.tables: dict[Hashable, list[int]] = {}
        self.told: dict[Hashable, list[int]] = {}

    def users(self, block: int) -> int:
        return sum(block in table for table in self.tables.values())

    def need(self, rid: Hashable, count: int) -> int:
        """One token at a time, on paper."""
        length, blocks = len(self.told[rid]), 0
        if count and length % self.block_size and self.users(self.tables[rid][-1]) > 1:
            blocks += 1
        return blocks + sum((length + i) % self.block_size == 0 for i in range(count))

    def refusal(self, rid: Hashable, count: int) -> type[Exception] | None:
        if rid not in self.tables:
            return UnknownRequest
        if len(self.told[rid]) + count > self.num_blocks * self.block_size:
            return NeverFits
        return OutOfBlocks if self.need(rid, count) > len(self.free) else None

    def store(self, rid: Hashable, tokens: list[int]) -> None:
        for token in tokens:
            table = self.tables[rid]
            if len(self.told[rid]) % self.block_size == 0:
                table.append(self.free.pop(0))
            elif self.users(table[-1]) > 1:
                table[-1] = self.free.pop(0)
            self.told[rid] = [*self.told[rid], token]

    def drop(self, rid: Hashable) -> None:
        table = self.tables.pop(rid)
        del self.told[rid]
        self.free += [block for block in table if self.users(block) == 0]


class PoolMachine(RuleBasedStateMachine):
    make: Callable[[int, int], BlockManager] = BlockManager

    @initialize(
        num_blocks=st.integers(1, 10), block_size=st.integers(1, 4), prompt=st.lists(TOKENS, max_size=9)
    )
    def start(self, num_blocks: int, block_size: int, prompt: list[int]) -> None:
        self.mgr = type(self).make(num_blocks, block_size)
        self.mgr.k_pool[:] = self.mgr.v_pool[:] = np.nan  # whoever reads an unwritten slot gets caught
        self.paper = ReferencePool(num_blocks, block_size)
        self._add_request(REQUESTS[0])
        self._extend(REQUESTS[0], prompt)

    def expect(self, expected: type[Exception] | None, call: Callable[[], object]) -> bool:
        """Whether it went through, as it should.  If it should not, it must leave no trace."""
        before = state_of(self.mgr)
        got = outcome(call)
        assert got is expected, f"expected {expected}, got {got}"
        if expected:
            assert state_of(self.mgr) == before, "a refused operation changed something"
        return expected is None

    def known(self, pick: int) -> str:
        return self.one_of([rid for rid in REQUESTS if rid in self.paper.tables], pick)

    def new(self, pick: int) -> str:
        return self.one_of([rid for rid in REQUESTS if rid not in self.paper.tables], pick)

    def one_of(self, sensible: list[str], pick: int) -> str:
        names = sensible if sensible and pick < 13 else REQUESTS
        return names[pick % len(names)]

    @rule(pick=PICK)
    def add_request(self, pick: int) -> None:
        self._add_request(self.new(pick))

    def _add_request(self, rid: str) -> None:
        expected = ValueError if rid in self.paper.tables else None
        if self.expect(expected, lambda: self.mgr.add_request(rid)):
            self.paper.tables[rid], self.paper.told[rid] = [], []

    @rule(pick=PICK, token=TOKENS)
    def append(self, pick: int, token: int) -> None:
        self._append(self.known(pick), token)

    def _append(self, rid: str, token: int) -> None:
        key = key_of([*self.paper.told.get(rid, []), token])
        if self.expect(self.paper.refusal(rid, 1), lambda: self.mgr.append(rid, [key], [-key])):
            self.paper.store(rid, [token])

    @rule(pick=PICK, tokens=st.lists(TOKENS, max_size=12))
    def extend(self, pick: int, tokens: list[int]) -> None:
        self._extend(self.known(pick), tokens)

    def _extend(self, rid: str, tokens: list[int]) -> None:
        told = self.paper.told.get(rid, [])
        keys = np.array([[key_of([*told, *tokens[: n + 1]])] for n in range(len(tokens))]).reshape(-1, 1)
        if self.expect(self.paper.refusal(rid, len(tokens)), lambda: self.mgr.extend(rid, keys, -keys)):
            self.paper.store(rid, tokens)

    @rule(parent=PICK, child=PICK)
    def fork(self, parent: int, child: int) -> None:
        self._fork(self.known(parent), self.new(child))

    def _fork(self, parent: str, child: str) -> None:
        paper = self.paper
        expected = (
            UnknownRequest if parent not in paper.tables else ValueError if child in paper.tables else None
        )
        if self.expect(expected, lambda: self.mgr.fork(parent, child)):
            paper.tables[child], paper.told[child] = list(paper.tables[parent]), paper.told[parent]

    @rule(parent=PICK, child=PICK, first=st.booleans())
    def fork_and_write(self, parent: int, child: int, first: bool) -> None:
        """Twins that write unlike tokens: whoever is first must copy, unless their last block is full."""
        twins = self.known(parent), self.new(child)
        self._fork(*twins)
        for rid in twins if first else reversed(twins):
            self._append(rid, int(rid == twins[0]))

    @rule(pick=PICK)
    def free(self, pick: int) -> None:
        self._free(self.known(pick))

    def _free(self, rid: str) -> None:
        expected = None if rid in self.paper.tables else UnknownRequest
        if self.expect(expected, lambda: self.mgr.free(rid)):
            self.paper.drop(rid)

    @rule(pick=PICK)
    def preempt_and_readmit(self, pick: int) -> None:
        """Nothing of the first life shows in the second."""
        rid = self.known(pick)
        tokens = self.paper.told.get(rid, [])
        self._free(rid)
        self._add_request(rid)
        self._extend(rid, tokens)

    @rule(pick=PICK, position=st.integers(-3, 12))
    def locate(self, pick: int, position: int) -> None:
        rid = self.known(pick)
        told, table = self.paper.told.get(rid), self.paper.tables.get(rid)
        if told is None or table is None:
            self.expect(UnknownRequest, lambda: self.mgr.locate(rid, position))
        elif not 0 <= position < len(told):
            self.expect(IndexError, lambda: self.mgr.locate(rid, position))
        else:
            place = table[position // self.paper.block_size], position % self.paper.block_size
            assert self.mgr.locate(rid, position) == place
            assert self.mgr.k_pool[place] == key_of(told[: position + 1])

    @invariant()
    def books_agree(self) -> None:
        census(self.mgr)
        assert list(self.mgr.free_list) == self.paper.free
        assert self.mgr.tables == self.paper.tables
        assert self.mgr.lengths == {rid: len(told) for rid, told in self.paper.told.items()}

    @invariant()
    def contents_agree(self) -> None:
        for rid, told in self.paper.told.items():
            expected = [key_of(told[: n + 1]) for n in range(len(told))]
            keys, values = self.mgr.gather(rid)
            assert keys[:, 0].tolist() == expected
            assert values[:, 0].tolist() == [-key for key in expected]

    @invariant()
    def questions_agree(self) -> None:
        """A yes is kept and a no is meant: both come from ``refusal``, which the rules hold the takers to."""
        books, paper = self.mgr.books, self.paper
        slots = paper.num_blocks * paper.block_size
        for rid in paper.tables:
            for count in {0, 1, 2, paper.block_size, 3 * paper.block_size, slots // 2, slots + 1}:
                assert books.blocks_needed(rid, count) == paper.need(rid, count)
                assert books.can_extend(rid, count) == (paper.refusal(rid, count) is None)
        for tokens in range(slots + 2):
            room = -(-tokens // paper.block_size)
            assert books.fits_now(tokens) == (room <= len(paper.free))
            assert books.fits_when_empty(tokens) == (room <= paper.num_blocks)


def run_machine(make: Callable[[int, int], BlockManager], examples: int = 100, steps: int = 30) -> None:
    """Run the machine on managers made by ``make``; AssertionError when one is caught."""
    machine = type("Machine", (PoolMachine,), {"make": staticmethod(make)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
