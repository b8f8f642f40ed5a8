"""The package as a whole: its public names, its docstrings' examples, and that a wheel of it needs NumPy and no more."""

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import numpy as np
import pytest

import kvlesson

ROOT = Path(__file__).parents[1]
MODULES = sorted(info.name for info in pkgutil.iter_modules(kvlesson.__path__) if not info.ispkg)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("_")])
def test_every_public_name_can_be_imported_from_the_package(name: str) -> None:
    module = importlib.import_module(f"kvlesson.{name}")
    for public in module.__all__:
        assert public in kvlesson.__all__
        assert getattr(kvlesson, public) is getattr(module, public)


def test_no_name_hides_a_module() -> None:
    assert not {*kvlesson.__all__} & {*MODULES}


def test_the_contracts_names() -> None:
    names = {
        "kv_sizes": "ModelConfig LLAMA3_8B OPT_13B kv_bytes_per_token kv_bytes pairs_without_cache pairs_with_cache "
        "decode_both_ways",
        "contiguous": "ContiguousPool requests_that_fit_contiguous requests_that_fit_paged",
        "paged_kv": "OutOfBlocks NeverFits BlockManager paged_attention attention_contiguous worked_example "
        "prefix_sharing_example",
    }
    for module, wanted in names.items():
        for name in wanted.split():
            assert hasattr(importlib.import_module(f"kvlesson.{module}"), name), (module, name)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"kvlesson.{name}")).failed == 0


IMPORT_ALL = """
import importlib, json, pkgutil, sys
import kvlesson
for info in pkgutil.iter_modules(kvlesson.__path__):
    importlib.import_module("kvlesson." + info.name)
kvlesson.worked_example()
print(json.dumps([module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)]))
"""


def test_a_wheel_needs_numpy_and_no_more(tmp_path: Path) -> None:
    """Built, unpacked, and imported by an interpreter that sees the standard library, NumPy and the wheel."""
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--quiet",
    ]
    subprocess.run([*build, "--wheel-dir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("kvlesson-*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    assert (site / "kvlesson" / "py.typed").exists()
    for package in Path(np.__file__).parents[1].glob("numpy*"):  # numpy, its libraries, its metadata
        (site / package.name).symlink_to(package)
    script = f"import sys; sys.path.insert(0, {str(site)!r})\n{IMPORT_ALL}"
    bare = [sys.executable, "-I", "-S", "-W", "error", "-c", script]
    done = subprocess.run(bare, check=True, capture_output=True, text=True)
    files = [Path(name) for name in json.loads(done.stdout)]
    ours = {file.relative_to(site).parts[0] for file in files if file.is_relative_to(site)}
    assert ours == {"kvlesson", "numpy"}
    standard_library = Path(sysconfig.get_path("stdlib"))
    assert not [
        file for file in files if not file.is_relative_to(site) and not file.is_relative_to(standard_library)
    ]
    metadata = next(site.glob("kvlesson-*.dist-info/METADATA")).read_text()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert [line for line in needed if 'extra == "lab"' not in line] == ["Requires-Dist: numpy>=1.26"]
