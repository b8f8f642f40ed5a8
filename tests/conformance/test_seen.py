"""What a manager shows of its books is read in the contract's form, and must agree, as far as it goes."""

from types import SimpleNamespace

import numpy as np
import pytest

from kvlesson import BlockManager
from kvlesson.conformance.operations import Sizes
from kvlesson.conformance.promises import Broken, Promise
from kvlesson.conformance.seen import Seen, see


def books(**parts):
    return see(SimpleNamespace(**parts))


def test_the_librarys_books():
    mgr = BlockManager(3, 2)
    mgr.add_request("A")
    mgr.append("A", [1.0], [1.0])
    seen = see(mgr)
    assert seen == Seen([1, 2], [1, 0, 0], {"A": [0]}, {"A": 1})
    mgr.append("A", [1.0], [1.0])
    assert seen.lengths == {"A": 1}
    assert (seen.free, seen.users(0), seen.users(1)) == (2, 1, 0)


def test_what_is_not_shown_is_none():
    seen = books()
    assert seen == Seen(None, None, None, None)
    assert (seen.free, seen.need("A", 1, 1, 2)) == (None, None)
    seen.agree(Sizes(1, 1), {"A": 1})


def test_arrays_are_lists_too():
    seen = books(free_list=np.array([1]), tables={"A": (np.int64(0),)})
    assert seen == Seen([1], None, {"A": [0]}, None)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"free_list": 3}, "free_list must hold block ids; it is int 3"),
        ({"free_list": ["a"]}, "free_list must hold block ids"),
        ({"ref_count": {0: 1}}, "ref_count must hold a count for each block"),
        ({"tables": [[0]]}, "tables must hold for each request the list"),
        ({"tables": {"A": None}}, "tables must hold for each request the list"),
        ({"lengths": {"A": 1.5}}, "lengths must hold for each request the number"),
        ({"lengths": "x" * 99}, "x ..."),
    ],
)
def test_another_form_is_told(parts, words):
    with pytest.raises(Broken) as broken:
        books(**parts)
    assert broken.value.promise == Promise.BOOKS
    assert words in str(broken.value)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"lengths": {"A": 2}}, "its lengths are {'A': 2}, the tokens stored {'A': 1}"),
        ({"ref_count": [1]}, "ref_count has 1 counts for 2 blocks"),
        ({"free_list": [0, 0]}, "a block is twice on the free list"),
        ({"free_list": [2]}, "ids outside 0 to 1 are free: [2]"),
        ({"tables": {"A": [0, 1]}}, "'A' stores 1 token(s) in 2 block(s), not 1"),
        ({"tables": {"A": [0]}, "free_list": [0, 1]}, "blocks {0} are held and free"),
        ({"tables": {"A": [0]}, "free_list": []}, "blocks {1} are neither held nor free"),
        ({"tables": {"A": [0]}, "ref_count": [2, 0]}, "block 0 is named 1 time(s) but counted 2"),
    ],
)
def test_books_that_disagree(parts, words):
    with pytest.raises(Broken) as broken:
        books(**parts).agree(Sizes(2, 2), {"A": 1})
    assert broken.value.promise == Promise.BOOKS
    assert words in str(broken.value)


def test_the_need_counts_a_copy():
    seen = books(tables={"A": [0], "B": [0], "C": [1]})
    assert [seen.need("A", 1, tokens, 2) for tokens in (0, 1, 2)] == [0, 1, 2]
    assert seen.need("A", 2, 1, 2) == 1
    assert seen.need("C", 1, 1, 2) == 0
