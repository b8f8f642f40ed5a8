"""Work in child processes: every piece has its result or its reason, in order, and nothing is left running."""

import os
import subprocess
import sys
import time

import pytest

from lessonkit import children


def test_results_come_in_the_order_of_the_items():
    assert children.each([3, 1, 2], lambda n: n * n, 10) == [9, 1, 4]
    assert children.each([], lambda n: n, 10) == []


def test_each_is_a_process_of_its_own():
    pids = children.each(range(4), lambda n: os.getpid(), 10)
    assert len({*pids, os.getpid()}) == 5


def test_a_lost_piece_loses_nobody_else():
    def work(n: int) -> int:
        if n == 1:
            os._exit(3)
        if n == 2:
            raise ValueError("no two")
        while n == 3:
            time.sleep(0.1)
        return n

    lost = children.Lost("ValueError: no two")
    assert children.each(range(5), work, 1) == [0, children.ENDED, lost, children.TOO_LONG, 4]


def test_whoever_waits_hears_of_each_as_it_comes():
    heard = {}
    children.each("ab", str.upper, 10, heard.__setitem__)
    assert heard == {0: "A", 1: "B"}


@pytest.mark.parametrize("left", ["sleeping", "endless"])
def test_what_a_piece_started_ends_with_it(left):
    def work(kind: str) -> int:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        while kind == "endless":
            time.sleep(0.1)
        return child.pid

    if left == "sleeping":
        (pid,) = children.each([left], work, 10)
        assert gone(pid)
    else:
        assert children.each([left], work, 0.5) == [children.TOO_LONG]


def gone(pid: int) -> bool:
    """Ended, or a zombie whose parent is not there any more."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.1)
    return False
