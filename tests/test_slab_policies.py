"""What three slab servers set aside for the same request."""

from itertools import islice

import pytest

from kvlesson import (
    SLAB_SLOTS,
    Request,
    queue_of_requests,
    reserve_exactly,
    reserve_longest,
    reserve_power_of_two,
    tokens_stored,
)


@pytest.mark.parametrize(
    ("prompt", "answer", "pow2", "exact"),
    [
        (161, 338, 161 + 512, 498),
        (10, 32, 10 + 32, 41),
        (10, 25, 10 + 32, 34),
        (7, 1, 8, 7),
        (1500, 540, 2048, 2039),
    ],
)
def test_three_answers(prompt: int, answer: int, pow2: int, exact: int) -> None:
    request = Request("R", prompt, tokens_stored(prompt, answer))
    assert reserve_longest(request) == SLAB_SLOTS == 2048
    assert reserve_power_of_two(request) == pow2
    assert reserve_exactly(request) == exact


def test_every_request_of_the_queue_fits_what_is_set_aside() -> None:
    for request in islice(queue_of_requests(1), 3000):
        longest, pow2, exact = (f(request) for f in (reserve_longest, reserve_power_of_two, reserve_exactly))
        assert request.final == exact <= pow2 <= longest
