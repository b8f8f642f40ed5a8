"""A common axis: round ticks from zero, the same for the same data everywhere, and how its values are written."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

INTERVALS = 5  # at most


@dataclass(frozen=True)
class Unit:
    """How values are written: as percent of one or as plain numbers, with so many decimals."""

    percent: bool = False
    decimals: int = 0

    def written(self, value: float, decimals: int | None = None) -> str:
        digits = self.decimals if decimals is None else decimals
        return f"{100 * value:.{digits}f}%" if self.percent else f"{value:,.{digits}f}"

    def tick(self, value: float) -> str:
        """Without decimals that say nothing."""
        scaled = 100 * value if self.percent else value
        return f"{scaled:,.10g}" + "%" * self.percent


def ticks(values: Iterable[float]) -> tuple[float, ...]:
    """0, and multiples of 1, 2 or 5 times a power of ten, up to the first that no value exceeds.

    >>> ticks([3, 124])
    (0.0, 50.0, 100.0, 150.0)
    """
    most = max(values, default=0)
    if most < 1e-9:  # nothing to tell apart
        return (0.0, 1.0)
    power = 10.0 ** math.floor(math.log10(most / INTERVALS))
    step = next(power * times for times in (1, 2, 5, 10) if power * times * INTERVALS >= most * (1 - 1e-12))
    count = math.ceil(most / step - 1e-9)
    return tuple(round(step * i, 12) for i in range(count + 1))


def finite(where: str, values: Sequence[float]) -> None:
    """ValueError, naming `where`, unless there are values and all are finite and at least 0."""
    if not values or not all(math.isfinite(value) and value >= 0 for value in values):
        raise ValueError(f"{where} needs numbers of at least 0; got {list(values)}")
