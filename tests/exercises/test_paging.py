"""How does paging fix it?  The answers, found by running the library."""

from typing import Any

import pytest

import kvlesson as kv
from kvlesson import OutOfBlocks, Step, UnknownRequest, worked_example


def test_free_blocks_after_three_prompts() -> None:
    given = kv.SMALL_POOL_BLOCKS, kv.SERVER_BLOCK_SIZE
    assert (given, kv.PROMPTS_ONE_OVER, kv.PROMPTS_OF_A_BLOCK) == ((6, 16), (17, 17, 17), (16, 16, 16))
    assert kv.free_after_prompts(*given, kv.PROMPTS_ONE_OVER) == 0
    assert kv.free_after_prompts(*given, kv.PROMPTS_OF_A_BLOCK) == 3
    with pytest.raises(OutOfBlocks):
        kv.free_after_prompts(*given, [*kv.PROMPTS_ONE_OVER, 1])


def test_blocks_at_the_end() -> None:
    assert (kv.PROMPT_TOKENS, kv.ANSWER_TOKENS, kv.LONGER_ANSWER_TOKENS) == (17, 16, 17)
    assert kv.blocks_at_end(kv.PROMPT_TOKENS, kv.ANSWER_TOKENS, kv.SERVER_BLOCK_SIZE) == 2
    assert kv.blocks_at_end(kv.PROMPT_TOKENS, kv.LONGER_ANSWER_TOKENS, kv.SERVER_BLOCK_SIZE) == 3
    for prompt in range(1, 9):
        for answer in range(1, 9):
            assert kv.blocks_at_end(prompt, answer, 3) == -(-(prompt + answer - 1) // 3)


def test_slack_is_private() -> None:
    last = worked_example()[-1]
    assert kv.tokens_until_out_of_blocks(last) == (11, 3)
    assert kv.tokens_until_out_of_blocks(last, who=("A", "C")) == (14, 0)
    assert kv.tokens_until_out_of_blocks(last, who=["C"]) == (11, 3)
    assert last == worked_example()[-1]  # going on from a snapshot leaves it alone


def test_going_on_from_a_shared_state_counts_references() -> None:
    """Two blocks are free; the first to write copies, and from then on each writes into blocks of its own."""
    books = kv.BlockTables(4, 4)
    books.add_request("A")
    books.extend("A", 6)
    books.fork("A", "B")
    step = Step.of("fork", books)
    assert kv.tokens_until_out_of_blocks(step, who=("A", "B")) == (5, 3)


def test_under_four_percent() -> None:
    assert (kv.CLAIMED_WASTE_SHARE, kv.LARGE_BLOCK_SIZE) == (0.04, 256)
    assert kv.mean_length_for_tail_share(kv.CLAIMED_WASTE_SHARE, kv.SERVER_BLOCK_SIZE) == pytest.approx(
        180, abs=1e-9
    )
    assert kv.mean_length_for_tail_share(kv.CLAIMED_WASTE_SHARE, kv.LARGE_BLOCK_SIZE) == pytest.approx(
        3060, abs=1e-9
    )


def test_blocks_of_one_slot_have_no_tail() -> None:
    assert kv.mean_length_for_tail_share(kv.CLAIMED_WASTE_SHARE, 1) == 0
    assert kv.tail_share([3, 0, 5], 1) == 0


@pytest.mark.parametrize("block_size", [16, 256])
def test_lengths_with_that_mean_waste_that_share_when_they_are_stored(block_size: int) -> None:
    """Lengths that fill the last block evenly: whole blocks from mean - half a block on."""
    mean = round(kv.mean_length_for_tail_share(kv.CLAIMED_WASTE_SHARE, block_size))
    lengths = range(1, 2 * mean)  # their mean is ``mean``
    assert kv.tail_share(lengths, block_size) == pytest.approx(kv.CLAIMED_WASTE_SHARE, rel=0.02)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kv.free_after_prompts(0, 16, ()), ValueError, "num_blocks .*0"),
        (lambda: kv.free_after_prompts(6, 0, ()), ValueError, "block_size .*0"),
        (lambda: kv.free_after_prompts(6, 16, [1.5]), TypeError, "tokens .*1.5"),
        (lambda: kv.blocks_at_end(0, 1, 16), ValueError, "prompt .*0"),
        (lambda: kv.blocks_at_end(1, 0, 16), ValueError, "answer .*0"),
        (lambda: kv.blocks_at_end(1, 1, 0), ValueError, "block_size .*0"),
        (lambda: kv.tokens_until_out_of_blocks(worked_example()[-1], who=()), ValueError, r"who .*\(\)"),
        (lambda: kv.tokens_until_out_of_blocks(worked_example()[-1], who=("A", "B")), UnknownRequest, "'B'"),
        (lambda: kv.mean_length_for_tail_share(0, 16), ValueError, "share .*0"),
        (lambda: kv.mean_length_for_tail_share(1.0, 16), ValueError, "share .*1.0"),
        (lambda: kv.mean_length_for_tail_share(float("nan"), 16), ValueError, "share .*nan"),
        (lambda: kv.mean_length_for_tail_share(0.1, 0), ValueError, "block_size .*0"),
        (lambda: kv.tail_share([], 16), ValueError, r"lengths .*\[\]"),
        (lambda: kv.tail_share([0], 16), ValueError, r"lengths .*\[0\]"),
        (lambda: kv.tail_share([3, -1], 16), ValueError, r"lengths\[1\] .*-1"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_a_stranger_is_named_before_a_pool_that_is_full() -> None:
    books = kv.BlockTables(1, 1)
    books.add_request("A")
    books.append("A")
    with pytest.raises(UnknownRequest):
        kv.tokens_until_out_of_blocks(Step.of("full", books), ("A", "Z"))


def test_blocks_have_slots() -> None:
    with pytest.raises(ValueError, match="block_size must be at least 1"):
        kv.tail_share([1], 0)
