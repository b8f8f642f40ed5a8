"""The editor of cells: what decides its bytes decides its place, and what it is made of is pinned and names no host."""

import json
import re
import shutil
from pathlib import Path

import pytest

from lessonkit import editor

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "scripts/editor"


@pytest.fixture
def root(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "scripts/editor", ignore=shutil.ignore_patterns("node_modules"))
    return tmp_path


def place(root):
    return editor.cached(root, root / "cache")


@pytest.mark.parametrize("name", editor.SOURCES)
def test_an_edit_gives_another_place(root, name):
    before = place(root)
    assert place(root) == before
    with (root / "scripts/editor" / name).open("a") as file:
        file.write("\n")
    assert place(root) != before


def test_other_options_give_another_place(root, monkeypatch):
    before = place(root)
    monkeypatch.setattr(editor, "OPTIONS", (*editor.OPTIONS, "--keep-names"))
    assert place(root) != before


def test_the_folder_holds_what_decides_and_no_more():
    assert {path.name for path in FOLDER.iterdir()} - {"node_modules"} == set(editor.SOURCES)


def test_every_package_is_pinned_and_has_a_hash_and_no_address():
    asked = json.loads((FOLDER / "package.json").read_text("utf-8"))
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    needs = {**asked["dependencies"], **asked["devDependencies"]}
    for name, version in needs.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert lock[f"node_modules/{name}"]["version"] == version
    del lock[""]
    for package in lock.values():
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"])
        assert "resolved" not in package
    assert not any("://" in (FOLDER / name).read_text("utf-8") for name in editor.SOURCES)


def test_what_is_imported_is_what_is_asked_for():
    source = (FOLDER / "editor.js").read_text("utf-8")
    asked = json.loads((FOLDER / "package.json").read_text("utf-8"))["dependencies"]
    assert set(re.findall(r'from "([^"]+)";$', source, re.M)) == set(asked)


def test_each_licence_stands_once_with_those_that_it_is_for(tmp_path):
    for name, text in {
        "one": "MIT, A\n",
        "@b/two": "MIT, B\n",
        "@b/three": "MIT, B\n",
        "four": "not used",
    }.items():
        folder = tmp_path / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / ("LICENSE.md" if name == "one" else "LICENSE")).write_text(text)
    used = [
        "editor.js",
        "node_modules/one/i.js",
        "node_modules/@b/two/dist/i.js",
        "node_modules/@b/three/i.js",
    ]
    assert editor.licences(tmp_path, used) == "@b/three, @b/two:\n\nMIT, B\n\n\none:\n\nMIT, A\n"
