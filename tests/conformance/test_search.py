"""The shortest sequence: what is tried, in which order, and what shrinking leaves."""

import strangers

from kvlesson import BlockManager
from kvlesson.conformance import search
from kvlesson.conformance.operations import Operation, Sizes
from kvlesson.conformance.search import Found, Search
from kvlesson.conformance.trial import Trial


def test_short_sequences_come_before_longer_ones():
    lengths = []

    class Watched(Search):
        def run(self, sizes, calls, *, look_at_all=False):
            lengths.append(len(calls))
            return super().run(sizes, calls, look_at_all=look_at_all)

    assert Watched(BlockManager, 5, 0).among_the_short(500) is None
    assert lengths == sorted(lengths)
    assert lengths[-1] == 4
    assert len(lengths) == 500 + 4  # four pools, with nothing done


def test_earlier_steps_make_no_later_calls(monkeypatch):
    monkeypatch.setattr(search, "SHORT_TRIALS", 300)
    monkeypatch.setattr(search, "RANDOM_TRIALS", 10)
    made = set()

    class Watched(Search):
        def run(self, sizes, calls, *, look_at_all=False):
            made.update((call.what, self.step) for call in calls)
            return super().run(sizes, calls, look_at_all=look_at_all)

        def drawn(self, *given):
            call = super().drawn(*given)
            made.add((call.what, self.step))
            return call

    for step in range(1, 6):
        assert Watched(strangers.LastFreedFirst, step, 0).find() is None
    first = {what: min(step for w, step in made if w == what) for what, _ in made}
    assert first == {
        "add": 1, "append": 2, "gather": 2, "append a wide key": 2, "append a wide value": 2, "free": 3, "fork": 4,
    }  # fmt: skip


def test_a_long_sequence_shrinks():
    calls = [Operation("add", "C"), Operation("add", "B")]
    calls += [Operation("append", rid) for rid in "CBCBCCBCBCCCCCCCCCCCC"]
    mine = Search(strangers.ForgetsLongAgo, 5, 0)
    found = mine.run(Sizes(6, 4), tuple(calls), look_at_all=True)
    assert isinstance(found, Found)
    short = mine.shrunk(found)
    assert short.calls == (Operation("add", "A"), *[Operation("append", "A")] * 13)
    assert short.broken.promise == found.broken.promise
    assert short.sizes.slots >= 13


def test_many_tokens_at_once_shrink_to_one():
    class OneTooMany(BlockManager):
        def extend(self, rid, keys, values):
            super().extend(rid, keys, values)
            if len(keys) > 1:
                self.k_pool[self.locate(rid, 0)] += 1

    found = Search(OneTooMany, 5, 0).find()
    assert found.calls[-1].tokens == 2


def test_a_run_that_breaks_nothing_is_a_trial():
    mine = Search(BlockManager, 5, 0)
    trial = mine.run(Sizes(1, 1), (Operation("add", "A"), Operation("append", "A"), Operation("append", "A")))
    assert isinstance(trial, Trial)
    assert (trial.refused, mine.tried) == ([2], 3)
