"""What a pool settles at when requests come and go: one run's record, and several runs' spread.

Invariant: a run settles in its second half; what came before depends on how the pool was filled.
Not here: who makes the runs (churn.py).
Cost: O(moments).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from .seeds import Spread, spread_of

__all__ = ["ChurnRun", "Moment", "SettledSpread", "settled_over", "unusable_at_any_moment"]


class Moment(NamedTuple):
    """The pool after some departure and the arrivals that it made room for; or the mean of many such."""

    live: float  # requests
    unusable: float  # share of the pool: free, and of no use to the request that waits
    unfilled: float  # share of the pool: held, and without a token
    gaps: float  # free runs between slabs; in blocks 0, since what lies side by side does not matter

    @property
    def gaps_per_slab(self) -> float:
        """Knuth's fifty-per-cent rule expects a half where slabs leave in random order (TAOCP, section 2.5)."""
        return self.gaps / self.live


@dataclass(frozen=True)
class ChurnRun:
    """One run: ``moments[n]`` is the pool after n departures."""

    moments: tuple[Moment, ...]

    @property
    def start(self) -> Moment:
        """Filled for the first time; nobody has left."""
        return self.moments[0]

    @property
    def second_half(self) -> tuple[Moment, ...]:
        return self.moments[len(self.moments) // 2 :]

    @property
    def settled(self) -> Moment:
        """The mean of the second half."""
        return Moment(*map(fmean, zip(*self.second_half, strict=True)))

    @property
    def unusable(self) -> tuple[float, ...]:
        """The share of the pool that is unusable after 0, 1, 2, ... departures."""
        return tuple(moment.unusable for moment in self.moments)


class SettledSpread(NamedTuple):
    """What several runs settle at; the fields are Moment's."""

    live: Spread
    unusable: Spread
    unfilled: Spread
    gaps: Spread
    gaps_per_slab: Spread


def settled_over(runs: Sequence[ChurnRun]) -> SettledSpread:
    """Where each of ``runs`` settles on average, and how far they differ in that.  ValueError when there are none."""
    if not runs:
        raise ValueError(f"runs must hold at least one run, got {runs!r}")
    settled = [run.settled for run in runs]
    rows = ((*moment, moment.gaps_per_slab) for moment in settled)
    return SettledSpread(*map(spread_of, zip(*rows, strict=True)))


def unusable_at_any_moment(runs: Sequence[ChurnRun]) -> Spread:
    """The unusable share over all moments of all second halves: much wider than the spread of their means."""
    return spread_of(moment.unusable for run in runs for moment in run.second_half)
