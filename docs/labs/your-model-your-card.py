# ---
# jupyter:
#   description: "Your model's layers and heads, your card's memory: bytes a token, tokens that fit, requests both ways."
#   jupytext:
#     formats: ipynb,py:percent
#     notebook_metadata_filter: description
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Your model, your card
#
# <div class="question" markdown>
#
# How many requests would fit on *your* card, reserved in slabs, and in blocks?
#
# </div>
#
# Put your model and your card into the first cell, and run the others. The numbers that stand there are those of
# Llama 3 8B on a card with plenty of memory.
#
# A model's `config.json` usually has what you need. Layers are `num_hidden_layers`, KV heads `num_key_value_heads`, the
# head size `head_dim`; where the last is not there, divide `hidden_size` by `num_attention_heads`. The bytes are those of
# a number in the *cache*, which need not be those of a weight.

# %%
from kvlesson import GB, ModelConfig

model = ModelConfig(
    name="mine",
    n_layers=32,
    n_kv_heads=8,
    head_dim=128,
    bytes_per_elem=2,
    max_tokens=8192,
)
card = 80 * GB
weights = 16 * GB
other = 6 * GB  # what a step works with, and what others keep

cache = card - weights - other
print(f"{cache / GB:.0f} GB are left for the cache")

# %% [markdown]
# This holds for a model in which every layer keeps one key and one value a token. Some keep less: a window, or something
# smaller from which keys and values are made.
#
# ## What does a token take?
#
# <div class="predict" markdown>
#
# One key and one value for each layer and each KV head. Do you expect bytes, kilobytes or megabytes?
#
# </div>

# %%
from kvlesson import KIB, MIB, kv_bytes, kv_bytes_per_token

per_token = kv_bytes_per_token(model)
longest = kv_bytes(model, model.max_tokens)
print(f"a token: {per_token:,} bytes, {per_token / KIB:.1f} KiB")
print(f"the longest request: {longest / MIB:,.1f} MiB")

# %% [markdown]
# ## How many tokens fit?
#
# <div class="predict" markdown>
#
# How many tokens does the card hold, for all its users together? Compare your guess with the longest request.
#
# </div>

# %%
from kvlesson import tokens_that_fit

tokens = tokens_that_fit(model, cache)
requests = tokens / model.max_tokens
print(f"{tokens:,} tokens, or {requests:.1f} of the longest requests")

# %% [markdown]
# If your server prints how many tokens its cache holds, this is the number to compare with it.
#
# ## How many requests?
#
# That depends on how long they are. Put in a few lengths that are typical of yours: prompt and answer together. The cell
# repeats them until the pool is full. Nobody leaves, and every request has its full length: this compares two ways to hand
# out memory, and is no forecast of what is in flight.
#
# <div class="predict" markdown>
#
# How many times as many will fit in blocks as in slabs for the longest request? You have seen all you need for an
# estimate.
#
# </div>

# %%
from kvlesson import requests_that_fit_contiguous, requests_that_fit_paged

lengths = [350, 1200, 80, 640, 2100]
block_size = 16

slabs = requests_that_fit_contiguous(tokens, model.max_tokens)
queue = lengths * (tokens // sum(lengths) + 1)
paged = requests_that_fit_paged(queue, tokens, block_size)

print(f"in slabs:  {slabs:,} requests")
print(f"in blocks: {paged['admitted']:,} requests")
if slabs:
    print(f"{paged['admitted'] / slabs:.1f} times as many")
print(f"empty in blocks: {paged['waste'] / max(1, paged['allocated']):.2%}")

# %% [markdown]
# ## Your turn
#
# Change one thing at a time, and guess first.
#
# * Let every query head have a KV head of its own, as older models do. What becomes of the requests, in slabs and in
#   blocks, and what of the ratio between them?
# * Store the cache in a single byte a number. Is that the same as a second card?
# * Halve the longest request that the server accepts. Whom does it help more, slabs or blocks?
# * Make the blocks larger, step by step. When do you notice?
# * Take a card that the weights nearly fill. What is each gigabyte worth then?
#
# <details markdown>
# <summary>What to look for</summary>
#
# What a token takes divides both counts alike, so the ratio between them hardly moves: it is the longest request over the
# mean one, less what is empty in last blocks. Only the limit moves it, and it moves slabs alone.
#
# A single byte a number doubles the tokens. So does a second card that keeps all the weights again. Where the two cards
# share the weights between them it does more, and the more so the more of the first card the weights had taken.
#
# [How big is it?](../lesson/2-how-big.md) takes the size apart, and
# [How many more requests fit, and what did paging win?](../lesson/7-how-many-more.md) says what the ratio does not.
#
# </details>
