"""Two helps for authors: where a number comes from, and a chapter to begin with."""

import ast
import inspect
import re
from pathlib import Path

from .project import has_module
from .report import Report

CHAPTER = """---
title: {title}
description: In one line, what this chapter shows.
module: {module}
---

# {title}

<div class="question" markdown>
The chapter's question, as a reader would ask it.
</div>

The smallest case, by hand.

<div class="predict" markdown>
Let the reader guess before you tell.
</div>

## The same from the library

A cell, what it prints, and the one picture.

<div class="takeaway" markdown>
One line to remember.
</div>

## Exercises

**A question.** With numbers that are bound.

<details markdown>
<summary>Answer</summary>

Computed, and the usual wrong answer answered too.
</details>

<div class="left-out" markdown>
What this chapter does not say.
</div>
"""


class CannotBegin(Exception):
    """Why no chapter was made, and what to type instead."""


def explanation(report: Report, key: str) -> list[str]:
    """Where a number comes from, line by line; empty when no page uses the key."""
    lines = []
    for outcome in report.outcomes:
        for entry in outcome.entries:
            if entry.key == key:
                if not lines:
                    lines = [f"[={key}] is {entry.text}", f"  = {entry.expression}"]
                    lines += _sources(report, entry.expression)
                used = [str(b.line) for b in outcome.page.bindings if b.sign + b.key == f"={key}"]
                lines.append(f"  in {outcome.page.path}, line {', '.join(used)}")
    if fact := report.project.facts.facts.get(key):
        lines += [
            f"[@{key}] is {fact.shown}",
            f"  cited: {report.project.facts.citation(key)}, read {fact.read}",
            *_quoted(report, "@", key),
        ]
    if record := report.project.measured.records.get(key):
        lines += [
            f"[!{key}] is {record.value}",
            f"  {report.project.measured.citation(key)}",
            *_quoted(report, "!", key),
        ]
    return lines


def _quoted(report: Report, sign: str, key: str) -> list[str]:
    """Where a fact or a record stands."""
    lines = []
    for outcome in report.outcomes:
        if used := [
            str(b.line) for b in outcome.page.bindings if (b.sign, b.key.split(".")[0]) == (sign, key)
        ]:
            lines.append(f"  in {outcome.page.path}, line {', '.join(used)}")
    return lines


def _sources(report: Report, expression: str) -> list[str]:
    """The files and lines of the library's functions in an expression."""
    found = []
    for node in ast.walk(ast.parse(expression, mode="eval")):
        value = report.project.injected.get(node.id) if isinstance(node, ast.Name) else None
        if not (inspect.isfunction(value) or inspect.isclass(value)):
            continue
        path = Path(inspect.getsourcefile(value) or "")
        if path.is_relative_to(report.project.root / "src"):
            line = inspect.getsourcelines(value)[1]
            found.append(f"  {value.__name__}: {path.relative_to(report.project.root)}:{line}")
    return sorted(set(found))


def begin_chapter(root: Path, number: int, name: str, title: str, module: str) -> list[Path]:
    """Write a chapter to fill in, and its line in the nav. Nothing is written when any of it cannot be."""
    lessons, config = root / "docs/lesson", root / "mkdocs.yml"
    path = lessons / f"{number}-{name}.md"
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        raise CannotBegin(f"{name} is no file name for a chapter: small letters and hyphens, as in how-big")
    if taken := sorted(lessons.glob(f"{number}-*.md")):
        raise CannotBegin(f"chapter {number} is there already: {taken[0].relative_to(root)}")
    if re.search(r"\d", title):
        raise CannotBegin(f'the title "{title}" holds a digit, which nothing could bind: say it in words')
    if not has_module(module):
        raise CannotBegin(f"there is no module {module}: make src/{module.replace('.', '/')}.py first")
    nav = config.read_text("utf-8")
    entries = list(re.finditer(r"^( *)- lesson/(\d+)-[\w-]+\.md\n", nav, re.M))
    if not entries:
        raise CannotBegin("mkdocs.yml lists no chapter under nav: add one by hand")
    before = [e for e in entries if int(e[2]) < number]
    at = before[-1].end() if before else entries[0].start()
    line = f"{entries[0][1]}- lesson/{path.name}\n"
    path.write_text(CHAPTER.format(title=title, module=module), "utf-8")
    config.write_text(nav[:at] + line + nav[at:], "utf-8")
    return [path, config]
