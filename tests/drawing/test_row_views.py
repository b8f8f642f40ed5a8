"""Views of one row: every frame is the picture that `memory_row` draws, with the same room kept above it."""

from itertools import product

import drawn
import pytest

from kvlesson import drawing
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
    assert frame.event.endswith(alone.text.rpartition(" | ")[2])
    states, expected = (
        [slot.get("data-state") for slot in drawn.having(drawn.tree(each), "kv-slot")]
        for each in (frame.picture, alone)
    )
    assert states == expected
    assert ("nobody waits" in drawn.texts(drawn.tree(frame.picture), "kv-word")) == (wanted is None)


def test_what_is_seen_of_the_gaps_depends_on_who_waits():
    after = VIEWS.frames[6:9]
    counts = [frame.event.rpartition(": ")[2] for frame in after]
    assert counts == [
        "11 stored, 9 empty but reserved, 12 free",
        "11 stored, 9 empty but reserved, 12 unusable for D",
        "11 stored, 9 empty but reserved, 4 unusable for E, 8 free",
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
