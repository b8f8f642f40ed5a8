# ---
# jupyter:
#   description: Fill a pool.
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
# How many requests can you get in?
#
# </div>
#
# Some [How does paging fix it?](../lesson/4-paging.md) text with block table and `a < b`.

# %%
from kvlesson import BlockTables, drawing

books = BlockTables(8, 4)
books.add_request("A")
books.extend("A", 6)
print(books.tables)

# %%
drawing.pool_and_tables(books)

# %% A way to do it jupyter={"source_hidden": true}
print("ok")
