"""The editor of cells is made once, whole, and of the right packages; where it cannot be made, the rest goes on without it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fetch_editor
from fetch_editor import NotMade, NotToBeHad, fetch
from lessonkit import editor

ROOT = Path(__file__).resolve().parent.parent

# Stand for npm and for node, which is asked to run esbuild: they note that they were asked.
NPM = """#!/bin/sh
echo "$@" >> "$0.asked"
mkdir -p node_modules/crelt && echo MIT > node_modules/crelt/LICENSE
"""
NODE = """#!/bin/sh
mkdir made && echo bundle > made/editor.js
echo '{"outputs": {"made/editor.js": {"inputs": {"node_modules/crelt/index.js": {"bytesInOutput": 1}, "editor.js": {"bytesInOutput": 1},
 "node_modules/left/out.js": {"bytesInOutput": 0}}}}}' > told.json
"""


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Puts programs where they are looked for, and nothing else but the shell's own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("mkdir", "sh"):
        (folder / name).symlink_to(shutil.which(name))
    monkeypatch.setenv("PATH", str(folder))

    def put(**programs):
        for name, text in programs.items():
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        return folder

    return put


def left_in(cache):
    return sorted(path.name for path in cache.iterdir()) if cache.exists() else []


def fails(said):
    return f"#!/bin/sh\necho '{said}' >&2\nexit 1\n"


def test_the_editor_is_there_with_its_licences_and_nothing_else(tools, tmp_path):
    tools(npm=NPM, node=NODE)
    cache = tmp_path / "cache"
    assert "is made: CodeMirror 6." in fetch(ROOT, cache)
    place = editor.cached(ROOT, cache)
    assert left_in(cache) == [place.name]
    assert left_in(place) == [editor.BUNDLE, editor.LICENCES]
    assert (place / editor.LICENCES).read_text() == "crelt:\n\nMIT\n"


def test_no_script_of_a_package_is_run_and_a_second_time_nobody_is_asked(tools, tmp_path):
    asked = tools(npm=NPM, node=NODE) / "npm.asked"
    fetch(ROOT, tmp_path / "cache")
    (before,) = asked.read_text().splitlines()
    assert before.startswith("ci --ignore-scripts ")
    assert "here already" in fetch(ROOT, tmp_path / "cache")
    assert asked.read_text().splitlines() == [before]


@pytest.mark.parametrize("programs", [{}, {"npm": NPM}, {"node": NODE}])
def test_without_npm_it_is_said_and_nothing_is_made(tools, tmp_path, programs):
    tools(**programs)
    with pytest.raises(
        NotToBeHad,
        match=r"^There is no npm here .*, so cells of the pages are edited in a plain text field\.$",
    ):
        fetch(ROOT, tmp_path / "cache")
    assert left_in(tmp_path / "cache") == []


def test_what_is_made_needs_no_npm(tools, tmp_path):
    folder = tools(npm=NPM, node=NODE)
    fetch(ROOT, tmp_path / "cache")
    (folder / "npm").unlink()
    assert "here already" in fetch(ROOT, tmp_path / "cache")


@pytest.mark.parametrize("word", ["ENOTFOUND", "ECONNREFUSED"])
def test_a_registry_that_does_not_answer_is_as_no_npm(tools, tmp_path, word):
    tools(npm=fails(f"npm error code {word}\nnpm error at somewhere"), node=NODE)
    with pytest.raises(NotToBeHad, match=rf"^npm could not fetch the editor's packages \({word}\), so .*\.$"):
        fetch(ROOT, tmp_path / "cache")
    assert left_in(tmp_path / "cache") == []


def test_a_wrong_hash_stops_and_says_whose_and_what_to_do(tools, tmp_path):
    lock = (ROOT / "scripts/editor/package-lock.json").read_text("utf-8")
    wanted = lock.partition('"node_modules/crelt"')[2].partition('"integrity": "')[2].partition('"')[0]
    tools(npm=fails(f"npm error code EINTEGRITY\nwanted {wanted} but got sha512-x"), node=NODE)
    with pytest.raises(
        NotMade, match=r"crelt \d+\.\d+\.\d+ is not what scripts/editor/package-lock\.json asks for"
    ) as stopped:
        fetch(ROOT, tmp_path / "cache")
    assert "Nothing of it was kept. Run `make runtime` again" in str(stopped.value)
    assert left_in(tmp_path / "cache") == []


@pytest.mark.parametrize(
    "programs", [{"npm": fails("E404"), "node": NODE}, {"npm": NPM, "node": fails("E404")}]
)
def test_any_other_failure_stops_too(tools, tmp_path, programs):
    tools(**programs)
    with pytest.raises(NotMade, match=r"(npm|esbuild) could not .*:\nE404"):
        fetch(ROOT, tmp_path / "cache")
    assert left_in(tmp_path / "cache") == []


def test_an_interrupted_run_leaves_nothing_half_made(tools, tmp_path, monkeypatch):
    def interrupted(npm, folder):
        (folder / "node_modules").mkdir()
        raise KeyboardInterrupt

    tools(npm=NPM, node=NODE)
    monkeypatch.setattr(fetch_editor, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch(ROOT, tmp_path / "cache")
    assert left_in(tmp_path / "cache") == []


def test_what_a_killed_run_left_is_swept_away(tools, tmp_path):
    tools(npm=NPM, node=NODE)
    (tmp_path / "cache/half-made-x/node_modules").mkdir(parents=True)
    fetch(ROOT, tmp_path / "cache")
    assert left_in(tmp_path / "cache") == [editor.cached(ROOT, tmp_path / "cache").name]


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_only_where_all_must_hold_a_missing_npm_is_an_error(tmp_path, ci, code):
    shutil.copytree(
        ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("node_modules", "__pycache__")
    )
    run = subprocess.run(
        [sys.executable, tmp_path / "scripts/fetch_editor.py"],
        env={**os.environ, "PATH": str(tmp_path), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code
    assert "There is no npm here" in run.stdout + run.stderr


@pytest.fixture
def npm():
    """The real one."""
    if not shutil.which("npm"):
        if os.environ.get("CI"):
            pytest.fail("needs npm")
        pytest.skip("needs npm")


def test_the_same_sources_give_the_same_bytes(npm, tmp_path):
    places = []
    for name in ("here", "and there"):
        try:
            fetch(ROOT, tmp_path / name)
        except NotToBeHad as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(error))
        places.append(editor.cached(ROOT, tmp_path / name))
    for name in (editor.BUNDLE, editor.LICENCES):
        assert places[0].joinpath(name).read_bytes() == places[1].joinpath(name).read_bytes()


def test_npm_itself_refuses_other_bytes(npm, tmp_path):
    """In npm's own words, which `install` has to understand; the package lies beside, so that nobody is asked."""
    (tmp_path / "package").mkdir()
    (tmp_path / "package/package.json").write_text('{"name": "one", "version": "1.0.0"}')
    subprocess.run(["tar", "czf", "one.tgz", "package"], cwd=tmp_path, check=True)
    wrong = "sha512-" + "A" * 86 + "=="
    (tmp_path / "package.json").write_text('{"dependencies": {"one": "file:one.tgz"}}')
    (tmp_path / "package-lock.json").write_text(
        '{"lockfileVersion": 3, "packages": {"": {"dependencies": {"one": "file:one.tgz"}}, "node_modules/one":'
        f' {{"version": "1.0.0", "resolved": "file:one.tgz", "integrity": "{wrong}"}}}}}}'
    )
    with pytest.raises(NotMade, match=r"^one 1\.0\.0 is not what "):
        fetch_editor.install(shutil.which("npm"), tmp_path)
