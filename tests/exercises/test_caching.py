"""Why keep a cache?"""

import pytest

import kvlesson as kv
from kvlesson import conversation_pairs


def test_one_conversation() -> None:
    assert (kv.CONVERSATION_PROMPT, kv.CONVERSATION_ANSWER) == (161, 338)
    assert conversation_pairs() == (498, 111_371)
    assert round(111_371 / 498) == 224


def test_the_usual_wrong_answer() -> None:
    tokens = kv.CONVERSATION_PROMPT + kv.CONVERSATION_ANSWER
    assert (tokens, kv.pairs_without_cache(tokens)) == (499, 124_750)


@pytest.mark.parametrize("prompt", [1, 2, 9])
@pytest.mark.parametrize("answer", [1, 2, 7])
def test_counted_and_by_formula(prompt: int, answer: int) -> None:
    stored = kv.tokens_stored(prompt, answer)
    without = kv.pairs_without_cache(stored) - kv.pairs_without_cache(prompt - 1)
    assert conversation_pairs(prompt, answer) == (kv.pairs_with_cache(stored), without)


def test_a_prompt_of_one_token_is_generating_from_nothing() -> None:
    assert conversation_pairs(1, 100).without_cache == kv.pairs_without_cache(100)
    *_, without, with_cache = kv.decode_both_ways(100)
    assert conversation_pairs(1, 100) == (with_cache, without)


def test_the_first_hundred_take_no_longer() -> None:
    assert round(kv.LLAMA3_8B_ON_H100.slowdown_without_cache(kv.SHORT_ANSWER), 2) == 1.00
    assert kv.pairs_without_cache(kv.SHORT_ANSWER) / kv.pairs_with_cache(kv.SHORT_ANSWER) == 50.5


def test_an_edit_spoils_everything_after_it() -> None:
    last = kv.EDITED_PROMPT_TOKENS - 1
    assert (kv.entries_kept(0), kv.entries_kept(last)) == ([], list(range(last)))


@pytest.mark.parametrize(("prompt", "answer", "words"), [(0, 1, "prompt .*0"), (1, 0, "answer .*0")])
def test_bad_input_is_named(prompt: int, answer: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        conversation_pairs(prompt, answer)
