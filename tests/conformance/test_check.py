"""Correct managers of every design pass, faulty ones are told why not, and hostile ones are survived."""

import sys

import numpy as np
import pytest
import strangers

from kvlesson import BlockManager
from kvlesson.conformance import Promise, run

MOST_TRIED = 40_000

# What is wrong with each: the promise that it breaks, the calls that show it, and a word of the explanation.
CLASSICAL = {
    "FreesTwice": (Promise.REFUSED, "add A; free A; free A", "is accepted"),
    "LeaksOnRefusal": (
        Promise.ROOM,
        "add A; append A (a key of two numbers where one is right); append A",
        "is refused, though",
    ),
    "LeaksOnRefusedFork": (Promise.ROOM, "add A 1; fork A A; append A", "is refused, though"),
    "WritesShared": (Promise.CONTENTS, "add A 1; fork A B; append A; append B", "must be 1, 2, and are 1, 3"),
    "OffByOne": (Promise.ROOM, "add A 1; append A", "is refused, though"),
    "OffByOneInside": (Promise.ROOM, "add A; append A", "is refused, though"),
    "ReadsTooMuch": (Promise.CONTENTS, "add A; append A", "[1, 1], and have [2, 1]"),
    "ForgetsLongAgo": (Promise.CONTENTS, "add A 12; append A", "keys must be 1, 2, 3"),
}
HOSTILE = {
    "Endless": (Promise.ENDS, "add A; append A", "an endless loop?"),
    "EndlessWhateverComes": (Promise.ENDS, "add A; free A", "an endless loop?"),
    "EndlessGenerator": (Promise.CONTENTS, "add A", "it gives count"),
    "EndlessBooks": (Promise.EMPTY, "", "free list [0, 1, 2"),
    "NeverMade": (Promise.WORKS, "", "NeverMade(1, 1) raises RuntimeError: no pool today"),
    "Quits": (Promise.REFUSED, "fork Z Y", "raises SystemExit: 3"),
    "CallsItself": (Promise.ENDS, "append Z", "calls itself without end"),
    "GivesNothing": (Promise.CONTENTS, "add A", "gives NoneType"),
    "GivesThree": (Promise.CONTENTS, "add A", "gives tuple of 3"),
    "GivesWords": (Promise.CONTENTS, "add A", "an array of numbers"),
    "GivesTheView": (Promise.APART, "add A 1; add B", "give a copy"),
    "ChangesArguments": (Promise.APART, "add A; append A", "changes the value"),
    "KeepsArguments": (Promise.APART, "add A; append A", "keep a copy"),
    "InTheClass": (Promise.EMPTY, "", "not in self?"),
    "CannotBeShown": (Promise.WORKS, "add A", "Error: (it cannot be shown)"),
    "CountsInADict": (Promise.BOOKS, "", "it is dict"),
    "OfItsOwn": (Promise.ROOM, "add A 1; append A", "from kvlesson import OutOfBlocks"),
    "Asserts": (Promise.REFUSED, "free Z", "runs with -O"),
}


def test_the_librarys_own_keeps_every_promise():
    verdict = run(BlockManager)
    assert verdict.kept, verdict
    assert (verdict.promise, verdict.operations, verdict.sizes, verdict.explanation) == ("", (), None, "")
    assert verdict.notes == ()
    assert 5_000 < verdict.tried < MOST_TRIED


@pytest.mark.parametrize("make", [*strangers.CORRECT, strangers.Prints])
def test_managers_of_other_designs_keep_every_promise(make, capsys):
    verdict = run(make)
    assert verdict.kept, verdict
    assert verdict.tried < MOST_TRIED
    (note,) = verdict.notes
    assert note.endswith("locate, extend.")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", [*CLASSICAL, *HOSTILE])
def test_a_faulty_manager_is_told_why(name):
    promise, story, words = {**CLASSICAL, **HOSTILE}[name]
    traced = sys.gettrace()
    verdict = run(getattr(strangers, name))
    assert sys.gettrace() is traced
    assert (verdict.kept, verdict.promise) == (False, promise), verdict
    assert verdict.story == story
    assert words in verdict.explanation
    assert len(verdict.operations) <= 8
    assert verdict.tried < MOST_TRIED


def test_no_stranger_is_left_out():
    names = {n for n, m in vars(strangers).items() if getattr(m, "__module__", "") == "strangers"}
    assert names == {*CLASSICAL, *HOSTILE, "Prints"} | {make.__name__ for make in strangers.CORRECT}


def test_the_seed_decides():
    one, same = (run(strangers.ForgetsLongAgo) for _ in range(2))
    assert one == same
    assert str(one) == str(same)
    other = run(strangers.ForgetsLongAgo, seed=1)
    assert other.promise == one.promise
    assert other.tried != one.tried


def test_a_factory_will_do():
    assert run(lambda num_blocks, block_size: strangers.OnlyPretends(num_blocks, block_size), step=1).kept


def test_an_instance_is_no_class():
    with pytest.raises(TypeError, match="make must be a class"):
        run(BlockManager(1, 1))


@pytest.mark.parametrize("step", [0, 6, -1])
def test_there_are_five_steps(step):
    with pytest.raises(ValueError, match=f"step must be 1 to 5, got {step}"):
        run(BlockManager, step=step)


def test_the_readers_own_interrupt_is_not_swallowed():
    class Interrupted(strangers.LastFreedFirst):
        def add_request(self, rid):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Interrupted)


def test_what_is_there_but_wrong_is_found_too():
    class Places(BlockManager):
        def locate(self, rid, position):
            block, slot = super().locate(rid, position)
            return block, np.int64(slot + 1)

    verdict = run(Places)
    assert (verdict.promise, verdict.story) == (Promise.PLACES, "add A; append A")
    assert verdict.explanation == "locate A 0 gives (0, 1), and the token lies in slot 0 of block 0."
