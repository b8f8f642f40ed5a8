"""The triangle: squares, bars and words are the counts of the library's own decoding."""

import drawn
import pytest

from kvlesson import drawing, pairs_with_cache, pairs_without_cache

STEPS = (1, 4, 7, 10)
FRAMES = drawing.triangle(10, STEPS).frames
OFF, ON = FRAMES[:4], FRAMES[4:]


def squares(frame):
    """How many are filled, and how many there are."""
    tree = drawn.tree(frame.picture)
    cells = drawn.having(tree, "kv-step-cell")
    return sum(bool(drawn.having(cell, "kv-stored")) for cell in cells), len(cells)


def test_the_controls():
    made = drawing.triangle(10, STEPS)
    assert made.controls == (("cache", ("off", "on")), ("step", ("1", "4", "7", "10")))
    assert len(drawing.triangle(6).frames) == 2 * 6


@pytest.mark.parametrize(("frames", "computed"), [(OFF, pairs_without_cache), (ON, pairs_with_cache)])
def test_squares_bars_and_words_count_what_the_library_counts(frames, computed):
    for step, frame in zip(STEPS, frames, strict=True):
        counts = computed(step), pairs_without_cache(step)  # every position up to its own is read in any case
        tree = drawn.tree(frame.picture)
        assert squares(frame) == counts
        assert drawn.texts(tree, "kv-count") == [str(count) for count in counts]
        assert frame.event.endswith(f"; {counts[0]} so far, {counts[1]} read.")
        bars = [next(bar.iter("rect")) for bar in drawn.having(tree, "kv-counter")]
        insets = (0, 1.5)
        widths = [float(bar.get("width")) + inset for bar, inset in zip(bars, insets, strict=True)]
        assert widths == pytest.approx([122 * count / 55 for count in counts], abs=1)


def test_captions():
    assert [frame.event for frame in (OFF[0], OFF[3], ON[3])] == [
        "Without a cache, step 1 computes 1 key and value; 1 so far, 1 read.",
        "Without a cache, step 10 computes 10 keys and values; 55 so far, 55 read.",
        "With a cache, step 10 computes 1 key and value; 10 so far, 55 read.",
    ]


def test_it_opens_at_the_last_step_without_a_cache():
    made = drawing.triangle(10, STEPS)
    assert made.frames[made.start] is made.frames[len(STEPS) - 1]


@pytest.mark.parametrize("steps", [1, 11])
def test_its_two_kinds_of_square_are_named_where_no_row_reaches(steps):
    picture = drawing.triangle(steps).frames[-1].picture
    tree = drawn.tree(picture)
    keys = drawn.having(tree, "kv-key")
    assert [bool(drawn.having(key, "kv-stored")) for key in keys] == [True, False]
    assert drawn.texts(tree, "kv-key-word") == ["computed", "only read"]
    boxes = [next(key.iter("rect")) for key in keys]
    cells = [next(cell.iter("rect")) for cell in drawn.having(tree, "kv-step-cell")]
    for box in boxes:
        y = float(box.get("y"))
        assert y + 16 < picture.height
        beside = [cell for cell in cells if abs(float(cell.get("y")) - y) < 16]
        assert all(float(cell.get("x")) + 16 < float(box.get("x")) for cell in beside)


def test_the_text_says_what_is_drawn():
    assert (
        OFF[1].text
        == "cache off | 1 [#] 2 [##] 3 [###] 4 [####] | 10 computed, 10 read; # computed, o only read"
    )
    assert (
        ON[1].text
        == "cache on | 1 [#] 2 [o#] 3 [oo#] 4 [ooo#] | 4 computed, 10 read; # computed, o only read"
    )


@pytest.mark.parametrize(("steps", "shown"), [(0, ()), (12, ()), (4, (5,)), (4, (0,))])
def test_steps_that_cannot_be_drawn(steps, shown):
    with pytest.raises(ValueError, match="steps must be 1 to 11, and the shown ones among them"):
        drawing.triangle(steps, shown)
