"""The folder from which a browser runs a page's cells: Python itself, NumPy, the lesson's library, and what drives them.

Invariant: the folder's name is a digest of all that it holds, so an address never changes its meaning, and a browser may
keep what it has. The same sources give the same bytes. It fetches nothing: fetch_runtime.py has done so.
Cost: a wheel of the library, a fifth of a second, and hard links.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

STANDARD_LIBRARY = "python_stdlib.zip"
# Of the standard library, what cannot work in a page, or serves what a page is not: a twelfth of what it weighs.
UNUSED = ("_pyrepl/", "imaplib.py", "multiprocessing/", "wsgiref/", "xmlrpc/")
DRIVERS = ("worker.js", "run_cell.py", "harmless.js")  # in docs/assets
_EARLIEST = "315532800"  # 1980: the first day that a zip file can name, so that a wheel's bytes tell only its contents


@dataclass(frozen=True)
class Pins:
    """scripts/runtime.toml."""

    version: str
    carrier: str
    folder: str
    published: str
    sha256: dict[str, str]  # by file name
    numpy: dict[str, object]
    info: dict[str, str]


def read_pins(root: Path) -> Pins:
    return Pins(**tomllib.loads((root / "scripts/runtime.toml").read_text("utf-8")))


def cached(cache: Path, pins: Pins) -> Path:
    """Where the fetched files are, once they are there."""
    return cache / f"pyodide-{pins.version}"


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def assemble(root: Path, pins: Pins, cache: Path) -> Path:
    """Put the folder together in `cache`; its name is its digest. Raises FileNotFoundError where nothing was fetched."""
    fetched = cached(cache, pins)
    if not fetched.is_dir():
        raise FileNotFoundError(f"{fetched.relative_to(root)} is not there: make runtime fetches it")
    with tempfile.TemporaryDirectory(dir=cache, prefix="half-made-") as half_made:
        into = Path(half_made) / "files"
        into.mkdir()
        wheel = build_wheel(root, into)
        for name in pins.sha256:
            link(
                without_unused(cache, fetched, pins) if name == STANDARD_LIBRARY else fetched / name,
                into / name,
            )
        for name in DRIVERS:
            shutil.copyfile(root / "docs/assets" / name, into / name)
        (into / "pyodide-lock.json").write_text(json.dumps(lock(root, pins, wheel), indent=1), "utf-8")
        place = cache / digest(into)
        if not place.exists():
            os.replace(into, place)
    return place


def build_wheel(root: Path, into: Path) -> Path:
    """The library as a browser's Python installs it."""
    command = [
        sys.executable,
        "-c",
        "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))",
    ]
    run = subprocess.run(
        [*command, str(into)],
        cwd=root,
        env={**os.environ, "SOURCE_DATE_EPOCH": _EARLIEST},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise ValueError(f"no wheel of the library could be built:\n{run.stderr}")
    return into / run.stdout.split()[-1]


def lock(root: Path, pins: Pins, wheel: Path) -> dict[str, object]:
    """Pyodide's list of packages, cut down to what a cell needs."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    usual = {"install_dir": "site", "package_type": "package", "unvendored_tests": False}
    numpy_file = str(pins.numpy["file_name"])
    library = {
        "name": project["name"],
        "version": project["version"],
        "file_name": wheel.name,
        "sha256": sha256(wheel),
        "imports": [project["name"]],
        "depends": [re.split(r"[^\w-]", need)[0] for need in project["dependencies"]],
    }
    numpy = {**pins.numpy, "sha256": pins.sha256[numpy_file], "depends": []}
    return {"info": pins.info, "packages": {p["name"]: {**usual, **p} for p in (numpy, library)}}


def without_unused(cache: Path, fetched: Path, pins: Pins) -> Path:
    """The standard library without what no page can use, written once for each version and each list of that."""
    of = hashlib.sha256(f"{pins.sha256[STANDARD_LIBRARY]} {UNUSED}".encode()).hexdigest()[:16]
    kept = cache / f"{of}-{STANDARD_LIBRARY}"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=cache, prefix="half-made-") as half_made:
            new = Path(half_made) / kept.name
            copy_without(UNUSED, fetched / STANDARD_LIBRARY, new)
            os.replace(new, kept)
    return kept


def copy_without(unused: tuple[str, ...], source: Path, target: Path) -> None:
    """A zip file without the files whose names begin so.  ValueError where it is none."""
    if not zipfile.is_zipfile(source):
        raise ValueError(
            f"{source.name} is no zip file: remove {source.parent}, then make runtime fetches it anew"
        )
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as less:
        for entry in whole.infolist():
            if not entry.filename.startswith(unused):
                less.writestr(entry, whole.read(entry), compresslevel=9)


def digest(folder: Path) -> str:
    lines = "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(folder.iterdir()))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def link(source: Path, target: Path) -> None:
    """The same file under a second name, or a copy of it where the other disk allows no more."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
