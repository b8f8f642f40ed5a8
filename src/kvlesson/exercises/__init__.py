"""What the chapters' exercises give, and functions that find the answers by running the library.

Invariant: no answer is written down here.
Not here: the questions and what wrong answers mean; they are in the chapters.
Cost: under a millisecond each, but what runs an experiment costs what that says.

caching.py     Why keep a cache?
sizing.py      How big is it?
reserving.py   Why do slabs waste it?
paging.py      How does paging fix it?
reading.py     How do you read a cache that lies in pieces?
forking.py     How do requests share a prompt?
fitting.py     How many more requests fit, and what did paging win?
"""
# ruff: noqa: F403

from . import caching, fitting, forking, paging, reading, reserving, sizing
from .caching import *
from .fitting import *
from .forking import *
from .paging import *
from .reading import *
from .reserving import *
from .sizing import *

__all__ = [
    *caching.__all__,
    *fitting.__all__,
    *forking.__all__,
    *paging.__all__,
    *reading.__all__,
    *reserving.__all__,
    *sizing.__all__,
]
