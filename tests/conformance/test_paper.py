"""How many blocks the contents need: at least, and at most."""

import pytest

from kvlesson.conformance.operations import Sizes
from kvlesson.conformance.paper import Paper


def paper(**told):
    on_paper = Paper(Sizes(4, 2))
    on_paper.told, on_paper.next_token = {rid: list(tokens) for rid, tokens in told.items()}, 90
    return on_paper


@pytest.mark.parametrize(
    ("told", "fewest", "most"),
    [
        ({"A": [1]}, 1, 1),
        ({"A": [1, 2]}, 2, 2),  # the new token takes a second block
        ({"A": [1, 2], "B": [1, 2]}, 2, 3),
        ({"A": [1], "B": [1]}, 1, 2),  # B reads as far as its own token
        ({"A": [1], "B": [1, 3]}, 2, 2),
        ({"A": [1], "B": [2]}, 2, 2),
        ({"A": [1, 2, 3], "B": [1, 2, 3, 4], "C": []}, 3, 4),
    ],
)
def test_blocks_after_one_more_token_of_a(told, fewest, most):
    on_paper = paper(**told)
    assert on_paper.fewest("A", 1) == fewest
    assert on_paper.most("A", 1) == most
    assert on_paper.told == {rid: list(tokens) for rid, tokens in told.items()}


def test_a_copy_of_a_request_counts_as_a_new_one():
    assert paper(A=[1, 2, 3]).most("B", 3) == 4
    assert paper(A=[1, 2, 3]).most() == 2


@pytest.mark.parametrize(
    ("told", "shares"),
    [
        ({"A": [1], "B": [1]}, True),
        ({"A": [1], "B": [1, 2]}, True),
        ({"A": [1, 2], "B": [1, 2]}, False),  # its last block is full
        ({"A": [], "B": []}, False),
        ({"A": [1, 2, 3], "B": [1, 2]}, False),
        ({"A": [1, 2, 3], "B": [1, 2, 4]}, False),
        ({"A": [1]}, False),
    ],
)
def test_who_shares_its_tail(told, shares):
    assert paper(**told).shares_its_tail("A") is shares


def test_no_token_comes_twice():
    on_paper = paper(A=[])
    assert on_paper.tokens(2) == on_paper.tokens(2) == [90, 91]
    on_paper.told["B"] = twin = on_paper.told["A"]
    on_paper.store("A", on_paper.tokens(2))
    assert on_paper.tokens(1) == [92]
    assert (on_paper.told["A"], twin) == ([90, 91], [])
