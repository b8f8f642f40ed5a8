"""Work done in child processes, each forked from this one, as many at once as there are cores.

A child that dies, or takes too long, loses only its own piece of work. What it started ends with it.
"""

import gc
import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import TypeVar

from .expressions import raised

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Lost:
    """Why there is no result."""

    why: str  # "raised ...", or one of the two below


ENDED = Lost("a cell ended the whole process")
TOO_LONG = Lost("a cell never ends and cannot be interrupted")


def each(
    items: Sequence[Item],
    work: Callable[[Item], Result],
    seconds: float,
    done: Callable[[int, Result | Lost], None] = lambda number, result: None,
) -> list[Result | Lost]:
    """`work` of each item, in the order of the items; begun in that order too. `done` hears of each as it comes."""
    context = multiprocessing.get_context("fork")  # children share what is imported and parsed already
    results: dict[int, Result | Lost] = {}
    waiting = list(range(len(items)))
    running: dict[Connection, tuple[int, multiprocessing.process.BaseProcess, float]] = {}

    def finish(number: int, result: Result | Lost) -> None:
        results[number] = result
        done(number, result)

    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                number = waiting.pop(0)
                ours, theirs = context.Pipe(duplex=False)
                child = context.Process(target=_child, args=(theirs, work, items[number]), daemon=False)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)  # fork beside NumPy's idle threads
                    child.start()
                theirs.close()
                running[ours] = number, child, monotonic() + seconds
            soonest = min(deadline for _, _, deadline in running.values())
            for ready in wait(list(running), timeout=max(0.0, soonest - monotonic())):
                assert isinstance(ready, Connection)
                number, child, _ = running.pop(ready)
                try:
                    result = ready.recv()
                except EOFError:
                    result = ENDED
                child.join(1)  # what a cell's own threads still do is of no interest
                _end(child)
                ready.close()
                finish(number, result)
            for connection, (number, child, deadline) in list(running.items()):
                if monotonic() > deadline:
                    del running[connection]
                    _end(child)
                    connection.close()
                    finish(number, TOO_LONG)
    finally:  # a Ctrl-C must not leave anybody at work
        for _, child, _ in running.values():
            _end(child)
    return [results[number] for number in range(len(items))]


def _end(child: multiprocessing.process.BaseProcess) -> None:
    """The child, and whatever it started."""
    try:
        os.killpg(child.pid or 0, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        child.kill()
    child.join()


def _child(connection: Connection, work: Callable[[Item], Result], item: Item) -> None:
    os.setpgid(0, 0)
    gc.freeze()  # what the parent has made is none of the child's garbage: a collection need not look through it
    try:
        connection.send(work(item))
    except BaseException as error:  # whatever it is, the others' results are still wanted
        connection.send(Lost(raised(error)))
    connection.close()
    os._exit(0)  # a thread that a cell started does not keep the check waiting
