"""The paper's figure 2, rebuilt: where the memory of three slab servers goes, with rounding and gaps told apart.

Invariant: the same queue for all (workload.py); nothing is fitted to a bar but the spread of answers, which workload.py
says.
Not here: the paper's own traces and arrival times; its *external* is rounding and gaps together, and cannot be split.
Cost: 0.15 s for all systems over TEN_SEEDS.

Source of the bars beside it: Kwon et al., SOSP 2023, fig. 2 and fig. 13.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from .buddy import Buddy
from .first_fit import FirstFit, SlotRow
from .published import ORCA_MAX, ORCA_ORACLE, ORCA_POW2, PublishedSplit
from .saturated_queue import SlabRun, run_in_slabs
from .seeds import TEN_SEEDS, mean_run
from .slab_policies import reserve_exactly, reserve_longest, reserve_power_of_two
from .workload import Request

__all__ = [
    "SLAB_MAX",
    "SLAB_ORACLE",
    "SLAB_ORACLE_FIRST_FIT",
    "SLAB_POW2",
    "SLAB_SYSTEMS",
    "RebuiltBar",
    "SlabSystem",
    "rebuild_bar",
    "rebuild_bars",
]


@dataclass(frozen=True)
class SlabSystem:
    """How much to reserve, how to hand it out, and the bar that was published for it, if any."""

    name: str
    reserve: Callable[[Request], int]
    row_of: Callable[[int], SlotRow]
    published: PublishedSplit | None = None


SLAB_MAX: Final = SlabSystem("Max", reserve_longest, Buddy, ORCA_MAX)
SLAB_POW2: Final = SlabSystem("Pow2", reserve_power_of_two, Buddy, ORCA_POW2)
SLAB_ORACLE: Final = SlabSystem("Oracle", reserve_exactly, Buddy, ORCA_ORACLE)
SLAB_ORACLE_FIRST_FIT: Final = SlabSystem("Oracle, first fit", reserve_exactly, FirstFit)
SLAB_SYSTEMS: Final = (SLAB_MAX, SLAB_POW2, SLAB_ORACLE, SLAB_ORACLE_FIRST_FIT)


class RebuiltBar(NamedTuple):
    """One system over several seeds."""

    system: SlabSystem
    mean: SlabRun
    runs: tuple[SlabRun, ...]  # one for each seed

    @property
    def external(self) -> float:
        """What the paper calls external fragmentation and others, as a share: rounding and gaps."""
        return self.mean.rounded + self.mean.unusable

    @property
    def seeds_below_published(self) -> int:
        """Seeds with a smaller share in use than was published.  ValueError where nothing was published."""
        if self.system.published is None:
            raise ValueError(f"system must have a published bar, got {self.system.name!r}, which has none")
        return sum(100 * run.used < self.system.published.used_percent for run in self.runs)


def rebuild_bar(system: SlabSystem, seeds: Sequence[int] = TEN_SEEDS) -> RebuiltBar:
    """Run ``system`` for each seed.  ValueError without a seed."""
    runs = tuple(run_in_slabs(seed, system.reserve, system.row_of) for seed in seeds)
    return RebuiltBar(system, mean_run(runs), runs)


def rebuild_bars(seeds: Sequence[int] = TEN_SEEDS) -> list[RebuiltBar]:
    """A bar for each of SLAB_SYSTEMS."""
    return [rebuild_bar(system, seeds) for system in SLAB_SYSTEMS]
