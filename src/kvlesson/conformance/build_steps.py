"""Five steps in which a reader builds a block manager, each with a first test that fails until it is done.

Invariant: the library's manager passes every first test, and the skeleton none.
Not here: trying what was built (check.py).
"""

from dataclasses import dataclass
from typing import Final

__all__ = ["BUILD_STEPS", "SKELETON", "BuildStep", "needed_methods", "step_of"]


@dataclass(frozen=True)
class BuildStep:
    """What to write, which methods that is, and code that must run through when it is written (for ``MyManager``)."""

    number: int
    title: str
    brief: str
    methods: tuple[str, ...]
    first_test: str


BUILD_STEPS: Final = (
    BuildStep(
        1,
        "The pool and its free list",
        "Keep how many blocks there are and how many slots each has, arrays for the keys and the values, and a free "
        "list that names every block once. A new request gets an empty block table: no block is taken before a token "
        "comes. A pool without blocks or slots, and a request that is here already, are refused with ValueError.",
        ("__init__", "add_request"),
        "mgr = MyManager(3, 2)\n"
        'mgr.add_request("A")\n'
        "assert sorted(mgr.free_list) == [0, 1, 2]\n"
        'assert list(mgr.tables["A"]) == []',
    ),
    BuildStep(
        2,
        "Append, and read back",
        "Store a token's key and value in the next slot of the request's last block; when that is full, or there is "
        "none, take a block from the free list first. With no free block raise OutOfBlocks before anything has "
        "changed; a request that is not here is refused with KeyError. Let gather give copies of the keys and values "
        "in order, and nothing of the slots past the last token.",
        ("append", "gather"),
        "mgr = MyManager(3, 2)\n"
        'mgr.add_request("A")\n'
        "for token in (5.0, 6.0, 7.0):\n"
        '    mgr.append("A", [token], [-token])\n'
        'keys, values = mgr.gather("A")\n'
        "assert keys.tolist() == [[5.0], [6.0], [7.0]]\n"
        "assert len(mgr.free_list) == 1",
    ),
    BuildStep(
        3,
        "Free",
        "Forget the request and give its blocks back to the free list, each once. To free a request that is not "
        "here, or no longer, is refused with KeyError.",
        ("free",),
        "mgr = MyManager(3, 2)\n"
        'mgr.add_request("A")\n'
        'mgr.append("A", [5.0], [-5.0])\n'
        'mgr.free("A")\n'
        "assert sorted(mgr.free_list) == [0, 1, 2]\n"
        'assert "A" not in mgr.tables',
    ),
    BuildStep(
        4,
        "Fork",
        "The child starts with what its parent has stored. Let it name the same blocks, and count for each block how "
        "many tables name it: a block goes back to the free list when the last of them lets go. A parent that is not "
        "here is refused with KeyError, a child that is here already with ValueError.",
        ("fork",),
        "mgr = MyManager(3, 2)\n"
        'mgr.add_request("A")\n'
        'mgr.append("A", [5.0], [-5.0])\n'
        'mgr.fork("A", "B")\n'
        'mgr.free("A")\n'
        'keys, values = mgr.gather("B")\n'
        "assert keys.tolist() == [[5.0]]",
    ),
    BuildStep(
        5,
        "Copy-on-write",
        "A token that would go into a partly filled block that others name, too, goes into a copy: take a block, copy "
        "the filled slots' keys and values, let go of the shared one, and then write. That needs a free block; with "
        "none raise OutOfBlocks before anything has changed.",
        (),
        "mgr = MyManager(3, 2)\n"
        'mgr.add_request("A")\n'
        'mgr.append("A", [5.0], [-5.0])\n'
        'mgr.fork("A", "B")\n'
        'mgr.append("A", [6.0], [-6.0])\n'
        'mgr.append("B", [7.0], [-7.0])\n'
        'keys, values = mgr.gather("A")\n'
        "assert keys.tolist() == [[5.0], [6.0]]",
    ),
)

SKELETON: Final = '''import numpy as np

from kvlesson import OutOfBlocks


class MyManager:
    def __init__(self, num_blocks, block_size, head_dim=1):
        """Step one: the pools of keys and values, and the free list."""
        raise NotImplementedError

    def add_request(self, rid):
        """Step one: a new request, with an empty block table."""
        raise NotImplementedError

    def append(self, rid, k, v):
        """Step two: store one token, in a new block where needed.

        Step five: in a copy, where others read the last block.
        """
        raise NotImplementedError

    def gather(self, rid):
        """Step two: (keys, values) in order, each [tokens, head_dim]."""
        raise NotImplementedError

    def free(self, rid):
        """Step three: give the blocks back."""
        raise NotImplementedError

    def fork(self, parent, child):
        """Step four: the child names its parent's blocks."""
        raise NotImplementedError
'''

SIGNATURES: Final = {
    "add_request": "add_request(self, rid)",
    "append": "append(self, rid, k, v)",
    "gather": "gather(self, rid)",
    "free": "free(self, rid)",
    "fork": "fork(self, parent, child)",
}


def needed_methods(step: int) -> list[str]:
    """What a class must have after so many steps.  Before the last it may be without ``gather``: then nothing is read back."""
    methods = [name for built in BUILD_STEPS[:step] for name in built.methods if name in SIGNATURES]
    return [name for name in methods if name != "gather" or step == len(BUILD_STEPS)]


def step_of(method: str) -> BuildStep:
    """The step in which a method is written; the first, for what makes a manager."""
    return next((step for step in BUILD_STEPS if method in step.methods), BUILD_STEPS[0])
