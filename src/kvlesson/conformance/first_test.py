"""A step's first test, tried on a class, and told line by line: how far it came, and what stopped it.

Invariant: whatever the class does, there is an answer (guard.py says what cannot be survived).
Not here: everything else that the step promises (check.py).
Cost: a few calls.
"""

import ast
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from .build_steps import BUILD_STEPS, BuildStep
from .guard import Endless, Nowhere, attempt, said
from .trial import Factory

__all__ = ["FirstTest", "first_test"]

HERE = "--> "


class FirstTest(NamedTuple):
    """``line`` is where the test stopped, counted from 1, and ``why`` says what was seen there; None and "" if nowhere."""

    step: BuildStep
    line: int | None
    why: str

    @property
    def passed(self) -> bool:
        return self.line is None

    def __str__(self) -> str:
        lines = [f"The first test of step {self.step.number} {'passes.' if self.passed else 'stops here:'}"]
        for number, code in enumerate(self.step.first_test.split("\n"), 1):
            lines.append(f"{HERE if number == self.line else ' ' * len(HERE)}{code}")
            if number == self.line:
                lines.append(f"{' ' * len(HERE)}{' ' * (len(code) - len(code.lstrip()))}{self.why}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)


def first_test(make: Factory, *, step: int) -> FirstTest:
    """Run the first test of a step, 1 to 5, for a class.  What the class prints is not shown.

    TypeError when ``make`` cannot be called, ValueError for another step.

    >>> from kvlesson import BlockManager
    >>> first_test(BlockManager, step=3).passed
    True
    """
    if not callable(make):
        raise TypeError(f"make must be a class, not a manager or something else, got {make!r}")
    if step not in range(1, len(BUILD_STEPS) + 1):
        raise ValueError(f"step must be 1 to {len(BUILD_STEPS)}, got {step!r}")
    built = BUILD_STEPS[step - 1]
    names: dict[str, Any] = {"MyManager": make}
    with redirect_stdout(Nowhere()):
        for statement in ast.parse(built.first_test).body:
            code = compile(ast.Module([statement], []), "<first test>", "exec")
            error = attempt(lambda code=code: exec(code, names)).error  # type: ignore[misc]
            if error is not None:
                return FirstTest(built, _end_of(statement), _why(error, statement, names))
    return FirstTest(built, None, "")


def _end_of(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _why(error: BaseException, statement: ast.stmt, names: dict[str, Any]) -> str:
    """An assertion says what was there in place of what was wanted."""
    if isinstance(error, Endless):
        return "It does not end: an endless loop?"
    if isinstance(error, NotImplementedError):
        return "NotImplementedError: this is not written yet"
    if not isinstance(error, AssertionError) or not isinstance(statement, ast.Assert):
        return said(error)
    test = statement.test
    if not isinstance(test, ast.Compare) or isinstance(test.left, ast.Constant):
        return "It is not so."
    left = ast.unparse(test.left)
    seen, trouble = attempt(lambda: repr(eval(left, names))[:200])
    return said(trouble) if trouble else f"{left} is {seen}"
