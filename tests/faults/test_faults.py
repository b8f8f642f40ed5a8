"""Every fault is caught: by the machine of random operations, or, where it needs more than that does, by a named check."""

from collections.abc import Callable

import mutants
import pytest
from pool_checks import (
    attention_ignores_slack,
    double_release_is_refused,
    known_sizes_hold,
    pools_of_no_blocks_are_refused,
    wrong_shapes_change_nothing,
)
from pool_oracle import run_machine

from kvlesson import BlockAllocator, BlockManager, BlockTables, ModelConfig, worked_example
from kvlesson.attention import paged_attention_2

BOOKS = [
    mutant
    for mutant in vars(mutants).values()
    if isinstance(mutant, type) and issubclass(mutant, BlockTables)
]
MANAGERS = [mutants.Xllm1984, mutants.VllmAscend16013, mutants.Vllm42494]
ALLOCATORS = [mutants.MiniSglang142, mutants.Sglang35270, mutants.LastInFirstOut]
BY_MACHINE = [
    *((books.__name__, mutants.manager_over(books)) for books in BOOKS if books is not BlockTables),
    *((allocator.__name__, mutants.manager_with(allocator)) for allocator in ALLOCATORS),
    *((manager.__name__, manager) for manager in MANAGERS),
]


@pytest.mark.parametrize("make", [make for _, make in BY_MACHINE], ids=[name for name, _ in BY_MACHINE])
def test_the_machine_catches(make: Callable[[int, int], BlockManager]) -> None:
    with pytest.raises(AssertionError):
        run_machine(make, examples=400)


@pytest.mark.parametrize("allocator", [mutants.Vllm42571, mutants.VllmV1NegativeCount])
def test_a_check_catches_a_silent_double_release(allocator: type[BlockAllocator]) -> None:
    with pytest.raises(AssertionError):
        double_release_is_refused(allocator)


@pytest.mark.parametrize("allocator", [mutants.Vllm2248, mutants.VllmBlockPoolOfNone])
def test_a_check_catches_a_pool_of_no_blocks(allocator: type[BlockAllocator]) -> None:
    with pytest.raises(AssertionError):
        pools_of_no_blocks_are_refused(allocator)


NAMED = {
    mutant for mutant in vars(mutants).values() if isinstance(mutant, type) and mutant.__module__ == "mutants"
}
IN_LISTS = {*BOOKS, *MANAGERS, *ALLOCATORS}
BY_NAME = {
    mutants.Vllm42571, mutants.VllmV1NegativeCount, mutants.Vllm2248, mutants.VllmBlockPoolOfNone,
    mutants.WriteThenAsk,
}  # fmt: skip


def test_no_mutant_is_left_out() -> None:
    assert IN_LISTS | BY_NAME >= NAMED


def test_a_check_catches_a_write_before_the_question() -> None:
    with pytest.raises(AssertionError):
        wrong_shapes_change_nothing(mutants.WriteThenAsk)


def test_a_check_catches_attention_over_slack() -> None:
    with pytest.raises(AssertionError):
        attention_ignores_slack(paged_attention_2, mutants.Vllm42494)


@pytest.mark.parametrize("formula", mutants.SIZE_FORMULAS)
def test_known_sizes_catch_wrong_formulas(formula: Callable[[ModelConfig], int]) -> None:
    with pytest.raises(AssertionError):
        known_sizes_hold(formula)


def test_a_last_in_first_out_manager_gives_other_tables() -> None:
    ours, theirs = worked_example(), worked_example(mutants.manager_with(mutants.LastInFirstOut))
    assert [step.event for step in ours] == [step.event for step in theirs]
    assert ours[-1].tables != theirs[-1].tables
