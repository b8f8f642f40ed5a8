"""Snapshots: what they derive, that they stay as they were, and what lies between two of them."""

import copy
import pickle

import pytest

from kvlesson import (
    BlockManager,
    BlockTables,
    SharingStep,
    Step,
    copied_between,
    filled_slots,
    prefix_sharing_example,
    worked_example,
    written_between,
)


def test_filled_slots_per_block() -> None:
    steps = worked_example()
    assert steps[3].filled == {"A": [4, 2], "B": [3], "C": [4, 1]}
    assert steps[-1].filled == {"A": [4, 4, 1], "C": [4, 4, 1]}
    assert steps[0].filled == {}
    assert {step.num_blocks for step in steps} == {8}
    assert {step.block_size for step in steps} == {4}


def test_a_shared_block_counts_once() -> None:
    """Allocated minus the sum of the lengths would be -4 here, and -2 at the end (exercise 6.4)."""
    steps = prefix_sharing_example()
    assert [step.lengths for step in steps[1:]] == [
        {"S1": 6, "S2": 6},
        {"S1": 7, "S2": 6},
        {"S1": 7, "S2": 7},
    ]
    assert [step.wasted for step in steps] == [2, 2, 3, 2]
    assert steps[2].filled == {"S1": [4, 3], "S2": [4, 2]}
    assert {step.num_blocks for step in steps} == {6}


def test_two_may_see_a_shared_block_filled_to_different_ends() -> None:
    assert filled_slots({"A": [3], "B": [3]}, {"A": 1, "B": 2}, block_size=4) == {3: 2}


def test_written_between() -> None:
    steps = worked_example()
    written = [written_between(*pair) for pair in zip(steps, steps[1:])]  # noqa: B905, RUF007
    assert written == [
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)],
        [(2, 0), (2, 1), (2, 2)],
        [(3, 0), (3, 1), (3, 2), (3, 3), (4, 0)],
        [(1, 2), (1, 3)],
        [(5, 0)],
        [(2, 3), (6, 0)],
        [],
        [(4, 1), (4, 2), (4, 3), (7, 0)],
    ]
    assert not [pair for pair in zip(steps, steps[1:]) if copied_between(*pair)]  # noqa: B905, RUF007


def test_a_fork_writes_nothing_and_the_first_writer_copies() -> None:
    prompt, fork, first, second = prefix_sharing_example()
    assert (written_between(prompt, fork), copied_between(prompt, fork)) == ([], [])
    assert written_between(fork, first) == [(2, 2)]
    assert copied_between(fork, first) == [((1, 0), (2, 0)), ((1, 1), (2, 1))]
    assert (written_between(first, second), copied_between(first, second)) == ([(1, 2)], [])


@pytest.mark.parametrize("kind", [Step, SharingStep])
def test_a_snapshot_shares_nothing_with_the_pool(kind: type[Step] | type[SharingStep]) -> None:
    mgr = BlockManager(4, 2)
    mgr.add_request("A")
    mgr.append("A", [1], [1])
    step = kind.of("one token", mgr)
    before = copy.deepcopy(step)
    mgr.fork("A", "B")
    mgr.append("A", [1], [1])
    mgr.free("B")
    assert step == before
    assert (step.lengths, step.used, step.num_blocks) == (before.lengths, 1, 4)
    mgr.tables["A"].append(99)
    assert step.tables == {"A": [0]}
    step.tables["A"].append(98)
    assert mgr.tables["A"][-1] == 99


def test_snapshots_are_named_tuples_and_survive_pickling() -> None:
    step, sharing = worked_example()[1], prefix_sharing_example()[1]
    event, tables, free_list, lengths = step
    assert (event, tables, free_list, lengths) == (step.event, step.tables, step.free_list, step.lengths)
    event, tables, ref_counts, free_list = sharing
    assert (event, tables, ref_counts, free_list) == (
        sharing.event,
        sharing.tables,
        sharing.ref_counts,
        sharing.free_list,
    )
    for one in (step, sharing):
        again = pickle.loads(pickle.dumps(one))
        assert (again, again.used, again.lengths) == (one, one.used, one.lengths)


def test_books_alone_can_be_recorded() -> None:
    books = BlockTables(3, 2)
    books.add_request("A")
    books.extend("A", 3)
    assert Step.of("prompt", books) == ("prompt", {"A": [0, 1]}, [2], {"A": 3})


def test_figures_cannot_be_written() -> None:
    for name in ("used", "allocated", "wasted", "filled", "num_blocks", "event"):
        with pytest.raises(AttributeError):
            setattr(worked_example()[0], name, 1)


def test_a_block_taken_ahead_holds_nothing_yet() -> None:
    assert filled_slots({"A": [0, 1]}, {"A": 4}, block_size=4) == {0: 4, 1: 0}
    assert filled_slots({"A": [2, 3]}, {"A": 3}, block_size=4) == {2: 3, 3: 0}
