"""The drawn requests: close to the published means, never longer than the model allows, the same for the same seed."""

from itertools import islice, pairwise
from statistics import fmean, pstdev

import pytest

from kvlesson import ANSWER_SPREAD, OPT_13B, PROMPT_SPREAD, Request, queue_of_requests


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
