"""The list of changes that nobody could observe: each says why, and what was tried is tried again here."""

import importlib
import tomllib
from pathlib import Path

import pytest

from lessonkit import children
from lessonkit.altered import Altered

pytestmark = pytest.mark.of_changes
ROOT = Path(__file__).resolve().parents[1]
ENTRIES = tomllib.loads((ROOT / "tests/equivalent_mutants.toml").read_text("utf-8"))["mutant"]


def name(entry):
    return f"{Path(entry['file']).stem}: {entry['new'][:40]}"


def given(entry, changed):
    """What each expression gives, as it is shown, with the line as it is or changed."""
    path = ROOT / entry["file"]
    source = path.read_text("utf-8")
    if changed:
        source = source.replace(entry["old"], entry["new"], 1)

    def work(expression):
        import numpy as np

        Altered(path, source).take_over()
        import kvlesson

        def module(name):
            return importlib.import_module(f"kvlesson.{name}")

        names = {**vars(kvlesson), "np": np, "drawing": module("drawing"), "module": module}
        try:
            return repr(eval(expression, names))
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    return children.each(entry["tried"], work, 60)


@pytest.mark.parametrize("entry", ENTRIES, ids=name)
def test_the_changed_library_gives_the_same(entry):
    assert entry["old"] in (ROOT / entry["file"]).read_text("utf-8")
    assert entry["why"].strip()
    assert len(set(entry["tried"])) >= 2
    as_it_is = given(entry, changed=False)
    assert not [gives for gives in as_it_is if str(gives).startswith(("NameError", "AttributeError"))]
    assert given(entry, changed=True) == as_it_is


def test_a_change_that_matters_would_be_seen():
    path = "src/kvlesson/capacity.py"
    entry = {"file": path, "old": "free -= need", "new": "free -= 0", "tried": ["requests_that_fit_paged([4, 4, 4], 8, 4)"]}  # fmt: skip
    assert given(entry, changed=True) != given(entry, changed=False)
