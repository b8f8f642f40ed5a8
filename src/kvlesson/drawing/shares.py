"""One pool as a bar, cut into what its slots are: always in the same order, with the words on the parts.

Bars that stand under each other span the same width for the same pool, so their parts can be compared. Parts too narrow
for their words have them in columns that end where the bar ends; one of no width is only in the text. Shares that are
quoted are drawn as they are printed: where rounding made them sum to less than the pool, the rest of the bar stays
empty, and the text says so. Over a bar of means, a dot for each run shows where its first part ended.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from textwrap import wrap

from kvlesson.drawing.dots import DOT, dots_around
from kvlesson.drawing.palette import state
from kvlesson.drawing.slots import patterns
from kvlesson.drawing.svg import ID, Picture, element, group, text
from kvlesson.saturated_queue import PagedRun, SlabRun

WIDTH, MARGIN, HEIGHT, STEP = 328, 4, 30, 88
LANE = 20  # of the dots over a bar
NARROW = 0.075  # of the pool: below it two lines of words do not fit under a part
CHARACTER = 5.6  # of words under a part, on the safe side
TITLE, TITLE_LINE = 49, 14  # a title's characters in a line, and a line's height
ORDER = ("stored", "reserved", "never", "unknown", "rounded", "external", "gap", "leftover", "free")
MIXED = {"external": ("rounded", "gap")}  # one piece of what is not told apart


@dataclass(frozen=True)
class Part:
    """A share of the pool (0 to 1), the state of its slots, and the words for it.

    `printed` is a quoted share as its source writes it, such as "20.4%"; such shares may miss 1 by their rounding.
    """

    state: str
    share: float
    words: str
    printed: str = ""

    @property
    def percent(self) -> str:
        return self.printed or f"{100 * self.share:.0f}%"

    @property
    def rounding(self) -> float:
        """The most by which the share may be off."""
        _, _, decimals = self.printed.rstrip("%").partition(".")
        return 0.005 / 10 ** len(decimals) if self.printed else 0.0


@dataclass(frozen=True)
class ShareBar:
    """A titled bar. `runs`, if the parts are means: the share (0 to 1) of the first part in each run, a seed each."""

    title: str
    parts: Sequence[Part]
    runs: Sequence[float] = ()

    @property
    def scattered(self) -> str:
        return f"{self.parts[0].words}, seed by seed"


def share_bars(bars: Iterable[ShareBar]) -> Picture:
    """Titled bars, top to bottom. ValueError when a bar's shares do not sum to 1, or its parts are out of order."""
    shapes, lines, top = [], [], 0
    for bar in bars:
        _check(bar)
        titled, lane = wrap(bar.title, TITLE), LANE if bar.runs else 0
        shapes.append(_bar(top, titled, lane, bar))
        lines.append(f"{bar.title}{',' if ':' in bar.title else ':'} {_said(bar)}")
        top += STEP + TITLE_LINE * (len(titled) - 1) + lane
    return Picture(
        " | ".join(lines), patterns(*ORDER) + "".join(shapes), WIDTH + 2 * MARGIN, max(STEP, top) - 6
    )


def two_ways(slabs: SlabRun, blocks: PagedRun) -> Picture:
    """The saturated queue's pool, once in slabs and once in blocks.

    What is unusable is called left over: equal slabs have no gaps between them.
    """
    return share_bars(
        (
            ShareBar(
                f"In slabs, simulated: {round(slabs.in_flight)} requests in flight",
                (
                    Part("stored", slabs.used, "used"),
                    Part("reserved", slabs.reserved, "reserved"),
                    Part("never", slabs.never_used, "never used"),
                    Part("leftover", slabs.unusable, "left over"),
                ),
            ),
            ShareBar(
                f"In blocks, simulated: {round(blocks.in_flight)} requests in flight",
                (
                    Part("stored", blocks.used, "used"),
                    Part("unknown", blocks.tail, "empty in last blocks"),
                    Part("free", blocks.free, "free"),
                ),
            ),
        )
    )


