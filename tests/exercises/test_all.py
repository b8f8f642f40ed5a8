"""The package of exercises as a whole: its names, one way or the other, and its docstrings' examples."""

import doctest
import importlib
import pkgutil
import re

import pytest

import kvlesson
from kvlesson import exercises
from kvlesson.exercises import questions

CHAPTERS = ["caching", "fitting", "forking", "paging", "reading", "reserving", "sizing"]
MODULES = sorted(info.name for info in pkgutil.iter_modules(exercises.__path__))


def test_a_module_for_each_chapter_of_the_first_part() -> None:
    assert sorted(info.name for info in pkgutil.iter_modules(questions.__path__)) == CHAPTERS
    assert {*CHAPTERS} < {*MODULES}


def test_the_package_says_what_lies_in_it() -> None:
    assert exercises.__doc__ is not None
    named = re.findall(r"\b(\w+)(?:\.py|/)", exercises.__doc__)
    assert sorted(named) == MODULES


@pytest.mark.parametrize("name", CHAPTERS)
def test_names_are_those_of_the_library(name: str) -> None:
    module = importlib.import_module(f"kvlesson.exercises.{name}")
    for public in module.__all__:
        assert public in kvlesson.__all__
        assert getattr(kvlesson, public) is getattr(exercises, public) is getattr(module, public)
    assert doctest.testmod(module).failed == 0
