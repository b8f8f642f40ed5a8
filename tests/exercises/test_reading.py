"""How do you read a cache that lies in pieces?"""

from math import log

import pytest

import kvlesson as kv
from kvlesson import output_cut_and_not, table_bytes


def test_an_index_is_not_an_id() -> None:
    pool = kv.torn_pool()
    assert (pool.places("A")[8], pool.places("C")[8]) == ((5, 0), (7, 0))
    assert pool.places("A", through_table=False)[8] == (2, 0)


def test_a_zero_score_is_not_a_zero_weight() -> None:
    assert (kv.TOKENS_OF_VALUE_ONE, kv.BLOCK_SIZE) == (9, 4)
    assert output_cut_and_not() == pytest.approx((1, 0.75))
    for tokens in range(1, 9):
        slots = kv.blocks_for(tokens, 3) * 3
        assert output_cut_and_not(tokens, 3) == pytest.approx((1, tokens / slots))
    assert output_cut_and_not(5, 1) == pytest.approx((1, 1))


def test_the_sum_shrinks_when_a_larger_score_comes() -> None:
    assert kv.SCORES_AS_LOGS_OF == ((1, 2), (4,))
    assert kv.softmax_of_two_blocks() == [pytest.approx((2, 1.5)), pytest.approx((4, 1.75))]
    assert kv.softmax_of_two_blocks(rescale=False)[-1].total == pytest.approx(2.5)
    first, second = kv.running_softmax([[0, log(2)], [log(4)]])
    assert (first.largest, second.largest) == (log(2), log(4))


def test_what_the_table_costs() -> None:
    assert kv.TABLE_ENTRY_BYTES == 4
    full = kv.LLAMA3_8B.max_tokens
    assert kv.kv_bytes(kv.LLAMA3_8B, kv.SERVER_BLOCK_SIZE) == 2 * kv.MIB
    assert (table_bytes(full, kv.SERVER_BLOCK_SIZE), kv.kv_bytes(kv.LLAMA3_8B, full)) == (2 * kv.KIB, kv.GIB)
    assert [table_bytes(n, 4, 8) for n in (0, 1, 4, 5)] == [0, 8, 8, 16]
    assert table_bytes(3, 1, 1) == 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: output_cut_and_not(0), "tokens .*0"),
        (lambda: output_cut_and_not(1, 0), "block_size .*0"),
        (lambda: table_bytes(-1, 4), "tokens .*-1"),
        (lambda: table_bytes(1, 0), "block_size .*0"),
        (lambda: table_bytes(1, 4, 0), "entry_bytes .*0"),
    ],
)
def test_bad_input_is_named(call, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()
