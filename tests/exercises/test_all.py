"""The package of exercises as a whole: its names, one way or the other, and its docstrings' examples."""

import doctest
import importlib
import pkgutil

import pytest

import kvlesson
from kvlesson import exercises

MODULES = sorted(info.name for info in pkgutil.iter_modules(exercises.__path__))


def test_a_module_for_each_chapter_of_the_first_part() -> None:
    assert MODULES == ["caching", "fitting", "forking", "paging", "reading", "reserving", "sizing"]
    assert exercises.__doc__ is not None
    assert all(f"{name}.py" in exercises.__doc__ for name in MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_names_are_those_of_the_library(name: str) -> None:
    module = importlib.import_module(f"kvlesson.exercises.{name}")
    for public in module.__all__:
        assert public in kvlesson.__all__
        assert getattr(kvlesson, public) is getattr(exercises, public) is getattr(module, public)
    assert doctest.testmod(module).failed == 0
