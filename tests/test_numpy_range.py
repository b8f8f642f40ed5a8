"""`make test-numpy` takes its versions from pyproject.toml and from what there is, and the rest from the lock."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import numpy_range as script

LOCK = (Path(__file__).resolve().parents[1] / "requirements.lock").read_text("utf-8")
THERE = [Version(v) for v in ("2.10.0", "2.9.1", "2.0.0rc1", "1.26.4", "1.26.0", "1.9.3", "3.0.0rc1")]


@pytest.mark.parametrize(
    ("asked", "unusable", "ends"),
    [
        ("numpy>=1.26", "", "1.26.0 2.10.0"),
        ("numpy>=1.26,<2", "", "1.26.0 1.26.4"),
        ("numpy>=1.26,!=1.26.0", "2.10.0", "1.26.4 2.9.1"),
        ("numpy>=1.26", "1.26.0 1.26.4", "2.9.1 2.10.0"),
        ("numpy==2.9.1", "", "2.9.1"),
    ],
)
def test_the_lowest_and_the_newest_that_are_allowed_and_can_be_installed(asked, unusable, ends):
    found = script.ends(Requirement(asked), THERE, lambda version: str(version) not in unusable.split())
    assert " ".join(map(str, found)) == ends


def test_none_is_said():
    with pytest.raises(SystemExit, match="no wheel of numpy>=4"):
        script.ends(Requirement("numpy>=4"), THERE, lambda version: True)


def test_what_is_allowed_comes_from_the_project():
    assert script.allowed().name == "numpy"
    assert str(script.allowed()) in (script.ROOT / "pyproject.toml").read_text("utf-8")


def pins(lock):
    """Each package with its hashes, as the lock has them."""
    return set(re.findall(r"^\S+==(?:.*\\\n)+.*$", lock, re.M))


def test_only_numpy_goes_from_the_lock():
    rest = script.without_numpy(LOCK)
    (gone,) = pins(LOCK) - pins(rest)
    assert gone.startswith("numpy==")
    assert pins(rest) < pins(LOCK)
    with pytest.raises(SystemExit, match="does not pin numpy once"):
        script.without_numpy(rest)
