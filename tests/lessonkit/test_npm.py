"""Programs from npm: set up once and whole, by hash, or not at all, with a reason."""

import json
import shutil
from pathlib import Path

import pytest

from lessonkit import npm

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SOURCES = [path.parent for path in sorted(SCRIPTS.glob("*/package-lock.json"))]


@pytest.fixture
def pins(tmp_path):
    folder = tmp_path / "some-program"
    folder.mkdir()
    for name in npm.PINS:
        (folder / name).write_text("{}")
    return folder


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Stands for npm: takes the words that it says and how it ends."""

    def put(said: str, status: int) -> None:
        path = tmp_path / "npm"
        path.write_text(f'#!/bin/sh\necho asked >> "$0.asked"\necho "{said}" >&2\nexit {status}\n')
        path.chmod(0o755)
        monkeypatch.setattr(shutil, "which", lambda _: str(path))

    put.asked = lambda: (tmp_path / "npm.asked").read_text().count("asked")
    return put


def test_it_is_set_up_once_for_the_same_pins(program, pins, tmp_path):
    program("", 0)
    assert npm.set_up(pins, tmp_path / "there") == npm.set_up(pins, tmp_path / "there") == tmp_path / "there"
    assert program.asked() == 1
    (pins / "package.json").write_text('{"name": "other"}')
    npm.set_up(pins, tmp_path / "there")
    assert program.asked() == 2


def test_without_npm_it_is_said(pins, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(npm.Unavailable, match="there is no npm here"):
        npm.set_up(pins, tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_what_cannot_be_fetched_is_asked_for_again(program, pins, tmp_path):
    program("npm error code ENOTFOUND", 1)
    for _ in range(2):
        with pytest.raises(npm.Unavailable, match="could not fetch"):
            npm.set_up(pins, tmp_path / "there")
    assert program.asked() == 2


def test_other_bytes_stop_it(program, pins, tmp_path):
    program("npm error code EINTEGRITY", 1)
    with pytest.raises(
        npm.OtherBytes, match=r"some-program/package-lock\.json asks for:\nnpm error code EINTEGRITY"
    ):
        npm.set_up(pins, tmp_path / "there")


@pytest.mark.parametrize("folder", SOURCES, ids=lambda path: path.name)
def test_what_is_installed_is_pinned_by_hash_and_names_no_registry(folder):
    lock = json.loads((folder / "package-lock.json").read_text("utf-8"))
    asked = json.loads((folder / "package.json").read_text("utf-8"))["dependencies"]
    packages = {place: package for place, package in lock["packages"].items() if place}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())
