"""Puts this folder on the path, so that tests and tests/faults share pool_oracle.py. No test has a stopwatch."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("without a stopwatch", deadline=None)
settings.load_profile("without a stopwatch")

# Each keeps one process busy for long: late, it would do so alone.
FIRST = ("test_serve.py", "test_same_bytes.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in FIRST)


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: no collection of garbage need look through it."""
    gc.freeze()
