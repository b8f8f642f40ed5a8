"""What an expression may say, and how its value reads."""

import pytest

from lessonkit.expressions import Refused, as_text, lint, value_of


@pytest.mark.parametrize(
    "source",
    ["f(x)", "steps[5].tables['A'][-1]", "tables['S1'][0:1]", "choose(a > b, 'more than half', 'less')", "draw(x, shared=False)", "[s for s in steps if s.used == top][0]"],
)  # fmt: skip
def test_allowed(source):
    lint(source)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("128", "a number in an expression proves nothing"),
        ("f(x, 2)", "a number in an expression proves nothing"),
        ("f(x, y=2)", "a number in an expression proves nothing"),
        ("-x * 1.5", "a number in an expression proves nothing"),
        ("choose(True, a, b)", "a number in an expression proves nothing"),
        ("x[f(3)]", "a number in an expression proves nothing"),
        ("choose(x > y, '7 fit', 'none')", "a digit in an expression's text proves nothing"),
        ("f'{x:.2f}'", "a digit in an expression's text proves nothing"),
        ("'seven'", "uses no name of the library or of a cell"),
        ("word(sum([]))", "uses no name of the library or of a cell"),
        ("word(len('seven'))", "counts nothing of the lesson's"),
        ("x + len('abc')", "counts nothing of the lesson's"),
        ("sum(n for n in range(len('abc')))", "counts nothing of the lesson's"),
        ("(lambda: x)()", "is too clever to be checked"),
        ("f(x", "is not a Python expression"),
        ("x = 1", "is not a Python expression"),
    ],
)
def test_refused(source, why):
    with pytest.raises(Refused, match=why):
        lint(source)


def test_a_subscript_is_a_place_not_a_value():
    """x[3] may say where; it may not smuggle a number out."""
    with pytest.raises(Refused):
        lint("[len('abc')][0]")
    assert value_of("x[1]", {"x": [5, 7]}) == 7


@pytest.mark.parametrize(("value", "text"), [("128 KiB", "128 KiB"), (7, "7"), (-1, "-1")])
def test_as_text(value, text):
    assert as_text(value, "x") == text


@pytest.mark.parametrize("value", [1.5, True, None, [1], "", "a\nb", "[1]", len])
def test_not_as_text(value):
    with pytest.raises(Refused):
        as_text(value, "x")
