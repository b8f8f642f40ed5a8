"""Puts this folder on the path, so that tests and tests/faults share pool_oracle.py."""
