"""The site and the pages are the same bytes wherever, whenever and by whomever they are built."""

import os
import shutil
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.xdist_group("same bytes")  # which share two copies of the project
FOLDERS = ("docs", "src", "scripts", "overrides")
FILES = ("mkdocs.yml", "pyproject.toml", "README.md")

# What differs from one machine to the next and must not show: clock, language, hash seed, rights, home, age of files.
# The clocks are set by their distance from UTC, since not every machine knows the names of time zones.
HERE = {"TZ": "EAST-14", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "1", "PYTHONUTF8": "0"}
THERE = {"TZ": "WEST+9:30", "LC_ALL": "C.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONHASHSEED": "2"}
SAME = {"SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def copied(root: Path, age: int) -> Path:
    for name in FOLDERS:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, root / name)
    for path in root.rglob("*"):
        os.utime(path, (age, age))
    return root


def begin(root: Path, settings: dict[str, str], umask: int, *command: str) -> subprocess.Popen[str]:
    home = root.parent / f"home of {root.name}"
    home.mkdir(exist_ok=True)
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SITE_URL", "SOURCE_URL", "LANGUAGE") and not name.startswith(("LC_", "PYTHON"))
    }
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=root,
        env={**clean, **SAME, **settings, "HOME": str(home), "PYTHONPATH": str(root / "src")},
        umask=umask,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def both(here: Path, there: Path, *command: str) -> None:
    """The command in both places, at the same time."""
    for run in [begin(here, HERE, 0o022, *command), begin(there, THERE, 0o077, *command)]:
        said, _ = run.communicate(timeout=240)
        assert run.returncode == 0, said


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def difference(here: dict[str, bytes], there: dict[str, bytes]) -> str | None:
    """The first file that differs, and what it says in each place."""
    for name in sorted(here.keys() | there.keys()):
        if name not in here or name not in there:
            return f"{name} is made in only one of the two places"
        if here[name] != there[name]:
            at = next(i for i, (a, b) in enumerate(zip_longest(here[name], there[name])) if a != b)
            near = slice(max(0, at - 40), at + 40)
            return f"{name} differs at byte {at}:\n{here[name][near]!r}\n{there[name][near]!r}"
    return None


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("same")
    here, there = copied(folder / "here", 1_000_000_000), copied(folder / "an other place", 1_600_000_000)
    left = here / "docs/labs/__pycache__/fill-the-pool.pyc"  # by whoever has run the labs' cells here
    left.parent.mkdir()
    left.write_bytes(bytes(here))
    return here, there


def test_two_builds_of_the_site_are_the_same_bytes(places: tuple[Path, Path]) -> None:
    both(*places, "-m", "mkdocs", "build", "--strict", "--quiet")
    here, there = (tree(place / "site") for place in places)
    assert "index.html" in here
    assert "sitemap.xml.gz" in here
    assert difference(here, there) is None, difference(here, there)


def test_the_same_numbers_are_written_into_the_pages_everywhere(places: tuple[Path, Path]) -> None:
    """Numbers are spoilt first, so that there is something to write: just what stood there before."""
    written = [tree(place / "docs") for place in places]
    spoilt = 0
    for place in places:
        for page in sorted((place / "docs/lesson").glob("*.md")):
            text = page.read_text("utf-8")
            page.write_text(text.replace("][=", " of old][="), "utf-8")
            spoilt += page.read_text("utf-8") != text
    assert spoilt > 2
    both(*places, "scripts/lesson.py", "build")
    for place, before in zip(places, written, strict=True):
        now = tree(place / "docs")
        assert difference(before, now) is None, difference(before, now)


def test_a_difference_is_named() -> None:
    assert difference({"a": b"one two"}, {"a": b"one two"}) is None
    assert difference({"a": b"one two"}, {"a": b"one too"}) == "a differs at byte 5:\nb'one two'\nb'one too'"
    assert difference({"a": b"", "b": b""}, {"a": b""}) == "b is made in only one of the two places"
