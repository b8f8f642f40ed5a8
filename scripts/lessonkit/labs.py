"""Labs: notebooks that are written as percent scripts, docs/labs/*.py, and become pages and downloads.

Invariant: the script is the only source. Page, download and check are made from it; what a cell gives is made by a run.
Not here: running them (mkdocs-jupyter does, asked by mkdocs_hooks.py).

A lab's prose holds no digit and counts nothing in words, since nothing could bind them: a number in a lab is printed.
"""

import html
import json
import posixpath
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from .findings import Finding
from .page import DIGIT, LINK, TAG
from .project import Project

FOLDER = "docs/labs"
JUPYTER = Path(__file__).with_name(
    "jupyter"
)  # templates and settings, in place of mkdocs-jupyter's and the user's
WIDEST = 80  # characters in a line of code: nobody scrolls sideways
Node = dict[str, Any]  # of a notebook, as nbformat has it


@dataclass(frozen=True)
class Cell:
    line: int  # of the script, where its text begins
    is_code: bool
    text: str


@dataclass(frozen=True)
class Lab:
    path: str  # relative to the project
    text: str

    @cached_property
    def notebook(self) -> Node:
        import jupytext  # slow to load

        return jupytext.reads(self.text, fmt="py:percent")  # type: ignore[no-any-return]

    @cached_property
    def cells(self) -> list[Cell]:
        begins = [n for n, line in enumerate(self.text.split("\n"), 1) if line.startswith("# %%")]
        return [
            Cell(line + 1, cell["cell_type"] == "code", cell["source"])
            for line, cell in zip(begins, self.notebook["cells"], strict=True)
        ]

    @property
    def code(self) -> list[str]:
        """The cells that run."""
        return [cell.text for cell in self.cells if cell.is_code]

    @property
    def description(self) -> str:
        return str(self.notebook["metadata"].get("description", ""))


def is_lab(path: str) -> bool:
    return posixpath.dirname(path) == FOLDER and path.endswith(".py")


def paths(root: Path) -> list[Path]:
    return sorted((root / FOLDER).glob("*.py"))


def read_all(root: Path) -> list[Lab]:
    return [Lab(f"{FOLDER}/{path.name}", path.read_text("utf-8")) for path in paths(root)]


def findings(lab: Lab, known: Project, titles: dict[str, str]) -> Iterator[Finding]:
    """What of its text nothing could keep true, and what a page could not show."""
    try:
        cells = lab.cells
    except yaml.YAMLError as error:
        yield Finding(lab.path, 1, f"what stands between the two lines # --- is not YAML: {error}")
        return
    except ValueError:
        yield Finding(lab.path, 1, 'every cell begins with a line "# %%", or "# %% [markdown]" for text')
        return
    prose = [cell for cell in cells if not cell.is_code]
    if not prose or not prose[0].text.startswith("# "):
        yield Finding(lab.path, 1, "the first cell is text and begins with the lab's title: # %% [markdown]")
    if not lab.description or DIGIT.search(lab.description):
        yield Finding(lab.path, 1, "needs a description, without digits, under `jupyter:` at its top")
    for cell in prose:
        yield from _uncounted(lab.path, cell, known)
        for link in LINK.finditer(cell.text):
            target = posixpath.normpath(posixpath.join(FOLDER, link[3].partition("#")[0]))
            title = titles.get(target)
            if target.startswith("docs/lesson/") and title and " ".join(link[2].split()) != title:
                line = _line(cell, link.start())
                yield Finding(lab.path, line, f'the link to {link[3]} must say its title, "{title}"')
    for cell in (cell for cell in cells if cell.is_code):
        for number, line in enumerate(cell.text.split("\n")):
            if len(line) > WIDEST:
                yield Finding(
                    lab.path, cell.line + number, f"this line of code is longer than {WIDEST} characters"
                )


def _uncounted(path: str, cell: Cell, known: Project) -> Iterator[Finding]:
    def blank(match: re.Match[str]) -> str:
        return re.sub(r"\S", " ", match[0])

    text = LINK.sub(lambda link: link[0].replace(link[3], " " * len(link[3])), cell.text)
    text = known.names.sub(blank, TAG.sub(blank, text))
    for match in re.finditer(rf"\S*{DIGIT.pattern}\S*", text):
        yield Finding(
            path,
            _line(cell, match.start()),
            f'"{match[0]}": the prose of a lab holds no number, since nothing could bind it. Let a cell print it',
        )
    for match in known.counts.finditer(text):
        said = " ".join(match[0].split())
        yield Finding(
            path,
            _line(cell, match.start()),
            f'"{said}" counts, and nothing could bind it in a lab. Say it without the number, or let a cell print it',
        )


def _line(cell: Cell, at: int) -> int:
    return cell.line + cell.text.count("\n", 0, at)


