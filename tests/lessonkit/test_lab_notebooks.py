"""A lab's one source, its percent script: what the check says of it, the page made of its run, and the notebook to take along."""

import json
import re

import nbformat
import pytest

from lessonkit import completeness, labs, project

SCRIPT = '''\
# ---
# jupyter:
#   description: "Try it."
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A lab
#
# Some prose on blocks of an A100, see [How big is it?](../lesson/2-how-big.md).

# %%
tokens = 40
print(tokens)

# %% One way jupyter={"source_hidden": true}
print("""```""")
'''
NAMES = re.compile(r"A100")


def lab(text=SCRIPT):
    return labs.Lab("docs/labs/a-lab.py", text)


def said(lesson, old="", new=""):
    known = project.load(lesson.root)
    text = SCRIPT.replace(old, new) if old else SCRIPT
    assert not old or text != SCRIPT
    titles = {"docs/lesson/2-how-big.md": "How big is it?"}
    return [f"{f.line}: {f.message}" for f in labs.findings(lab(text), known, titles)]


def test_a_right_lab(lesson):
    (lesson.root / "docs/names.txt").write_text("A100\n")
    assert said(lesson) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Some prose on", "Some prose on 16", '13: "16": the prose of a lab holds no number, since nothing could bind it.'),
        ("Some prose", "Some `x = 3` prose", '13: "3`": the prose of a lab'),
        ("# A lab\n", "# A lab ½\n", '11: "½": the prose'),
        ("How big is it?]", "How big]", '13: the link to ../lesson/2-how-big.md must say its title, "How big is it?"'),
        ("# # A lab", "# A lab", "1: the first cell is text and begins with the lab's title"),
        ('"Try it."', '""', "1: needs a description, without digits"),
        ('"Try it."', '"Try 5."', "1: needs a description, without digits"),
        ("description: ", "description: a: ", "1: what stands between the two lines # --- is not YAML"),
        ("print(tokens)", f"print({' + '.join(['tokens'] * 9)})", "17: this line of code is longer than 80 characters"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(lesson, old, new, message):
    (lesson.root / "docs/names.txt").write_text("A100\n")
    (found,) = said(lesson, old, new)
    assert found.startswith(message)


def test_words_that_count_are_numbers_too(lesson):
    (lesson.root / "docs/names.txt").write_text("A100\n")
    (lesson.root / "docs/glossary.md").write_text("# Glossary\n\n## block\n\nSome slots.\n")
    (found,) = said(lesson, "prose on blocks", "prose on four blocks")
    assert found.startswith('13: "four blocks" counts, and nothing could bind it in a lab.')


def test_the_command_checks_labs(lesson):
    place = lesson.root / "docs/labs/a-lab.py"
    place.parent.mkdir()
    place.write_text(SCRIPT.replace("Some prose", "Some 16"))
    for run in (lesson.run("check"), lesson.run("check", place)):
        assert run.returncode == 1
        assert 'docs/labs/a-lab.py:13: "16": the prose of a lab holds no number' in run.stdout
    assert "a-lab" not in lesson.run("check", lesson.page).stdout


def run_of(outputs):
    """As if it had been run."""
    cells = [{**cell, "outputs": []} for cell in lab().notebook["cells"]]
    cells[1]["outputs"] = outputs
    return {"cells": cells}


def stream(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def result(**data):
    return {"output_type": "execute_result", "data": {f"text/{kind}": text for kind, text in data.items()}}


def test_a_page_has_cells_as_a_chapter_has():
    drawings = ["<svg>earlier</svg>"]
    page = labs.markdown(run_of([stream("4"), stream("0\n"), result(plain="7")]), "a-lab.ipynb", drawings)
    assert "# A lab\n\nSome prose" in page
    assert "```python\ntokens = 40\nprint(tokens)\n```\n\n```{ .text .kv-output }\n40\n7\n```\n" in page
    assert '<details markdown>\n<summary>One way</summary>\n\n````python\nprint("""```""")\n````' in page
    assert "[Download this lab as a notebook](a-lab.ipynb)" in page
    assert drawings == ["<svg>earlier</svg>"]


def test_what_a_cell_draws_is_put_in_when_the_page_is_done():
    drawings = ["<svg>earlier</svg>"]
    page = labs.markdown(run_of([result(html="<svg>2</svg>", plain="2")]), "a-lab.ipynb", drawings)
    assert '<figure class="kv-figure"><span data-drawing="1"></span></figure>' in page
    assert drawings[1:] == ["<svg>2</svg>"]
    frames = '<p>so</p><ol class="kv-frames"><li><p>1</p></li><li><p>2</p></li></ol>'
    page = labs.markdown(run_of([result(html=["<p>so</p>", frames[9:]])]), "a-lab.ipynb", drawings)
    assert '<div class="kv-given"><span data-drawing="2"></span></div>' in page
    assert drawings[2] == (
        '<p>so</p><div class="kv-stepper"><ol class="kv-frames"><li class="kv-now"><p class="kv-event">1</p></li>'
        '<li><p class="kv-event">2</p></li></ol></div>'
    )


def test_the_executed_notebook_is_read_back():
    assert labs.executed('\n<script type="application/json">{"a": "\\u003cb"}</script>\n') == {"a": "<b"}
    with pytest.raises(ValueError, match="was it upgraded"):
        labs.executed("<div class='jp-Notebook'>")


def test_the_download_is_a_notebook_that_was_not_run():
    made = json.loads(labs.download(lab(), lambda target: f"https://example.org/{target}"))
    nbformat.validate(made)
    assert "(https://example.org/../lesson/2-how-big.md)" in "".join(made["cells"][0]["source"])
    assert ["".join(cell["source"]) for cell in made["cells"][1:]] == lab().code
    assert [cell.get("outputs") for cell in made["cells"]] == [None, [], []]
    assert made["metadata"]["kernelspec"]["name"] == "python3"
    assert made["cells"][2]["metadata"]["jupyter"] == {"source_hidden": True}
    assert labs.download(lab(), str) == labs.download(lab(), str)


class CellFailed(Exception):
    ename, evalue = "ZeroDivisionError", "division by zero"


def test_the_cell_that_stopped_is_named():
    said = "An error\n------------------\ntokens = 40\nprint(tokens)\n------------------\n\x1b[31mZero"
    finding = labs.failure(lab(), CellFailed(said))
    assert str(finding) == "docs/labs/a-lab.py:16: this cell stopped with ZeroDivisionError: division by zero"
    assert str(labs.failure(lab(), TimeoutError("it took\ntoo long"))).endswith("stopped with it took")


BUILT = """<html><head></head><body><article><h1>A lab</h1><p>An A100.</p>
<div class="language-python highlight"><pre><code>tokens = 40\nprint(tokens)</code></pre></div>
<div class="kv-output"><pre><code>40 7</code></pre></div><figure class="kv-figure"><svg><text>9</text></svg></figure>
<div class="kv-given"><p>8</p></div></article></body></html>"""


def test_every_digit_of_a_labs_page_is_of_its_cells_or_of_what_they_gave():
    found = completeness.of_lab(lab(), BUILT, NAMES)
    assert found.problems == []
    assert found.counts == {completeness.LAB: 5, completeness.LAB_CELLS: 2, completeness.NAME: 3}
    for changed, wrong in (("40\nprint", "41\nprint"), ("An A100", "An A100 and 5")):
        assert len(completeness.of_lab(lab(), BUILT.replace(changed, wrong), NAMES).problems) == 1
    assert completeness.of_lab(lab(), "<html></html>", NAMES).problems == ["the page has no article"]
