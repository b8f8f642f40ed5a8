"""What the check says to each wrong edit: one line with file, line, what stands there, what to do."""

import subprocess

import pytest

FILE = "docs/lesson/2-how-big.md"


def said(lesson):
    """The check's lines; it must fail, without a traceback, and leave every file as it was."""
    before = lesson.files()
    run = lesson.run("check")
    assert lesson.files() == before
    assert run.returncode == 1, run.stdout + run.stderr
    assert "Traceback" not in run.stdout + run.stderr
    return run.stdout.splitlines()


def test_a_right_lesson_passes_and_build_changes_nothing(lesson):
    before = lesson.files()
    run = lesson.run("check")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "all as the code gives them" in run.stdout
    run = lesson.run("build")
    assert run.returncode == 0, run.stdout + run.stderr
    assert lesson.files() == before


SAMPLE_ROWS = [
    ("128 KiB][", "129 KiB][", 'text says "129 KiB", kib(kv_bytes_per_token(LLAMA3_8B)) gives "128 KiB". If the code is right: make build'),
    ("OPT-13B 819200", "OPT-13B 819201", 'the cell at line 8 printed another line 2: text says "OPT-13B 819201", code gives "OPT-13B 819200"'),
    ("| OPT-13B | 40 |", "| OPT-13B | 41 |", "row OPT-13B, column KV heads: text says 41, sizes(LLAMA3_8B, OPT_13B) gives 40"),
    ("One token", "About 7 requests. One token", '"7" is bound to nothing. Write [7][=some-key] and define it at the end of the page'),
    ("][=llama3-token]", "][=llama3-tokn]", "no definition [=llama3-tokn]; did you mean [=llama3-token]?"),
    ('"= kib(kv_bytes_per_token(LLAMA3_8B))"', '"= kib(kv_bytes(LLAMA3_8B))"', "kib(kv_bytes(LLAMA3_8B)) raised TypeError: kv_bytes() missing 'tokens'"),
    ('"= kib(kv_bytes_per_token(LLAMA3_8B))"', '"= 128"', "a number in an expression proves nothing: compute it from the library"),
    ("[mostly]", "[partly]", 'text says "partly", choose(sharing_factor(OPT_13B, LLAMA3_8B) > other_factors(OPT_13B, LLAMA3_8B), \'mostly\', \'partly\') gives "mostly"'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), SAMPLE_ROWS, ids=[r[1][:24] for r in SAMPLE_ROWS])
def test_sample_row(lesson, old, new, message):
    lesson.edit(old, new)
    lines = said(lesson)
    assert any(line.startswith(f"{FILE}:") and message in line for line in lines), lines


