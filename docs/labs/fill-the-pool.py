# ---
# jupyter:
#   description: "Get as many requests as you can into one small pool, in slabs and in blocks."
#   jupytext:
#     formats: ipynb,py:percent
#     notebook_metadata_filter: description
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Fill the pool
#
# <div class="question" markdown>
#
# How full can you get a pool, when each request may become longer than it will?
#
# </div>
#
# Here is a small pool and a queue of requests. You know how many tokens each of them will have stored in the end. The
# server does not: all it knows is that none will store more than `longest`.
#
# The cells below are yours. Change a number, run the cell, and run those that follow it.

# %%
from kvlesson import BlockTables, ContiguousPool, drawing

slots = 32
longest = 12
block_size = 4
requests = {"A": 5, "B": 3, "C": 6, "D": 2, "E": 7, "F": 4}

print(f"{sum(requests.values())} tokens for {slots} slots")

# %% [markdown]
# ## In slabs
#
# With slabs, the server reserves `longest` slots for each request, whatever it will store.
#
# <div class="predict" markdown>
#
# All these tokens together would fit into the pool. Which request is the first to be refused? Settle on a letter, then
# run the cell.
#
# </div>

# %%
row = ContiguousPool(slots)
for name, length in requests.items():
    if row.allocate(name, longest) is None:
        print(f"{name} is refused: {row.free_total()} slots are free")
        break
    row.used[name] = length

in_slabs = sum(row.used.values())
stored = f"{in_slabs} of {slots} slots hold a token"
print(f"{len(row.slabs)} requests, {stored}")
drawing.memory_row(row)

# %% [markdown]
# A question mark is a slot that is reserved and holds nothing. To the server it is taken.
#
# ## In blocks
#
# The same slots, cut into blocks. Nobody reserves: a request takes a block when it has a token for it.
#
# <div class="predict" markdown>
#
# Which request is the first to be refused now, if any is? And how many slots will be empty inside blocks?
#
# </div>

# %%
books = BlockTables(slots // block_size, block_size)
for name, length in requests.items():
    if not books.fits_now(length):
        print(f"{name} is refused: {books.num_free} blocks are free")
        break
    books.add_request(name)
    books.extend(name, length)

in_blocks = sum(books.lengths.values())
stored = f"{in_blocks} of {slots} slots hold a token"
print(f"{len(books.tables)} requests, {stored}")
drawing.pool_and_tables(books)

# %% [markdown]
# Look at the last block of each table. That is the only place where a request in blocks can waste anything.
#
# ## One leaves, one comes
#
# A leaves. Then whoever was refused tries again.
#
# <div class="predict" markdown>
#
# Does it get in now, in slabs and in blocks? Where will it lie?
#
# </div>

# %%
row.release("A")
if row.allocate("C", longest) is not None:
    row.used["C"] = requests["C"]
    print(f"in slabs, C lies from slot {row.slabs['C'][0]} on")

books.free("A")
if books.fits_now(requests["F"]):
    books.add_request("F")
    books.extend("F", requests["F"])
    print(f"in blocks, F lies in block {books.tables['F']}")

drawing.pool_and_tables(books)

# %% [markdown]
# Slabs of one size have a virtue: whoever leaves makes room for exactly one other. What they cost is inside them.
#
# ## Your turn
#
# Go back to the first cell, change it, and run this one. On this page it runs the cells above it first.


# %%
def full(tokens):
    return f"{100 * tokens / slots:.0f}% of the pool holds tokens"


print(f"in slabs:  {full(in_slabs)}")
print(f"in blocks: {full(in_blocks)}")

# %% [markdown]
# * Find a queue with which the pool in blocks is full to the last slot. What do all its lengths have in common?
# * Find a queue with which slabs do as well as blocks. What would the server have to know to be so lucky?
# * Leave the queue as it was, and make the blocks larger, as far as `longest`. What do blocks become?
# * Make a block a single slot. What is gained, and what would you have to pay for it?
#
# <details markdown>
# <summary>What to look for</summary>
#
# Lengths that are multiples of the block fill it to the last slot. Slabs do as well when every request becomes as long as
# it might, and nobody can promise that. A block as long as the longest request *is* a slab: one for each request, most of
# it empty. And with blocks of a single slot nothing is ever empty, but a table then has an entry for every token, and a
# read has to follow every one of them.
#
# [How many more requests fit, and what did paging win?](../lesson/7-how-many-more.md) does the same with a pool and a queue
# of a real server's size.
#
# </details>
