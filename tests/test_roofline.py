"""The estimate of a step's time: the lesson's figures, and the two regimes."""

from typing import Any

import pytest

import kvlesson as kv
from kvlesson import LLAMA3_8B_ON_H100, OPT_13B_ON_A100, seconds_to_move, seconds_to_read

H100, A100 = LLAMA3_8B_ON_H100, OPT_13B_ON_A100
FIT = kv.requests_that_fit_paged(kv.drawn_lengths(), kv.CAPACITY_POOL_TOKENS, kv.CAPACITY_BLOCK_SIZE)
MEAN = FIT["used"] / FIT["admitted"]


def test_the_assumptions() -> None:
    assert (kv.ACHIEVED_SHARE, kv.FLOPS_PER_WEIGHT) == (0.5, 2)
    assert (H100.cfg, H100.weight_bytes, H100.bytes_per_second, H100.peak_flops) == (
        kv.LLAMA3_8B,
        16.06e9,
        3.35e12,
        989e12,
    )
    assert (A100.cfg, A100.weight_bytes, A100.bytes_per_second, A100.peak_flops) == (
        kv.OPT_13B,
        26e9,
        1.555e12,
        312e12,
    )


def test_a_step_is_the_longer_of_reading_and_multiplying() -> None:
    reading, one = 16.06e9 / 3.35e12, 2 * 8.03e9 / (0.5 * 989e12)
    assert H100.step_seconds(0, 0) == H100.step_seconds(1, 0) == reading
    assert H100.step_seconds(1, 1000) == pytest.approx(reading + 131_072_000 / 3.35e12)
    assert H100.step_seconds(147, 0) == reading < H100.step_seconds(148, 0) == pytest.approx(148 * one)
    assert H100.hidden_positions == 147


def test_counted_work_is_not_time() -> None:
    assert round(H100.seconds_without_cache(100), 2) == round(H100.seconds_with_cache(100), 2) == 0.48
    assert round(H100.slowdown_without_cache(100), 3) == 1.000
    assert round(H100.slowdown_without_cache(1000), 2) == 3.45
    assert round(H100.slowdown_without_cache(8192)) == 27
    assert kv.pairs_without_cache(100) / kv.pairs_with_cache(100) == 50.5
    slower = [H100.slowdown_without_cache(n) for n in (147, 200, 300, 600, 1200)]
    assert slower == sorted(slower)
    assert 0.999 < H100.slowdown_without_cache(147) < 1  # nothing is read that was not just computed


def test_seconds_are_sums_of_steps() -> None:
    # so little arithmetic a second that nothing else takes time
    slow = kv.Server(kv.LLAMA3_8B, kv.LLAMA3_8B_WEIGHT_BYTES, kv.H100_BYTES_PER_SECOND, 10**9)
    position = 2 * kv.LLAMA3_8B_WEIGHTS / (0.5 * 10**9)
    assert slow.seconds_with_cache(4) == pytest.approx(4 * position)
    assert slow.seconds_without_cache(4) == pytest.approx(10 * position)
    assert [slow.slowdown_without_cache(n) for n in (1, 4)] == pytest.approx([1, 2.5])
    assert slow.hidden_positions == 0
    assert H100.seconds_with_cache(0) == H100.seconds_without_cache(0) == 0
    assert H100.seconds_with_cache(3) == pytest.approx(sum(H100.step_seconds(1, n) for n in (0, 1, 2)))
    assert A100.seconds_without_cache(3) == pytest.approx(sum(A100.step_seconds(n, 0) for n in (1, 2, 3)))


def test_seven_times_the_requests_are_four_times_the_tokens() -> None:
    slabs, blocks = H100.decode_rate(16, round(16 * MEAN)), H100.decode_rate(FIT["admitted"], FIT["used"])
    assert (round(slabs.tokens_per_second), round(blocks.tokens_per_second)) == (2930, 12_353)
    assert round(blocks.tokens_per_second / slabs.tokens_per_second, 1) == 4.2
    assert (round(slabs.tokens_per_second_each), round(blocks.tokens_per_second_each)) == (183, 101)
    assert round(blocks.tokens_per_second_each / slabs.tokens_per_second_each, 2) == 0.55
    assert blocks.tokens_per_second == pytest.approx(122 * blocks.tokens_per_second_each)
    assert blocks.step_seconds * blocks.tokens_per_second_each == pytest.approx(1)


def test_one_request_alone() -> None:
    rate = H100.decode_rate(1, 0)
    assert rate.tokens_per_second == rate.tokens_per_second_each == pytest.approx(1 / H100.step_seconds(1, 0))
    slow = kv.Server(kv.LLAMA3_8B, kv.LLAMA3_8B_WEIGHT_BYTES, kv.H100_BYTES_PER_SECOND, 10**9)
    assert slow.decode_rate(3, 0).tokens_per_second_each == pytest.approx(1 / slow.step_seconds(3, 0))
    assert H100.batch_that_weighs_as_the_weights(0.5) == pytest.approx(16.06e9 / 65_536)


def test_a_full_pool_costs_the_same_whoever_is_in_it() -> None:
    pool = kv.CAPACITY_POOL_TOKENS
    assert H100.decode_rate(16, pool).step_seconds == H100.decode_rate(122, pool).step_seconds
    assert H100.decode_rate(16, pool).step_seconds == (16.06e9 + 2**34) / 3.35e12


def test_when_the_cache_weighs_as_much_as_the_weights() -> None:
    assert H100.tokens_that_weigh_as_the_weights == 122_528
    assert round(122_528 / kv.LLAMA3_8B.max_tokens) == 15
    assert round(H100.batch_that_weighs_as_the_weights(MEAN)) == 115
    assert kv.kv_bytes(kv.LLAMA3_8B, 122_528) <= H100.weight_bytes < kv.kv_bytes(kv.LLAMA3_8B, 122_529)


def test_compacting_the_papers_pool_takes_about_a_step() -> None:
    moving = seconds_to_move(kv.PAPER_CACHE_BYTES, kv.A100_40GB_BYTES_PER_SECOND)
    held = round(kv.ORCA_MAX.used_percent / 100 * kv.paper_pool_slots())
    assert round(1000 * moving, 1) == 16.6
    assert round(1000 * A100.step_seconds(7, held), 1) == 18.4
    assert moving == 2 * kv.PAPER_CACHE_BYTES / kv.A100_40GB_BYTES_PER_SECOND
    assert seconds_to_read(3, 1) == 3
    assert 2 * seconds_to_read(10, 4) == seconds_to_move(10, 4) == 5
    assert round(1000 * seconds_to_move(kv.GIB, 2039 * kv.GB)) == 1  # one slab of 1 GiB, 80 GB A100


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: H100.step_seconds(-1, 0), ValueError, "computed .*-1"),
        (lambda: H100.step_seconds(1, -1), ValueError, "tokens .*-1"),
        (lambda: H100.step_seconds(1.5, 0), TypeError, "computed .*1.5"),
        (lambda: H100.seconds_with_cache(-1), ValueError, "tokens .*-1"),
        (lambda: H100.seconds_without_cache(1.0), TypeError, "tokens .*1.0"),
        (lambda: H100.slowdown_without_cache(0), ValueError, "tokens .*0"),
        (lambda: H100.decode_rate(0, 5), ValueError, "batch .*0"),
        (lambda: H100.batch_that_weighs_as_the_weights(0), ValueError, "mean_length .*0"),
        (lambda: seconds_to_move(-1, 1), ValueError, "n_bytes .*-1"),
        (lambda: seconds_to_move(1, 0), ValueError, "bytes_per_second .*0"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
