"""The drawn requests: close to the published means, never longer than the model allows, the same for the same seed."""

import hashlib
from itertools import islice, pairwise
from statistics import fmean, pstdev

import numpy as np
import pytest

from kvlesson import ANSWER_SPREAD, OPT_13B, PROMPT_SPREAD, Request, queue_of_requests, workload

DIGEST = "5fb841556a34abd8cda94dde8757260f1e3958bf179513ebc62ce714c98e967f"


def first(n: int, seed: int = 0) -> list[Request]:
    return list(islice(queue_of_requests(seed), n))


def test_the_assumptions() -> None:
    assert (PROMPT_SPREAD, ANSWER_SPREAD) == (1.3, 0.86)


def test_means_are_the_published_ones_less_what_dropping_the_longest_takes() -> None:
    requests = first(20_000)
    prompts, answers = [r.prompt for r in requests], [r.final - r.prompt + 1 for r in requests]
    assert 0.95 * 161.31 < fmean(prompts) < 161.31
    assert 0.95 * 337.99 < fmean(answers) < 337.99
    assert 1.1 < pstdev(prompts) / fmean(prompts) < PROMPT_SPREAD
    assert 0.75 < pstdev(answers) / fmean(answers) < ANSWER_SPREAD


def test_the_requests_are_those_that_the_figures_were_computed_from() -> None:
    """If test_numpy_draws.py fails too, it is NumPy that draws otherwise."""
    drawn = np.array(first(1500), dtype="<i8")
    assert hashlib.sha256(drawn.tobytes()).hexdigest() == DIGEST
    assert list(islice(queue_of_requests(), 9)) == first(9)


@pytest.mark.parametrize("spread", [0.5, 0.86, 1.3])
def test_lognormal_lengths_have_the_mean_and_the_spread_asked_for(spread: float) -> None:
    lengths = workload._lognormal(np.random.default_rng(0), 300.0, spread, size=400_000)
    assert fmean(lengths) == pytest.approx(300, rel=0.01)
    assert pstdev(lengths) / fmean(lengths) == pytest.approx(spread, rel=0.02)


def test_no_length_is_zero() -> None:
    assert set(workload._lognormal(np.random.default_rng(0), 0.01, 1.0)) == {1}


def test_the_last_token_is_not_stored_and_the_longest_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """2,048 tokens in all may be generated, and 2,047 of them are stored; one more is too long for the model."""
    columns = iter([[5, 2047, 2048, 3], [1, 1, 1, 4]])
    monkeypatch.setattr(workload, "_lognormal", lambda *_: next(columns))
    assert first(3) == [(0, 5, 5), (1, 2047, 2047), (2, 3, 6)]


def test_lengths_are_possible() -> None:
    requests = first(5_000, seed=3)
    assert [r.rid for r in requests] == list(range(5_000))
    assert min(r.prompt for r in requests) >= 1
    assert min(r.final - r.prompt for r in requests) >= 0  # an answer of one token stores none
    assert max(r.final for r in requests) <= OPT_13B.max_tokens - 1  # the last token is never stored
    assert {type(n) for r in requests for n in r} == {int}


def test_seeds_matter_and_repeat() -> None:
    assert first(50, seed=1) == first(50, seed=1)
    assert all(a != b for a, b in pairwise(first(50, seed) for seed in range(4)))
    with pytest.raises(ValueError, match=r"seed .*-1"):
        first(1, seed=-1)
