"""Curves: words and drawn points are the data; matplotlib is needed for the drawing, and for nothing else."""

import re
import subprocess
import sys
from itertools import pairwise

import drawn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlesson import drawing

RISING = [(1, 100.0), (16, 1500.0), (100, 4000.0)]
PICTURE = drawing.curve(
    {"read": RISING}, "requests", "tokens per second", points={"in slabs": (16, 1500)}, marks={"as much": 60}
)
SEVERAL = drawing.curve(
    {"random": [0, 0.13, 0.12], "arrival": [0, 0.01, 0.01]}, "departures", "unusable", percent=True
)


def path(node):
    """The points of a drawn path."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", node.get("d"))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def lines(picture):
    return [path(next(curve.iter("path"))) for curve in drawn.having(drawn.tree(picture), "kv-curve")]


def test_the_text_says_the_values_at_the_ticks():
    assert PICTURE.text == (
        "tokens per second, by requests | read: 1,619 at 20, 2,214 at 40, 2,810 at 60, 3,405 at 80, 4,000 at 100; "
        "in slabs: 1,500 at 16; as much: at 60"
    )
    assert SEVERAL.text.startswith("unusable, by departures | random: 0.0% at 0, 6.5% at 0.5, 13.0% at 1, ")
    assert repr(PICTURE) == PICTURE.text


def test_a_step_holds_until_the_next_point():
    stepped = drawing.curve({"a": [(0, 1.0), (2, 3.0)]}, "x", "y", stepped=True)
    assert stepped.text == "y, by x | a: 1 at 0, 1 at 0.5, 1 at 1, 1 at 1.5, 3 at 2"
    (drawn_line,) = lines(stepped)
    heights = [y for _, y in drawn_line]
    assert heights[0] == heights[1] > heights[2]  # upwards is less


def test_words_are_drawn():
    tree = drawn.tree(PICTURE)
    assert {"0", "20", "100", "4,000", "requests", "tokens per second", "in slabs", "as much"} <= set(
        drawn.texts(tree, "kv-word")
    )
    assert [drawn.texts(node, "kv-word") for node in drawn.having(drawn.tree(SEVERAL), "kv-name")] == [
        ["arrival"],
        ["random"],
    ]
    assert not drawn.having(tree, "kv-name")  # one curve needs no name: the axis has it


@given(st.lists(st.floats(0, 1000), min_size=2, max_size=30))
def test_every_point_is_drawn_where_its_value_says(values):
    made = drawing.curve({"a": values}, "x", "y")
    (line,) = lines(made)
    (left, low), right = line[0], line[-1][0]
    assert right > left
    high, base = 24, 216 - 34
    scale = (base - high) / made.y_ticks[-1]
    wanted = [(left + (right - left) * i / (len(values) - 1), base - y * scale) for i, y in enumerate(values)]
    for x, y in wanted:  # points on a straight line may be left out
        assert any(
            x0 - 0.2 <= x <= x1 + 0.2 and min(y0, y1) - 1 <= y <= max(y0, y1) + 1
            for (x0, y0), (x1, y1) in pairwise(line)
        )
    assert abs(low - wanted[0][1]) < 0.2


def test_a_curve_ends_where_its_data_do_inside_the_frame():
    made = drawing.curve({"a": [(1, 5), (137, 40)]}, "requests in a step", "y", marks={"far": 140})
    assert made.x_ticks == (0, 50, 100, 150)
    assert made.text == "y, by requests in a step | a: 18 at 50, 30 at 100; far: at 140"
    ((start, _), (end, _)) = lines(made)[0]
    (mark,) = drawn.having(drawn.tree(made), "kv-mark")
    far = path(next(mark.iter("path")))[0][0]
    pitch = (end - start) / 136
    assert far - end == pytest.approx(3 * pitch, abs=0.2)
    assert end + 13 * pitch == pytest.approx(336 - 14, abs=0.2)  # the frame's right edge


def test_the_name_of_the_horizontal_axis_stands_under_its_middle():
    (axis,) = drawn.having(drawn.tree(PICTURE), "kv-x-axis")
    (words,) = axis.iter("text")
    place = float(words.get("x") or re.search(r"translate\(([\d.]+)", words.get("transform"))[1])
    (line,) = lines(PICTURE)
    left = line[-1][0] - (line[-1][0] - line[0][0]) / 0.99  # from 1 to 100, on an axis from 0 to 100
    assert "middle" in words.get("style")
    assert place == pytest.approx((left + line[-1][0]) / 2, abs=1)


def test_points_stand_on_their_values():
    tree = drawn.tree(PICTURE)
    (curve,), (point,) = lines(PICTURE), drawn.having(tree, "kv-point")
    outline = path(next(point.iter("path")))
    middle = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
    assert middle == pytest.approx(curve[1][0], abs=0.3)
    (mark,) = drawn.having(tree, "kv-mark")
    (x, _), (x_again, _) = path(next(mark.iter("path")))
    assert x == x_again
    assert curve[1][0] < x < curve[2][0]


def test_nothing_that_another_picture_could_clash_with():
    svg = PICTURE.svg()
    assert " id=" not in svg
    assert "url(#" not in svg
    assert "<style" in svg
    assert svg.count("<style") == 1  # ours, and not matplotlib's
    assert "light-dark(#1F5FA8,#6FB1FF)" in svg.split("</style>")[1]


CODE = """
import sys
from kvlesson import drawing
made = drawing.curve({'a': [1, 2, 4]}, 'x', 'y', points={'here': (1, 2)})
made.text
assert not any(name.startswith('matplotlib') for name in sys.modules)
%s
print(made.svg(), end='')
"""


@pytest.mark.parametrize(
    "before", ["", "import matplotlib; matplotlib.rcParams.update({'font.size': 30, 'lines.linewidth': 9})"]
)
def test_same_bytes_in_another_process_and_under_other_settings(before):
    here = drawing.curve({"a": [1, 2, 4]}, "x", "y", points={"here": (1, 2)}).svg()
    run = subprocess.run([sys.executable, "-c", CODE % before], capture_output=True, text=True, check=True)
    assert run.stdout == here


def test_without_matplotlib_the_words_are_shown(monkeypatch):
    monkeypatch.delitem(sys.modules, "kvlesson.drawing.plot", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)
    assert PICTURE._repr_html_() == f"<p>{PICTURE.text}</p>"


@pytest.mark.parametrize(
    ("lines", "more", "message"),
    [
        ({}, {}, "lines must hold at least one curve"),
        ({"a": []}, {}, r"a needs numbers of at least 0; got \[\]"),
        ({"a": [1, -1]}, {}, "a needs numbers of at least 0"),
        ({"a": [(1, 1), (1, 2)]}, {}, "the x values of a must rise from point to point"),
        ({"a": [1]}, {}, "a curve needs more than the point at 0"),
        ({"a": [1, 2]}, {"points": {"p": (1, -2)}}, "p needs numbers of at least 0"),
        ({"a": [1, 2]}, {"marks": {"m": -1}}, "m needs numbers of at least 0"),
        ({"a": [1, 2]}, {"state": "blue"}, "state must be one of"),
        ({"a": [1, 2], "a name that is too long": [1, 2]}, {}, "a curve's name is at most 16 characters"),
    ],
)
def test_bad_curves(lines, more, message):
    with pytest.raises(ValueError, match=message):
        drawing.curve(lines, "x", "y", **more)


def test_a_name_of_just_the_length_is_drawn_and_the_first_too_long_is_named():
    fits, long, longer = "sixteen letters!", "seventeen letters", "eighteen letters!!"
    assert fits in drawing.curve({fits: [1, 2], "b": [1, 2]}, "x", "y").text
    with pytest.raises(ValueError, match=f"got '{long}'"):
        drawing.curve({"b": [1, 2], long: [1, 2], longer: [1, 2]}, "x", "y")
