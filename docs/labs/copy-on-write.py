# ---
# jupyter:
#   description: "Fork requests, write into shared blocks, and find out who copies what, and when nobody does."
#   jupytext:
#     formats: ipynb,py:percent
#     notebook_metadata_filter: description
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Copy on write
#
# <div class="question" markdown>
#
# Several answers grow out of one prompt. When must a block be copied, and by whom?
#
# </div>
#
# [How do requests share a prompt?](../lesson/6-sharing.md) tells the story. Here you can change who writes, and when, and
# make the mistake that copying prevents.

# %%
from kvlesson import BlockTables, drawing

prompt = 6
books = BlockTables(6, 4)
books.add_request("S1")
books.extend("S1", prompt)
books.fork("S1", "S2")

print(f"tables {books.tables}")
print(f"counts {books.ref_count}")
drawing.pool_and_tables(books)

# %% [markdown]
# Both tables name the same blocks, and each of these blocks has a count that says so. Nothing has been copied yet.
#
# <div class="predict" markdown>
#
# This time the fork writes first. Which block will its token go into, and what will the table of the other one say
# afterwards?
#
# </div>

# %%
block, slot, copied_from = books.append("S2")
print(f"S2 wrote into slot {slot} of block {block}")
print(f"copied from block {copied_from}")
drawing.pool_and_tables(books)

# %% [markdown]
# Now the other one writes.
#
# <div class="predict" markdown>
#
# Does it have to copy, too?
#
# </div>

# %%
block, slot, copied_from = books.append("S1")
print(f"S1 wrote into slot {slot} of block {block}")
print(f"copied from block {copied_from}")
print(f"counts {books.ref_count}")

# %% [markdown]
# The count decides, and not who forked from whom. The first to write finds a block that others read, and leaves it. The
# last one left is alone, and writes where it is.
#
# ## When nobody copies
#
# The next cell runs it for prompts of several lengths, each with several samples. A sample is one answer. For each it
# prints how many blocks were copied, and how many were taken from the free list, once every sample has written one token.
#
# <div class="predict" markdown>
#
# One of these prompts is never copied from. Which, and why?
#
# </div>

# %%
from kvlesson import first_writes

for prompt_tokens in (5, 6, 7, 8):
    for samples in (2, 3, 4):
        copied, new = first_writes(prompt_tokens, samples, block_size=4)
        who = f"prompt {prompt_tokens}, {samples} samples"
        print(f"{who}: {copied} copied, {new} new")

# %% [markdown]
# A full block is never written again. So who forks at the end of a block copies nothing; but each sample then needs a
# block of its own, the last one, too.
#
# ## Make the mistake
#
# What if a manager forgot to look at the count? The class below writes wherever its table says. A judge makes managers of
# it, tries stories on them, and shows the shortest one it found that breaks a promise.
# [Build your own](build-your-own.py) puts a class of yours before the same judge.

# %%
from kvlesson import BlockManager, conformance


class Careless(BlockManager):
    def append(self, rid, k, v):
        slot = self.lengths[rid] % self.block_size
        if slot == 0:
            return super().append(rid, k, v)
        block = self.tables[rid][-1]  # and who else reads it?
        self.k_pool[block, slot] = k
        self.v_pool[block, slot] = v
        self.lengths[rid] += 1


conformance.run(Careless, quick=True)

# %% [markdown]
# The frames show what should have happened. In the last one the writer has left the block to the other, whose next token
# goes into the very slot that the class wrote.
#
# ## Your turn
#
# * Change the prompt in the first cell, and run the cells below it. For which lengths does the second cell copy nothing?
# * Fork once more, before anybody writes. How many of the samples copy now?
# * Free the first sample before the second one writes. What does the count say, and what is copied?
# * Give the pool so few blocks that a copy finds none free. Who is told, and what has changed when it is?
#
# <details markdown>
# <summary>What to look for</summary>
#
# Nothing is copied when the prompt ends where a block does. Of several samples, all but the last to write copy. Whoever is
# left alone in a block finds a count that has fallen, and writes in place: what is freed is a reference, and the block
# goes back only when the last one lets go. A copy needs a free block: where there is none, `append` raises `OutOfBlocks`
# before it has changed anything.
#
# </details>
