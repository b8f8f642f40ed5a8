"""A sequence of pictures: one size, one place for each thing, and marks on exactly what changed."""

import drawn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshots_by_hand import by_hand, snapshots

from kvlesson import drawing, prefix_sharing_example, shuffled, worked_example
from kvlesson.snapshots import copied_between, written_between

NINE, SHARING = worked_example(), prefix_sharing_example()
PAIRS = [(story[i - 1], story[i]) for story in (NINE, SHARING) for i in range(1, len(story))]


def test_frames_carry_the_events_and_the_text():
    frames = drawing.steps(NINE).frames
    assert [frame.event for frame in frames] == [step.event for step in NINE]
    assert frames[5].text == frames[5].picture.text == drawing.pool_and_tables(NINE[5], NINE[4]).text
    assert repr(frames[0]).startswith("start: no requests | 0(....)")


@pytest.mark.parametrize("story", [NINE, SHARING], ids=["worked", "sharing"])
def test_all_frames_have_one_size_and_every_block_its_place(story):
    trees = [drawn.tree(frame.picture) for frame in drawing.steps(story).frames]
    assert len({tree.get("viewBox") for tree in trees}) == 1
    assert len({tree.get("style") for tree in trees}) == 1
    for number in range(story[0].num_blocks):
        places = set()
        for tree in trees:
            tab = drawn.having(drawn.having(tree, "kv-block")[number], "kv-id")[0]
            places.add((tab.get("x"), tab.get("y")))
        assert len(places) == 1


def test_a_request_keeps_its_row_when_another_has_left():
    before, after, later = (drawn.tree(frame.picture) for frame in drawing.steps(NINE).frames[6:9])
    (c_before,), (c_after,), (c_later,) = (
        [table for table in drawn.having(tree, "kv-table") if table.get("data-owner") == "C"]
        for tree in (before, after, later)
    )
    ys = {drawn.having(table, "kv-owner")[0].get("y") for table in (c_before, c_after, c_later)}
    assert len(ys) == 1
    assert [drawn.texts(gone, "kv-owner") for gone in drawn.having(after, "kv-gone")] == [["B"]]
    assert drawn.having(later, "kv-gone") == []


def test_a_row_has_room_for_the_longest_table_it_ever_holds():
    long = by_hand({"A": "0 1 2 3 4", "B": "5"}, "6", A=20, B=4)
    short = by_hand({"A": "6", "B": "5"}, "0 1 2 3 4", A=1, B=4)
    for frame in drawing.steps([long, short]).frames:
        a, b = drawn.having(drawn.tree(frame.picture), "kv-table")
        lowest = max(float(word.get("y")) for word in a.iter("text"))
        assert lowest < min(float(word.get("y")) for word in b.iter("text"))


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=lambda step: step.event)
def test_triangles_stand_where_the_library_says_that_tokens_were_stored(before, after):
    picture = drawing.pool_and_tables(after, before)
    marked = [(int(block.number), slot) for block in drawn.blocks(picture) for slot in block.written]
    assert sorted(marked) == sorted(written_between(before, after))


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=lambda step: step.event)
def test_an_arrow_stands_where_the_library_says_that_tokens_were_copied(before, after):
    copied = copied_between(before, after)
    arrows = drawn.having(drawn.tree(drawing.pool_and_tables(after, before)), "kv-copied")
    assert [drawn.texts(arrow, "kv-word") for arrow in arrows] == (
        [[f"copy {len(copied)}"]] if copied else []
    )


def test_bars_stand_at_what_changed():
    picture = drawing.pool_and_tables(NINE[5], NINE[4])  # A takes block 5
    assert {owner: table.changed for owner, table in drawn.tables(picture).items()} == {
        "A": [2],
        "B": [],
        "C": [],
    }
    assert [block.number for block in drawn.blocks(picture) if block.changed] == ["5"]
    (tube,) = drawn.having(drawn.tree(picture), "kv-free-list")
    assert len(drawn.having(tube, "kv-changed")) == 1
    assert picture.text.endswith(" | now: wrote A8, took 5")


@given(snapshots())
def test_nothing_is_marked_when_nothing_changed(step):
    picture = drawing.pool_and_tables(step, step)
    assert drawn.having(drawn.tree(picture), "kv-changed") == []
    assert drawn.having(drawn.tree(picture), "kv-written") == []
    assert picture.text == drawing.pool_and_tables(step).text


@given(snapshots(sharing=False), st.randoms(use_true_random=False))
def test_renumbered_blocks_are_not_called_written(step, random):
    """Tokens under other block ids are the same tokens."""
    ids = list(range(len(step.free_list) + sum(map(len, step.tables.values()))))
    random.shuffle(ids)
    other = step._replace(
        tables={rid: [ids[block] for block in table] for rid, table in step.tables.items()},
        free_list=[ids[block] for block in step.free_list],
    )
    picture = drawing.pool_and_tables(other, step)
    assert drawn.having(drawn.tree(picture), "kv-written") == []
    assert ("renumbered" in picture.text) == (other.tables != step.tables)


def test_shuffling_the_lessons_pool():
    assert drawing.steps([NINE[-1], shuffled(NINE[-1])]).frames[1].text.endswith(" | now: blocks renumbered")


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [
        (NINE[0], NINE[1], "A came, wrote A0-A5, took 0 1"),
        (NINE[6], NINE[7], "B left, gave back 2 6"),
        (SHARING[0], SHARING[1], "S2 came"),
        (SHARING[1], SHARING[2], "copied 2 from 1 to 2, wrote S1 6, took 2"),
        (SHARING[2], SHARING[3], "wrote S2 6"),
    ],
    ids=str,
)
def test_the_text_says_what_happened(before, after, now):
    assert drawing.pool_and_tables(after, before).text.endswith(f" | now: {now}")


def test_a_block_that_changes_hands_within_a_step_counts_as_written():
    picture = drawing.pool_and_tables(by_hand({"B": "0"}, "1", B=2), by_hand({"A": "0"}, "1", A=3))
    assert drawn.blocks(picture)[0].written == [0, 1]
    assert picture.text.endswith(" | now: B came, A left, wrote B0-B1")


def test_another_pool_is_no_step_before():
    with pytest.raises(ValueError, match="previous is another pool"):
        drawing.steps([by_hand({}, "0"), by_hand({}, "0 1")])


def test_no_snapshots_no_frames():
    assert drawing.steps([]).frames == ()
