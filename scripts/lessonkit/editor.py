"""The editor of cells: the files that it is made of, how they become one, and where that lies once it is made.

Invariant: a place in the cache is named after all that decides what it holds, so what is there need not be made again.
It makes nothing: fetch_editor.py does. Where nobody has, a cell is edited in a plain text field.
"""

import hashlib
import json
from pathlib import Path

SOURCES = ("package.json", "package-lock.json", "editor.js")  # in scripts/editor
BUNDLE = "editor.js"
LICENCES = "licences.txt"
# What esbuild is told. `es2022` is what browsers have that know import maps and :has(), which the pages use.
OPTIONS = (
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2022",
    "--charset=utf8",
    "--legal-comments=none",
)


def cached(root: Path, cache: Path) -> Path:
    """Where today's editor is, once it is made."""
    parts = [" ".join(OPTIONS).encode(), *((root / "scripts/editor" / name).read_bytes() for name in SOURCES)]
    digests = "".join(hashlib.sha256(part).hexdigest() for part in parts)
    return cache / hashlib.sha256(digests.encode()).hexdigest()[:16]


def version(root: Path) -> str:
    """What is fetched, in words."""
    needs = json.loads((root / "scripts/editor/package.json").read_text("utf-8"))["dependencies"]
    return f"CodeMirror {needs['@codemirror/view']}"


def licences(made_in: Path, bundled: list[str]) -> str:
    """The licences of the packages of which something is in the bundle, each text once, with those that it is for.

    `bundled` are files as esbuild names them: node_modules/crelt/index.js, node_modules/@lezer/lr/dist/index.js.
    """
    packages = set()
    for name in bundled:
        parts = name.split("/")
        if parts[0] == "node_modules":
            packages.add("/".join(parts[1:3] if parts[1].startswith("@") else parts[1:2]))
    texts: dict[str, list[str]] = {}
    for package in sorted(packages):
        (file,) = (made_in / "node_modules" / package).glob("LICENSE*")
        texts.setdefault(file.read_text("utf-8").strip(), []).append(package)
    return "\n\n".join(f"{', '.join(names)}:\n\n{text}\n" for text, names in texts.items())
