"""Looks for the shortest sequence of calls that breaks a promise: all short ones in order, then random ones, shrunk.

Invariant: the same seed and the same manager give the same sequence; every sequence that is told was run, on a new manager.
Not here: what a call must lead to (expected.py), and how the answer reads (verdict.py).
Cost: as many calls as SHORT_TRIALS and RANDOM_TRIALS say, at most; each takes what its look takes.

All sequences up to some length are tried on the smallest pools, where every boundary is near.  Names and new requests
come in one order only: what the manager does cannot depend on what they are called.  So a sequence found there is the
shortest there is, in those pools.  One found at random is shortened until no call, block, slot or token can be left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from .operations import WIDE_KEY, WIDE_VALUE, Operation, Sizes
from .paper import Paper
from .promises import Broken
from .trial import Factory, Trial

__all__ = ["Found", "Search"]

SMALL: Final = (Sizes(1, 1), Sizes(1, 2), Sizes(2, 1), Sizes(2, 2))
NAMES: Final = ("A", "B", "C", "D")
FEW: Final = 3  # requests at once, among the short sequences
SHORT_TRIALS: Final = 3_000
PROBED: Final = 4  # calls in a sequence that ends in a slip: there are a dozen slips to try everywhere
RANDOM_TRIALS: Final = 75
RANDOM_CALLS: Final = 40  # in each
SHRINKING_TRIALS: Final = 1_000
QUICK: Final = 8  # of this many trials, a quick search makes one

Calls = tuple[Operation, ...]


@dataclass(frozen=True)
class Found:
    """A sequence that breaks a promise with its last call, in a pool of ``sizes``; ``refused`` are places in it."""

    broken: Broken
    sizes: Sizes
    calls: Calls
    refused: tuple[int, ...]


class Search:
    """``step`` is how much is built yet, as steps are numbered in build_steps.py: no later step's calls are made.

    With ``ask`` the manager's questions (`can_extend` and the like) are compared too.  A ``quick`` search ends sooner.
    """

    def __init__(
        self, make: Factory, step: int, seed: int, *, ask: bool = False, quick: bool = False
    ) -> None:
        self.make, self.step, self.seed, self.ask = make, step, seed, ask
        self.divisor = QUICK if quick else 1
        self.tried = 0  # calls made

    def find(self) -> Found | None:
        """The first that breaks a promise, as short as it could be made."""
        if found := self.among_the_short(SHORT_TRIALS):
            return found
        found = self.at_random()
        return found and self.shrunk(found)

    def run(self, sizes: Sizes, calls: Calls, *, look_at_all: bool = False) -> Trial | Found:
        """On a new manager.  Unless every call is looked at, only the last is."""
        trial = None
        try:
            trial = Trial(self.make, sizes, ask=self.ask, read=self.step >= 2)
            for place, call in enumerate(calls):
                self.tried += 1
                if look_at_all or place == len(calls) - 1:
                    trial.do(call)
                else:
                    trial.repeat(call)
        except Broken as broken:
            done = trial.done if trial else []
            return Found(broken, sizes, tuple(done), tuple(trial.refused) if trial else ())
        return trial

    def among_the_short(self, trials: int) -> Found | None:
        """All sequences of one call, then all of two, and so on, until so many ``trials`` have been run."""
        level: list[tuple[Sizes, Calls, Trial]] = []
        for sizes in SMALL:
            start = self.run(sizes, ())
            if isinstance(start, Found):
                return start
            level.append((sizes, (), start))
        runs, length = 0, 0
        while level:
            length += 1
            longer = []
            for sizes, calls, before in level:
                growing = list(self.sensible(before.paper, FEW))
                slips = list(self.slips(before)) if length <= PROBED else []
                for call in [*growing, *slips]:
                    if (runs := runs + 1) > trials // self.divisor:
                        return None
                    after = self.run(sizes, (*calls, call))
                    if isinstance(after, Found):
                        return after
                    if call in growing:
                        longer.append((sizes, (*calls, call), after))
            level = longer
        return None

    def sensible(self, paper: Paper, requests: int) -> Iterator[Operation]:
        """What a server might do next."""
        live = list(paper.told)
        fresh = next((name for name in NAMES[:requests] if name not in paper.told), None)
        if fresh:
            yield Operation("add", fresh)
        for rid in live:
            if self.step >= 2 and (self.step >= 5 or not paper.shares_its_tail(rid)):
                yield Operation("append", rid)
            if self.step >= 3:
                yield Operation("free", rid)
            if self.step >= 4 and fresh:
                yield Operation("fork", rid, fresh)

    def slips(self, trial: Trial) -> Iterator[Operation]:
        """What nobody should do, and must be told; and many tokens at once, which the short sequences do without."""
        paper, unknown = trial.paper, "Z"
        yield from (Operation("add", rid) for rid in paper.told)
        if self.step >= 2:
            yield Operation("append", unknown)
            if "gather" in trial.has:
                yield Operation("gather", unknown)
        if self.step >= 3:
            gone = {call.rid for call in trial.done if call.what == "free"} - set(paper.told)
            yield from (Operation("free", rid) for rid in [*sorted(gone), unknown])
        if self.step >= 4:
            yield Operation("fork", unknown, "Y")
            yield from (Operation("fork", a, b) for a in paper.told for b in paper.told)
        for rid, told in paper.told.items() if self.step >= 2 else ():
            yield from (Operation(what, rid) for what in (WIDE_KEY, WIDE_VALUE))
            if "locate" in trial.has:
                yield from (Operation("locate", rid, tokens=position) for position in (-1, len(told)))
            if "extend" in trial.has and (self.step >= 5 or not paper.shares_its_tail(rid)):
                sizes = trial.sizes
                counts = {1, sizes.block_size + 1, sizes.slots - len(told), sizes.slots + 1} - {0}
                yield from (Operation("extend", rid, tokens=count) for count in sorted(counts))

    def at_random(self) -> Found | None:
        """Sequences of RANDOM_CALLS in pools of one to six blocks of one to four slots."""
        random = Random(self.seed)
        for _ in range(RANDOM_TRIALS // self.divisor):
            sizes, requests = Sizes(random.randint(1, 6), random.randint(1, 4)), random.randint(1, len(NAMES))
            trial = self.run(sizes, ())
            while isinstance(trial, Trial) and len(trial.done) < RANDOM_CALLS:
                call = self.drawn(trial, requests, random)
                try:
                    self.tried += 1
                    trial.do(call)
                except Broken as broken:
                    trial = Found(broken, sizes, tuple(trial.done), tuple(trial.refused))
            if isinstance(trial, Found):
                return trial
        return None

    def drawn(self, trial: Trial, requests: int, random: Random) -> Operation:
        """Mostly a sensible call, and of these mostly tokens: pools must fill up for anything to happen."""
        sensible = list(self.sensible(trial.paper, requests))
        if random.random() < 0.2 or not sensible:
            return random.choice([*self.slips(trial), *sensible])
        weights = [{"append": 6, "add": 3, "fork": 2, "free": 1}[call.what] for call in sensible]
        return random.choices(sensible, weights)[0]

    def shrunk(self, found: Found) -> Found:
        """Take away whatever can be taken away such that still a promise breaks, this one or another."""
        left = SHRINKING_TRIALS
        shorter: Found | None = found
        while shorter and left:
            found, shorter = shorter, None
            for sizes, calls in _smaller(found):
                if not left:
                    break
                left -= 1
                if isinstance(tried := self.run(sizes, calls, look_at_all=True), Found):
                    shorter = tried
                    break
        return found


def _smaller(found: Found) -> Iterator[tuple[Sizes, Calls]]:
    """Smaller pools, smallest first, then without some calls, long stretches first; or with plainer names."""
    sizes, calls = found.sizes, found.calls
    pools = (Sizes(n, size) for n in range(1, sizes[0] + 1) for size in range(1, sizes[1] + 1))
    yield from ((pool, calls) for pool in sorted(pools, key=lambda pool: pool.slots) if pool != sizes)
    length = len(calls)
    while length := length // 2:
        for start in range(len(calls) - length, -1, -length):
            yield sizes, calls[:start] + calls[start + length :]
    for name in NAMES:
        fewer = tuple(call for call in calls if name not in (call.rid, call.child))
        if len(fewer) < len(calls):
            yield sizes, fewer
    for place, call in enumerate(calls):
        if call.what == "extend" and call.tokens > 1:
            yield sizes, (*calls[:place], call._replace(tokens=call.tokens - 1), *calls[place + 1 :])
    if (renamed := _renamed(calls)) != calls:
        yield sizes, renamed


def _renamed(calls: Calls) -> Calls:
    """The same with requests called A, B, C in order of appearance."""
    seen = dict.fromkeys(name for call in calls for name in (call.rid, call.child) if name in NAMES)
    names = dict(zip(seen, NAMES, strict=False))
    return tuple(
        call._replace(rid=names.get(call.rid, call.rid), child=names.get(call.child, call.child))
        for call in calls
    )
