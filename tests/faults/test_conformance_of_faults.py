"""`conformance.run` catches every fault that a manager can have, names it, and needs few calls to show it."""

import mutants
import pytest

from kvlesson import BlockAllocator, BlockManager, BlockTables, read_actions
from kvlesson.conformance import Promise, run

# Fault: the promise that it breaks, and the calls that show it ("" for what no call on a manager shows).
NAMED = {
    "Vllm42571": (Promise.ONCE, ""),
    "VllmV1NegativeCount": (Promise.ONCE, ""),
    "MiniSglang142": (Promise.BOOKS, "add A 1; fork A B; free A"),
    "Sglang35270": (Promise.BOOKS, "add A 1; fork A B; free A; free B"),
    "Vllm2248": (Promise.EMPTY, ""),
    "VllmBlockPoolOfNone": (Promise.EMPTY, ""),
    "Vllm1556": (Promise.BOOKS, "add A 1; fork A B"),
    "NanoVllmDoubleFree": (Promise.REFUSED, "free Z"),
    "Vllm11562": (Promise.UNCHANGED, "add A; extend A 2"),
    "Vllm11565": (Promise.ANSWERS, "add A 1; fork A B"),
    "Vllm17834": (Promise.ANSWERS, "add A"),
    "NanoVllm207": (Promise.BOOKS, "add A; free A"),
    "NanoVllm30": (Promise.BOOKS, "add A; append A"),
    "Vllm53982": (Promise.REFUSED, "add A; locate A -1"),
    "Vllm39734": (Promise.NEVER, "add A; extend A 2"),
    "Transformers46117": (Promise.UNCHANGED, "add A 1; fork A A"),
    "Vllm5543": (Promise.UNSHARED, "add A 1; fork A B; append A"),
    "Sglang5221": (Promise.CONTENTS, "add A 1; fork A B"),
    "OneListForTwo": (Promise.BOOKS, "add A; fork A B; append A"),
    "Xllm1984": (Promise.CONTENTS, "add A 1; fork A B; append A"),
    "VllmAscend16013": (Promise.CONTENTS, "add A 1; fork A B; append A"),
    "Vllm42494": (Promise.CONTENTS, "add A; append A"),
    "WriteThenAsk": (
        Promise.UNCHANGED,
        "add A; append A (a key of two numbers where one is right)",
    ),
}
POLICIES = ["LastInFirstOut", "TailFirst"]  # other orders, and no faults


def maker(name):
    mutant = getattr(mutants, name)
    if issubclass(mutant, BlockManager):
        return mutant
    return mutants.manager_over(mutant) if issubclass(mutant, BlockTables) else mutants.manager_with(mutant)


def test_no_mutant_of_a_manager_is_left_out():
    kinds = BlockAllocator, BlockTables, BlockManager
    there = {n for n, m in vars(mutants).items() if isinstance(m, type) and issubclass(m, kinds)}
    assert there - {kind.__name__ for kind in kinds} == {*NAMED, *POLICIES}


@pytest.mark.parametrize("name", NAMED)
def test_a_fault_is_caught_and_named(name):
    promise, story = NAMED[name]
    verdict = run(maker(name))
    assert (verdict.kept, verdict.promise, verdict.story) == (False, promise, story), verdict
    assert verdict.explanation
    assert len(verdict.operations) <= 8


@pytest.mark.parametrize("name", POLICIES)
def test_another_order_is_no_fault(name):
    assert run(maker(name)).kept


def test_where_it_can_be_the_sequence_is_a_story_to_play():
    told = [story for _, story in NAMED.values() if story.startswith("add A 1; fork A B; ")]
    assert told
    for story in told:
        assert "; ".join(map(str, read_actions(story))) == story
