"""Boxes below exercises: each below its own question, in its own chapter, and none forgotten."""

import pytest

from lessonkit import boxes
from lessonkit.boxes import Box
from lessonkit.page import parse

KNOWN = {
    "add-up": Box("How big is it?", "Add up", "<div>1</div>"),
    "too-big": Box("How big is it?", "Too big?", "<div>2</div>"),
    "elsewhere": Box("Why?", "Elsewhere", "<div>3</div>"),
}
ADD = '<div class="kv-exercise" data-exercise="add-up"></div>'
BIG = '<div class="kv-exercise" data-exercise="too-big"></div>'
TEXT = f"""---
title: How big is it?
---

# How big is it?

**Add up.** How much?

{ADD}

**Too big?** Say.

{BIG}
"""


def said(text: str) -> list[str]:
    return [f"{f.line}: {f.message}" for f in boxes.findings(parse("docs/lesson/2-how-big.md", text), KNOWN)]


def test_what_is_right_is_not_spoken_of() -> None:
    assert said(TEXT) == []
    assert said("# Another page\n") == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"add-up"', '"ad-up"', "9: no exercise is called ad-up; did you mean add-up?"),
        ('"add-up"', '"zzz"', "9: no exercise is called zzz"),
        ('"add-up"', '"elsewhere"', '9: the exercise elsewhere is of the chapter "Why?", not of this one'),
        (ADD, f"{ADD}\n\n{ADD}", "11: the exercise add-up has a box at line 9 already"),
        ("**Add up.**", "**Subtract.**", '9: the box of add-up stands below "Subtract", not below "Add up"'),
        ("**Add up.** How", "How", '9: the box of add-up stands below no question, not below "Add up"'),
        (ADD, ADD.replace("div", "p"), "9: a box is a line of its own: <div"),
        (ADD, f"  {ADD}", "9: a box is a line of its own: <div"),
        (ADD, ADD.replace("></div>", ">Here:</div>"), "9: a box is a line of its own: <div"),
        (BIG, "", "11: the exercise too-big has no box: below its question, Too big?, put " + BIG),
        (BIG, f"```python\n{BIG}\n```", "11: the exercise too-big has no box: below its question"),
        (f"**Too big?** Say.\n\n{BIG}", "", "1: the exercise too-big has no box"),
    ],
)
def test_each_mistake_is_said_with_its_place(old: str, new: str, message: str) -> None:
    assert any(line.startswith(message) for line in said(TEXT.replace(old, new, 1))), said(
        TEXT.replace(old, new, 1)
    )


def test_two_that_changed_places_are_found() -> None:
    swapped = TEXT.replace("add-up", "x").replace("too-big", "add-up").replace('"x"', '"too-big"')
    assert len(said(swapped)) == 2


def test_they_are_put_into_the_finished_page() -> None:
    html = f"<p>\n{ADD}\n{BIG}\n"
    assert boxes.put_in(html, {"add-up": "<div>\\1</div>"}) == f"<p>\n<div>\\1</div>\n{BIG}\n"


def test_the_check_says_it(lesson) -> None:
    lesson.edit(
        '__all__ = [', 'class Exercise:\n    chapter, title = "How big is it?", "Add up"\n\n\n'
        'EXERCISES = {"add-up": Exercise()}\n\n\ndef box(exercise):\n    return "<div>Add</div>"\n\n\n__all__ = [',
        lesson.library,
    )  # fmt: skip
    lesson.edit("modules = []", 'modules = []\nexercises = "toylib"', lesson.root / "pyproject.toml")
    ran = lesson.run("check")
    assert ran.returncode == 1
    assert "docs/lesson/2-how-big.md:1: the exercise add-up has no box" in ran.stdout
    lesson.edit("<!-- table:", f"**Add up.** How much?\n\n{ADD}\n\n<!-- table:")
    assert lesson.run("check").returncode == 0
