"""Ways to get a wrong number past the check, or to break it, that somebody has tried. Each is answered with one clear line."""

import hashlib
import subprocess

import pytest

PAGE = "docs/lesson/2-how-big.md"
WRITE_HERE = "One token costs"


def said(lesson, command="check", seconds=2):
    """All lines of a failing run; never a traceback, never a changed file, one line a finding."""
    before = lesson.files()
    run = lesson.run("--seconds", seconds, command)
    together = run.stdout + run.stderr
    assert "Traceback" not in together, together
    assert run.returncode == 1, together
    assert lesson.files() == before
    lines = run.stdout.splitlines()
    assert all(
        line.split(":")[1].isdigit() for line in lines if not line.startswith("the library changed")
    ), lines
    return lines


def in_prose(lesson, text):
    lesson.edit(WRITE_HERE, f"{text}\n\n{WRITE_HERE}")


COUNTED = [
    "It takes four\nfree blocks.", "- it needs seven\n  blocks", "> seven\n> blocks", "four  blocks", "**seven** blocks",
    "seven *whole* blocks", "seven of A's blocks", "seven (large) blocks", "seven\u00a0blocks", "dozens of blocks",
    "the eleventh block", "zero blocks",
]  # fmt: skip


@pytest.mark.parametrize("text", COUNTED)
def test_a_counting_word_is_found_however_it_is_set(lesson, text):
    in_prose(lesson, text)
    assert any("counts something and is bound to nothing" in line for line in said(lesson))


SHOWN = [
    "costs {#77}", "text \\[a](77) here", "text [a\\](77) here", "<div>\nSee [a](77)\n</div>", "<a77@b.c>", 'x <y a="b"id="77"> w',
    "x <y7 'a'> w", '<span title="class=\\"7\\"">x</span>', "❼", "⓪", "㉑", "🔟", "七", "½", "&half;", "&#xBD;", "n²",
    "<b title='77'>x</b>", '<b data-n="77">x</b>',
]  # fmt: skip


@pytest.mark.parametrize("text", SHOWN)
def test_a_digit_is_found_however_it_is_written(lesson, text):
    in_prose(lesson, f"{text}" if text.startswith("<div>") else f"So {text} it is.")
    assert any(line.startswith(PAGE) for line in said(lesson))


LISTS = [
    "1. a\n   1. b\n   2. c\n2. d", "1. a\n\n   para\n\n2. b\n\n3. c", "1. a\n2. b\n\n- c\n- d\n\ntext\n1. e",
    "A server needs\n1. That is all", "1) hello", "<div>\n\n1. one\n\n</div>", "2. b",
]  # fmt: skip


@pytest.mark.parametrize("text", LISTS)
def test_a_list_shows_the_numbers_that_are_written(lesson, text):
    in_prose(lesson, text)
    assert said(lesson)


HIDDEN = ["sev\u200ben blocks", "sev\x02en blocks", "seven\u00adteen"]


@pytest.mark.parametrize("text", HIDDEN)
def test_invisible_characters(lesson, text):
    in_prose(lesson, text)
    assert any("an invisible character" in line for line in said(lesson))


@pytest.mark.parametrize(
    "opening",
    [
        '```python title="costs 77 blocks"',
        '```python linenums="42"',
        "```python foo bar=baz",
        "~~~python",
        "````python",
    ],
)
def test_what_a_fence_may_say(lesson, opening):
    lesson.edit("```python", opening)
    assert any("fence" in line for line in said(lesson))


def test_a_fence_that_a_later_one_closes(lesson):
    lesson.edit("OPT-13B 819200\n```\n", "OPT-13B 819200\n\nA paragraph.\n\n")
    lesson.edit("<!-- table:", "```python { continuation }\nx = None\n```\n\n<!-- table:")
    assert any("is never closed: another begins inside it" in line for line in said(lesson, "build"))


@pytest.mark.parametrize("marker", ["", "<!-- tables: sizes(LLAMA3_8B) -->\n| a |\n"])
def test_author_text_inside_a_block_is_never_wiped(lesson, marker):
    lesson.edit(
        "| OPT-13B | 40 | 800 KiB |\n<!-- end -->",
        f"| OPT-13B | 40 | 800 KiB |\n\nMy own words.\n\n{marker}<!-- end -->",
    )
    lines = said(lesson, "build")
    assert any('"My own words." stands inside a table, where build writes' in line for line in lines), lines


