"""Five steps: each first test fails before and passes after, and each step asks for no more than what is built."""

import pytest
import strangers

from kvlesson import BlockManager
from kvlesson.conformance import BUILD_STEPS, SKELETON, Promise, run, search

WRITTEN = {1: "add_request", 2: "append gather", 3: "free", 4: "fork", 5: ""}


def skeleton():
    namespace = {}
    exec(SKELETON, namespace)
    return namespace["MyManager"]


def built(step, base=strangers.LastFreedFirst):
    """The skeleton with the methods of the steps so far, taken from a manager that has them all."""
    names = ["__init__", *" ".join(WRITTEN[n] for n in range(1, step + 1)).split()]
    helpers = ["known", "unknown", "readers"]
    return type("MyManager", (skeleton(),), {name: getattr(base, name) for name in names + helpers})


def test_the_steps_and_the_contracts_names():
    assert [step.number for step in BUILD_STEPS] == [1, 2, 3, 4, 5]
    methods = [name for step in BUILD_STEPS for name in step.methods]
    assert sorted(methods) == sorted(["__init__", "add_request", "append", "gather", "free", "fork"])


@pytest.mark.parametrize("step", BUILD_STEPS, ids=lambda step: step.title)
def test_a_first_test_fails_on_the_skeleton_and_passes_on_the_librarys(step):
    with pytest.raises(NotImplementedError):
        exec(step.first_test, {"MyManager": skeleton()})
    exec(step.first_test, {"MyManager": BlockManager})


def test_the_last_first_test_fails_where_a_fork_is_written_into():
    class WritesShared(BlockManager):
        def append(self, rid, k, v):
            counts = self.ref_count[:]
            self.ref_count[:] = [min(count, 1) for count in counts]
            super().append(rid, k, v)

    with pytest.raises(AssertionError):
        exec(BUILD_STEPS[4].first_test, {"MyManager": WritesShared})


def test_briefs_hold_no_digits():
    for step in BUILD_STEPS:
        assert not any(letter.isdigit() for letter in step.title + step.brief)


@pytest.mark.parametrize("step", range(1, 6))
def test_the_skeleton_is_told_where_to_begin(step):
    verdict = run(skeleton(), step=step)
    assert verdict.promise == Promise.WRITTEN
    assert "That is step 1, 'The pool and its free list': Keep how many" in verdict.explanation


@pytest.mark.parametrize("step", range(1, 6))
def test_what_is_built_passes_its_step_and_not_the_next(step, monkeypatch):
    monkeypatch.setattr(search, "SHORT_TRIALS", 1_000)
    monkeypatch.setattr(search, "RANDOM_TRIALS", 20)
    make = built(step)
    assert run(make, step=step).kept, run(make, step=step)
    if step < 4:
        verdict = run(make, step=step + 1)
        assert verdict.promise == Promise.WRITTEN
        assert verdict.explanation.split()[0] in WRITTEN[step + 1].split()
        assert f"That is step {step + 1}, {BUILD_STEPS[step].title!r}" in verdict.explanation


def test_gather_that_is_not_written_is_told_of():
    class Half(built(2)):
        gather = skeleton().gather

    verdict = run(Half, step=2)
    assert verdict.promise == Promise.WRITTEN
    assert verdict.explanation.startswith("gather A ends in NotImplementedError. That is step 2")


def test_a_class_without_gather_passes_until_the_last_step():
    methods = ["__init__", "add_request", "append", "known", "unknown", "readers"]
    half = type("Half", (), {name: getattr(strangers.LastFreedFirst, name) for name in methods})
    verdict = run(half, step=2)
    assert verdict.kept
    assert verdict.notes[0].startswith("Not looked at, as it is not there: gather, ")
    verdict = run(half)
    assert verdict.explanation.startswith(
        "there is no gather and no free and no fork. Write: def gather(self, rid): ..."
    )


def test_the_fourth_step_does_not_ask_for_copies():
    assert run(strangers.WritesShared, step=4).kept
    assert not run(strangers.WritesShared, step=5).kept


def test_no_speed_is_measured_before_the_last_step(monkeypatch):
    monkeypatch.setattr(search, "SHORT_TRIALS", 100)
    monkeypatch.setattr(search, "RANDOM_TRIALS", 1)
    assert run(BlockManager, step=4).speed is None
    assert run(BlockManager, step=5).speed > 0


def test_a_quick_run_tries_an_eighth_measures_no_time_and_still_finds_a_usual_fault():
    thorough, quick = run(strangers.LastFreedFirst), run(strangers.LastFreedFirst, quick=True)
    assert thorough.speed is not None
    assert quick.kept
    assert quick.speed is None
    assert 0 < quick.tried < thorough.tried / search.QUICK * 2
    assert not run(strangers.WritesShared, quick=True).kept
    assert run(strangers.WritesShared, step=4, quick=True).kept
