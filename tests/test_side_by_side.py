"""The same actions on one pool in slabs and in blocks; what is written in an address is data, and little of it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson import BlockTables
from kvlesson.audit import census
from kvlesson.side_by_side import (
    MOST_ACTIONS,
    MOST_TOKENS,
    PoolAction,
    PoolSizes,
    as_python,
    play_actions,
    read_actions,
    write_actions,
)

LETTER = st.sampled_from("ABC")
ACTIONS = st.lists(
    st.one_of(
        st.builds(PoolAction, st.just("add"), LETTER, st.integers(1, 14), st.just("")),
        st.builds(PoolAction, st.sampled_from(["append", "free"]), LETTER, st.just(0), st.just("")),
        st.builds(lambda rid, child: PoolAction("fork", rid, 0, child), LETTER, LETTER),
    ),
    max_size=30,
)


@given(ACTIONS)
def test_what_is_written_is_read_back(actions):
    assert read_actions(write_actions(actions)) == actions


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("add A", "'add A' is no action"),
        ("add A 6 7", "is no action"),
        ("explode A", "is no action"),
        ("add <b> 6", "one letter from A to Z"),
        ("append a", "one letter from A to Z"),
        ("fork A AB", "one letter from A to Z"),
        ("add A 0", f"1 to {MOST_TOKENS} tokens"),
        ("add A 65", f"1 to {MOST_TOKENS} tokens"),
        ("add A ٣", f"1 to {MOST_TOKENS} tokens"),
        ("add A 6.5", f"1 to {MOST_TOKENS} tokens"),
        ("append A" + " " * 30 + "x", "is no action"),
        ("x" * 30, f"^{'x' * 20!r} is no action: write"),
        ("append A;" * (MOST_ACTIONS + 1), f"at most {MOST_ACTIONS} actions"),
    ],
)
def test_what_is_no_action_is_quoted_and_refused(text, says):
    with pytest.raises(ValueError, match=says):
        read_actions(text)


def test_blanks_make_no_difference_as_long_as_an_action_is_short():
    assert read_actions(" add   A " + " " * 10 + "6 ;; ") == [PoolAction("add", "A", 6)]
    assert len("add A" + " " * 14 + "6") == 20
    assert read_actions("add A" + " " * 14 + "6") == [PoolAction("add", "A", 6)]
    with pytest.raises(ValueError, match="is no action"):
        read_actions("add A" + " " * 15 + "6")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        actions = read_actions(text)
    except ValueError:
        return
    assert all(action.what in ("add", "append", "fork", "free") for action in actions)


@given(ACTIONS, st.builds(PoolSizes, st.integers(1, 8), st.integers(1, 4), st.just(1)))
def test_both_pools_stay_sound_and_a_refusal_changes_nothing(actions, pools):
    moments = play_actions(actions, pools)
    assert len(moments) == len(actions) + 1
    for before, after in pairwise(moments):
        if after.blocks_refused:
            assert tuple(after.blocks)[1:] == tuple(before.blocks)[1:]
        if after.slabs_refused:
            assert (after.slabs.slabs, after.slabs.used) == (before.slabs.slabs, before.slabs.used)
        assert after.blocks.used <= after.blocks.allocated <= pools.slots
        assert all(stored <= pools.slab for stored in after.slabs.used.values())


@given(ACTIONS)
def test_the_python_beside_it_does_the_same(actions):
    names = {}
    exec(as_python(actions).removesuffix("\npool"), names)
    pool = names["pool"]
    assert isinstance(pool, BlockTables)
    census(pool)
    end = play_actions(actions)[-1].blocks
    assert (pool.tables, pool.lengths, list(pool.free_list)) == (end.tables, end.lengths, end.free_list)


def test_the_story_of_the_lesson():
    moments = play_actions(read_actions("add A 6; add B 3; add C 5; append A; free B; add D 12"))
    assert [moment.blocks_refused for moment in moments] == [""] * 7
    assert moments[3].slabs_refused == "no 12 adjacent slots are free"
    assert [moment.slabs.used.get("A") for moment in moments] == [None, 6, 6, 6, 7, 7, 7]
    assert moments[-1].blocks.tables == {"A": [0, 1], "C": [3, 4], "D": [5, 6, 7]}
    assert moments[-1].slabs.slabs == {"A": (0, 12), "D": (12, 12)}


@pytest.mark.parametrize(
    ("text", "blocks", "slabs"),
    [
        ("add A 6; add A 2", "rid", "rid"),
        ("append B", "'B' is unknown", "'B' is unknown"),
        ("free B", "'B' is unknown", "'B' is unknown"),
        ("add A 1; fork A A", "child", "rid"),
        ("add A 40", "more blocks than the 8 that are free", "more than a slab of 12 slots"),
        ("add A 12; append A", "", "the slab of 'A' is full: 12 slots"),
        ("add A 32; append A", "could not hold it", "'A' is unknown"),
        ("add A 4; fork A B; fork A C", "", "no 12 adjacent slots"),
    ],
)
def test_each_refusal_says_why(text, blocks, slabs):
    end = play_actions(read_actions(text))[-1]
    for expected, said in ((blocks, end.blocks_refused), (slabs, end.slabs_refused)):
        assert expected in said
        assert bool(expected) == bool(said)


@pytest.mark.parametrize("pools", [(0, 4, 1), (8, 0, 1), (8, 4, 0), (17, 4, 1), (8, 17, 1), (2, 4, 9)])
def test_pools_that_nobody_could_see_are_refused(pools):
    with pytest.raises(ValueError, match=r"num_blocks|block_size|slab"):
        play_actions([], PoolSizes(*pools))


def test_the_limits_that_a_page_states():
    assert len(read_actions("append A;" * 60)) == 60
    assert read_actions("add A 64") == [PoolAction("add", "A", 64)]
    for wrong in ("append A;" * 61, "add A 65"):
        with pytest.raises(ValueError, match=r"at most 60|1 to 64"):
            read_actions(wrong)
    assert play_actions([], PoolSizes(16, 16, 256))[0].slabs.n_slots == 256
    for sizes in (PoolSizes(17, 16, 16), PoolSizes(16, 17, 16)):
        with pytest.raises(ValueError, match="at most 16"):
            play_actions([], sizes)
