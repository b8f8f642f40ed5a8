"""Measured records: quoted character for character, dated on the page, and never anything else."""

import pytest

from lessonkit.measured import load

RECORDS = """
[measured.gather-time]
value = "2.7 times"
command = "make measure"
machine = "2 cores"
date = "2026-11-29"
"""
SENTENCE = (
    "Gathering takes [2.7 times][!gather-time] as long, measured on [2026-11-29][!gather-time.date].\n\n"
)
DEFINED = '"measured on 2026-11-29 by make measure: 2 cores"'


@pytest.fixture
def measured(lesson):
    (lesson.root / "docs/measured.toml").write_text(RECORDS, "utf-8")
    lesson.edit("One token costs", SENTENCE + "One token costs")
    assert lesson.run("build").returncode == 0
    return lesson


def test_a_record_is_read(tmp_path):
    path = tmp_path / "measured.toml"
    path.write_text(RECORDS, "utf-8")
    records = load(path)
    assert records.problems == ()
    assert [records.text(f"gather-time{part}") for part in ("", ".date", ".machine", ".command")] == [
        "2.7 times",
        "2026-11-29",
        "2 cores",
        "make measure",
    ]
    for unknown in ("gather-times", "gather-time.year"):
        with pytest.raises(KeyError):
            records.text(unknown)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('date = "2026-11-29"\n', "", "has value, command, machine and date, and nothing else"),
        ('"2026-11-29"', '"today"', "date is not a date such as"),
        ('"2.7 times"', "2.7", "value is not text: put it in quotes"),
        ("gather-time", "Gather_Time", "a key that is not kebab-case"),
        ("[measured.gather-time]", "[measured.gather-time", "not readable as TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, old, new, problem):
    path = tmp_path / "measured.toml"
    path.write_text(RECORDS.replace(old, new, 1), "utf-8")
    assert any(problem in p for p in load(path).problems)
    assert load(path).records == {}


def test_no_file_is_no_record(tmp_path):
    assert load(tmp_path / "measured.toml").records == {}


def test_build_writes_the_definition_and_check_passes(measured):
    text = measured.page.read_text("utf-8")
    assert f"[!gather-time]: ../measured.md#gather-time {DEFINED}" in text
    assert f"[!gather-time.date]: ../measured.md#gather-time {DEFINED}" in text
    assert measured.run("check").returncode == 0
    assert "measured on 2026-11-29 by make measure: 2 cores" in measured.run("explain", "gather-time").stdout


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[2.7 times]", "[2.8 times]", 'text says "2.8 times", the measured record gather-time in docs/measured.toml gives "2.7 times"'),
        ("[2026-11-29][", "[2026-11-28][", 'gives "2026-11-29"'),
        (", measured on [2026-11-29][!gather-time.date]", "", "[!gather-time] was measured on some day: say on this page on which"),
        ("][!gather-time]", "][!gather-tme]", "no measured record [!gather-tme] in docs/measured.toml; did you mean [!gather-time]?"),
    ],
)  # fmt: skip
def test_text_that_differs_is_said(measured, old, new, says):
    measured.edit(old, new)
    run = measured.run("check")
    assert run.returncode == 1
    assert says in run.stdout


def test_a_measurement_that_changes_is_written_by_build(measured):
    measured.edit("2.7", "3.1", measured.root / "docs/measured.toml")
    assert measured.run("check").returncode == 1
    assert measured.run("build").returncode == 0
    assert "[3.1 times][!gather-time]" in measured.page.read_text("utf-8")


def test_every_digit_of_a_record_is_counted_as_quoted_not_as_recomputed(measured):
    run = measured.run("mutate")
    assert run.returncode == 0
    assert "equality with a measured record" in run.stdout
