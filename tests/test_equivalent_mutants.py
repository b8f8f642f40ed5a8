"""The list of changes that nobody could observe: each names a line that is there, says why, and what was tried."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_list_of_harmless_changes_names_lines_that_are_there():
    entries = tomllib.loads((ROOT / "tests/equivalent_mutants.toml").read_text("utf-8"))["mutant"]
    for entry in entries:
        assert entry["old"] in (ROOT / entry["file"]).read_text("utf-8"), entry
        assert len(entry["tried"]) >= 2, entry
        assert entry["why"].strip(), entry
