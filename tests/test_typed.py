"""A program that is forked answers, ends and fails as one that somebody types."""

import subprocess
import sys
from pathlib import Path

import pytest
from typed import LOADED, typed

PROGRAMS = {
    "prints": "import sys; print(sys.argv[1:], __name__, sys.path[0] == str(__import__('pathlib').Path(__file__).parent))",
    "fails": "print('a'); raise ValueError('b')",
    "leaves": "import sys; sys.exit(3)",
    "leaves with a word": "import sys; sys.exit('because')",
    "is killed": "import os; os.kill(os.getpid(), 9)",
    "has a thread": "import threading; threading.Timer(0.2, print, ['late']).start(); print('soon')",
    "reads": "print(repr(input()))",
    "says it at its end": "import atexit; atexit.register(print, 'end')",
    "reads its folder": "import os; print(os.listdir())",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_ways_give_the_same(name: str, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAMS[name])
    ours = typed(script, "an", 1, cwd=tmp_path)
    command = [sys.executable, str(script), "an", "1"]
    theirs = subprocess.run(
        command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert (ours.returncode, ours.stdout) == (theirs.returncode, theirs.stdout)
    assert ours.stderr.splitlines()[-1:] == theirs.stderr.splitlines()[-1:]


def test_nothing_is_left_from_one_to_the_next(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("import sys, numpy; print('kept' in vars(numpy)); numpy.kept = 1; print(*sys.modules)")
    for _ in range(2):
        first, modules = typed(script).stdout.splitlines()
        assert first == "False"
        assert {*LOADED} <= {*modules.split()}
        assert not [name for name in modules.split() if name.startswith(("kvlesson", "lessonkit", "pytest"))]


def test_the_folder_beside_it_is_there_already_and_is_its_own(tmp_path: Path) -> None:
    for name in ("one", "other"):
        kit = tmp_path / name / "lessonkit"
        kit.mkdir(parents=True)
        (kit / "which.py").write_text(f"name = {name!r}")
        script = kit.parent / "program.py"
        script.write_text(
            "import sys; print('lessonkit.which' in sys.modules); import lessonkit.which as w; print(w.name)"
        )
        assert typed(script).stdout.split() == ["True", name]
        assert [path.name for path in kit.rglob("*.pyc")] == []


def test_one_that_never_ends_is_ended(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("while True: pass")
    assert typed(script, seconds=1).returncode < 0
