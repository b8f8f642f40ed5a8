"""Views of one row: every frame is the picture that `memory_row` draws, with the same room kept above it."""

import re
from itertools import product

import drawn
import pytest

from kvlesson import ContiguousPool, drawing
from kvlesson.slab_example import FINAL_LENGTHS, WAITING, row_after, row_before

MOMENTS = {"All there": row_before(), "Q has left": row_after()}
VIEWS = drawing.row_views(MOMENTS, FINAL_LENGTHS, WAITING)
CHOICES = list(product(MOMENTS.values(), (None, FINAL_LENGTHS), ((None, ""), (12, "D"), (8, "E"))))


def test_the_controls():
    assert VIEWS.controls == (
        ("moment", ("All there", "Q has left")),
        ("seen", ("by the server", "in hindsight")),
        ("waits", ("nobody", "D wants 12", "E wants 8")),
    )


@pytest.mark.parametrize(("choice", "frame"), list(zip(CHOICES, VIEWS.frames, strict=True)))
def test_each_frame_says_and_draws_what_the_row_alone_does(choice, frame):
    row, final, (wanted, waiting) = choice
    alone = drawing.memory_row(row, final, wanted=wanted, waiting=waiting)
    assert frame.text == alone.text
    counted = [int(number) for number in re.findall(r"\d+", alone.text.rpartition(" | ")[2])]
    said = frame.event.replace(f" and {waiting} wants {wanted}", "")
    assert sorted(int(number) for number in re.findall(r"\d+", said)) == sorted(counted)
    states, expected = (
        [slot.get("data-state") for slot in drawn.having(drawn.tree(each), "kv-slot")]
        for each in (frame.picture, alone)
    )
    assert states == expected
    assert bool(drawn.having(drawn.tree(frame.picture), "kv-waiting")) == (wanted is not None)
    assert "nobody" not in frame.event + frame.picture.svg()


@pytest.mark.parametrize(
    ("number", "event"),
    [
        (
            0,
            "All there. The server sees 14 tokens stored, 14 empty slots that are reserved, and 4 free slots.",
        ),
        (
            1,
            "All there and D wants 12. The server sees 14 tokens stored, 14 empty slots that are reserved, "
            "and 4 free slots that are no use to D.",
        ),
        (3, "All there. In hindsight: 14 stored, 7 reserved, 7 never used, and 4 free slots."),
        (
            8,
            "Q has left and E wants 8. The server sees 11 tokens stored, 9 empty slots that are reserved, "
            "8 free slots, and 4 more that are no use to E.",
        ),
        (
            10,
            "Q has left and D wants 12. In hindsight: 11 stored, 6 reserved, 3 never used, "
            "and 12 free slots that are no use to D.",
        ),
    ],
)
def test_a_caption_is_what_a_person_would_say(number, event):
    assert VIEWS.frames[number].event == event


def test_captions_of_small_and_of_full_rows():
    row = ContiguousPool(4)
    row.allocate("A", 2)
    row.used["A"] = 1
    row.allocate("B", 1)
    small = drawing.row_views({"one slot is free": row}, {"A": 2, "B": 1}, {"D": 2})
    assert [frame.event for frame in small.frames[:2]] == [
        "One slot is free. The server sees 1 token stored, 2 empty slots that are reserved, and 1 free slot.",
        "One slot is free and D wants 2. The server sees 1 token stored, 2 empty slots that are reserved, "
        "and 1 free slot that is no use to D.",
    ]
    row.allocate("C", 1)
    full = drawing.row_views({"now": row}, {"A": 2, "B": 1, "C": 1}, {})
    assert [frame.event for frame in full.frames] == [
        "Now. The server sees 1 token stored and 3 empty slots that are reserved.",
        "Now. In hindsight: 1 stored, 3 reserved, and 0 never used.",
    ]


def test_nobody_need_wait():
    made = drawing.row_views({"now": row_before()}, FINAL_LENGTHS, {})
    assert [options for _, options in made.controls] == [
        ("now",),
        ("by the server", "in hindsight"),
        ("nobody",),
    ]
    assert made.frames[0].picture.height == drawing.memory_row(row_before()).height


def test_no_moment():
    with pytest.raises(ValueError, match="moments must hold at least one row"):
        drawing.row_views({}, FINAL_LENGTHS, WAITING)
