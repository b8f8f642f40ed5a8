"""A first test says how far it came, which line stopped it, and what was there instead; whatever the class does."""

import pytest
import strangers

from kvlesson import BlockManager
from kvlesson.conformance import BUILD_STEPS, SKELETON, first_test

STEPS = range(1, len(BUILD_STEPS) + 1)


def skeleton():
    namespace = {}
    exec(SKELETON, namespace)
    return namespace["MyManager"]


@pytest.mark.parametrize("step", STEPS)
def test_the_librarys_passes_and_the_skeleton_stops_at_its_first_line(step):
    passed = first_test(BlockManager, step=step)
    assert (passed.passed, passed.line, passed.why) == (True, None, "")
    indented = "\n".join(f"    {line}" for line in BUILD_STEPS[step - 1].first_test.split("\n"))
    assert str(passed) == repr(passed) == f"The first test of step {step} passes.\n{indented}"
    stopped = first_test(skeleton(), step=step)
    assert (stopped.passed, stopped.line, stopped.why) == (
        False,
        1,
        "NotImplementedError: this is not written yet",
    )
    assert str(stopped).startswith(
        f"The first test of step {step} stops here:\n--> mgr = MyManager(3, 2)\n    NotImplementedError: this is not written yet\n"
        '    mgr.add_request("A")\n'
    )


def test_what_was_there_instead():
    stopped = first_test(strangers.WritesShared, step=5)
    assert (stopped.line, stopped.why) == (8, "keys.tolist() is [[5.0], [7.0]]")


def test_inside_a_loop_the_line_that_was_running_is_told():
    class AppendsOnce(BlockManager):
        def append(self, rid, k, v):
            if self.lengths[rid]:
                raise RuntimeError("full")
            super().append(rid, k, v)

    stopped = first_test(AppendsOnce, step=2)
    assert stopped.why == "RuntimeError: full"
    assert '-->     mgr.append("A", [token], [-token])\n        RuntimeError: full\n' in str(stopped)


def test_an_assertion_that_compares_nothing_computed():
    class KeepsTheName(BlockManager):
        def free(self, rid):
            super().free(rid)
            self.add_request(rid)

    assert first_test(KeepsTheName, step=3).why == "It is not so."


def test_a_class_of_its_own_assertions():
    class Asserts(BlockManager):
        def add_request(self, rid):
            assert not rid, "never"

    assert first_test(Asserts, step=1).why.startswith("AssertionError: never")

    class AssertsWhenRead(BlockManager):
        def gather(self, rid):
            return self, None

        def tolist(self):
            raise AssertionError("not a list")

    assert first_test(AssertsWhenRead, step=2).why == "AssertionError: not a list"


def test_an_endless_loop_and_an_exit_and_prints_are_survived(capsys):
    assert first_test(strangers.Endless, step=2).why == "It does not end: an endless loop?"

    class Quits(BlockManager):
        def add_request(self, rid):
            print("leaving")
            raise SystemExit(3)

    assert first_test(Quits, step=1).why == "SystemExit: 3"
    assert capsys.readouterr().out == ""


def test_what_cannot_be_tried():
    with pytest.raises(TypeError, match="must be a class"):
        first_test(BlockManager(3, 2), step=1)
    for step in (0, len(BUILD_STEPS) + 1):
        with pytest.raises(ValueError, match="step must be 1 to 5"):
            first_test(BlockManager, step=step)
