"""Dots: one for each run, where its value says, and words that say the same."""

import math
from statistics import fmean

import drawn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson import drawing
from kvlesson.drawing.axis import Unit, ticks
from kvlesson.drawing.dots import DOT, LANE, LEFT

LIVE = {"in slabs": [16] * 10, "in blocks": [124.2, 119.1, 127, 122, 125, 126, 121, 124, 123, 127.9]}


def dots(picture):
    """(x, y) of the dots of each row."""
    rows = drawn.having(drawn.tree(picture), "kv-dots")
    return [
        [(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawn.having(row, "kv-dot")] for row in rows
    ]


def at(picture, value):
    """Where the axis has a value, read off its lines."""
    lines = [float(tick[0].get("d")[1:].split()[0]) for tick in drawn.having(drawn.tree(picture), "kv-tick")]
    words = [tick[1].text for tick in drawn.having(drawn.tree(picture), "kv-tick")]
    scale = float(words[-1].rstrip("%").replace(",", "")) / (100 if words[-1].endswith("%") else 1)
    return lines[0] + (lines[-1] - lines[0]) * value / scale


def test_text_and_words():
    picture = drawing.dot_rows(LIVE, "requests")
    assert picture.text == "requests | in slabs: 10 runs of 16; in blocks: 10 runs, 119 to 128, mean 124"
    tree = drawn.tree(picture)
    assert drawn.texts(tree, "kv-head") == ["in slabs", "in blocks"]
    assert drawn.texts(tree, "kv-owner") == ["16", "124"]
    assert drawn.texts(tree, "kv-axis") == ["requests"]
    assert drawn.texts(tree, "kv-index") == ["0", "50", "100", "150"]
    shares = drawing.dot_rows({"random": [0.127, 0.139], "one": [0.5]}, "unusable", percent=True, state="gap")
    assert shares.text == "unusable | random: 2 runs, 12.7% to 13.9%, mean 13.3%; one: 50.0%"
    assert drawn.texts(drawn.tree(shares), "kv-index") == ["0%", "10%", "20%", "30%", "40%", "50%"]


def test_a_note_says_what_a_dot_is():
    note = "each dot: the mean of departures 750 to 1,500 of one seed"
    plain, noted = drawing.dot_rows(LIVE, "requests"), drawing.dot_rows(LIVE, "requests", note=note)
    assert noted.text == plain.text.replace("requests", f"requests ({note})", 1)
    (words,) = drawn.having(drawn.tree(noted), "kv-note")
    (axis,) = drawn.having(drawn.tree(noted), "kv-axis")
    assert (words.text, float(words.get("y"))) == (note, float(axis.get("y")) + 13)
    assert noted.height == plain.height + 13
    assert not drawn.having(drawn.tree(plain), "kv-note")


@given(st.lists(st.lists(st.floats(0, 1e6), min_size=1, max_size=12), min_size=1, max_size=4))
def test_every_run_is_a_dot_at_its_value(rows):
    picture = drawing.dot_rows(dict(enumerate(rows)), "anything")
    for values, row in zip(rows, dots(picture), strict=True):
        expected = sorted(at(picture, value) for value in values)
        assert [x for x, _ in row] == pytest.approx(expected, abs=0.02)
    means = [line.get("d") for line in drawn.having(drawn.tree(picture), "kv-mean")]
    assert [float(line[1:].split()[0]) for line in means] == pytest.approx(
        [at(picture, fmean(values)) for values in rows], abs=0.02
    )


def test_dots_that_can_stand_apart_do():
    (row,) = dots(drawing.dot_rows({"a": LIVE["in blocks"]}, "requests"))
    distances = [math.dist(one, other) for i, one in enumerate(row) for other in row[:i]]
    assert min(distances) >= 2 * DOT - 0.02
    assert max(y for _, y in row) - min(y for _, y in row) <= LANE


def test_equal_values_share_one_place_and_stay_in_the_lane():
    (row,) = dots(drawing.dot_rows({"a": [16] * 10}, "requests"))
    assert len({x for x, _ in row}) == 1
    assert len({y for _, y in row}) == 10
    assert max(y for _, y in row) - min(y for _, y in row) <= LANE


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (0, 1)),
        ([0], (0, 1)),
        ([124], (0, 50, 100, 150)),
        ([5], (0, 1, 2, 3, 4, 5)),
        ([0.139], (0, 0.05, 0.1, 0.15)),
        ([12353], (0, 5000, 10000, 15000)),
    ],
)
def test_ticks_are_round_and_reach_every_value(values, expected):
    assert ticks(values) == expected


@given(st.floats(1e-9, 1e12))
def test_ticks_are_few(value):
    marks = ticks([value])
    assert marks[-1] >= value * (1 - 1e-6)
    assert 2 <= len(marks) <= 6


def test_how_values_are_written():
    assert Unit().written(12353.4) == "12,353"
    assert Unit(percent=True, decimals=1).written(0.1325) == "13.2%"
    assert Unit(percent=True).tick(0.05) == "5%"
    assert Unit().tick(2.5) == "2.5"


def test_dots_of_what_is_unusable_have_its_ink():
    dot = drawn.having(drawn.tree(drawing.dot_rows({"a": [1]}, "x", state="gap")), "kv-dot")[0]
    assert "kv-ink" in dot.get("class")
    assert float(dot.get("cx")) > LEFT


@pytest.mark.parametrize(
    ("rows", "state", "message"),
    [
        ({"a": []}, "stored", r"a needs numbers of at least 0; got \[\]"),
        ({"a": [-1]}, "stored", "a needs numbers of at least 0"),
        ({"a": [math.inf]}, "stored", "a needs numbers of at least 0"),
        ({"a": [1]}, "blue", "state must be one of"),
    ],
)
def test_bad_rows(rows, state, message):
    with pytest.raises(ValueError, match=message):
        drawing.dot_rows(rows, "x", state=state)
