# ---
# jupyter:
#   description: "Write a block manager in a few steps, each with a test that fails first and a judge that says what broke."
#   jupytext:
#     formats: ipynb,py:percent
#     notebook_metadata_filter: description
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Build your own
#
# <div class="question" markdown>
#
# You have read how a block manager works. Could you write one?
#
# </div>
#
# [How does paging fix it?](../lesson/4-paging.md) and [How do requests share a prompt?](../lesson/6-sharing.md) have what
# you need. Below stands a class in which nothing is written yet. You will write it in a few steps.
#
# Each step has a short brief, and a first test, which fails until you are done. When it passes, a judge looks at your
# class: it makes many managers, tries short and long stories on them, and shows the shortest one it found that breaks a
# promise, drawn as it should have been.

# %%
from kvlesson import conformance


def try_step(step):
    test = conformance.first_test(MyManager, step=step)
    print(test)
    if test.passed:
        return conformance.run(MyManager, step=step, quick=True)


# %% [markdown]
# Change the class where it stands; then run the cell of the step that you are at. On this page that runs your class
# first. In Jupyter, run the cell of the class yourself.
#
# ## Your class

# %%
import numpy as np

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


# %% [markdown]
# ## The pool and its free list
#
# Keep how many blocks there are and how many slots each has, arrays for the keys and the values, and a free list that
# names every block once. A new request gets an empty block table: no block is taken before a token comes. A pool
# without blocks or slots, and a request that is here already, are refused with ValueError.

# %%
try_step(1)

# %% [markdown]
# ## Append, and read back
#
# Store a token's key and value in the next slot of the request's last block; when that is full, or there is none, take
# a block from the free list first. With no free block raise OutOfBlocks before anything has changed; a request that is
# not here is refused with KeyError. Let gather give copies of the keys and values in order, and nothing of the slots
# past the last token.

# %%
try_step(2)

# %% [markdown]
# ## Free
#
# Forget the request and give its blocks back to the free list, each once. To free a request that is not here, or no
# longer, is refused with KeyError.

# %%
try_step(3)

# %% [markdown]
# ## Fork
#
# The child starts with what its parent has stored. Let it name the same blocks, and count for each block how many
# tables name it: a block goes back to the free list when the last of them lets go. A parent that is not here is refused
# with KeyError, a child that is here already with ValueError.

# %%
try_step(4)

# %% [markdown]
# ## Copy-on-write
#
# A token that would go into a partly filled block that others name, too, goes into a copy: take a block, copy the
# filled slots' keys and values, let go of the shared one, and then write. That needs a free block; with none raise
# OutOfBlocks before anything has changed.

# %%
try_step(5)

# %% [markdown]
# ## All of it
#
# When the last step passes, you have written what the lesson's library has, and what a server's scheduler calls at every
# step. Three questions remain that no test asks.
#
# * How long does a call take when the pool is a real server's? Which of your lines walk through a whole list?
# * Who notices first if a count is wrong by one, and how much later?
# * What would you have to change to keep a freed block's contents for the next request with the same prompt?
#
# The judge that you met is a quick one, made for a browser. Without `quick=True` it tries several times as many stories
# and compares your class's speed with the library's. It takes a while here, and a few seconds on your own machine, where
# it can also be asked from the command line: `python -m kvlesson.conformance my_file.py:MyManager`.
#
# <div class="takeaway" markdown>
#
# A block manager is a free list, a table for each request, and a count for each block. All the rest is the order in which
# they change.
#
# </div>
#
# There is more than one right class. This is one, and the judge's answer to it is below. Look when yours passes, or when
# you are stuck.


# %% A class that passes jupyter={"source_hidden": true}
class MyManager:
    def __init__(self, num_blocks, block_size, head_dim=1):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"{num_blocks=} and {block_size=} make no pool")
        self.block_size = block_size
        self.keys = np.zeros((num_blocks, block_size, head_dim))
        self.values = np.zeros((num_blocks, block_size, head_dim))
        self.free_list = list(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.tables = {}
        self.lengths = {}

    def add_request(self, rid):
        self.must_be_new(rid)
        self.tables[rid] = []
        self.lengths[rid] = 0

    def append(self, rid, k, v):
        table = self.tables[rid]
        k, v = self.checked(k), self.checked(v)
        slot = self.lengths[rid] % self.block_size
        if slot == 0:
            table.append(self.take(rid))
        elif self.ref_count[table[-1]] > 1:
            shared, own = table[-1], self.take(rid)
            for pool in (self.keys, self.values):
                pool[own, :slot] = pool[shared, :slot]
            table[-1] = own
            self.let_go(shared)
        self.keys[table[-1], slot] = k
        self.values[table[-1], slot] = v
        self.lengths[rid] += 1

    def gather(self, rid):
        table, length = self.tables[rid], self.lengths[rid]
        pools = (self.keys, self.values)
        head_dim = self.keys.shape[-1]
        return tuple(p[table].reshape(-1, head_dim)[:length] for p in pools)

    def free(self, rid):
        for block in self.tables.pop(rid):
            self.let_go(block)
        del self.lengths[rid]

    def fork(self, parent, child):
        table = self.tables[parent]
        self.must_be_new(child)
        for block in table:
            self.ref_count[block] += 1
        self.tables[child] = list(table)
        self.lengths[child] = self.lengths[parent]

    def must_be_new(self, rid):
        if rid in self.tables:
            raise ValueError(f"request {rid!r} is here already")

    def checked(self, row):
        row = np.asarray(row, dtype=float)
        if row.shape != self.keys.shape[-1:]:
            raise ValueError(f"a key or value of shape {row.shape}")
        return row

    def take(self, rid):
        if not self.free_list:
            raise OutOfBlocks(rid)
        block = self.free_list.pop(0)
        self.ref_count[block] = 1
        return block

    def let_go(self, block):
        self.ref_count[block] -= 1
        if self.ref_count[block] == 0:
            self.free_list.append(block)


conformance.run(MyManager, quick=True)
