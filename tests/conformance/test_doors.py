"""Pools that cannot be, and a block given back twice."""

import pytest
import strangers

from kvlesson import BlockAllocator, BlockManager
from kvlesson.conformance.doors import try_the_doors
from kvlesson.conformance.promises import Broken, Promise


def test_closed_doors():
    assert try_the_doors(BlockManager) == 6
    assert try_the_doors(strangers.OnlyPretends) == 3  # no allocator to ask


def makes(*sizes, error):
    """A manager that is refused with ``error`` for some sizes, else as the library's."""

    def make(num_blocks, block_size):
        if (num_blocks, block_size) in sizes:
            if error:
                raise error
            return None
        return BlockManager(num_blocks, block_size)

    return make


@pytest.mark.parametrize("sizes", [(0, 1), (1, 0), (-1, 1)])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (None, "makes a pool"),
        (ValueError("bad"), "it raises ValueError: bad"),
        (TypeError("0 -1"), "raises TypeError: 0 -1"),
        (SystemExit(0), "raises SystemExit: 0"),
    ],
)
def test_an_open_door(sizes, error, words):
    with pytest.raises(Broken) as broken:
        try_the_doors(makes(sizes, error=error))
    assert broken.value.promise == Promise.EMPTY
    assert f"make{sizes}" in str(broken.value)
    assert words in str(broken.value)


def test_an_endless_door():
    def make(num_blocks, block_size):
        while num_blocks < 1:
            pass

    with pytest.raises(Broken, match="does not end") as broken:
        try_the_doors(make)
    assert broken.value.promise == Promise.ENDS


class RefusesTooLate(BlockAllocator):
    def release(self, block):
        self.free_list.append(block)
        if not self.ref_count[block]:
            raise ValueError("too late")
        self.ref_count[block] = 0


class Breaks(BlockAllocator):
    def take(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("allocator", "words"),
    [(RefusesTooLate, "and yet changes the books"), (Breaks, "raise RuntimeError: no")],
)
def test_a_block_given_back_twice(allocator, words):
    with pytest.raises(Broken) as broken:
        try_the_doors(lambda *sizes: BlockManager(*sizes, allocator=allocator))
    assert broken.value.promise == Promise.ONCE
    assert words in str(broken.value)
