"""Plans take as long as they say and name what the lesson has; the sheet holds the worked example, or leaves it to be done."""

import re
from pathlib import Path

import pytest

import kvlesson as kv
from kvlesson.exercises import EXERCISES

DOCS = Path(__file__).resolve().parent.parent / "docs"


@pytest.mark.parametrize("minutes", [kv.SHORT_PLAN_MINUTES, kv.LONG_PLAN_MINUTES])
def test_a_plan_fills_its_time(minutes):
    rows = kv.plan_table(minutes).rows
    begins = 0
    for at, length, _ in rows:
        assert at == begins
        assert length >= 5
        begins += length
    assert begins == minutes


def test_no_other_plan():
    with pytest.raises(ValueError, match="minutes must be one of 45, 180, got 60"):
        kv.plan_table(60)


STEPS = kv.worked_example()


def test_the_answers_are_the_worked_example():
    table = kv.worked_sheet(STEPS, filled=True)
    assert table.columns == ("after", "table of A", "table of B", "table of C", "free list", "empty")
    for step, (event, a, b, c, free, empty) in zip(STEPS, table.rows, strict=True):
        assert event == step.event
        assert [list(map(int, cell.split())) for cell in (a, b, c)] == [
            step.tables.get(rid, []) for rid in "ABC"
        ]
        assert list(map(int, free.split())) == step.free_list
        held = sum(len(blocks) for blocks in step.tables.values()) * step.block_size
        assert int(empty) == held - sum(step.lengths.values())


def test_the_sheet_is_the_same_with_blanks():
    blank, full = kv.worked_sheet(STEPS, filled=False), kv.worked_sheet(STEPS, filled=True)
    assert blank.columns == full.columns
    assert blank.rows[0] == full.rows[0]
    assert [row[0] for row in blank.rows] == [row[0] for row in full.rows]
    assert {cell for row in blank.rows[1:] for cell in row[1:]} == {""}


def test_teachers_are_told_of_every_exercise_of_a_chapter():
    rows = re.findall(
        r"^\| \[.+?\]\(lesson/([\w-]+)\.md\) \|.*\| (.+?) \|$", (DOCS / "for-teachers.md").read_text(), re.M
    )
    assert [stem for stem, _ in rows] == sorted(path.stem for path in DOCS.glob("lesson/*.md"))
    for stem, named in rows:
        chapter = (DOCS / f"lesson/{stem}.md").read_text("utf-8")
        boxes = re.findall(r'data-exercise="(.+?)"', chapter)
        assert named.split("; ") == [EXERCISES[key].title for key in boxes]
