"""Words lie where the worked example stored its tokens; without the table somebody else's are read."""

import pytest

from kvlesson import SENTENCES, torn_pool, worked_example


def test_through_the_table_each_request_reads_its_own_sentence():
    pool = torn_pool()
    for rid in worked_example()[-1].tables:
        assert pool.read(rid) == SENTENCES[rid]


def test_a_gets_the_first_word_of_b_without_its_table():
    assert torn_pool().read("A", through_table=False) == [*SENTENCES["A"][:-1], SENTENCES["B"][0]]


def test_c_gets_the_sentence_of_a_without_its_table():
    assert torn_pool().read("C", through_table=False)[:8] == SENTENCES["A"][:8]


def test_a_block_that_was_given_back_keeps_what_was_in_it():
    slots = torn_pool().slots
    assert [word.owner for word in slots[2]] == ["B"] * 4
    assert slots[6][0].word == SENTENCES["B"][4]
    assert slots[6][1] is None


def test_an_unknown_request():
    with pytest.raises(KeyError):
        torn_pool().read("Z")


def test_sentences_are_as_long_as_their_requests_become():
    longest = {}
    for step in worked_example():
        longest |= {rid: max(n, longest.get(rid, 0)) for rid, n in step.lengths.items()}
    assert {rid: len(words) for rid, words in SENTENCES.items()} == longest
