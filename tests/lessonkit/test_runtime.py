"""The folder from which cells run: the same sources give the same bytes and name, other sources another name."""

import hashlib
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from lessonkit import runtime

ROOT = Path(__file__).resolve().parents[2]
PINS = runtime.read_pins(ROOT)


@pytest.fixture
def root(tmp_path):
    """A copy of the project, with small files in place of those that are fetched."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(
        ROOT / "src/kvlesson", tmp_path / "src/kvlesson", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "docs/assets").mkdir(parents=True)
    for name in runtime.DRIVERS:
        shutil.copy(ROOT / "docs/assets" / name, tmp_path / "docs/assets" / name)
    fetched = runtime.cached(tmp_path / "cache", PINS)
    fetched.mkdir(parents=True)
    for name in PINS.sha256:
        (fetched / name).write_text(name)
    with zipfile.ZipFile(fetched / runtime.STANDARD_LIBRARY, "w") as library:
        for name in ("json/__init__.py", "multiprocessing/", "multiprocessing/pool.py", "xmlrpc/client.py"):
            library.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), name * 50)
    return tmp_path


def assembled(root):
    return runtime.assemble(root, PINS, root / "cache")


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_sources_give_the_same_bytes_under_the_same_name(root, monkeypatch):
    first = assembled(root)
    before = bytes_of(first)
    shutil.rmtree(first)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for path in root.rglob("src/**/*.py"):
        path.touch()
    assert assembled(root) == first
    assert bytes_of(first) == before


def test_what_no_page_can_use_is_left_out(root):
    with zipfile.ZipFile(assembled(root) / runtime.STANDARD_LIBRARY) as library:
        assert library.namelist() == ["json/__init__.py"]
        assert library.read("json/__init__.py") == b"json/__init__.py" * 50


def test_nothing_half_made_is_left(root):
    name = assembled(root).name
    there = {path.name for path in (root / "cache").iterdir()} - {name, f"pyodide-{PINS.version}"}
    assert [left.partition("-")[2] for left in there] == [runtime.STANDARD_LIBRARY]
    assert re.fullmatch("[0-9a-f]{16}", name)


@pytest.mark.parametrize("name", ["src/kvlesson/tail.py", "docs/assets/worker.js", "docs/assets/run_cell.py"])
def test_an_edit_gives_another_name(root, name):
    first = assembled(root)
    with (root / name).open("a") as file:
        file.write("\n")
    assert assembled(root) != first


def test_the_list_names_numpy_and_the_library_and_no_more(root):
    folder = assembled(root)
    packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    assert sorted(packages) == ["kvlesson", "numpy"]
    assert packages["kvlesson"]["depends"] == ["numpy"]
    assert packages["kvlesson"]["imports"] == ["kvlesson"]
    wheel = folder / packages["kvlesson"]["file_name"]
    assert packages["kvlesson"]["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert packages["numpy"]["sha256"] == PINS.sha256[packages["numpy"]["file_name"]]
    assert (folder / packages["numpy"]["file_name"]).exists()


def test_the_wheel_holds_todays_library(root):
    (root / "src/kvlesson/tail.py").write_text("# today\n")
    (wheel,) = assembled(root).glob("kvlesson-*.whl")
    with zipfile.ZipFile(wheel) as package:
        assert package.read("kvlesson/tail.py") == b"# today\n"


def test_a_library_that_is_not_python_is_still_put_together(root):
    with (root / "src/kvlesson/tail.py").open("a") as file:
        file.write("def (:\n")
    assert assembled(root).is_dir()


def test_it_says_what_to_do_where_nothing_was_fetched(root):
    shutil.rmtree(runtime.cached(root / "cache", PINS))
    with pytest.raises(FileNotFoundError, match="make runtime fetches it"):
        assembled(root)


def test_a_wheel_that_cannot_be_built_is_told(root):
    (root / "pyproject.toml").write_text('[project]\nname = "kvlesson"\nversion = "1"\ndependencies = []\n')
    with pytest.raises(ValueError, match="no wheel of the library could be built"):
        assembled(root)


def test_a_link_that_the_disk_refuses_is_a_copy(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("another disk")

    (tmp_path / "a").write_text("a")
    monkeypatch.setattr(runtime.os, "link", refuse)
    runtime.link(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_text() == "a"
