"""Boxes in which readers answer: `<div class="kv-exercise" data-exercise="some-key"></div>` below an exercise's question.

What is asked, and what is right, the library knows: a module that pyproject.toml names as `exercises` under
[tool.lessonkit]. It has EXERCISES, objects with `chapter` and `title` by their key, and `box`, which gives one's HTML.
Here is only who stands where: each box below the question of its own exercise, in its own chapter, and none missing.
"""

import difflib
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .findings import Finding
from .page import Page

_CLASS = re.compile(r"<[^<>]*\bkv-exercise\b[^<>]*>")
_BOX = re.compile(r'^<div class="kv-exercise" data-exercise="([a-z-]+)"></div>$', re.M)
_TITLE = re.compile(r"^\*\*([^*\n]+?)\.?\*\*", re.M)


@dataclass(frozen=True)
class Box:
    """An exercise, as far as its place is concerned."""

    chapter: str  # its page's title
    title: str
    html: str


def of_library(module: str) -> dict[str, Box]:
    """By their keys."""
    library = importlib.import_module(module)
    return {
        key: Box(exercise.chapter, exercise.title, library.box(exercise))
        for key, exercise in library.EXERCISES.items()
    }


def findings(page: Page, known: dict[str, Box]) -> list[Finding]:
    """What is wrong with the boxes of a page, and which of its chapter's exercises has none."""
    seen: dict[str, int] = {}
    found = []
    for match in _CLASS.finditer(page.text):
        at, line = match.start(), page.line(match.start())
        if any(fence.start <= at < fence.end for fence in page.fences):
            continue
        if not (whole := _BOX.match(page.text, at)):
            found.append(Finding(page.path, line, f"a box is a line of its own: {_written('some-key')}"))
            continue
        key = whole[1]
        found += [Finding(page.path, line, message) for message in _wrong(page, at, key, known, seen)]
        seen.setdefault(key, line)
    for key, box in known.items():
        if box.chapter == page.title and key not in seen:
            place = next((m for m in _TITLE.finditer(page.text) if m[1] == box.title), None)
            line = page.line(place.start()) if place else 1
            message = f"the exercise {key} has no box: below its question, {box.title}, put {_written(key)}"
            found.append(Finding(page.path, line, message))
    return found


def _written(key: str) -> str:
    return f'<div class="kv-exercise" data-exercise="{key}"></div>'


def _wrong(page: Page, at: int, key: str, known: dict[str, Box], seen: dict[str, int]) -> Iterator[str]:
    box = known.get(key)
    if not box:
        close = difflib.get_close_matches(key, list(known), 1)
        yield f"no exercise is called {key}" + (f"; did you mean {close[0]}?" if close else "")
    elif box.chapter != page.title:
        yield f'the exercise {key} is of the chapter "{box.chapter}", not of this one'
    elif key in seen:
        yield f"the exercise {key} has a box at line {seen[key]} already"
    else:
        above = [match[1] for match in _TITLE.finditer(page.text, 0, at)]
        if not above or above[-1] != box.title:
            there = f'"{above[-1]}"' if above else "no question"
            yield f'the box of {key} stands below {there}, not below "{box.title}"'


def put_in(html: str, boxes: dict[str, str]) -> str:
    """A finished page with its boxes in their places."""
    return re.sub(_BOX, lambda match: boxes.get(match[1], match[0]), html)
