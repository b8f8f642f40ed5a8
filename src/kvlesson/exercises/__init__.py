"""What the chapters' exercises give, functions that find the answers by running the library, and exercises that check
themselves:

>>> from kvlesson.exercises import another, ask, check
>>> check("free-blocks", (0, 3))
Right. 17 tokens need 2 blocks, the last of them for one token; 16 fill 1 exactly. So 0 and 3 are free.

``ask(key)`` shows a question, ``another(key)`` shows it with other numbers, ``EXERCISES`` has all of them.

Invariant: no answer is written down here.
Not here: the chapters, which explain.
Cost: under a millisecond each, but what runs an experiment costs what that says.

caching.py     Why keep a cache?
sizing.py      How big is it?
reserving.py   Why do slabs waste it?
paging.py      How does paging fix it?
reading.py     How do you read a cache that lies in pieces?
forking.py     How do requests share a prompt?
fitting.py     How many more requests fit, and what did paging win?

questions/     the exercises as they are posed: a file for each of the above
exercise.py    an exercise that judges its own answers: its slips, and the reason why each is wrong
parts.py       what an answer is made of
checking.py    check, ask, another
typed.py       what somebody typed, read as an answer
fields.py       what a page shows to fill in
result.py, asked.py, said.py   what is shown
"""
# ruff: noqa: F403

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from .asked import Asked as Asked
    from .checking import EXERCISES as EXERCISES
    from .checking import UnknownExercise as UnknownExercise
    from .checking import another as another
    from .checking import ask as ask
    from .checking import check as check
    from .fields import box as box
    from .result import Result as Result
    from .typed import check_typed as check_typed

# Loaded when one is asked for: a page's cells need none of them.
_CHECKING = {
    "Asked": "asked",
    "EXERCISES": "checking",
    "Result": "result",
    "UnknownExercise": "checking",
    "another": "checking",
    "ask": "checking",
    "check": "checking",
    "box": "fields",
    "check_typed": "typed",
}


def __getattr__(name: str) -> object:
    if name in _CHECKING:
        return getattr(import_module(f"{__name__}.{_CHECKING[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
