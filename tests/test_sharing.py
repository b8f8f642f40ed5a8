"""Samples of one prompt: copies, new blocks, and the ceiling on what sharing saves."""

from typing import Any

import pytest

import kvlesson as kv
from kvlesson import beam_ceiling, first_writes, sharing_saving


def test_a_full_prompt_copies_less_and_takes_more() -> None:
    assert first_writes(6, 4) == (3, 3)
    assert first_writes(8, 4) == (0, 4)


@pytest.mark.parametrize("block_size", [1, 3, 4])
@pytest.mark.parametrize("samples", [1, 2, 5])
def test_all_but_the_last_copy_unless_the_last_block_is_full(block_size: int, samples: int) -> None:
    for prompt in range(0, 3 * block_size + 1):
        full = prompt % block_size == 0
        assert first_writes(prompt, samples, block_size) == (
            (0, samples) if full else (samples - 1, samples - 1)
        )


def test_the_same_as_the_story_told_step_by_step() -> None:
    for prompt in range(5, 9):
        for names in (("S1", "S2"), ("S1", "S2", "S3"), ("S1", "S2", "S3", "S4")):
            steps = kv.prefix_sharing_example(prompt=prompt, samples=names)
            forked, last = steps[len(names) - 1], steps[-1]
            new = len(forked.free_list) - len(last.free_list)
            assert first_writes(prompt, len(names)).new == new


def test_predicted_and_printed() -> None:
    assert kv.PROMPT_SHARE == 0.12
    assert [round(100 * sharing_saving(n)) for n in (2, 4, 6)] == [6, 9, 10]
    assert {n: sharing_saving(n) for n in (2, 4, 6)} == pytest.approx({2: 0.06, 4: 0.09, 6: 0.10})
    assert kv.PARALLEL_SAVING_PERCENT == {2: 6.09, 4: 8.53, 6: 9.79}
    for samples, printed in kv.PARALLEL_SAVING_PERCENT.items():
        assert abs(100 * sharing_saving(samples) - printed) < 0.5
    assert sharing_saving(1) == sharing_saving(3, 0) == beam_ceiling(1) == 0
    assert sharing_saving(10**9) == pytest.approx(kv.PROMPT_SHARE)
    assert sharing_saving(4, 1) == beam_ceiling(4) == 0.75


def test_beams_reach_most_of_their_ceiling() -> None:
    assert kv.BEAM_SAVING_PERCENT == {2: 37.56, 4: 53.13, 6: 55.16}
    reached = [printed / 100 / beam_ceiling(width) for width, printed in kv.BEAM_SAVING_PERCENT.items()]
    assert [round(100 * share) for share in reached] == [75, 71, 66]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: first_writes(-1, 2), ValueError, "prompt .*-1"),
        (lambda: first_writes(6, 0), ValueError, "samples .*0"),
        (lambda: first_writes(6, 2, 0), ValueError, "block_size .*0"),
        (lambda: first_writes(6.5, 2), TypeError, "prompt .*6.5"),
        (lambda: sharing_saving(0), ValueError, "samples .*0"),
        (lambda: sharing_saving(2, -0.5), ValueError, "prompt_share .*-0.5"),
        (lambda: sharing_saving(2, 1.2), ValueError, "prompt_share .*1.2"),
        (lambda: sharing_saving(2, float("nan")), ValueError, "prompt_share .*nan"),
        (lambda: beam_ceiling(0), ValueError, "width .*0"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
