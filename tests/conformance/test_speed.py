"""The ratio is asked of a clock, so little can be said of it."""

import strangers

from kvlesson import BlockManager
from kvlesson.conformance import speed


def test_the_librarys_own_takes_its_own_time():
    assert speed.times_the_librarys(BlockManager) == 1.0


def test_a_slower_one_takes_longer(monkeypatch):
    class Slow(BlockManager):
        def append(self, rid, k, v):
            sum(range(20_000))
            super().append(rid, k, v)

    monkeypatch.setattr(speed, "STORIES", 2)
    assert speed.times_the_librarys(Slow) > 2


def test_a_manager_that_shares_nothing_has_room():
    assert speed.times_the_librarys(strangers.CopiesAtFork) > 0


def test_one_that_does_not_run_through_has_no_speed():
    assert speed.times_the_librarys(strangers.NeverMade) is None
