"""The published bars of slab servers, each above the same one rebuilt.

What the paper prints as one piece, "external fragmentation and others", is drawn as one piece with both patterns; only a
rebuilt bar can tell rounding from gaps. The first published bar's shares sum to 99.9%: it ends short by that.
Source: Kwon et al., SOSP 2023, fig. 2.
"""

from collections.abc import Iterable
from typing import Protocol

from kvlesson.drawing.shares import Part, share_bars
from kvlesson.drawing.svg import Picture


class Published(Protocol):
    """Percent of the cache."""

    @property
    def used_percent(self) -> float: ...
    @property
    def reserved_percent(self) -> float: ...
    @property
    def internal_percent(self) -> float: ...
    @property
    def external_percent(self) -> float: ...


class Rebuilt(Protocol):
    """Shares of the pool."""

    @property
    def used(self) -> float: ...
    @property
    def reserved(self) -> float: ...
    @property
    def never_used(self) -> float: ...
    @property
    def rounded(self) -> float: ...
    @property
    def unusable(self) -> float: ...


class System(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def published(self) -> Published | None: ...


class Bar(Protocol):
    @property
    def system(self) -> System: ...
    @property
    def mean(self) -> Rebuilt: ...


def bars_of_figure_two(bars: Iterable[Bar]) -> Picture:
    """Two bars for each system, or one where nothing was published."""
    drawn = []
    for bar in bars:
        if bar.system.published is not None:
            drawn.append((f"{bar.system.name}, as published", _published(bar.system.published)))
        drawn.append((f"{bar.system.name}, rebuilt", _rebuilt(bar.mean)))
    return share_bars(drawn)


def _published(split: Published) -> list[Part]:
    parts = (
        ("stored", split.used_percent, "used"),
        ("reserved", split.reserved_percent, "reserved"),
        ("never", split.internal_percent, "never used"),
        ("external", split.external_percent, "external"),
    )
    return [Part(state, percent / 100, words, f"{percent}%") for state, percent, words in parts]


def _rebuilt(run: Rebuilt) -> list[Part]:
    gaps = (
        "gaps" if run.rounded or not run.never_used else "left over"
    )  # equal slabs leave a remainder, and no gaps
    return [
        Part("stored", run.used, "used"),
        Part("reserved", run.reserved, "reserved"),
        Part("never", run.never_used, "never used"),
        Part("rounded", run.rounded, "rounding"),
        Part("gap", run.unusable, gaps),
    ]
