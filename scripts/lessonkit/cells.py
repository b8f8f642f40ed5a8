"""Running a page's cells, in order, in one namespace, as a reader would: nothing is there but Python.

A cell that raises, or does not end, stops the page: what later cells would have made is not there.
"""

import contextlib
import io
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .expressions import in_library, raised
from .page import Cell, Page

SECONDS = 20.0  # for all cells and expressions of a page
MOST_PRINTED = 20_000  # characters; a cell of a lesson prints a few lines


class NeverEnds(BaseException):
    """Not an Exception, so that a cell's own `except Exception` does not swallow it."""


class _Printed(io.StringIO):
    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_PRINTED:
            raise NeverEnds(f"it printed more than {MOST_PRINTED} characters")
        return super().write(text)


@dataclass
class Ran:
    namespace: dict[str, object]
    printed: list[str]  # one entry a cell that ran to its end
    failed: tuple[int, str] | None  # (line, what happened)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise NeverEnds in the code within, again and again until it leaves."""

    def alarm(*_: object) -> None:
        raise NeverEnds(f"it had not ended after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """What expressions and the library print goes nowhere: it is no part of any page."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def run(page: Page, root: Path) -> Ran:
    ran = Ran({"__name__": "__main__"}, [], None)
    for cell in page.cells:
        printed = _Printed()
        stdin, sys.stdin = sys.stdin, io.StringIO()
        try:
            # Empty lines in front give tracebacks the page's own line numbers.
            code = compile("\n" * cell.line + cell.code, page.path, "exec", dont_inherit=True)
            with contextlib.redirect_stdout(printed):
                exec(code, ran.namespace)
        except BaseException as error:
            ran.failed = _where(error, page, cell, root)
            return ran
        finally:
            sys.stdin = stdin
        ran.printed.append(printed.getvalue())
    return ran


def _where(error: BaseException, page: Page, cell: Cell, root: Path) -> tuple[int, str]:
    """The page's own line on which a cell failed, and where below it, if not there."""
    if isinstance(error, SyntaxError) and error.filename == page.path:
        return error.lineno or cell.line, f"the cell is not Python: {error.msg}: mend this line"
    frames = traceback.extract_tb(error.__traceback__)
    here = [f.lineno for f in frames if f.filename == page.path and f.lineno]
    line = here[-1] if here else cell.line
    if isinstance(error, NeverEnds):
        return line, f"the cell at line {cell.line} never ends: {error}. Make it shorter"
    below = in_library(error)
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(root):
        below = f" (in {Path(error.filename).relative_to(root)}:{error.lineno})"
    said = raised(error).replace(f"{root}/", "")
    return (
        line,
        f"the cell at line {cell.line} raised {said}{below}: mend {'that line, or the cell' if below else 'the cell'}",
    )
