"""Where a number comes from, and a chapter to begin with."""

import pytest

NAV = "nav:\n  - index.md\n  - The lesson:\n      - lesson/2-how-big.md\n"


def test_explain_a_number(lesson):
    run = lesson.run("explain", "llama3-token")
    assert run.returncode == 0, run.stderr
    line = lesson.line_of("def kv_bytes_per_token", lesson.library)
    assert run.stdout.splitlines() == [
        "[=llama3-token] is 128 KiB",
        "  = kib(kv_bytes_per_token(LLAMA3_8B))",
        f"  kv_bytes_per_token: src/toylib/__init__.py:{line}",
        f"  in docs/lesson/2-how-big.md, line {lesson.line_of('][=llama3-token]')}",
    ]


def test_explain_a_fact(lesson):
    run = lesson.run("explain", "[@orca-max-used]")
    assert run.stdout.splitlines()[:2] == [
        "[@orca-max-used] is 20.4%",
        "  cited: Kwon et al., SOSP, fig. 2, read 2026-11-29",
    ]


def test_explain_what_is_not_there(lesson):
    run = lesson.run("explain", "llama3-tokn")
    assert run.returncode == 1
    assert "no page uses llama3-tokn; did you mean llama3-token?" in run.stderr


def test_a_new_chapter_passes_the_check(lesson):
    (lesson.root / "mkdocs.yml").write_text(NAV)
    run = lesson.run("new-chapter", "3", "why-slabs", "Why do slabs waste it?", "--module", "toylib")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["wrote docs/lesson/3-why-slabs.md", "wrote mkdocs.yml"]
    assert (lesson.root / "mkdocs.yml").read_text() == NAV + "      - lesson/3-why-slabs.md\n"
    run = lesson.run("check")
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("2", "other", "Other?"), "chapter 2 is there already: docs/lesson/2-how-big.md"),
        (("3", "Why Slabs", "Why?"), "is no file name for a chapter"),
        (("3", "../../etc", "Why?"), "is no file name for a chapter"),
        (("3", "why", "Why 3?"), "holds a digit, which nothing could bind"),
        (("0", "why", "Why?"), "0 is not in the range"),
    ],
)
def test_a_chapter_that_cannot_begin(lesson, arguments, why):
    (lesson.root / "mkdocs.yml").write_text(NAV)
    before = lesson.files()
    run = lesson.run("new-chapter", *arguments, "--module", "toylib")
    assert run.returncode != 0
    assert why in run.stderr
    assert lesson.files() == before


def test_a_chapter_without_its_module(lesson):
    (lesson.root / "mkdocs.yml").write_text(NAV)
    run = lesson.run("new-chapter", "3", "why", "Why?", "--module", "toylib.nothing")
    assert "there is no module toylib.nothing: make src/toylib/nothing.py first" in run.stderr