EXPRESSIONS = [
    "range(kv_bytes_per_token(LLAMA3_8B))[77]", "len(str(LLAMA3_8B)[:7])", "(LLAMA3_8B, 'seven')[-1]", "[LLAMA3_8B, 'seven'][1]",
    "int(dict(a=True, b=LLAMA3_8B)['a'])", "len('abcdefg') * len([LLAMA3_8B])", "choose(LLAMA3_8B is LLAMA3_8B, '⁷½', 'no')",
    "-" * 3000 + "LLAMA3_8B", "LLAMA3_8B.layers ** LLAMA3_8B.layers ** LLAMA3_8B.layers ** LLAMA3_8B.layers", "leave()", "star()",
]  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=range(len(EXPRESSIONS)))
def test_expressions_that_prove_nothing_or_break(lesson, expression):
    lesson.edit('"pairs", "factors", "walk"]', '"pairs", "factors", "walk", "leave", "star"]', lesson.library)
    lesson.edit(
        "def factors(",
        "def leave():\n    raise SystemExit(3)\n\n\ndef star():\n    return '2*3*4'\n\n\ndef factors(",
        lesson.library,
    )
    lesson.edit("formula(pairs)", expression)
    assert said(lesson)


CELLS = [
    ("len = lambda x: 77", "len is a name that expressions rely on"),
    ("def round(x): return 77", "round is a name that expressions rely on"),
    ("globals()['kib'] = str", "a cell makes kib mean something else"),
    ("object.__setattr__(LLAMA3_8B, 'layers', 77)", "a cell changes the library's own LLAMA3_8B"),
    ("raise KeyboardInterrupt", "raised KeyboardInterrupt"),
    ("raise GeneratorExit", "raised GeneratorExit"),
    (
        "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
        "(its message cannot be shown)",
    ),
    ("print('\\ud800')", "printed"),
]


@pytest.mark.parametrize(("line", "message"), CELLS)
def test_cells_that_bend_the_rules(lesson, line, message):
    lesson.edit("for model in", f"{line}\nfor model in")
    assert any(message in text for text in said(lesson)), said(lesson)


def test_a_cell_cannot_switch_the_check_off(lesson):
    lesson.edit("for model in", "import lessonkit.unbound as u; u.findings = lambda *a: []\nfor model in")
    in_prose(lesson, "It costs 77 coins.")
    assert any('"77" is bound to nothing' in line for line in said(lesson))


def test_a_thread_does_not_keep_the_check_waiting(lesson):
    lesson.edit(
        "for model in",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\nfor model in",
    )
    run = lesson.run("check")  # which has a time limit of its own
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("code", ["[77, 88][:0]", "list(range(77, 77))", "pairs(4)"])
def test_inline_code_that_proves_nothing(lesson, code):
    in_prose(lesson, f"See `{code}`.")
    assert any("bind that beside it" in line for line in said(lesson))


@pytest.mark.parametrize(
    "text",
    [
        "a \\`[mos][=llama3-token] b\\` d",
        "- a ` b\n- [mos][=llama3-token] c ` d",
        "<div>\n[128 KiB][=llama3-token]\n</div>",
    ],
)
def test_a_binding_that_the_site_would_not_show_as_one(lesson, text):
    in_prose(lesson, text)
    assert said(lesson)


@pytest.mark.parametrize("name", ["x.markdown", "x.mkd", "x.html"])
def test_pages_under_other_names(lesson, name):
    (lesson.root / "docs" / name).write_text("77 blocks")
    assert any("the site would show this file unchecked" in line for line in said(lesson))


@pytest.mark.parametrize("line", ['nav:\n  - "Costs 77 blocks": index.md', "site_name: 77 things"])
def test_words_of_the_configuration(lesson, line):
    (lesson.root / "mkdocs.yml").write_text(f"{line}\n")
    assert any(text.startswith("mkdocs.yml:") for text in said(lesson))