def test_sample_row_head_count_changed_in_the_library(lesson):
    """Every number, table cell, output and alt text that depends on it, under one heading."""
    git = ["git", "-C", lesson.root, "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "as it was"], check=True)
    lesson.edit('"Llama 3 8B", 32, 8', '"Llama 3 8B", 32, 4', lesson.library)
    lines = said(lesson)
    assert lines[0] == "the library changed since the last commit (src/toylib/__init__.py):"
    together = "\n".join(lines)
    assert 'text says "128 KiB", kib(kv_bytes_per_token(LLAMA3_8B)) gives "64 KiB"' in together
    assert 'text says "6.25 times"' in together
    assert "row Llama 3 8B, column KV heads: text says 8, sizes(LLAMA3_8B, OPT_13B) gives 4" in together
    assert 'another line 1: text says "Llama 3 8B 131072", code gives "Llama 3 8B 65536"' in together
    assert "the figure's text says" in together
    assert "the stepper's text says" in together
    assert "819200" not in together


def unclosed(page):
    return page.replace("OPT-13B 819200\n```\n", "OPT-13B 819200\n")


BAD_INPUT = {
    "an unknown key": (lambda p: p.replace("][=llama3-token]", "][=nothing-like]"), "no definition [=nothing-like]: define it at the end of the page"),
    "a key with two expressions": (lambda p: p + '[=llama3-token]: ../numbers.md#llama3-token "= kib(kv_bytes_per_token(OPT_13B))"\n', "[=llama3-token] is defined twice, also at line"),
    "an unused definition": (lambda p: p + '[=spare]: ../numbers.md#spare "= LLAMA3_8B.layers"\n', "[=spare] is used nowhere on this page: take the definition out"),
    "an expression that raises": (lambda p: p.replace("formula(pairs)", "LLAMA3_8B.heads"), "LLAMA3_8B.heads raised AttributeError"),
    "an expression that holds a number": (lambda p: p.replace("formula(pairs)", "pairs(3)"), "a number in an expression proves nothing"),
    "a digit in an expression's text": (lambda p: p.replace("formula(pairs)", "choose(LLAMA3_8B.layers > OPT_13B.layers, 'x', 'n2')"), "a digit in an expression's text proves nothing"),
    "an expression of nothing": (lambda p: p.replace("formula(pairs)", "word(sum([]))"), "uses no name of the library or of a cell"),
    "an expression that gives a float": (lambda p: p.replace("formula(pairs)", "other_factors(OPT_13B, OPT_13B)"), "gives 1.5625: put it through a formatter"),
    "a cell that raises": (lambda p: p.replace("for model in", "LLAMA3_8B.nothing\nfor model in"), f"{FILE}:11: the cell at line 8 raised AttributeError: 'Model' object has no attribute 'nothing'"),
    "a cell that is not Python": (lambda p: p.replace("for model in (", "for model in (("), "the cell is not Python"),
    "a cell that prints without a fence": (lambda p: p.replace("```text\nLlama 3 8B 131072\nOPT-13B 819200\n```\n", ""), f"{FILE}:8: this cell prints: put an empty ```text fence under it"),
    "a cell that never ends": (lambda p: p.replace("for model in", "while True: pass\nfor model in"), f"{FILE}:11: the cell at line 8 never ends"),
    "a cell that never ends and catches all": (lambda p: p.replace("for model in", "while True:\n    try:\n        while True: pass\n    except Exception: pass\nfor model in"), "the cell at line 8 never ends"),
    "a cell that prints for ever": (lambda p: p.replace("for model in", "while True: print('x' * 99)\nfor model in"), "never ends: it printed more than"),
    "a cell that leaves": (lambda p: p.replace("for model in", "raise SystemExit\nfor model in"), "the cell at line 8 raised SystemExit"),
    "a cell that kills its process": (lambda p: p.replace("for model in", "import os; os._exit(3)\nfor model in"), "the page could not be run: a cell ended the whole process"),
    "a cell that asks": (lambda p: p.replace("for model in", "input()\nfor model in"), "raised EOFError"),
    "a cell that rebinds a name": (lambda p: p.replace("for model in", "kib = str\nfor model in"), f"{FILE}:11: kib is a name that expressions rely on"),
    "a fence never closed": (unclosed, f"{FILE}:15: the fence opened here is never closed: end it with ```"),
    "a marker never ended": (lambda p: p.replace("| OPT-13B | 40 | 800 KiB |\n<!-- end -->\n", "| OPT-13B | 40 | 800 KiB |\n"), f"{FILE}:24: the table opened here is never ended: close it with a line <!-- end -->"),
    "an end too many": (lambda p: p.replace("[=llama3-token]:", "<!-- end -->\n\n[=llama3-token]:", 1), "this <!-- end --> ends nothing"),
    "a marker misspelt": (lambda p: p.replace("<!-- table: ", "<!-- table "), "this marker is not understood"),
    "an unknown fact": (lambda p: p.replace("][@orca-max-used]", "][@orca-max-usd]"), "no fact [@orca-max-usd] in docs/facts.toml; did you mean [@orca-max-used]?"),
    "an inner double quote": (lambda p: p.replace("kv_bytes_per_token(LLAMA3_8B))\"", "kv_bytes_per_token(\"LLAMA3_8B\"))\""), "no double quote, backslash or entity inside the title"),
    "a number word": (lambda p: p.replace("One token", "It fills four blocks. One token"), '"four blocks" counts something and is bound to nothing'),
    "a digit in a comment": (lambda p: p.replace("for model in", "x = LLAMA3_8B  # 8 heads\nfor model in"), "a number in a comment is bound to nothing"),
    "a digit in a heading": (lambda p: p.replace("One token", "## The 3 rules\n\nOne token"), '"3" is bound to nothing'),
    "a superscript": (lambda p: p.replace("One token", "n² grows. One token"), 'is bound to nothing'),
    "a digit in an attribute": (lambda p: p.replace("One token", '<span title="7 of them">x</span> One token'), '"7" is bound to nothing'),
    "a digit in front matter": (lambda p: p.replace("title: How big is it?", "title: How big are 2?").replace("# How big is it?", "# How big are 2?"), '"2" is bound to nothing'),
    "a list that does not count": (lambda p: p.replace("One token", "1. one\n3. two\n\nOne token"), "list item 3 should be 2"),
    "inline code that is no expression": (lambda p: p.replace("One token", "Call `n + 1` then. One token"), "inline code `n + 1` holds a number, but n + 1 raised NameError"),
    "inline code whose value is not bound": (lambda p: p.replace("One token", "`pairs(4)` is some. One token"), "inline code `pairs(4)` gives 10: bind that beside it"),
    "a module that is not there": (lambda p: p.replace("module: toylib", "module: toylib.nothing"), "front matter names the module toylib.nothing, which does not exist"),
    "a heading unlike the title": (lambda p: p.replace("# How big is it?", "# How large is it?"), 'heading says "How large is it?"'),
    "a notest cell": (lambda p: p.replace("```python\n", "```python notest\n", 1), "notest keeps a cell from being run"),
    "a binding in a link's text": (lambda p: p.replace("[128 KiB][=llama3-token]", "[costs [128 KiB][=llama3-token] here](x.md)"), "a bound number inside a link's text does not work"),
    "a label over two lines": (lambda p: p.replace("[128 KiB][=llama3-token]", "[128\nKiB][=llama3-token]"), "is not a bound number: write [value][=key], on one line"),
    "an output that follows no cell": (lambda p: p.replace("One token", "```text\nfree\n```\n\nOne token"), "this ```text fence follows no cell"),
    "two blocks of one name": (lambda p: p.replace("stepper arrivals:", "stepper factors:"), "two blocks are called factors"),
    "a figure that draws nothing": (lambda p: p.replace("figure factors: factors(", "figure factors: sizes("), "gives Table, which is no figure"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD_INPUT)
def test_bad_input(lesson, what):
    change, message = BAD_INPUT[what]
    page = lesson.page.read_text("utf-8")
    changed = change(page)
    assert changed != page
    lesson.page.write_text(changed, "utf-8")
    before = lesson.files()
    for command in ("check", "build"):
        run = lesson.run("--seconds", "1", command)
        assert run.returncode == 1, run.stdout + run.stderr
        lines = run.stdout.splitlines()
        assert any(message in line for line in lines), lines
        assert all(line.startswith("docs/") and line.split(":")[1].isdigit() for line in lines), lines
        assert "Traceback" not in run.stdout + run.stderr
        assert lesson.files() == before


def test_all_mistakes_are_said_in_one_run(lesson):
    lesson.edit("][=llama3-token]", "][=llama3-tokn]")
    lesson.edit("One token", "About 7. One token")
    lesson.edit("][@orca-max-used]", "][@unknown-fact]")
    lesson.edit("OPT-13B | 40", "OPT-13B | 41")
    (lesson.root / "docs/other.md").write_bytes(b"# Other\n\nna\xefve\n")
    lines = "\n".join(said(lesson))
    for message in (
        "llama3-tokn",
        '"7" is bound',
        "unknown-fact",
        "text says 41",
        "docs/other.md:3: this file is not UTF-8",
    ):
        assert message in lines


def test_a_key_with_another_expression_on_another_page(lesson):
    (lesson.root / "docs/index.md").write_text(
        '# Front\n\n[800 KiB][=llama3-token]\n\n[=llama3-token]: numbers.md#llama3-token "= kib(kv_bytes_per_token(OPT_13B))"\n'
    )
    assert any("give one of them another key" in line for line in said(lesson))


def test_a_library_that_does_not_import(lesson):
    lesson.edit("def pairs(n):", "def pairs(n:", lesson.library)
    lines = said(lesson)
    assert any(
        line.startswith("src/toylib/__init__.py:") and "does not import: SyntaxError" in line
        for line in lines
    )


def test_a_library_that_raises_in_a_cell_is_named(lesson):
    lesson.edit("return 2 * model.layers", "return 2 * model.layrs", lesson.library)
    lines = said(lesson)
    assert any("(in src/toylib/__init__.py:" in line for line in lines), lines


def test_build_writes_only_what_is_bound(lesson):
    lesson.edit('"Llama 3 8B", 32, 8', '"Llama 3 8B", 32, 4', lesson.library)
    before = lesson.page.read_text("utf-8")
    run = lesson.run("build")
    assert run.returncode == 0, run.stdout + run.stderr
    after = lesson.page.read_text("utf-8")
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert len(changed) == 5  # output, prose, table, figure, stepper
    assert "[64 KiB][=llama3-token] in Llama 3 8B and [12.5 times][=opt-over-llama] as much" in after
    assert lesson.run("check").returncode == 0
    lesson.run("build")
    assert lesson.page.read_text("utf-8") == after


def test_build_fills_in_what_an_author_left_open(lesson):
    page = lesson.page.read_text("utf-8")
    right = page
    page = page.replace("[128 KiB]", "[?]").replace("../numbers.md#llama3-token", "#", 1)
    page = page.replace("Llama 3 8B 131072\nOPT-13B 819200\n", "").replace("[20.4%]", "[?]")
    page = page[: page.index("[@orca-max-used]:")]
    table = page[
        page.index("| model") : page.index("| OPT-13B | 40 | 800 KiB |\n")
        + len("| OPT-13B | 40 | 800 KiB |\n")
    ]
    lesson.page.write_text(page.replace(table, ""), "utf-8")
    assert lesson.run("build").returncode == 0
    assert lesson.page.read_text("utf-8") == right


def test_line_ends_survive(lesson):
    lesson.page.write_bytes(
        lesson.page.read_bytes().replace(b"\n", b"\r\n").replace(b"128 KiB][", b"129 KiB][")
    )
    assert lesson.run("build").returncode == 0
    text = lesson.page.read_bytes()
    assert b"[128 KiB][" in text
    assert text.count(b"\r\n") == text.count(b"\n")


@pytest.mark.parametrize(
    "edit",
    [("One token costs", "A single token costs"), ("in use, and\npairs", "in use. And also,\npairs"), ("KV heads are shared.", "KV heads are shared.\n\nA paragraph without numbers.\n\n")],
    ids=["reword", "reflow", "add"],
)  # fmt: skip
def test_rewording_passes_with_nothing_else_done(lesson, edit):
    lesson.edit(*edit)
    run = lesson.run("check")
    assert run.returncode == 0, run.stdout


def test_one_page_can_be_checked_alone(lesson):
    lesson.edit("128 KiB][", "129 KiB][")
    (lesson.root / "docs/other.md").write_text("# Other\n\nIt has 7.\n")
    run = lesson.run("check", lesson.page)
    assert "129 KiB" in run.stdout
    assert "other.md" not in run.stdout


def test_a_file_that_is_no_page(lesson):
    run = lesson.run("check", lesson.root / "pyproject.toml")
    assert run.returncode == 1
    assert "is no page of this lesson" in run.stdout
