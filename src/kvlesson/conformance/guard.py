"""Calls into a stranger's class that come back whatever it does, and a place where its prints vanish.

Invariant: `attempt` returns, and the tracing that was on before is on again.
Not here: what the outcome means (trial.py).
Cost: about ten times the call's own; a traced line is about a fifth of a microsecond.

An endless loop is cut off by counting lines, in `sys.settrace`: that works in a notebook, on Windows, outside the main
thread and in the browser, where there are neither signals nor threads nor processes, and it counts the same on every
machine.  It cannot end what never executes a line of Python, such as `sum(iter(int, 1))`, nor a class that ends the
process or switches tracing off.  For those, `python -m kvlesson.conformance` has a clock, and the page its Stop button.
"""

import dis
import io
import sys
from collections.abc import Callable
from functools import cache
from types import CodeType, FrameType
from typing import Any, Final, Generic, NamedTuple, TypeVar

__all__ = ["LINES", "Endless", "Nowhere", "Outcome", "attempt", "said", "shown"]

LINES: Final = 20_000  # in one call; a call on a pool of some blocks takes a few dozen

Value = TypeVar("Value")


class Endless(BaseException):
    """Not an Exception, so that `except Exception` in the class does not swallow it."""


class Outcome(NamedTuple, Generic[Value]):
    """What a call gave, or what it raised."""

    value: Value | None
    error: BaseException | None


def attempt(call: Callable[[], Value], lines: int = LINES) -> Outcome[Value]:
    """Call it.  SystemExit is told like any error; KeyboardInterrupt is the reader's own, and passes."""
    left = lines

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        left -= 1
        if event == "call" and _spins(frame.f_code):
            frame.f_trace_opcodes = True
        # Python switches tracing off once this has raised, so it has one shot: it waits for a line that no handler,
        # such as `except:`, surrounds, and takes what comes when there is none for as long again.
        if left < 0 and (left < -lines or not _handled(frame, here)):
            raise Endless
        return count

    here, before = sys._getframe(), sys.gettrace()
    sys.settrace(count)
    try:
        return Outcome(call(), None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.settrace(before)
        return Outcome(None, error)
    finally:
        sys.settrace(before)


@cache
def _spins(code: CodeType) -> bool:
    """Whether an instruction jumps to itself, as `while True: pass` in one line does: no new line is ever reached."""
    return any(
        step.opname.startswith("JUMP") and step.argval == step.offset for step in dis.get_instructions(code)
    )


def _handled(frame: FrameType | None, outermost: FrameType) -> bool:
    """Whether a handler surrounds the line that ``frame`` is at, or the call that led to it."""
    while frame is not None and frame is not outermost:
        if any(start <= frame.f_lasti < end for start, end in _handlers(frame.f_code)):
            return True
        frame = frame.f_back
    return False


def _handlers(code: CodeType) -> list[tuple[int, int]]:
    # None in an implementation that has no such table: then the first line will do.
    return [(entry.start, entry.end) for entry in getattr(dis.Bytecode(code), "exception_entries", ())]


def shown(error: BaseException) -> str:
    """``str(error)``, which is the stranger's code, too."""
    words, trouble = attempt(lambda: str(error))
    return "(it cannot be shown)" if trouble else f"{words}"


def said(error: BaseException) -> str:
    """An exception's name, and its words as far as a line has room."""
    words = shown(error)
    return f"{type(error).__name__}: {words[:200]}" if words else f"{type(error).__name__} without a word"


class Nowhere(io.TextIOBase):
    """Swallows what is printed: some thousand calls with a print in each would bury the answer."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)
