"""What somebody typed into an exercise's box, read as an answer.

Invariant: text is read by a grammar of its own.  Only what is typed as code is run, in a namespace of its own.
Not here: what is right.
Cost: O(text), and that of the exercise.
"""

import re
from typing import Final

from .checking import found
from .parts import Choice, Code, Part
from .result import Result

__all__ = ["check_typed"]

_NUMBER: Final = re.compile(r"([-+−]?)([0-9]{1,3}(?:[, \u202f\u00a0][0-9]{3})+|[0-9]{0,15})(\.[0-9]{1,15})?")
_MOST_TYPED: Final = 4000  # characters of code
_SHOWN: Final = 40  # characters of what cannot be read


class Unreadable(Exception):
    """What was typed is no answer; the text says what to type."""


def check_typed(key: str, typed: list[str], seed: int | None = None) -> Result:
    """As ``check``, for texts: one for each part of the answer; of a choice, the words of the option.

    What cannot be read is told in the result, since whoever typed it sees no traceback.  UnknownExercise as ``check``.
    """
    asked = found(key)
    try:
        values = [_read(part, text) for part, text in zip(asked.parts, typed, strict=True)]
    except Unreadable as why:
        return Result(False, str(why))
    return asked.judge(values, seed)


def _read(part: Part, text: str) -> object:
    if isinstance(part, Code):
        return _function(part, text)
    if isinstance(part, Choice):
        if text.casefold() not in part.options:
            raise Unreadable(f"Choose {part.wanted} for: {part.label}.")
        return text
    return _number(part, text)


def _number(part: Part, text: str) -> float:
    """Thousands may be set apart, and a unit may stand behind: "15,728", "8.85 %", "128 KiB"."""
    text = text.strip()
    unit = getattr(part, "unit", "")
    bare = re.sub(rf"\s*(?:%|{re.escape(unit)})$", "", text, flags=re.I) if unit else text
    match = _NUMBER.fullmatch(bare)
    if not match or not (match[2] or match[3]):
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        what = f"“{shown}” is none" if text else "nothing is typed yet"
        raise Unreadable(f"Type {part.wanted} for: {part.label}. As digits, such as 12 or 12.5; {what}.")
    value = float(re.sub(r"[, \u202f\u00a0]", "", match[2] or "0") + (match[3] or ""))
    return -value if match[1] in ("-", "−") else value


def _function(part: Code, text: str) -> object:
    if len(text) > _MOST_TYPED:
        raise Unreadable(f"That is more than {_MOST_TYPED:,} characters: a few lines will do.")
    namespace: dict[str, object] = {"__name__": "__exercise__"}
    try:
        exec(compile(text, "<your code>", "exec"), namespace)
    except SyntaxError as error:
        raise Unreadable(f"This is not Python yet: {error.msg}, in line {error.lineno}.") from None
    except Exception as error:  # the reader's own: it is told, not raised
        raise Unreadable(f"It stopped with {type(error).__name__}: {error}") from None
    function = namespace.get(part.name)
    if not callable(function):
        raise Unreadable(f"Call your function {part.name}: it begins with {part.begun.splitlines()[0]}")
    return function
