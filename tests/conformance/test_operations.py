"""Calls, and how a sequence of them reads."""

import pytest

from kvlesson import read_actions
from kvlesson.conformance.operations import WIDE_VALUE, Operation, Sizes, retold, story

ADD, APPEND, FORK = Operation("add", "A"), Operation("append", "A"), Operation("fork", "A", "B")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (ADD, "add A"),
        (ADD._replace(tokens=5), "add A 5"),
        (APPEND, "append A"),
        (FORK, "fork A B"),
        (Operation("free", "A"), "free A"),
        (Operation("extend", "A", tokens=3), "extend A 3"),
        (Operation("locate", "A", tokens=0), "locate A 0"),
        (Operation("locate", "A", tokens=-1), "locate A -1"),
        (Operation("gather", "Z"), "gather Z"),
        (Operation(WIDE_VALUE, "A"), "append A (a value of two numbers where one is right)"),
    ],
)
def test_a_call_in_words(call, words):
    assert str(call) == words


@pytest.mark.parametrize(
    ("calls", "refused", "words"),
    [
        ([ADD, APPEND, APPEND, FORK], (), "add A 2; fork A B"),
        ([ADD, APPEND], (), "add A; append A"),  # the last call stands for itself
        ([ADD, APPEND, APPEND, APPEND, FORK], (3,), "add A 2; append A; fork A B"),
        ([ADD, ADD, APPEND, FORK], (1,), "add A; add A; append A; fork A B"),
        ([ADD, APPEND._replace(rid="B"), FORK], (), "add A; append B; fork A B"),
        ([APPEND, APPEND], (), "append A; append A"),
        ([ADD], (), "add A"),
        ([], (), ""),
    ],
)
def test_appends_join_the_add_before_them(calls, refused, words):
    assert story(retold(calls, refused)) == words


def test_a_story_reads_back():
    told = retold([ADD, APPEND, FORK, APPEND])
    assert "; ".join(map(str, read_actions(story(told)))) == story(told)


def test_no_story_is_longer_than_can_be_read():
    told = retold([ADD, *[APPEND] * 70, FORK])
    assert story(told).startswith("add A 64; append A; append A")


def test_sizes_in_words():
    assert str(Sizes(1, 1)) == "1 block of 1 slot"
    assert str(Sizes(2, 3)) == "2 blocks of 3 slots"
    assert Sizes(2, 3).slots == 6
