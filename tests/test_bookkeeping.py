"""BlockTables: the questions, the exceptions, and what append and extend say they did.

The machine in test_block_manager.py runs on these books too, and so do the outside benchmark's own checks below.
"""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pool_oracle import state_of

from kvlesson import BlockTables, NeverFits, OutOfBlocks, UnknownRequest, blocks_for, census

ROOT = Path(__file__).parents[1]
BENCH = ROOT.parent / "shared" / "bench" / "bench_blocks.py"


def filled_books() -> BlockTables:
    """Four blocks of four: A has 6 tokens, B is its fork; two blocks are free."""
    books = BlockTables(4, 4)
    books.add_request("A")
    books.extend("A", 6)
    books.fork("A", "B")
    return books


BAD_CALLS: list[tuple[str, Callable[[BlockTables], object], type[Exception], tuple[str, ...]]] = [
    ("extend by less than nothing", lambda b: b.extend("A", -1), ValueError, ("tokens", "-1")),
    ("extend by a part", lambda b: b.extend("A", 1.5), TypeError, ("tokens", "1.5")),
    ("extend by a float", lambda b: b.extend("A", 4.0), TypeError, ("tokens", "4.0")),
    ("extend by a truth", lambda b: b.extend("A", True), TypeError, ("tokens", "True")),
    ("extend an unknown id", lambda b: b.extend("Z", 1), UnknownRequest, ("rid", "'Z'")),
    ("extend past the free blocks", lambda b: b.extend("A", 7), OutOfBlocks, ("'A'", "3", "2")),
    ("extend past the pool", lambda b: b.extend("A", 11), NeverFits, ("'A'", "empty")),
    ("append to an unknown id", lambda b: b.append("Z"), UnknownRequest, ("rid", "'Z'")),
    ("append to an unhashable id", lambda b: b.append([]), TypeError, ("rid", "[]")),
    ("ask for an unknown id", lambda b: b.can_extend("Z"), UnknownRequest, ("rid", "'Z'")),
    ("ask for less than nothing", lambda b: b.can_extend("A", -1), ValueError, ("tokens", "-1")),
    ("need of a part", lambda b: b.blocks_needed("A", 0.5), TypeError, ("tokens", "0.5")),
    ("fits, a part", lambda b: b.fits_now(0.5), TypeError, ("tokens", "0.5")),
    ("fits, less than nothing", lambda b: b.fits_when_empty(-3), ValueError, ("tokens", "-3")),
]


@pytest.mark.parametrize(
    ("call", "error", "words"), [row[1:] for row in BAD_CALLS], ids=[row[0] for row in BAD_CALLS]
)
def test_bad_input_is_named_and_changes_nothing(
    call: Callable[[BlockTables], object], error: type[Exception], words: tuple[str, ...]
) -> None:
    books = filled_books()
    before = state_of(books)
    with pytest.raises(error) as caught:
        call(books)
    assert type(caught.value) is error
    assert not [word for word in words if word not in str(caught.value)], str(caught.value)
    assert state_of(books) == before


@pytest.mark.parametrize("sizes", [(0, 4), (-1, 4), (8, 0), (8, -1)])
def test_a_pool_of_no_size_is_refused(sizes: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        BlockTables(*sizes)


def test_append_says_what_it_did() -> None:
    books = filled_books()
    assert books.append("A") == (2, 2, 1)  # its own copy of block 1, whose two tokens must be copied
    assert books.append("B") == (1, 2, None)  # alone in block 1 by now
    assert [books.append("B") for _ in range(2)] == [(1, 3, None), (3, 0, None)]
    census(books)


def test_extend_says_what_was_copied_from() -> None:
    books = filled_books()
    assert books.extend("A", 0) is None
    assert books.extend("A", 5) == 1
    assert books.tables == {"A": [0, 2, 3], "B": [0, 1]}
    assert books.extend("B", 2) is None


def test_questions_count_the_copy() -> None:
    books = filled_books()
    assert [books.blocks_needed("A", tokens) for tokens in (0, 1, 2, 3, 6, 7)] == [0, 1, 1, 2, 2, 3]
    assert [books.can_extend("A", tokens) for tokens in (6, 7)] == [True, False]
    assert [books.fits_now(tokens) for tokens in (0, 8, 9)] == [True, True, False]
    assert [books.fits_when_empty(tokens) for tokens in (16, 17)] == [True, False]
    assert books.num_free == 2


def test_questions_are_about_one_token_unless_told_otherwise() -> None:
    books = BlockTables(2, 1)
    books.add_request("A")
    books.append("A")
    assert books.blocks_needed("A") == 1
    assert books.can_extend("A")
    books.append("A")
    assert not books.can_extend("A")


def test_out_of_blocks_may_name_the_request_alone() -> None:
    """As a reader's own manager raises it."""
    assert str(OutOfBlocks("A")) == "request 'A' needs 1 more block(s) and 0 are free"


def test_blocks_for_rounds_up() -> None:
    for block_size in (1, 2, 4, 16):
        for tokens in range(4 * block_size):
            blocks = blocks_for(tokens, block_size)
            assert blocks * block_size >= tokens > (blocks - 1) * block_size


@pytest.mark.parametrize(
    "error", [OutOfBlocks("A", 3, 2), NeverFits((1, 2), 9, 0), UnknownRequest("A", "parent")]
)
def test_exceptions_survive_pickling(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.args, str(again), vars(again)) == (
        type(error),
        error.args,
        str(error),
        vars(error),
    )


def test_an_unknown_id_reads_as_a_sentence() -> None:
    with pytest.raises(KeyError) as caught:
        filled_books().free("Z")
    assert str(caught.value) == "rid 'Z' is unknown here: never added, or freed already"


def run_bench(*arguments: str) -> dict[str, Any]:
    plug = ROOT / "scripts" / "bench_plug.py"
    command = [sys.executable, str(BENCH), "--plug", f"{plug}:Plug", *arguments]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not BENCH.exists(), reason=f"the outside benchmark {BENCH} is absent")
def test_the_outside_benchmark_counts_what_every_exact_policy_gives() -> None:
    found = run_bench("--check", "--tight")
    assert (found["appended"], found["preemptions"], found["ok"]) == (74034, 502, True)
    assert run_bench("--check")["ok"]
