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
        assert frame.event.endswith(f"after step {step}: {counts[0]} computed, {counts[1]} read")
        bars = [next(bar.iter("rect")) for bar in drawn.having(tree, "kv-counter")]
        insets = (0, 1.5)
        widths = [float(bar.get("width")) + inset for bar, inset in zip(bars, insets, strict=True)]
        assert widths == pytest.approx([122 * count / 55 for count in counts], abs=1)


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
