"""The census finds each way in which books can contradict themselves."""

from collections.abc import Callable

import pytest

from kvlesson import BlockManager, BlockTables, BrokenInvariant, census


def sound_books() -> BlockTables:
    """Blocks 0 and 1 are A's and B's, 2 is C's, 3 is free."""
    books = BlockTables(4, 4)
    books.add_request("A")
    books.extend("A", 6)
    books.fork("A", "B")
    books.add_request("C")
    books.extend("C", 4)
    return books


def test_sound_books_pass() -> None:
    census(sound_books())
    census(BlockTables(1, 1))
    census(BlockManager(1, 1))


def lose_a_block(books: BlockTables) -> None:
    books.free_list.clear()


def hold_a_free_block(books: BlockTables) -> None:
    books.free_list.append(2)


def free_twice(books: BlockTables) -> None:
    books.free_list.append(3)


def free_an_unheard_of_block(books: BlockTables) -> None:
    books.free_list.append(4)


def count_too_low(books: BlockTables) -> None:
    books.ref_count[0] = 1


def count_a_free_block(books: BlockTables) -> None:
    books.ref_count[3] = -1


def forget_a_length(books: BlockTables) -> None:
    del books.lengths["C"]


def keep_a_length(books: BlockTables) -> None:
    books.lengths["gone"] = 0


def grow_without_a_block(books: BlockTables) -> None:
    books.lengths["C"] = 5


def hold_an_empty_block(books: BlockTables) -> None:
    books.lengths["C"] = 0


def name_a_block_twice(books: BlockTables) -> None:
    books.tables["C"], books.lengths["C"], books.ref_count[2] = [2, 2], 8, 2


def share_at_another_place(books: BlockTables) -> None:
    books.tables["B"].reverse()


def disagree_on_what_is_filled(books: BlockTables) -> None:
    books.lengths["B"] = 7


def name_a_block_outside(books: BlockTables) -> None:
    books.tables["C"] = [-1]


FAULTS = [
    (lose_a_block, "neither held nor free"),
    (hold_a_free_block, r"blocks \{\d+\} are held and free"),
    (free_twice, "twice on the free list"),
    (free_an_unheard_of_block, "outside 0 to 3"),
    (count_too_low, "block 0 is named 2"),
    (count_a_free_block, "block 3 is named 0"),
    (forget_a_length, "lengths"),
    (keep_a_length, "gone"),
    (grow_without_a_block, "'C' stores 5"),
    (hold_an_empty_block, "'C' stores 0"),
    (name_a_block_twice, "block 2 is seen"),
    (share_at_another_place, "is seen"),
    (disagree_on_what_is_filled, "block 1 is seen"),
    (name_a_block_outside, "outside 0 to 3"),
]


@pytest.mark.parametrize(("spoil", "words"), FAULTS, ids=[spoil.__name__ for spoil, _ in FAULTS])
def test_a_contradiction_is_found_and_named(spoil: Callable[[BlockTables], None], words: str) -> None:
    books = sound_books()
    spoil(books)
    with pytest.raises(BrokenInvariant, match=words) as caught:
        census(books)
    assert isinstance(caught.value, AssertionError)
