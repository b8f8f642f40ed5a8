"""What the pages say of the repository's own layout is what lies there."""

import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest
import yaml
from test_make import Lenient, pages

ROOT = Path(__file__).resolve().parents[1]


def kept():
    """The files that the repository keeps."""
    try:
        run = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=30
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("without git nobody can tell the repository's files from others")
    return [PurePosixPath(name) for name in run.stdout.split("\0") if name and (ROOT / name).exists()]


def table():
    """The places that README's table names: first in a row, and the scripts in its words."""
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `([^`]+)` \|(.*)\|$", text.partition("## Where things are")[2], re.M)
    assert rows, "the pattern above finds nothing"
    return [place for place, _ in rows] + [
        name for _, words in rows for name in re.findall(r"`(scripts/[^`]+)`", words)
    ]


def test_readme_names_every_folder_and_every_script_and_nothing_else():
    folders = {path.parts[0] for path in kept() if len(path.parts) > 1} - {"scripts"}
    scripts = {"/".join(path.parts[:2]) for path in kept() if path.parts[0] == "scripts"}
    named = [PurePosixPath(place) for place in table()]
    assert {path.parts[0] for path in named} - {"scripts"} == folders
    assert {str(path) for path in named if path.parts[0] == "scripts"} == scripts


def test_readme_names_nothing_twice_and_nothing_that_is_gone():
    assert len(table()) == len(set(table()))
    assert [place for place in table() if not (ROOT / place).exists()] == []


def test_the_front_page_lists_the_chapters_as_the_navigation_does():
    nav = list(pages(yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Lenient)["nav"]))
    listed = re.findall(
        r"^(\d+)\. \[.+?\]\((lesson/[^)#]+)\)", (ROOT / "docs/index.md").read_text("utf-8"), re.M
    )
    assert [name for _, name in listed] == [name for name in nav if name.startswith("lesson/")]
    for number, name in listed:
        assert name.startswith(f"lesson/{number}-")
