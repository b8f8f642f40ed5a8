"""The score: all changes are noticed, and it can fail."""

import re
import sys
from dataclasses import replace

import pytest

import lesson as command
from lessonkit import mutation
from lessonkit.report import examine_lesson


def test_every_mutant_of_a_right_lesson_is_noticed(lesson):
    run = lesson.run("mutate", "--sample", 3, "--seed", 1)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"(\d+) of \1 changes noticed, 100\.00%", run.stdout)
    for cause in (
        "recomputed",
        "printed output",
        "table",
        "figure text",
        "claim",
        "equality with a cited record",
    ):
        assert f"  {cause}" in run.stdout


def test_where_a_binding_is_taken_out_its_digits_survive_and_the_score_fails(lesson):
    lesson.edit("[6.25 times][=opt-over-llama]", "6.25 times")
    run = lesson.run("mutate")
    assert run.returncode == 1
    line = lesson.line_of("6.25 times as much")
    for digit in "625":
        others = [new for new in "0123456789" if new != digit]
        for new in others:
            survivor = f"docs/lesson/2-how-big.md:{line}: unbound digit {digit!r} -> {new!r} passes the check"
            assert survivor in run.stdout
    assert "27  nothing: a survivor" in run.stdout
    assert "the check fails as it is" in run.stdout
    assert "100.00%" not in run.stdout


def test_a_check_that_looks_away_is_found_out_by_the_command_line(lesson, monkeypatch):
    """The score is made in this process, the verdicts of the sample in others: they must be able to disagree."""
    monkeypatch.syspath_prepend(lesson.root / "src")
    monkeypatch.delitem(sys.modules, "toylib", raising=False)
    report = examine_lesson(lesson.root)
    mutants = [m for o in report.outcomes for m in mutation.of_page(o, report.project).mutants]
    assert command.disagreements(lesson.root, report, mutants, 2, 0) == []
    wrong = [replace(m, killed="") for m in mutants]
    assert len(command.disagreements(lesson.root, report, wrong, 2, 0)) == 2


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
    assert score.bound["name"]
    assert len(tried) == 9 * digits
    assert all(m.applied(page.page.text) != page.page.text for m in tried)


def test_a_digit_of_a_cell_that_changes_nothing_survives(lesson):
    lesson.edit("for model in", "unused = 7\nfor model in")
    run = lesson.run("mutate")
    assert run.returncode == 1
    assert "cell digit '7' -> '0' passes the check" in run.stdout


def test_each_digit_of_a_cell_is_tried_nine_times(outcome):
    report, page = outcome
    cells = mutation.of_cells([page], report.project, 5, lambda: None)
    assert len(cells) == 9 * mutation.of_page(page, report.project).bound["cell"]


PICTURE = """<!-- picture readme: factors(LLAMA3_8B, OPT_13B) -->
![?](x)
<!-- end -->
"""


def test_the_committed_picture_counts_digit_by_digit(lesson, monkeypatch):
    (lesson.root / "README.md").write_text(f"# A lesson\n\n{PICTURE}", "utf-8")
    assert lesson.run("build").returncode == 0
    monkeypatch.syspath_prepend(lesson.root / "src")
    monkeypatch.delitem(sys.modules, "toylib", raising=False)
    report = examine_lesson(lesson.root)
    score = mutation.of_pictures(report)
    says = "Llama 3 8B: 2 x 32 x 8 x 128 x 2 bytes; OPT-13B: 2 x 40 x 40 x 128 x 2 bytes"
    assert score.bound["committed picture"] == 2 * len(re.findall(r"\d", says))  # seen, and heard
    assert len(score.mutants) == 9 * score.bound["committed picture"]
    assert score.survivors == []
