"""Rows of the lesson's tables, beside the contract's."""

from kvlesson import Table, slots_after_each_step, worked_example


def test_the_worked_example():
    rows = slots_after_each_step(worked_example()).rows
    assert [row[1:] for row in rows] == [
        (0, 0, 0), (6, 8, 2), (9, 12, 3), (14, 20, 6), (16, 20, 4), (17, 24, 7), (19, 28, 9), (14, 20, 6), (18, 24, 6),
    ]  # fmt: skip


def test_printed_columns_line_up():
    assert str(Table(("a", "long"), ((100, 2), ("x", "y")))) == "a    long\n100  2\nx    y"
