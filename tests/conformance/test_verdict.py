"""What a reader sees: words, and frames of what should have happened."""

import subprocess
import sys
from dataclasses import FrozenInstanceError, replace

import pytest

from kvlesson.conformance import Verdict
from kvlesson.conformance.operations import WIDE_KEY, Operation, Sizes
from kvlesson.conformance.verdict import played

CALLS = (Operation("add", "A", tokens=1), Operation("fork", "A", "B"), Operation("append", "A"))
BROKEN = Verdict("Mine", False, "A promise", CALLS, Sizes(2, 2), "gather <A> is wrong.", 77)
KEPT = Verdict("Mine", True, "", (), None, "", 16_999, ("Not looked at: locate.",), 1.25)


def test_in_words():
    assert str(BROKEN) == (
        "Mine breaks a promise: A promise.\n"
        "In a pool of 2 blocks of 2 slots: add A 1; fork A B; append A\n"
        "gather <A> is wrong."
    )
    assert str(KEPT) == (
        "Mine keeps its promises: 16,999 calls were tried, and none broke one.\n"
        "It takes 1.2 times the library's time, measured here and now.\n"
        "Not looked at: locate."
    )
    assert repr(KEPT) == f"<{' '.join(str(KEPT).splitlines())}>"
    assert "In a pool" not in str(replace(BROKEN, operations=(), sizes=None))


def test_it_cannot_be_changed_and_speed_is_not_compared():
    with pytest.raises(FrozenInstanceError):
        KEPT.kept = False
    assert replace(KEPT, speed=3.0) == KEPT
    assert replace(KEPT, tried=1) != KEPT


def test_frames_are_played_by_the_library():
    frames = BROKEN.frames.frames
    assert [frame.event for frame in frames] == ["an empty pool", "add A 1", "fork A B", "append A"]
    end = played(Sizes(2, 2), CALLS)[-1]
    assert end.tables == {"A": [1], "B": [0]}
    assert end.lengths == {"A": 2, "B": 1}
    html = BROKEN._repr_html_()
    assert html.count("<svg") == len(frames)
    assert "gather &lt;A&gt; is wrong." in html


def test_without_operations_nothing_is_drawn():
    assert KEPT.frames.frames == ()
    assert "<svg" not in KEPT._repr_html_()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (Operation("append", "A"), ""),
        (Operation("extend", "A", tokens=2), "refused, request 'A' needs"),
        (Operation("add", "A"), "refused, rid 'A' is here already"),
        (Operation("fork", "Z", "B"), "refused, parent 'Z' is unknown"),
        (Operation("fork", "A", "A"), "refused, child 'A' is here already"),
        (Operation("free", "A"), ""),
        (Operation("free", "Z"), "refused, rid 'Z' is unknown"),
        (Operation("gather", "A"), ""),
        (Operation("gather", "Z"), "refused, rid 'Z' is unknown"),
        (Operation("locate", "A", tokens=1), "refused, position 1 is outside"),
        (Operation("locate", "A", tokens=0), ""),
        (Operation(WIDE_KEY, "A"), "refused, the shape is wrong"),
    ],
)
def test_what_the_library_refuses_is_told(call, words):
    _, before, after = played(Sizes(1, 2), (Operation("add", "A", tokens=1), call))
    assert after.event.startswith(f"{call}: {words}" if words else str(call))
    if words:
        assert after[1:] == before[1:]


def test_drawing_takes_no_matplotlib():
    script = (
        "import sys; from kvlesson.conformance import run\n"
        "class Nothing:\n    def __init__(self, n, size): pass\n    def add_request(self, rid): raise ValueError\n"
        "verdict = run(Nothing, step=1)\n"
        "assert 'kvlesson.drawing' not in sys.modules\n"
        "assert verdict._repr_html_().count('<svg') == 2\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
