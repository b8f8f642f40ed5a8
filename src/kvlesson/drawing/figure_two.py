"""The published bars of slab servers, each above the same one rebuilt, with the requests in flight that each had.
The rebuilt ones are means; dots over them show how far single seeds scatter.

What the paper prints as one piece, "external fragmentation and others", is drawn as one piece with both patterns; only a
rebuilt bar can tell rounding from gaps. The first published bar's shares sum to 99.9%: it ends short by that.
Source: Kwon et al., SOSP 2023, fig. 2.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from kvlesson.drawing.shares import Part, ShareBar, share_bars
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
    @property
    def batch(self) -> float: ...


class Rebuilt(Protocol):
    """Shares of the pool, and requests in flight."""

    @property
    def in_flight(self) -> float: ...
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
    @property
    def runs(self) -> Sequence[Rebuilt]: ...


def bars_of_figure_two(bars: Iterable[Bar]) -> Picture:
    """Two bars for each system, or one where nothing was published."""
    drawn = []
    for bar in bars:
        name, published = bar.system.name.replace(", ", " with "), bar.system.published
        if published is not None:
            title = f"{name}, as published: {published.batch:.2f} requests"
            drawn.append(ShareBar(title, _published(published)))
        else:
            name += " (not in the paper)"
        rebuilt = f"rebuilt, mean of {'ten' if len(bar.runs) == 10 else len(bar.runs)} seeds"
        title = f"{name}, {rebuilt}: {bar.mean.in_flight:.1f} requests"
        drawn.append(ShareBar(title, _rebuilt(bar.mean), [run.used for run in bar.runs]))
    return share_bars(drawn)


def _published(split: Published) -> list[Part]:
    parts = (
        ("stored", split.used_percent, "used"),
        ("reserved", split.reserved_percent, "reserved"),
        ("never", split.internal_percent, "never used"),
        ("external", split.external_percent, "external & others"),
    )
    return [Part(state, percent / 100, words, f"{percent}%") for state, percent, words in parts]


def _rebuilt(run: Rebuilt) -> list[Part]:
    equal_slabs = bool(run.never_used) and not run.rounded  # they leave a remainder, and no gaps
    rest = Part("leftover", run.unusable, "left over") if equal_slabs else Part("gap", run.unusable, "gaps")
    return [
        Part("stored", run.used, "used"),
        Part("reserved", run.reserved, "reserved"),
        Part("never", run.never_used, "never used"),
        Part("rounded", run.rounded, "rounding"),
        rest,
    ]
