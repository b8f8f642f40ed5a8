"""Any block manager, held to the promises of the lesson's: which one breaks, and the shortest way to break it.

    from kvlesson import conformance
    conformance.run(MyManager)              # the whole of it
    conformance.run(MyManager, step=2)      # what is built after the second of BUILD_STEPS
    conformance.run(MyManager, quick=True)  # an eighth of the trials: for a browser

    python -m kvlesson.conformance my_file.py:MyManager

check.py         run: what is tried, in which order
verdict.py       the answer
promises.py      what is promised, each in a sentence
build_steps.py   five steps to a manager of one's own, and a skeleton to begin with
first_test.py    how far a class comes in the first test of a step
search.py        the shortest sequence of calls that breaks a promise
trial.py         one manager, and what is looked at after each call
expected.py      what a call must lead to
paper.py         what a manager should hold
seen.py          what it shows of its books
operations.py    the calls, and how they read
doors.py         pools that cannot be, blocks given back twice
guard.py         calls that come back
speed.py         the time it takes, beside the library's
"""

from .build_steps import BUILD_STEPS, SKELETON, BuildStep
from .check import run
from .first_test import FirstTest, first_test
from .promises import Promise
from .verdict import Verdict

__all__ = ["BUILD_STEPS", "SKELETON", "BuildStep", "FirstTest", "Promise", "Verdict", "first_test", "run"]