def _check(bar: ShareBar) -> None:
    title, parts = bar.title, bar.parts
    for part in parts:
        for name in MIXED.get(part.state, (part.state,)):
            state(name)
        if not 0 <= part.share <= 1:
            raise ValueError(
                f"{title}: the share of {part.words} must lie between 0 and 1, got {part.share!r}"
            )
    for share in bar.runs:
        if not 0 <= share <= 1:
            raise ValueError(f"{title}: a run's share must lie between 0 and 1, got {share!r}")
    total = sum(part.share for part in parts)
    if abs(total - 1) > 1e-9 + sum(part.rounding for part in parts):
        raise ValueError(f"{title}: the shares must sum to 1, got {total!r}")
    places = [ORDER.index(part.state) for part in parts]
    if places != sorted(places):
        raise ValueError(f"{title}: parts must stand in the order {', '.join(ORDER)}")


def _said(bar: ShareBar) -> str:
    words = ", ".join(f"{part.percent} {part.words}" for part in bar.parts)
    if bar.runs:
        words += f" ({bar.scattered}: {100 * min(bar.runs):.0f}% to {100 * max(bar.runs):.0f}%)"
    total = f"{100 * sum(part.share for part in bar.parts):.1f}%"
    return words if total == "100.0%" else f"{words} ({total} in all, as printed)"


def _bar(top: float, title: Sequence[str], lane: float, bar: ShareBar) -> str:
    parts = [part for part in bar.parts if part.share]
    ends = [min(WIDTH, WIDTH * end) for end in accumulate(part.share for part in parts)]
    starts = [0.0, *ends[:-1]]
    shapes = [text(MARGIN, top + 14 + TITLE_LINE * i, line, "kv-head") for i, line in enumerate(title)]
    top += 8 + TITLE_LINE * len(title) + lane
    if bar.runs:
        xs, middle = sorted(MARGIN + WIDTH * share for share in bar.runs), top - lane / 2 - 1
        shapes += dots_around(xs, middle, lane, f"kv-{bar.parts[0].state}")
        after, before = xs[-1] + DOT + 6, xs[0] - DOT - 6
        fits = after + CHARACTER * len(bar.scattered) <= MARGIN + WIDTH
        x, side = (after, "kv-start") if fits else (before, "kv-end")
        shapes.append(text(x, middle + 4, bar.scattered, f"kv-word {side}"))
    shapes += [
        _part(MARGIN + start, top, end - start, part.state)
        for part, start, end in zip(parts, starts, ends, strict=True)
    ]
    free_to = float(WIDTH)  # words are placed from the right: those of narrow parts end where the bar does
    for part, start, end in zip(reversed(parts), reversed(starts), reversed(ends), strict=True):
        wide = CHARACTER * max(len(part.words), len(part.percent))
        middle = (start + end) / 2
        if part.share < NARROW or middle + wide / 2 > free_to:
            x, side, left = free_to, " kv-end", free_to - wide
        else:
            x, side, left = middle, "", middle - wide / 2
        for line, words in enumerate((part.words, part.percent)):
            shapes.append(text(MARGIN + x, top + HEIGHT + 13 + 12 * line, words, f"kv-word{side}"))
        free_to = left - 8
    return group(*shapes, class_="kv-share")


def _part(x: float, y: float, width: float, name: str) -> str:
    """A part drawn as its slots are: solid, patterned over a tint, or an empty frame."""
    box = {"x": x, "y": y, "width": width, "height": HEIGHT}
    inner = {"x": x + 0.5, "y": y + 0.5, "width": max(0.5, width - 1), "height": HEIGHT - 1}
    if name in ("stored", "free", "unknown", "leftover"):
        shape = element("rect", **(box if name == "stored" else inner), class_=f"kv-{name}")
        return group(shape, data_state=name)
    inks = MIXED.get(name, (name,))
    return group(
        element("rect", **box, class_=f"kv-{inks[-1]} kv-tint"),
        *(element("rect", **box, fill=f"url(#{ID}{ink})") for ink in inks),
        element("rect", **inner, class_=f"kv-{inks[-1]} kv-outline"),
        data_state=name,
    )