def executed(content: str) -> Node:
    """The notebook in what mkdocs-jupyter gives, with the outputs of its cells."""
    found = re.search(r'<script type="application/json">(.*)</script>', content, re.S)
    if not found:
        raise ValueError("mkdocs-jupyter did not take the template in lessonkit/jupyter: was it upgraded?")
    return json.loads(found[1])  # type: ignore[no-any-return]


def not_run(lab: Lab) -> Node:
    """The same without any output."""
    cells = [{**cell, "outputs": []} for cell in lab.notebook["cells"]]
    return {**lab.notebook, "cells": cells}


def markdown(notebook: Node, name: str, drawings: list[str]) -> str:
    """An executed notebook as a page of the lesson: cells as in any chapter, below each what it printed or drew.

    Drawings are put into the finished page (site.drawn_in), so they go onto the list `drawings`. ``name`` is that of its
    download.
    """
    parts = []
    for cell in notebook["cells"]:
        parts += [cell["source"]] if cell["cell_type"] == "markdown" else _code(cell, drawings)
    return "\n\n".join([*parts, _TAKE_ALONG.format(name=name)]) + "\n"


_TAKE_ALONG = """\
[Download this lab as a notebook]({name}){{ download="" }} to keep what you changed. In a checkout of the lesson,
`pip install ".[lab]"` and `jupyter lab` open it; the cells are the same.
{{: .kv-take-along }}"""


def _code(cell: Node, drawings: list[str]) -> list[str]:
    printed, drawn = gives(cell)
    parts = [_fence("python", cell["source"])]
    if printed:
        parts.append(_fence("{ .text .kv-output }", printed))
    for picture in drawn:
        place = f'<span data-drawing="{len(drawings)}"></span>'
        drawings.append(_to_step_through(picture))
        box = "figure" if picture.startswith("<svg") else "div"  # a judge's answer holds several, and words
        parts.append(f'<{box} class="kv-{"figure" if box == "figure" else "given"}">{place}</{box}>')
    if cell["metadata"].get("jupyter", {}).get("source_hidden"):
        title = html.escape(cell["metadata"].get("title") or "Show the code")
        return [f"<details markdown>\n<summary>{title}</summary>", *parts, "</details>"]
    return parts


def _to_step_through(given: str) -> str:
    """Frames, as the steppers of chapters: one is shown at a time where there is script."""

    def stepper(frames: re.Match[str]) -> str:
        told = frames[0].replace("<li><p>", '<li><p class="kv-event">')
        return f'<div class="kv-stepper">{told.replace("<li>", """<li class="kv-now">""", 1)}</div>'

    return re.sub(r'<ol class="kv-frames">.*?</ol>', stepper, given, flags=re.S)


def gives(cell: Node) -> tuple[str, list[str]]:
    """What an executed cell printed, together with a last value that is only text; and what it drew."""
    printed, drawn = [], []
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            printed.append(_joined(output["text"]))
        elif "text/html" in output.get("data", {}):
            drawn.append(_joined(output["data"]["text/html"]))
        elif "text/plain" in output.get("data", {}):
            printed.append(_joined(output["data"]["text/plain"]) + "\n")
    return "".join(printed), drawn


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _fence(info: str, text: str) -> str:
    longest = max(map(len, re.findall(r"`{3,}", text)), default=2)
    marks = "`" * (longest + 1)
    return f"{marks}{info}\n{text.rstrip()}\n{marks}"


def download(lab: Lab, address_of: Callable[[str], str]) -> str:
    """The notebook to take along, not yet run. ``address_of`` gives a page's address in the published site."""
    cells = []
    for number, cell in enumerate(lab.notebook["cells"], 1):
        source = cell["source"]
        if cell["cell_type"] == "markdown":
            source = LINK.sub(
                lambda link: link[0].replace(f"({link[3]})", f"({address_of(link[3])})"), source
            )
        kept = {"id": f"cell-{number}", "cell_type": cell["cell_type"], "metadata": dict(cell["metadata"])}
        runs = {"execution_count": None, "outputs": []} if cell["cell_type"] == "code" else {}
        cells.append({**kept, **runs, "source": source.splitlines(keepends=True)})
    metadata = {
        name: value
        for name, value in lab.notebook["metadata"].items()
        if name in ("kernelspec", "description")
    }
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def failure(lab: Lab, error: Exception) -> Finding:
    """Which cell stopped, and why, from what Jupyter's client raised."""
    said = re.sub(r"\x1b\[[\d;]*m", "", str(error))
    cell = next((c for c in lab.cells if c.is_code and f"\n{c.text.strip()}\n----" in said), None)
    why = f"{error.ename}: {error.evalue}" if hasattr(error, "ename") else said.strip().split("\n")[0]
    return Finding(lab.path, cell.line if cell else 1, f"this cell stopped with {textwrap.shorten(why, 300)}")
