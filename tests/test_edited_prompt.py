"""A changed token spoils its own entry and every later one, and none before it."""

import pytest

from kvlesson import entries_kept


@pytest.mark.parametrize("edited", range(6))
def test_what_stands_before_is_kept(edited):
    assert entries_kept(edited) == list(range(edited))


@pytest.mark.parametrize("seed", range(5))
def test_whatever_the_weights(seed):
    assert entries_kept(2, tokens=9, seed=seed) == [0, 1]


@pytest.mark.parametrize(("edited", "error"), [(6, IndexError), (-1, ValueError), (1.0, TypeError)])
def test_bad_input(edited, error):
    with pytest.raises(error, match="edited"):
        entries_kept(edited)


def test_a_prompt_has_a_token_and_the_position_lies_in_it():
    assert entries_kept(0, tokens=1) == []
    with pytest.raises(ValueError, match="tokens must be at least 1, got 0"):
        entries_kept(0, tokens=0)
    with pytest.raises(IndexError, match="a position of the prompt, 0 to 3, got 4"):
        entries_kept(4, tokens=4)
