"""An experiment for several seeds: ten runs, their mean, and how far they scatter.

Invariant: the same seeds give the same figures, on every machine with the same NumPy.
Not here: the experiments, and any claim about runs that were not made; a spread is that of the runs it is given.
Cost: that of the runs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, astuple
from statistics import fmean, pstdev
from typing import Any, ClassVar, Concatenate, Final, NamedTuple, ParamSpec, Protocol, TypeVar

__all__ = ["TEN_SEEDS", "Spread", "mean_run", "spread_of", "ten_runs"]

TEN_SEEDS: Final = range(10)


class Spread(NamedTuple):
    """One figure from several runs."""

    mean: float
    deviation: float  # standard deviation of these values
    least: float
    most: float


def spread_of(values: Iterable[float]) -> Spread:
    """Mean, standard deviation, least and most.  ValueError without a value.

    >>> spread_of([1, 2, 3, 4, 5]).mean
    3.0
    """
    values = list(values)
    if not values:
        raise ValueError(f"values must hold at least one number, got {values!r}")
    return Spread(fmean(values), pstdev(values), min(values), max(values))


Given = ParamSpec("Given")
T = TypeVar("T")


def ten_runs(
    run: Callable[Concatenate[int, Given], T], *args: Given.args, **settings: Given.kwargs
) -> list[T]:
    """``run(seed, ...)`` for each of TEN_SEEDS: one seed alone says little."""
    return [run(seed, *args, **settings) for seed in TEN_SEEDS]


class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Run = TypeVar("Run", bound=_Dataclass)


def mean_run(runs: Sequence[Run]) -> Run:
    """Every field's mean over ``runs``, dataclasses of numbers.  ValueError when there are none."""
    if not runs:
        raise ValueError(f"runs must hold at least one run, got {runs!r}")
    return type(runs[0])(*map(fmean, zip(*map(astuple, runs), strict=True)))
