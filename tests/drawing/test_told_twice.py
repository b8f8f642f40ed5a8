"""Who writes first: each frame is the picture of its own story, and the copy goes to the one who writes first."""

import drawn
import pytest

from kvlesson import drawing
from kvlesson.worked_examples import SAMPLES, prefix_sharing_example

STORIES = {
    first: prefix_sharing_example(writers=sorted(SAMPLES, key=lambda rid: rid != first)) for first in SAMPLES
}
MADE = drawing.who_writes_first(STORIES)
BY_CHOICE = {first: MADE.frames[4 * i : 4 * i + 4] for i, first in enumerate(SAMPLES)}


def test_the_controls():
    assert MADE.controls == (
        ("writes first", ("S1", "S2")),
        ("moment", ("prompt", "fork", "first write", "second write")),
    )


@pytest.mark.parametrize("first", SAMPLES)
def test_each_telling_is_its_own_story(first):
    alone = drawing.steps(STORIES[first]).frames
    assert [frame.event for frame in BY_CHOICE[first]] == [frame.event for frame in alone]
    for ours, theirs in zip(BY_CHOICE[first], alone, strict=True):
        assert ours.text == theirs.text
        assert [
            block._replace(labels=[label.rstrip("'") for label in block.labels])
            for block in drawn.blocks(ours.picture)
        ] == drawn.blocks(theirs.picture)
        assert drawn.tables(ours.picture) == drawn.tables(theirs.picture)


@pytest.mark.parametrize("first", SAMPLES)
def test_the_first_to_write_takes_the_copy_and_the_other_stays(first):
    *_, forked, one, both = BY_CHOICE[first]
    other = next(rid for rid in SAMPLES if rid != first)
    assert [block.count for block in drawn.blocks(forked.picture)][:2] == ["2", "2"]
    assert drawn.tables(one.picture)[first].blocks == [0, 2]
    assert drawn.tables(one.picture)[other].blocks == [0, 1]
    copies = [len(drawn.having(drawn.tree(frame.picture), "kv-copied")) for frame in (forked, one, both)]
    assert copies == [0, 1, 0]


def test_tokens_of_different_samples_at_one_position_look_different():
    """S2's has a prime, whoever writes first; what was copied is the same token."""
    for first, blocks in (
        ("S1", [["4", "5", "6'"], ["4", "5", "6"]]),
        ("S2", [["4", "5", "6"], ["4", "5", "6'"]]),
    ):
        *_, one, both = BY_CHOICE[first]
        assert [block.labels for block in drawn.blocks(both.picture)[1:3]] == blocks
        assert [block.labels for block in drawn.blocks(one.picture)[1:3]] == [["4", "5"], blocks[1]]
    assert "'" not in MADE.text


def test_a_story_without_sharing_has_no_primes():
    alone = drawing.who_writes_first({"A": prefix_sharing_example()[:1]}, ["prompt"])
    labels = [label for block in drawn.blocks(alone.frames[0].picture) for label in block.labels]
    assert labels == ["0", "1", "2", "3", "4", "5"]


def test_frames_of_both_tellings_share_no_id():
    ids = [
        node.get("id") for frame in MADE.frames for node in drawn.tree(frame.picture).iter() if node.get("id")
    ]
    assert len(ids) == len(set(ids))


def test_stories_must_fit_the_moments():
    with pytest.raises(ValueError, match="stories must hold at least one"):
        drawing.who_writes_first({})
    with pytest.raises(ValueError, match="4 moments, but the story of 'S1' has 3 snapshots"):
        drawing.who_writes_first({"S1": STORIES["S1"][:3]})
    with pytest.raises(ValueError, match="2 moments, but the story of 'S1' has 4 snapshots"):
        drawing.who_writes_first(STORIES, ("before", "after"))
