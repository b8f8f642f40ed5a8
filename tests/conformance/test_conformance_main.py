"""The command: its answers, its exit status, and what it says to who types it wrongly."""

import subprocess
import sys
from pathlib import Path

import pytest

from kvlesson.conformance import SKELETON
from kvlesson.conformance.__main__ import main

HERE = Path(__file__).parent


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    monkeypatch.chdir(tmp_path)

    def write(text):
        Path("mine.py").write_text(text, "utf-8")
        return "mine.py"

    return write


def test_kept(file, capsys):
    assert main([file("from kvlesson import BlockManager") + ":BlockManager", "--step", "1"]) == 0
    assert capsys.readouterr().out.startswith("BlockManager keeps its promises: ")


def test_broken(file, capsys):
    faulty = "from kvlesson import BlockManager\nclass Mine(BlockManager):\n    def free(self, rid): pass\n"
    assert main([file(faulty) + ":Mine"]) == 1
    out = capsys.readouterr().out
    assert "In a pool of 1 block of 1 slot: free Z\n" in out
    assert "\nWhat should happen:\nan empty pool: " in out
    assert "\nfree Z: refused, rid 'Z' is unknown" in out


def test_the_skeleton(file, capsys):
    assert main([file(SKELETON) + ":MyManager"]) == 1
    assert "That is step 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "text", "words"),
    [
        ("mine.py", "", "'mine.py' names no class in a file. Type it as my_file.py:MyManager"),
        ("mine.py:", "", "names no class in a file"),
        (":Mine", "", "names no class in a file"),
        ("yours.py:Mine", "", "There is no file 'yours.py' in "),
        ("mine.py:Mine", "", "mine.py has no class 'Mine'. It has no class at all"),
        ("mine.py:Mine", "class My: pass", "It has My: type mine.py:My"),
        ("mine.py:Mine", "Mine = 3", "mine.py has no class 'Mine'"),
        ("mine.py:Mine", "x = 1\nclass Mine:\n  pass\n pass", "mine.py, line 4: IndentationError"),
        ("mine.py:Mine", "x = 1\n1 / 0", "mine.py, line 2: ZeroDivisionError: division by zero"),
        ("mine.py:Mine", "raise SystemExit", "mine.py, line 1: SystemExit"),
    ],
)
def test_nothing_to_try(file, capsys, what, text, words):
    file(text)
    assert main([what]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


def test_another_kind_of_file(file, capsys):
    Path("mine.txt").write_text("class Mine: pass", "utf-8")
    assert main(["mine.txt:Mine"]) == 2
    assert "its name must end in .py" in capsys.readouterr().err


def test_a_wrong_option_is_argparses(file):
    with pytest.raises(SystemExit) as done:
        main([file("") + ":Mine", "--step", "6"])
    assert done.value.code == 2


def test_what_runs_no_python_is_ended_by_the_clock(tmp_path):
    text = "class Mine:\n    def __init__(self, n, size): sum(iter(int, 1))\n"
    (tmp_path / "mine.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "kvlesson.conformance", "mine.py:Mine", "--seconds", "0.5"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert 'mine.py", line 2 in __init__' in done.stderr
