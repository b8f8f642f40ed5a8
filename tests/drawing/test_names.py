"""Names as they are drawn: short enough to fit, and never two alike."""

import pytest

from kvlesson.drawing.names import label, name, shown, sign


@pytest.mark.parametrize(
    ("owner", "longest", "expected"),
    [
        ("request", 8, "request"),
        ("requests", 8, "requests"),
        ("requests_", 8, "request…"),
        ("AB", 2, "AB"),
        ("ABC", 2, "A…"),
        ("AB", 1, "A"),
        ("A", 1, "A"),
        ("ABC", 3, "ABC"),
        ("ABCD", 3, "AB…"),
    ],
)
def test_a_long_name_is_cut(owner, longest, expected):
    assert shown(owner, longest) == expected


def test_how_a_slot_is_labelled():
    assert [label("A", 6), label("AB", 6), label("S1", 6), label("7", 6)] == ["A6", "AB 6", "S1 6", "7 6"]
    assert [sign("A"), sign("a"), sign("AB")] == ["A", "A", "A"]
    assert sign("B") == "B"
    assert name(" a \n b ") == "a b"
    assert name("") == "(unnamed)"
