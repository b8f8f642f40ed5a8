"""python -m kvlesson.conformance my_file.py:MyManager [--step N] [--seed N] [--seconds N]

Exit status 0 when every promise is kept, 1 when one is broken, 2 when there was nothing to try.
"""

import argparse
import faulthandler
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from .build_steps import BUILD_STEPS
from .check import run
from .guard import said


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m kvlesson.conformance", description=__doc__)
    parser.add_argument("what", metavar="my_file.py:MyManager", help="a file, and a class in it")
    parser.add_argument("--step", type=int, choices=range(1, len(BUILD_STEPS) + 1), default=len(BUILD_STEPS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120, help="give up then, and show where it hangs")
    given = parser.parse_args(arguments)
    try:
        make = _class_of(given.what)
    except _NothingToTry as error:
        print(error, file=sys.stderr)
        return 2
    # A loop that runs no Python, or swallows whatever ends it, is ended from outside: with the lines where it hangs, and
    # status 1.
    faulthandler.dump_traceback_later(given.seconds, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        verdict = run(make, step=given.step, seed=given.seed)
    finally:
        faulthandler.cancel_dump_traceback_later()
    print(verdict)
    if verdict.operations:
        print(f"\nWhat should happen:\n{verdict.frames.text}")
    return 0 if verdict.kept else 1


class _NothingToTry(Exception):
    """What to type instead."""


def _class_of(what: str) -> Any:
    file, colon, name = what.rpartition(":")
    if not colon or not file or not name:
        raise _NothingToTry(f"{what!r} names no class in a file. Type it as my_file.py:MyManager")
    path = Path(file)
    if not path.is_file():
        raise _NothingToTry(f"There is no file {file!r} in {Path.cwd()}")
    module = _loaded(path)
    found = getattr(module, name, None)
    if callable(found):
        return found
    classes = [n for n, v in vars(module).items() if isinstance(v, type) and v.__module__ == module.__name__]
    there = f"It has {', '.join(classes)}: type {file}:{classes[-1]}" if classes else "It has no class at all"
    raise _NothingToTry(f"{file} has no class {name!r}. {there}")


def _loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise _NothingToTry(f"{path} is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # as an import does: dataclasses look there
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        where = getattr(error, "lineno", None) or _line(error, path)
        raise _NothingToTry(f"{path}{f', line {where}' if where else ''}: {said(error)}") from None
    return module


def _line(error: BaseException, path: Path) -> int | None:
    """The last line of the file itself that the traceback runs through."""
    line, trace = None, error.__traceback__
    while trace:
        if Path(trace.tb_frame.f_code.co_filename).resolve() == path.resolve():
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


if __name__ == "__main__":
    sys.exit(main())
