"""The two examples, row by row as the contract has them."""

import pytest

from kvlesson import (
    BLOCK_SIZE,
    NUM_BLOCKS,
    PROMPT_LENGTHS,
    SAMPLES,
    SHARED_PROMPT_LENGTH,
    SHARING_BLOCK_SIZE,
    SHARING_NUM_BLOCKS,
    BlockManager,
    OutOfBlocks,
    census,
    prefix_sharing_example,
    worked_example,
)
from kvlesson.worked_examples import ManagerFactory

WORKED = [
    ("start", {}, [0, 1, 2, 3, 4, 5, 6, 7], {}, (0, 0, 0)),
    ("A arrives with a 6-token prompt", {"A": [0, 1]}, [2, 3, 4, 5, 6, 7], {"A": 6}, (6, 8, 2)),
    (
        "B arrives with a 3-token prompt",
        {"A": [0, 1], "B": [2]},
        [3, 4, 5, 6, 7],
        {"A": 6, "B": 3},
        (9, 12, 3),
    ),
    (
        "C arrives with a 5-token prompt",
        {"A": [0, 1], "B": [2], "C": [3, 4]},
        [5, 6, 7],
        {"A": 6, "B": 3, "C": 5},
        (14, 20, 6),
    ),
    (
        "A generates 2 tokens",
        {"A": [0, 1], "B": [2], "C": [3, 4]},
        [5, 6, 7],
        {"A": 8, "B": 3, "C": 5},
        (16, 20, 4),
    ),
    (
        "A generates 1 more token",
        {"A": [0, 1, 5], "B": [2], "C": [3, 4]},
        [6, 7],
        {"A": 9, "B": 3, "C": 5},
        (17, 24, 7),
    ),
    (
        "B generates 2 tokens",
        {"A": [0, 1, 5], "B": [2, 6], "C": [3, 4]},
        [7],
        {"A": 9, "B": 5, "C": 5},
        (19, 28, 9),
    ),
    ("B finishes", {"A": [0, 1, 5], "C": [3, 4]}, [7, 2, 6], {"A": 9, "C": 5}, (14, 20, 6)),
    ("C generates 4 tokens", {"A": [0, 1, 5], "C": [3, 4, 7]}, [2, 6], {"A": 9, "C": 9}, (18, 24, 6)),
]

SHARING = [
    ("S1 holds the 6-token prompt", {"S1": [0, 1]}, [1, 1, 0, 0, 0, 0], [2, 3, 4, 5], (6, 8, 2)),
    ("S2 forks from S1", {"S1": [0, 1], "S2": [0, 1]}, [2, 2, 0, 0, 0, 0], [2, 3, 4, 5], (6, 8, 2)),
    ("S1 writes token 6", {"S1": [0, 2], "S2": [0, 1]}, [2, 1, 1, 0, 0, 0], [3, 4, 5], (9, 12, 3)),
    ("S2 writes token 6", {"S1": [0, 2], "S2": [0, 1]}, [2, 1, 1, 0, 0, 0], [3, 4, 5], (10, 12, 2)),
]


def test_the_givens() -> None:
    assert (BLOCK_SIZE, NUM_BLOCKS, PROMPT_LENGTHS) == (4, 8, {"A": 6, "B": 3, "C": 5})
    assert (SHARING_BLOCK_SIZE, SHARING_NUM_BLOCKS, SHARED_PROMPT_LENGTH, SAMPLES) == (4, 6, 6, ("S1", "S2"))


def test_the_worked_example() -> None:
    steps = worked_example()
    assert [tuple(step) for step in steps] == [row[:4] for row in WORKED]
    assert [(step.used, step.allocated, step.wasted) for step in steps] == [row[4] for row in WORKED]


def test_the_prefix_sharing_example() -> None:
    steps = prefix_sharing_example()
    assert [tuple(step) for step in steps] == [row[:4] for row in SHARING]
    assert [(step.used, step.allocated, step.wasted) for step in steps] == [row[4] for row in SHARING]


@pytest.mark.parametrize("run", [worked_example, prefix_sharing_example])
def test_the_examples_are_run_on_the_manager_given(run: ManagerFactory) -> None:
    made: list[BlockManager] = []

    def factory(num_blocks: int, block_size: int) -> BlockManager:
        made.append(BlockManager(num_blocks, block_size))
        return made[-1]

    last = run(factory)[-1]
    (mgr,) = made
    census(mgr)
    assert last.tables == mgr.tables
    for rid, length in mgr.lengths.items():
        keys, values = mgr.gather(rid)
        assert keys[:, 0].tolist() == list(range(length))
        assert values[:, 0].tolist() == [-position for position in range(length)]


def test_where_the_ninth_token_lies() -> None:
    """Exercise 5.1: an index is not an id."""
    made: list[BlockManager] = []

    def factory(num_blocks: int, block_size: int) -> BlockManager:
        made.append(BlockManager(num_blocks, block_size))
        return made[-1]

    worked_example(factory)
    assert (made[0].locate("A", 8), made[0].locate("C", 8)) == ((5, 0), (7, 0))


@pytest.mark.parametrize(
    ("writers", "copier", "stays"), [(("S1", "S2"), "S1", "S2"), (("S2", "S1"), "S2", "S1")]
)
def test_whoever_writes_first_copies(writers: tuple[str, ...], copier: str, stays: str) -> None:
    steps = prefix_sharing_example(writers=writers)
    assert [step.event for step in steps[2:]] == [f"{rid} writes token 6" for rid in writers]
    assert steps[:2] == prefix_sharing_example()[:2]
    for step in steps[2:]:
        assert (step.tables[copier], step.tables[stays]) == ([0, 2], [0, 1])
    assert [step.ref_counts[:3] for step in steps[2:]] == [[2, 1, 1]] * 2


def test_a_full_block_is_not_copied_by_anyone() -> None:
    steps = prefix_sharing_example(prompt=8, samples=("S1", "S2", "S3", "S4"))
    assert [step.event for step in steps[1:4]] == [f"S{n} forks from S1" for n in (2, 3, 4)]
    assert steps[3].ref_counts == [4, 4, 0, 0, 0, 0]
    assert steps[-1].tables == {f"S{n}": [0, 1, n + 1] for n in range(1, 5)}
    assert steps[-1].free_list == []


def test_samples_that_do_not_write() -> None:
    assert prefix_sharing_example(writers=()) == prefix_sharing_example()[:2]
    assert [step.event for step in prefix_sharing_example(samples=("A",))] == [
        "A holds the 6-token prompt",
        "A writes token 6",
    ]


def test_bad_stories_are_named() -> None:
    with pytest.raises(ValueError, match=r"samples .*\(\)"):
        prefix_sharing_example(samples=())
    with pytest.raises(ValueError, match=r"writers .*'S3'"):
        prefix_sharing_example(writers=("S1", "S3"))
    with pytest.raises(ValueError, match=r"prompt .*-1"):
        prefix_sharing_example(prompt=-1)
    with pytest.raises(OutOfBlocks):
        prefix_sharing_example(prompt=25)
