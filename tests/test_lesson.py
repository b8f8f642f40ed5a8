"""The lesson itself: what its pages say is run, not stored, and no digit of it can change unseen."""

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typed import typed

from lessonkit import unbound
from lessonkit.page import parse
from lessonkit.report import examine_lesson

ROOT = Path(__file__).resolve().parents[1]

# What a reader does not see of a page: cells are run instead, the rest are addresses and names.
NOT_SEEN = re.compile(
    r"^---\n.*?^---\n|^```python.*?^```|^<!--.*?-->|\]\([^)]*\)|\]\[[=@!][^\]]*\]|^\[[=@!].*$", re.M | re.S
)


@pytest.fixture(scope="module")
def report():
    return examine_lesson(ROOT)


def test_text_and_code_agree(report):
    assert [str(f) for f in report.findings] == []


def changes(text):
    """Every digit that a reader sees, with one other in its place."""
    hidden = [m.span() for m in NOT_SEEN.finditer(text)]
    for match in re.finditer(r"\d", text):
        if not any(a <= match.start() < b for a, b in hidden):
            other = str((int(match[0]) + 1) % 10)
            yield match.start(), text[: match.start()] + other + text[match.end() :]


def noticed(outcome, project, at, changed):
    """Whether a check of the changed page fails: its bound text differs, or a digit is bound to nothing."""
    for region in outcome.regions:
        if region.start <= at < region.end:
            return region.message(changed[region.start : region.end]) is not None
    page = parse(outcome.page.path, changed)
    return bool(page.findings or unbound.findings(page, project.names))


def test_every_digit_that_changes_is_noticed(report):
    tried = 0
    for outcome in report.outcomes:
        for at, changed in changes(outcome.page.text):
            tried += 1
            assert noticed(outcome, report.project, at, changed), (
                f"{outcome.page.path}:{outcome.page.line(at)}: a changed digit passes: {changed[at - 20 : at + 20]!r}"
            )
    assert tried > 500


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The lesson's files in another folder, to be broken there."""
    root = tmp_path_factory.mktemp("copy")
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, root / name)
    # Else each check would compile the library anew, since it keeps nothing.
    subprocess.run([sys.executable, "-m", "compileall", "-q", "src"], cwd=root, check=True)
    return root


def check(root, *arguments):
    return typed(ROOT / "scripts/lesson.py", "--root", root, "check", *arguments)


@pytest.mark.parametrize("name", ["index.md", "lesson/4-paging.md"])
def test_the_command_line_agrees_about_a_sample(copy, report, name):
    """A few of them; make mutate asks it about thirty."""
    page = copy / "docs" / name
    text = page.read_text("utf-8")
    outcome = next(o for o in report.outcomes if o.page.path == f"docs/{name}")
    for at, changed in random.Random(4).sample(list(changes(text)), 2):
        assert noticed(outcome, report.project, at, changed)
        page.write_text(changed, "utf-8")
        try:
            run = check(copy, page)
        finally:
            page.write_text(text, "utf-8")
        assert run.returncode == 1
        assert re.match(rf"docs/{name}:\d+: ", run.stdout)
    assert check(copy, page).returncode == 0


def test_the_examples_are_run_not_stored(copy):
    """With blocks taken from the right end of the free list, the tables, the stepper and the text are wrong."""
    allocator = next(p for p in (copy / "src/kvlesson").glob("*.py") if ".popleft()" in p.read_text("utf-8"))
    text = allocator.read_text("utf-8")
    allocator.write_text(text.replace(".popleft()", ".pop()"), "utf-8")
    try:
        run = check(copy, copy / "docs/lesson/4-paging.md")
    finally:
        allocator.write_text(text, "utf-8")
    assert run.returncode == 1
    for what in ("the cell at line", "the stepper", 'text says "5"', "A: 0 1"):
        assert what in run.stdout, (what, run.stdout)
