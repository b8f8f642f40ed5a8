"""What the library computes with and what the text cites are the same figures."""

import re
from pathlib import Path

import pytest

import kvlesson as k
from lessonkit import facts

DOCS = Path(__file__).resolve().parents[1] / "docs"
KNOWN = facts.load(DOCS / "facts.toml")

SAME = {
    "a100-13b-card": k.PAPER_CARD_GB,
    "a100-13b-cache": k.PAPER_CACHE_BYTES / k.GIB,
    "batch-orca-max": k.ORCA_MAX.batch,
    "batch-oracle": k.ORCA_ORACLE.batch,
    "batch-paged-sharegpt": k.PAGED_IN_FLIGHT,
    "rate-sharegpt": k.PAGED_ARRIVALS_PER_SECOND,
    "orca-max-used": k.ORCA_MAX.used_percent,
    "orca-max-reserved": k.ORCA_MAX.reserved_percent,
    "orca-max-internal": k.ORCA_MAX.internal_percent,
    "orca-max-external": k.ORCA_MAX.external_percent,
    "orca-oracle-used": k.ORCA_ORACLE.used_percent,
    "orca-oracle-external": k.ORCA_ORACLE.external_percent,
    "claimed-waste": 100 * k.CLAIMED_WASTE_SHARE,
    "sharegpt-prompt": k.SHAREGPT_MEAN_PROMPT_TOKENS,
    "sharegpt-output": k.SHAREGPT_MEAN_OUTPUT_TOKENS,
    "blocksize-default": k.QUEUE_BLOCK_SIZE,
    "orca-oracle-reserved": k.ORCA_ORACLE.reserved_percent,
    "alpaca-prompt": k.ALPACA_MEAN_PROMPT_TOKENS,
    "alpaca-output": k.ALPACA_MEAN_OUTPUT_TOKENS,
    "a100-13b-weights": k.PAPER_WEIGHTS_GB,
    "h100-bandwidth": k.H100_BYTES_PER_SECOND / k.GB,
    "h100-peak": k.H100_PEAK_FLOPS / 10**12,
    "a100-bandwidth": k.A100_40GB_BYTES_PER_SECOND / k.GB,
    "llama3-weights": k.LLAMA3_8B_WEIGHTS / 10**9,
    "llama3-query-heads": k.LLAMA3_8B_QUERY_HEADS,
    "prompt-share": 100 * k.PROMPT_SHARE,
    **{f"saving-parallel-{n}": share for n, share in k.PARALLEL_SAVING_PERCENT.items()},
    **{f"saving-beam-{n}": share for n, share in k.BEAM_SAVING_PERCENT.items()},
}


@pytest.mark.parametrize("key", SAME)
def test_the_library_computes_with_the_cited_figure(key):
    assert float(KNOWN.facts[key].value.replace(",", "")) == pytest.approx(SAME[key], abs=1e-12)


def test_no_cited_figure_is_left_out():
    """What the library does not compute with is an address, a place, or a result to compare with."""
    quoted_only = {"nano-vllm-threads", "llama-cpp-slots", "jan-slots", "vllm-cow", "own-orca", "paged-used"}
    assert {key for key in KNOWN.facts.keys() - SAME.keys() if key not in ERRORS} == quoted_only


# What the page "Find the error" quotes; test_published_sums.py compares the sums with these.
ERRORS = set(re.findall(r"\[@([a-z0-9-]+)\]", (DOCS / "find-the-error.md").read_text("utf-8")))


def test_the_list_of_facts_has_no_problems():
    assert KNOWN.problems == ()
