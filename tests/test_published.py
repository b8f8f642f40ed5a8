"""Published settings: as they were read, and where some can be recomputed from others, that they agree."""

import kvlesson as kv


def test_the_front_pages_pool() -> None:
    assert (kv.KIB, kv.MIB, kv.GIB) == (2**10, 2**20, 2**30)
    assert kv.PAPER_CACHE_BYTES == 12_884_901_888
    assert kv.paper_pool_slots() == 15_728
    assert kv.paper_pool_slots() // kv.OPT_13B.max_tokens == 7
    assert (kv.PAPER_CARD_GB, kv.PAPER_WEIGHTS_GB) == (40, 26)


def test_lengths() -> None:
    assert (kv.SHAREGPT_MEAN_PROMPT_TOKENS, kv.SHAREGPT_MEAN_OUTPUT_TOKENS) == (161.31, 337.99)
    assert (kv.ALPACA_MEAN_PROMPT_TOKENS, kv.ALPACA_MEAN_OUTPUT_TOKENS) == (19.31, 58.45)


def test_the_published_split() -> None:
    assert kv.ORCA_MAX == (20.4, 13.3, 57.3, 8.9, 7.00)
    assert kv.ORCA_POW2 == (26.8, 17.9, 13.6, 41.6, 9.81)
    assert kv.ORCA_ORACLE == (38.2, 25.2, 0.0, 36.6, 13.62)
    for bar in (kv.ORCA_MAX, kv.ORCA_POW2, kv.ORCA_ORACLE):
        assert 99.85 <= sum(bar[:4]) <= 100.05  # as printed


def test_the_remainder_of_seven_slabs_is_the_printed_external_share() -> None:
    pool, slab = kv.paper_pool_slots(), kv.OPT_13B.max_tokens
    assert round(100 * (pool % slab) / pool, 2) == 8.85


def test_used_minus_reserved_is_the_mean_prompt() -> None:
    """Caught at a random step, a request has on average generated as much as it still will (exercise 3.3)."""
    for bar, tokens in ((kv.ORCA_MAX, 159.5), (kv.ORCA_POW2, 142.7), (kv.ORCA_ORACLE, 150.1)):
        share = (bar.used_percent - bar.reserved_percent) / 100
        assert round(share * kv.paper_pool_slots() / bar.batch, 1) == tokens


def test_heads_weights_and_bandwidths() -> None:
    assert (kv.LLAMA3_8B_QUERY_HEADS, kv.OPT_13B_QUERY_HEADS) == (32, 40)
    assert (kv.LLAMA3_8B_WEIGHTS, kv.LLAMA3_8B_WEIGHT_BYTES) == (8.03e9, 16.06e9)
    assert (kv.A100_40GB_BYTES_PER_SECOND, kv.H100_BYTES_PER_SECOND) == (1.555e12, 3.35e12)
    assert (kv.A100_PEAK_FLOPS, kv.H100_PEAK_FLOPS) == (312e12, 989e12)
    assert (kv.GB, kv.PAPER_WEIGHT_BYTES) == (10**9, 26e9)


def test_what_was_saved_by_sharing_and_what_traffic_kept_in_flight() -> None:
    assert kv.PROMPT_SHARE == 0.12
    assert kv.PARALLEL_SAVING_PERCENT == {2: 6.09, 4: 8.53, 6: 9.79}
    assert kv.BEAM_SAVING_PERCENT == {2: 37.56, 4: 53.13, 6: 55.16}
    assert (kv.PAGED_IN_FLIGHT, kv.PAGED_ARRIVALS_PER_SECOND) == (30.42, 2)