BLOCKS = [
    (
        'return Table(["model", "KV heads", "per token"], rows)',
        'return Table(["model", "KV heads", "per token", "more"], rows)',
    ),
    ('return Table(["model", "KV heads", "per token"], rows)', "return Table(3, rows)"),
    ("[m.name, m.kv_heads,", '["2*3*4", m.kv_heads,'),
    ("return Picture(", "return Picture(None and "),
    ("return Walk([", "return Walk(None and ["),
    ("    return 4\n", "    raise SystemExit\n"),
]


@pytest.mark.parametrize(("old", "new"), BLOCKS, ids=range(len(BLOCKS)))
def test_libraries_that_give_nonsense(lesson, old, new):
    lesson.edit(old, new, lesson.library)
    assert all(line.startswith(PAGE) for line in said(lesson))


@pytest.mark.parametrize("line", ["raise SystemExit(3)", "import time; time.sleep(60)", "1/0"])
def test_libraries_that_do_not_import(lesson, line):
    lesson.edit("from dataclasses", f"{line}\nfrom dataclasses", lesson.library)
    lesson.edit(WRITE_HERE, f"It is 77. {WRITE_HERE}")
    lines = said(lesson)
    assert any("the library does not import" in text for text in lines)
    assert any('"77" is bound to nothing' in text for text in lines)


def test_a_library_that_prints_disturbs_nobody(lesson):
    lesson.edit("from dataclasses", "print('debug')\nfrom dataclasses", lesson.library)
    lesson.edit("return 2 * model.layers", "print('debug'); return 2 * model.layers", lesson.library)
    lesson.edit(
        "for model in (LLAMA3_8B, OPT_13B):\n    print(model.name, kv_bytes_per_token(model))",
        "for model in (LLAMA3_8B, OPT_13B):\n    print(model.name, kv_bytes(model, model.layers // model.layers))",
    )
    assert lesson.run("prepare").stdout.startswith("{")


OTHER_FILES = [
    ("docs/facts.toml", b"fact.x = 3\n"), ("docs/facts.toml", b'source = "x"\n'), ("docs/facts.toml", b"\xff"),
    ("docs/facts.toml", b'[source.s]\ncitation = 7\nyear = "2023"\n'),
    ("docs/facts.toml", b'[source.s]\ncitation = "a"\nyear = "2023"\n[fact.Big]\nvalue = "2"\nunit = ""\nsource = "s"\nwhere = ""\nread = "2026-11-29"\n'),
    ("docs/facts.toml", b'[source.s]\ncitation = "a"\nyear = "2023"\n[fact.b]\nvalue = "20] [4"\nunit = ""\nsource = "s"\nwhere = ""\nread = "2026-11-29"\n'),
    ("docs/names.txt", b"\xff\n"), ("docs/names.txt", b"A100\nA200\n"), ("docs/names.txt", b"12 blocks\n"),
    ("pyproject.toml", b"[tool"), ("pyproject.toml", b""),
    (PAGE, b"---\ntitle: 2026-13-45\n---\n"), (PAGE, b"---\ntitle: !!int x\n---\n"), (PAGE, b"---\ntitle: [x\n---\n"),
    (PAGE, b"# A\n\nb\r\nc\n"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content"), OTHER_FILES, ids=range(len(OTHER_FILES)))
def test_files_that_are_not_as_they_should_be(lesson, name, content):
    (lesson.root / name).write_bytes(content)
    assert any(line.startswith(f"{name}:") for line in said(lesson))


def test_no_pages_at_all(lesson):
    lesson.page.unlink()
    (lesson.root / "docs/glossary.md").unlink()
    assert "docs:1: there is no page here" in "\n".join(said(lesson))


def test_a_check_leaves_git_alone(lesson):
    git = ["git", "-C", lesson.root, "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "as it was"], check=True)
    lesson.edit("128 KiB][", "129 KiB][")
    index = lesson.root / ".git/index"
    before = hashlib.sha256(index.read_bytes()).digest()
    lesson.page.touch()
    said(lesson)
    assert hashlib.sha256(index.read_bytes()).digest() == before


@pytest.mark.parametrize("text", ["<!-- table: " + " " * 20000, "a" * 50000, "- " * 5000, "[" * 5000])
def test_long_lines_do_not_take_for_ever(lesson, text):
    in_prose(lesson, text)
    lesson.run("check")  # which has a time limit of its own
