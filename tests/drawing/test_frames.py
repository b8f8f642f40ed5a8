"""Frames to choose among: one for every combination of the options, in counting order, all of one size."""

import pytest

from kvlesson.drawing import Frame, Frames, Picture
from kvlesson.drawing.frames import choose

CONTROLS = [("letter", "ab"), ("number", ["1", "2", "3"])]


def frame(letter, number, height=4):
    return Frame(f"{letter} {number}", Picture(f"text {letter} {number}", "", 10, height))


def test_the_last_control_turns_fastest():
    made = choose(CONTROLS, frame)
    assert [each.event for each in made.frames] == ["0 0", "0 1", "0 2", "1 0", "1 1", "1 2"]
    assert made.controls == (("letter", ("a", "b")), ("number", ("1", "2", "3")))
    assert made.text.splitlines()[-1] == "1 2: text 1 2"
    assert made._repr_html_().count("<svg") == 6


@pytest.mark.parametrize("options", [[], ["on", "on"]])
def test_options_must_differ(options):
    with pytest.raises(ValueError, match="switch needs options that differ"):
        choose([("switch", options)], frame)


def test_controls_must_lead_to_the_frames():
    with pytest.raises(ValueError, match="the controls lead to 2 frames, but there are 1"):
        Frames((frame(0, 0),), (("letter", ("a", "b")),))


def test_frames_have_one_size():
    with pytest.raises(ValueError, match="all frames of a sequence must have one size"):
        Frames((frame(0, 0), frame(0, 1, height=5)))


def test_a_sequence_may_open_at_another_frame():
    assert choose(CONTROLS, frame).start == 0
    assert choose(CONTROLS, frame, start=5).start == 5
    assert Frames(()).start == 0
    for start in (-1, 6):
        with pytest.raises(ValueError, match=f"start is frame {start}, but there are 6"):
            choose(CONTROLS, frame, start=start)


def test_where_there_is_no_frame_none_can_be_the_first_but_the_first():
    with pytest.raises(ValueError, match="start is frame 1, but there are 0"):
        Frames((), start=1)
