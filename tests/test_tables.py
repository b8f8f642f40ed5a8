"""Rows of the lesson's tables, beside the contract's."""

from kvlesson import (
    Table,
    first_writes_table,
    recomputing_costs,
    saving_table,
    slots_after_each_step,
    worked_example,
)


def test_the_worked_example():
    rows = slots_after_each_step(worked_example()).rows
    assert [row[1:] for row in rows] == [
        (0, 0, 0), (6, 8, 2), (9, 12, 3), (14, 20, 6), (16, 20, 4), (17, 24, 7), (19, 28, 9), (14, 20, 6), (18, 24, 6),
    ]  # fmt: skip


def test_printed_columns_line_up():
    assert str(Table(("a", "long"), ((100, 2), ("x", "y")))) == "a    long\n100  2\nx    y"


def test_costs_of_recomputing():
    rows = recomputing_costs().rows
    assert [row[1] for row in rows] == ["50.5 times", "500.5 times", "4,096.5 times"]
    assert rows[0][2] == "1.0 times"
    assert [round(float(row[2].split()[0])) for row in rows] == [1, 3, 27]


def test_first_writes():
    part = ("1 copied, 1 new", "2 copied, 2 new", "3 copied, 3 new")
    whole = ("0 copied, 2 new", "0 copied, 3 new", "0 copied, 4 new")
    assert first_writes_table().rows == ((5, *part), (6, *part), (7, *part), (8, *whole))


def test_savings():
    assert saving_table().rows == (
        (2, "6.0%", "6.09%"), (4, "9.0%", "8.53%"), (6, "10.0%", "9.79%"), (100, "11.9%", ""),
    )  # fmt: skip
