"""Makes the editor of cells, once, into .cache/editor: fetches the packages that scripts/editor pins, and bundles them.

Invariant: a folder under its final name holds a whole editor, made of packages with the bytes that the lock file asks for.
It is made beside that name and moved there, so an interrupted run leaves nothing that looks finished.
It runs no package's install script. Where there is no npm, or npm can ask nobody, it says so and makes nothing: cells are
then edited in a plain text field. With CI=true that is an error.
Cost: 4 MB fetched and two seconds; afterwards, a look at the names.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from lessonkit import editor

ROOT = Path(__file__).resolve().parent.parent
WITHOUT = "cells of the pages are edited in a plain text field"
# npm's words for a registry that does not answer, or not whole.
SILENT = "ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ETIMEDOUT EHOSTUNREACH ENETUNREACH ERR_SOCKET_TIMEOUT ENOTCACHED".split()


class NotToBeHad(Exception):
    """This machine has no npm, or npm can ask nobody."""


class NotMade(Exception):
    """Something is wrong that somebody should look at."""


def fetch(root: Path, cache: Path) -> str:
    """Make `editor.cached(root, cache)`, unless it is there; say in a line what was done."""
    place, what = editor.cached(root, cache), editor.version(root)
    if place.is_dir():
        return f"The editor of cells is here already: {what}"
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        raise NotToBeHad(f"There is no npm here (on Debian: apt-get install npm), so {WITHOUT}.")
    cache.mkdir(parents=True, exist_ok=True)
    for left in cache.glob("half-made-*"):  # by a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="half-made-") as half_made:
        folder = Path(half_made)
        for name in editor.SOURCES:
            shutil.copyfile(root / "scripts/editor" / name, folder / name)
        install(npm, folder)
        os.replace(bundle(node, folder), place)
    return f"The editor of cells is made: {what}"


def install(npm: str, folder: Path) -> None:
    """The pinned packages into `folder`/node_modules; npm compares each with its hash."""
    command = [
        npm,
        "ci",
        "--ignore-scripts",
        "--prefer-offline",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]
    command += ["--logs-max=0", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if not run.returncode:
        return
    said = run.stderr.strip()
    if "EINTEGRITY" in said:
        raise NotMade(
            f"{others(said, folder)} asks for:\n{said}\n"
            "Nothing of it was kept. Run `make runtime` again; if it stays so, ask who serves packages to npm here why they\n"
            "are others. Do not put the hash that was found into the lock file: it is the one that nobody has looked at."
        )
    if silent := next((word for word in SILENT if word in said), ""):
        raise NotToBeHad(f"npm could not fetch the editor's packages ({silent}), so {WITHOUT}.")
    raise NotMade(f"npm could not install the editor's packages:\n{said}")


def others(said: str, folder: Path) -> str:
    """Whose bytes are others, as far as npm says so: it names the hash alone."""
    packages = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    names = [
        f"{place.removeprefix('node_modules/')} {package['version']}"
        for place, package in packages.items()
        if package.get("integrity", "none") in said
    ]
    return f"{' and '.join(names) or 'A package'} is not what scripts/editor/package-lock.json"


def bundle(node: str, folder: Path) -> Path:
    """One file of `folder`'s own and of its packages, in a folder with their licences."""
    made = folder / "made"
    told = folder / "told.json"
    command = [
        node,
        "node_modules/esbuild/bin/esbuild",
        editor.BUNDLE,
        *editor.OPTIONS,
        "--log-level=warning",
    ]
    command += [f"--outfile={made.name}/{editor.BUNDLE}", f"--metafile={told.name}"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise NotMade(f"esbuild could not bundle scripts/editor/editor.js:\n{run.stderr.strip()}")
    (output,) = json.loads(told.read_text("utf-8"))["outputs"].values()
    used = [name for name, part in output["inputs"].items() if part["bytesInOutput"]]
    (made / editor.LICENCES).write_text(editor.licences(folder, used), "utf-8")
    return made


def main() -> None:
    try:
        print(fetch(ROOT, ROOT / ".cache/editor"))
    except NotToBeHad as error:
        if os.environ.get("CI"):
            sys.exit(f"{error}\nWith CI set, that is an error.")
        print(error)
    except NotMade as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
