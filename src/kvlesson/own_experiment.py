"""The lesson's experiment on coming and going, under settings of the reader's own.

Invariant: slabs and blocks get the same requests, in pools of the same size, for ten seeds in a row.
Not here: another law for lengths; they are churn.py's.
Cost: 0.1 s; in a browser ten times that.
"""

from dataclasses import dataclass, field
from inspect import signature
from typing import Final

from ._validate import whole
from .capacity import CAPACITY_BLOCK_SIZE, CAPACITY_POOL_TOKENS
from .churn import churn_in_blocks, churn_in_slabs
from .settling import ChurnRun

__all__ = ["OwnExperiment", "run_own_experiment"]

RUNS: Final = 10


@dataclass(frozen=True)
class OwnExperiment:
    """The settings, and a run for each of RUNS seeds, both ways."""

    leave: str
    n_slots: int
    block_size: int  # slots
    slab_size: int | None  # slots; None: exactly as many as each request needs
    first_seed: int
    in_slabs: tuple[ChurnRun, ...] = field(repr=False)
    in_blocks: tuple[ChurnRun, ...] = field(repr=False)

    @property
    def python(self) -> str:
        """What does the same in a cell or at a prompt; settings that are the lesson's own are left out."""
        lessons = signature(run_own_experiment).parameters
        given = (
            f"{name}={getattr(self, name)!r}"
            for name, of_lesson in lessons.items()
            if getattr(self, name) != of_lesson.default
        )
        return f"from kvlesson import run_own_experiment\n\nrun_own_experiment({', '.join(given)})"


def run_own_experiment(
    leave: str = "random",
    n_slots: int = CAPACITY_POOL_TOKENS,
    block_size: int = CAPACITY_BLOCK_SIZE,
    slab_size: int | None = None,
    first_seed: int = 0,
) -> OwnExperiment:
    """Run `churn_in_slabs` and `churn_in_blocks` with the seeds from ``first_seed`` on.

    ``leave`` is one of LEAVE_ORDERS, sizes are in slots.  ValueError as these two say.

    >>> experiment = run_own_experiment(leave="arrival", n_slots=20_000)
    >>> [round(run.settled.live, 1) for run in experiment.in_blocks[:3]]
    [18.0, 18.1, 18.6]
    """
    seeds = range(first := whole("first_seed", first_seed), first + RUNS)
    slabs = tuple(churn_in_slabs(seed, leave, n_slots, slab_size) for seed in seeds)
    blocks = tuple(churn_in_blocks(seed, leave, n_slots, block_size) for seed in seeds)
    return OwnExperiment(leave, n_slots, block_size, slab_size, first_seed, slabs, blocks)
