"""Three things that the printed bars imply, and what they agree with."""

from typing import Any

import pytest

import kvlesson as kv
from kvlesson import ORCA_MAX, ORCA_ORACLE, ORCA_POW2

POOL, SLAB = kv.paper_pool_slots(), kv.SLAB_SLOTS


def test_the_largest_published_loss_of_the_simplest_server_is_a_remainder() -> None:
    assert POOL - 7 * SLAB == 1392
    assert kv.leftover_share(POOL, SLAB) == 1392 / 15_728
    assert round(100 * kv.leftover_share(POOL, SLAB), 2) == 8.85
    assert round(100 * kv.leftover_share(POOL, SLAB), 1) == ORCA_MAX.external_percent


def test_so_the_bar_gives_the_pool() -> None:
    assert kv.pools_that_print(ORCA_MAX, SLAB) == (15_728, 15_745)
    assert POOL in range(*kv.pools_that_print(ORCA_MAX, SLAB))
    with pytest.raises(ValueError, match=r"external_percent 36\.6"):
        kv.pools_that_print(ORCA_ORACLE, SLAB)  # 14 slabs leave less than that


@pytest.mark.parametrize(
    ("bar", "prompt", "held", "lost"),
    [(ORCA_MAX, 159.5, 458.4, 79.6), (ORCA_POW2, 142.7, 429.7, 73.2), (ORCA_ORACLE, 150.1, 441.1, 61.8)],
)
def test_used_less_reserved_is_the_mean_prompt(
    bar: kv.PublishedSplit, prompt: float, held: float, lost: float
) -> None:
    assert round(kv.mean_prompt_from_bars(bar, POOL), 1) == prompt
    assert round(kv.mean_held_from_bars(bar, POOL), 1) == held
    assert round(kv.lost_percent(bar), 1) == lost
    assert abs(prompt - kv.SHAREGPT_MEAN_PROMPT_TOKENS) < 20


def test_the_same_reading_of_rebuilt_bars_gives_the_prompts_that_were_drawn() -> None:
    """Prompts weighed by how long their answers take: independent here, so simply their mean."""
    runs = [kv.run_in_slabs(seed) for seed in range(200)]
    mean = kv.mean_run(runs)
    bar = kv.PublishedSplit(100 * mean.used, 100 * mean.reserved, 0, 0, mean.in_flight)
    drawn = [
        request.prompt
        for seed in range(20)
        for _, request in zip(range(500), kv.queue_of_requests(seed), strict=False)
    ]
    assert kv.mean_prompt_from_bars(bar, POOL) == pytest.approx(sum(drawn) / len(drawn), rel=0.05)


def test_the_smallest_pools() -> None:
    assert (kv.leftover_share(1, 1), kv.leftover_share(5, 1), kv.leftover_share(1, 2)) == (0, 0, 1)
    bar = kv.PublishedSplit(100, 50, 0, 0, 1)
    assert (kv.mean_held_from_bars(bar, 1), kv.mean_prompt_from_bars(bar, 1)) == (1, 0.5)
    assert kv.pools_that_print(bar, 1) == (1, 1)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kv.leftover_share(0, 1), ValueError, "pool_slots .*0"),
        (lambda: kv.mean_held_from_bars(kv.ORCA_MAX, 0), ValueError, "pool_slots .*0"),
        (lambda: kv.leftover_share(8, 0), ValueError, "slab_slots .*0"),
        (lambda: kv.leftover_share(8.5, 2), TypeError, "pool_slots .*8.5"),
        (lambda: kv.pools_that_print(ORCA_MAX, 0), ValueError, "slab_slots .*0"),
        (lambda: kv.pools_that_print(ORCA_MAX._replace(batch=0.4), 8), ValueError, "split.batch.* got 0"),
        (lambda: kv.mean_prompt_from_bars(ORCA_MAX, 0), ValueError, "pool_slots .*0"),
        (lambda: kv.mean_held_from_bars(ORCA_MAX, -3), ValueError, "pool_slots .*-3"),
    ],
)
def test_bad_input_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
