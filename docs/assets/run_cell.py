"""Runs one cell of a page in the reader's browser, and says what it printed, what it gave, or where it failed.

Invariant: whatever a cell does, `run` returns, unless the cell never ends; and a cell's endless printing ends it.
It knows nothing of browsers: `send` takes what is printed. It keeps nothing: the namespace is the caller's.
"""

import ast
import contextlib
import io
import linecache
import time
import traceback
from collections.abc import Callable

# Characters; more would only make the page slow.
MOST_PRINTED = 100_000
MOST_DRAWN = 2_000_000
MOST_TOLD = 10_000
PAUSE = 0.05  # seconds between two parcels of what is printed


class TooMuch(BaseException):
    """Not an Exception, so that a cell's own `except Exception` does not swallow it."""


class Printed(io.TextIOBase):
    """What a cell prints, sent on in parcels: a message for each `print` would keep the page busy."""

    def __init__(self, send: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> None:
        self.send, self.clock = send, clock
        self.waiting: list[str] = []
        self.left = MOST_PRINTED
        self.sent_at = float("-inf")

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.waiting.append(text[: self.left])
        too_much = len(text) > self.left
        self.left = max(0, self.left - len(text))
        if too_much:
            self.flush()
            raise TooMuch(f"it printed more than {MOST_PRINTED:,} characters")
        if self.clock() - self.sent_at >= PAUSE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        if text := "".join(self.waiting):
            self.send(text)
        self.waiting.clear()
        self.sent_at = self.clock()


def run(
    cell: int | str,
    source: str,
    namespace: dict[str, object],
    send: Callable[[str], object],
    aside: bool = False,
) -> dict[str, str]:
    """Run a cell: `error` says why it stopped, `html` shows the value of its last line, where they are not empty.

    What a cell `aside` binds, no other cell sees.
    """
    name = f"<cell {cell}>"
    namespace = dict(namespace) if aside else namespace
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    printed = Printed(send)
    result = {"error": "", "html": ""}
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            result["html"] = shown(value_of(source, name, namespace))
        except TooMuch as error:
            result["error"] = f"The cell was stopped: {error}."
        except BaseException as error:  # SystemExit too: the page goes on
            result["error"] = told(error)
    printed.flush()
    return result


def value_of(source: str, name: str, namespace: dict[str, object]) -> object:
    """Execute the source; where it ends in an expression, its value."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    # dont_inherit: a cell gets no __future__ import of this file.
    exec(compile(tree, name, "exec", dont_inherit=True), namespace)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True), namespace)


def shown(value: object) -> str:
    """HTML where the value has it; else the value is printed, as a notebook would."""
    html = getattr(value, "_repr_html_", None)
    if callable(html) and not isinstance(value, type) and isinstance(text := html(), str):
        if len(text) > MOST_DRAWN:
            raise TooMuch(f"its picture has more than {MOST_DRAWN:,} characters")
        return text
    if value is not None:
        print(repr(value))
    return ""


def told(error: BaseException) -> str:
    """The traceback as far as it runs through cells: what lies below is not the reader's to mend."""
    whole = traceback.TracebackException.from_exception(error)
    todo: list[traceback.TracebackException | None] = [whole]
    while todo:
        if part := todo.pop():
            part.stack[:] = [frame for frame in part.stack if frame.filename.startswith("<cell ")]
            todo += [part.__cause__, part.__context__, *(getattr(part, "exceptions", None) or [])]
    text = "".join(whole.format()).rstrip()
    if (left_out := len(text) - MOST_TOLD) <= 0:
        return text
    half = MOST_TOLD // 2
    return f"{text[:half]}\n… {left_out:,} characters left out …\n{text[-half:]}"
