"""Does a class keep the promises of a block manager?  Tries it, and says so in words.

Invariant: the same class and seed give the same verdict, but for its speed; whatever the class does, there is a verdict
(guard.py says what cannot be survived).
Not here: how it is tried (search.py) and how the answer reads (verdict.py).
Cost: some twenty thousand calls, a few seconds; a quick run an eighth of that.
"""

from contextlib import redirect_stdout
from typing import Final

from .build_steps import BUILD_STEPS, SIGNATURES, needed_methods, step_of
from .doors import try_the_doors
from .guard import Nowhere, attempt
from .operations import Sizes, retold
from .promises import Broken, Promise
from .search import Found, Search
from .seen import PARTS
from .speed import times_the_librarys
from .trial import Factory, Trial
from .verdict import Verdict

__all__ = ["run"]

ASKING_TRIALS: Final = 400
OPTIONAL: Final = (*PARTS, "locate", "extend")


def run(make: Factory, *, step: int = len(BUILD_STEPS), seed: int = 0, quick: bool = False) -> Verdict:
    """Try a class, or what makes its managers when called with (num_blocks, block_size); keys have shape (1,).

    With ``step``, 1 to 5, only what is built by then (BUILD_STEPS).  What the manager shows of the rest of the contract,
    `free_list`, `ref_count`, `tables`, `lengths`, `locate` and `extend`, is held to it too.  What it prints is not shown.
    A ``quick`` run is for a browser, or while you write: an eighth of the trials, and no time is measured.  TypeError
    when ``make`` cannot be called, ValueError for another step.

    >>> from kvlesson import BlockManager
    >>> run(BlockManager, step=1).kept
    True
    """
    if not callable(make):
        raise TypeError(f"make must be a class, not a manager or something else, got {make!r}")
    if step not in range(1, len(BUILD_STEPS) + 1):
        raise ValueError(f"step must be 1 to {len(BUILD_STEPS)}, got {step!r}")
    with redirect_stdout(Nowhere()):
        return _run(make, step, seed, quick)


def _run(make: Factory, step: int, seed: int, quick: bool) -> Verdict:
    name = getattr(make, "__name__", "The manager")
    search = Search(make, step, seed, quick=quick)
    asking = Search(make, step, seed, ask=True, quick=quick)

    try:
        notes = _missing(Trial(make, Sizes(1, 1)), step)
        found = search.find() or asking.among_the_short(ASKING_TRIALS)
        doors = 0 if found else try_the_doors(make)
    except Broken as broken:
        found, doors = Found(broken, Sizes(1, 1), (), ()), 0
    tried = search.tried + asking.tried + doors
    if found:
        calls, promise = retold(found.calls, found.refused), str(found.broken.promise)
        return Verdict(
            name, False, promise, calls, found.sizes if calls else None, _words(found.broken), tried
        )
    speed = times_the_librarys(make) if step == len(BUILD_STEPS) and not quick else None
    return Verdict(name, True, "", (), None, "", tried, notes, speed)


def _missing(trial: Trial, step: int) -> tuple[str, ...]:
    """Broken when a method of the steps so far is missing; else what cannot be looked at, in words."""

    def shown() -> list[str]:
        return [n for n in (*SIGNATURES, *OPTIONAL) if getattr(trial.manager, n, None) is not None]

    names = attempt(shown).value or []
    if missing := [name for name in needed_methods(step) if name not in names]:
        words = f"there is no {' and no '.join(missing)}. Write: def {SIGNATURES[missing[0]]}: ..."
        raise Broken(Promise.WRITTEN, words)
    wanted = [name for name in ("gather", *OPTIONAL) if name not in names]
    return (f"Not looked at, as it is not there: {', '.join(wanted)}.",) if wanted else ()


def _words(broken: Broken) -> str:
    """What was seen; for a method that is not written yet, which step that is and what to do in it."""
    if broken.promise is not Promise.WRITTEN:
        return broken.words if broken.words.endswith("?") else f"{broken.words}."
    method = broken.words.removeprefix("there is no ").split()[0].rstrip(".")
    step = step_of(method)
    return f"{broken.words}. That is step {step.number}, {step.title!r}: {step.brief}"
