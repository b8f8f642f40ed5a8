"""The changes that make mutate-code tries: each one small, none where nothing runs; and a list that cannot grow stale."""

import ast

import pytest

mutate_code = pytest.importorskip("mutate_code", reason="Cosmic Ray is installed by make mutate-code")

CODE = '''"""Says 5."""
from dataclasses import dataclass
from typing import Protocol

class Books(Protocol):
    @property
    def n(self) -> int: ...

@dataclass(frozen=True)
class Pair:
    a: int | None = 1

def f(x: "int | None") -> int | None:
    """Gives 3."""
    for i in zip([1], [2], strict=True):
        if x < 4 and not x:
            return x + 2
    return None
'''


@pytest.fixture
def changes(tmp_path, monkeypatch):
    path = tmp_path / "src" / "kvlesson" / "thing.py"
    path.parent.mkdir(parents=True)
    path.write_text(CODE, "utf-8")
    monkeypatch.setattr(mutate_code, "ROOT", tmp_path)
    return list(mutate_code.mutants_of(path))


def test_each_change_is_another_program(changes):
    assert len({change.source for change in changes}) == len(changes) > 15
    for change in changes:
        ast.parse(change.source)
        assert change.source != CODE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x + 2", "return x - 2"),
        ("return x + 2", "return x + 3"),
        ("if x < 4 and not x:", "if x <= 4 and not x:"),
        ("if x < 4 and not x:", "if x < 4 or not x:"),
        ("@dataclass(frozen=True)", "@dataclass(frozen=False)"),
        ("a: int | None = 1", "a: int | None = 2"),
    ],
)
def test_the_slips_that_are_meant_are_tried(changes, old, new):
    made = {(change.old.strip(), " ".join(change.new.split())) for change in changes}
    assert (old, new) in made


def test_what_never_runs_is_left_alone(changes):
    changed = "\n".join(change.new for change in changes)
    assert "strict=False" not in changed
    assert "int & None" not in changed
    assert "Says 6" not in changed
    lines = CODE.splitlines()
    assert not {lines.index("    @property") + 1} & {change.line for change in changes}
