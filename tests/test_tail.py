"""The unfilled end of a last block, beside blocks that are really filled."""

import pytest

from kvlesson import BlockTables, mean_tail, most_wasted, tokens_stored


@pytest.mark.parametrize("block_size", [1, 4, 16])
def test_bounds_and_mean_are_those_of_every_length(block_size):
    tails = []
    for length in range(1, 3 * block_size + 1):
        books = BlockTables(4, block_size)
        books.add_request("A")
        books.extend("A", length)
        tails.append(len(books.tables["A"]) * block_size - length)
    assert max(tails) == most_wasted(block_size)
    assert sum(tails) / len(tails) == mean_tail(block_size)


def test_the_last_token_is_not_stored():
    assert tokens_stored(17, 16) == 32


def test_bad_input():
    with pytest.raises(ValueError, match="block_size"):
        most_wasted(0)
