"""The commands that people are told about are there, and each says what it does."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
UNASKED = {"together", "moved"}  # what commands are made of
TARGETS = set(re.findall(r"^\.PHONY:(.*)$", MAKEFILE, re.M)[0].split()) - UNASKED


def make(*words: str) -> str:
    clean = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }
    return subprocess.run(
        ["make", *words], cwd=ROOT, env=clean, capture_output=True, text=True, check=True
    ).stdout


def test_make_alone_lists_every_command():
    assert set(re.findall(r"^make ([a-z-]+) +\S", make(), re.M)) == TARGETS


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "Makefile"])
def test_every_command_that_a_page_names_exists(page):
    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"(?:`|^|: )make ([a-z-]+)\b", text, re.M))
    assert named, "the pattern above finds nothing"
    assert named <= TARGETS


def test_every_script_that_a_command_runs_exists():
    scripts = re.findall(r"scripts/[a-z_]+\.(?:py|sh)", MAKEFILE)
    assert scripts
    assert [name for name in scripts if not (ROOT / name).exists()] == []


def test_the_reviewers_script_runs_everything():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert re.search(r"^make .*\btest$", script.read_text("utf-8"), re.M)


def test_test_runs_each_step_once():
    together = re.search(r"^TOGETHER := ([a-z -]+)$", MAKEFILE, re.M)[1]
    steps, said = re.search(
        r"^test: ([a-z -]+) ## everything that must pass: ([a-z, -]+)$", MAKEFILE, re.M
    ).groups()
    steps = steps.replace("together", together).split()
    assert said.split(", ") == steps
    assert set(steps) <= TARGETS
    assert len(steps) == len(set(steps))


class Lenient(yaml.SafeLoader):
    """Reads mkdocs.yml without MkDocs: !ENV becomes its list."""


Lenient.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node))


def pages(nav):
    for entry in nav:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from pages(value) if isinstance(value, list) else [value]


def test_every_chapter_is_in_the_navigation_in_order():
    nav = list(pages(yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Lenient)["nav"]))
    chapters = [f"lesson/{path.name}" for path in (ROOT / "docs/lesson").glob("*.md")]
    by_number = sorted(chapters, key=lambda name: int(re.search(r"\d+", name)[0]))
    assert [name for name in nav if name.startswith("lesson/")] == by_number
