"""BlockAllocator: the order of the free list, counts, and no block freed twice."""

import pytest
from pool_checks import double_release_is_refused, pools_of_no_blocks_are_refused

from kvlesson import BlockAllocator


def test_blocks_leave_on_the_left_and_come_back_on_the_right() -> None:
    blocks = BlockAllocator(4)
    assert [blocks.take() for _ in range(3)] == [0, 1, 2]
    blocks.release(1)
    blocks.release(0)
    assert list(blocks.free_list) == [3, 1, 0]
    assert blocks.ref_count == [0, 0, 1, 0]


def test_a_shared_block_comes_back_with_its_last_reference() -> None:
    blocks = BlockAllocator(1)
    blocks.share(blocks.take())
    blocks.release(0)
    assert (list(blocks.free_list), blocks.ref_count) == ([], [1])
    blocks.release(0)
    assert (list(blocks.free_list), blocks.ref_count) == ([0], [0])


def test_a_double_release_is_refused_at_once() -> None:
    double_release_is_refused(BlockAllocator)


@pytest.mark.parametrize("block", [-1, 2, 99])
def test_ids_outside_the_pool_are_refused(block: int) -> None:
    blocks = BlockAllocator(2)
    blocks.take()
    blocks.take()
    for call in (blocks.release, blocks.share):
        with pytest.raises(ValueError, match=f"0 to 1, got {block}"):
            call(block)
    assert blocks.ref_count == [1, 1]


def test_a_free_block_cannot_be_shared() -> None:
    with pytest.raises(ValueError, match="block 0 is free"):
        BlockAllocator(1).share(0)


def test_taking_from_an_empty_list_changes_nothing() -> None:
    blocks = BlockAllocator(1)
    blocks.take()
    with pytest.raises(IndexError):
        blocks.take()
    assert (list(blocks.free_list), blocks.ref_count) == ([], [1])


def test_a_pool_of_no_blocks_is_refused() -> None:
    pools_of_no_blocks_are_refused(BlockAllocator)


def test_half_a_block_is_no_pool() -> None:
    with pytest.raises(TypeError, match=r"num_blocks .*1\.0"):
        BlockAllocator(1.0)  # type: ignore[arg-type]
