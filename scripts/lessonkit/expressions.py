"""Expressions that bind text to code: what one may say, and what it gives.

An expression must compute: no numeric literal but a subscript, no digit in a string, and at least one name
of the library or of the page's own cells. Otherwise a page could state anything and "prove" it.
"""

import ast
import builtins
import difflib
import inspect
import operator
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType

from .formatters import FORMATTERS
from .page import DIGIT

BUILTINS = {
    name: getattr(builtins, name)
    for name in """
        abs all any bool dict enumerate float int len list max min range reversed round set sorted str sum
        tuple zip
    """.split()
}


class Refused(Exception):
    """The expression, or what it gives, cannot stand behind a number. The message says why and what to do."""


def lint(source: str) -> CodeType:
    """The compiled expression; Refused when it holds a number or computes nothing."""
    try:
        tree = ast.parse(source, mode="eval")
    except SyntaxError as error:
        raise Refused(f"{source} is not a Python expression: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(f"{source[:60]} is not a Python expression: {raised(error)}") from None
    subscripts = {id(n) for s in ast.walk(tree) if isinstance(s, ast.Subscript) for n in _places(s.slice)}
    switches = {id(k.value) for k in ast.walk(tree) if isinstance(k, ast.keyword)}  # f(x, shared=False)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in subscripts:
            if isinstance(node.value, bool) and id(node) in switches:
                continue
            if isinstance(node.value, (bool, int, float, complex, bytes)):
                raise Refused("a number in an expression proves nothing: compute it from the library")
            if isinstance(node.value, str) and DIGIT.search(node.value):
                raise Refused("a digit in an expression's text proves nothing: compute it from the library")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
            if node.args and all(isinstance(a, ast.Constant) for a in node.args):
                raise Refused(
                    f"{ast.unparse(node)} counts nothing of the lesson's: compute it from the library"
                )
        if isinstance(node, (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield)):
            raise Refused(f"{source} is too clever to be checked: compute it in a cell and name it")
    _no_tricks(tree)
    bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - bound
    if not used - BUILTINS.keys() - FORMATTERS.keys():
        raise Refused(f"{source} uses no name of the library or of a cell, so it proves nothing")
    return compile(tree, "<expression>", "eval")


def _no_tricks(tree: ast.Expression) -> None:
    """Ways to get any number at all out of things that are there: places in a range, lengths of text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(
            node.value, (ast.Call, ast.Tuple, ast.List, ast.Dict)
        ):
            made = node.value.func if isinstance(node.value, ast.Call) else None
            number = any(isinstance(p.value, int) for p in _places(node.slice) if isinstance(p, ast.Constant))
            if made is None or (
                isinstance(made, ast.Name)
                and made.id == "range"
                and number
                and not isinstance(node.slice, ast.Slice)
            ):
                raise Refused(
                    f"{ast.unparse(node)} picks from what it has just made: take the value from the library"
                )
        if isinstance(node, ast.Slice):
            for part in filter(None, (node.lower, node.upper, node.step)):
                if isinstance(part, ast.Constant) and part.value not in (0, 1):
                    raise Refused(
                        f"a slice up to {part.value} counts by hand: name that number in the library or in a cell"
                    )
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in BUILTINS
            and node.keywords
        ):
            if any(isinstance(k.value, ast.Constant) for k in node.keywords):
                raise Refused(
                    f"{ast.unparse(node)} counts nothing of the lesson's: compute it from the library"
                )


def _places(node: ast.expr) -> Iterator[ast.expr]:
    """The constants of a subscript that say only where: x[3], x[-1], x['A'], x[1:3]."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.Constant):
        yield node
    elif isinstance(node, ast.Slice):
        for part in filter(None, (node.lower, node.upper, node.step)):
            yield from _places(part)
    elif isinstance(node, ast.Tuple):
        for part in node.elts:
            yield from _places(part)


def value_of(source: str, namespace: Mapping[str, object], *, checked: bool = True) -> object:
    """What the expression gives in the page's namespace; Refused with the reason when it raises."""
    code = lint(source) if checked else compile(source, "<expression>", "eval")
    try:
        return eval(code, {"__builtins__": BUILTINS, **namespace})
    except (Exception, SystemExit) as error:
        where = in_library(error)
        mend = "that line, or the expression" if where else "the expression, or what it names"
        raise Refused(f"{source} raised {raised(error)}{where}: mend {mend}") from None


def in_library(error: BaseException) -> str:
    """` (in src/library/part.py:12)`: the deepest line of the library that was at work; nothing where none was."""
    folders = [path for path in map(Path, sys.path) if path.name == "src"]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for folder in folders:
            if Path(frame.filename).is_relative_to(folder):
                return f" (in src/{Path(frame.filename).relative_to(folder)}:{frame.lineno})"
    return ""


def _meant(error: BaseException) -> str:
    """A name that is nearly the one that was not found."""
    known: list[str] = []
    if isinstance(error, AttributeError):
        known = dir(error.obj)
    elif isinstance(error, NameError) and error.__traceback__:
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        known = [*frame.f_locals, *frame.f_globals]
    close = difflib.get_close_matches(str(getattr(error, "name", "")), known, 1)
    return f" (did you mean {close[0]}?)" if close else ""


def raised(error: BaseException) -> str:
    """`TypeError: kv_bytes() missing 'tokens'`, on one line."""
    try:
        text = " ".join(str(error).split()) + _meant(error)
    except Exception:
        text = "(its message cannot be shown)"
    if match := re.fullmatch(
        r"(\w+\(\)) missing \d+ required (?:positional|keyword-only) arguments?: (.*)", text
    ):
        text = f"{match[1]} missing {match[2]}"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def as_text(value: object, source: str) -> str:
    """How a value is written in prose: text as it is, whole numbers in digits; anything else is Refused."""
    if isinstance(value, str):
        if not value.strip() or re.search(r"[\[\]\n`*_<>&\\~|]", value.replace("block_size", "")):
            raise Refused(
                f"{source} gives {value!r}: a bound value is text on one line, without signs that Markdown reads"
            )
        return str.__str__(value)
    if not isinstance(value, bool):
        try:
            return str(operator.index(value))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            pass
    kind = "a function" if inspect.isroutine(value) else f"{value!r}"
    raise Refused(
        f"{source} gives {kind}: put it through a formatter, such as {', '.join(list(FORMATTERS)[:6])}"
    )
