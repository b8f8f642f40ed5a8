"""The score: all changes are noticed, and it can fail."""

import re
import sys

import pytest

from lessonkit import mutation
from lessonkit.report import examine_lesson


def test_every_mutant_of_a_right_lesson_is_noticed(lesson):
    run = lesson.run("mutate", "--sample", 3, "--seed", 1)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"(\d+) of \1 mutants noticed, 100\.00%", run.stdout)
    for cause in (
        "recomputed",
        "printed output",
        "table",
        "figure text",
        "claim",
        "equality with a cited record",
    ):
        assert f"  {cause}" in run.stdout


def test_a_lesson_that_does_not_pass_has_no_score(lesson):
    lesson.edit("128 KiB][", "129 KiB][")
    run = lesson.run("mutate")
    assert run.returncode == 1
    assert "the check fails as it is" in run.stderr


@pytest.fixture
def outcome(lesson, monkeypatch):
    monkeypatch.syspath_prepend(lesson.root / "src")
    monkeypatch.delitem(sys.modules, "toylib", raising=False)
    report = examine_lesson(lesson.root)
    return report, next(o for o in report.outcomes if o.page.path.endswith("2-how-big.md"))


@pytest.mark.parametrize("kind", ["number", "fact", "printed", "table", "figure"])
def test_without_a_binding_its_digits_survive(outcome, kind):
    report, page = outcome
    taken = next(r for r in page.regions if r.kind == kind and re.search(r"\d", r.expected))
    page.regions.remove(taken)
    survivors = mutation.of_page(page, report.project).survivors
    text = report.project.names.sub(
        lambda m: " " * len(m[0]), page.page.text
    )  # names are exempt, and stay so
    places = {taken.start + m.start() for m in re.finditer(r"\d", text[taken.start : taken.end])}
    assert {m.start for m in survivors} == places
    assert places


def test_each_bound_digit_is_tried_nine_times(outcome):
    report, page = outcome
    score = mutation.of_page(page, report.project)
    tried = [m for m in score.mutants if m.what.endswith("digit")]
    digits = sum(n for kind, n in score.bound.items() if kind != "cell")
    assert len(tried) == 9 * digits
    assert all(m.applied(page.page.text) != page.page.text for m in tried)


def test_a_digit_of_a_cell_that_changes_nothing_survives(lesson):
    lesson.edit("for model in", "unused = 7\nfor model in")
    run = lesson.run("mutate")
    assert run.returncode == 1
    assert "cell digit '7' -> '0' passes the check" in run.stdout
