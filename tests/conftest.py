"""Puts this folder on the path, so that tests and tests/faults share pool_oracle.py. No test has a stopwatch."""

from hypothesis import settings

settings.register_profile("without a stopwatch", deadline=None)
settings.load_profile("without a stopwatch")
