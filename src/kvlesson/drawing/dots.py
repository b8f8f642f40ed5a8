"""Several runs of one experiment as dots: a row for each variant, a dot for each run, and their mean.

One run alone says little, so all are shown, on one axis from zero. Dots that would cover each other stand one above the
other.
"""

import math
from collections.abc import Iterable, Mapping
from statistics import fmean

from kvlesson.drawing.axis import Unit, finite, ticks
from kvlesson.drawing.names import name
from kvlesson.drawing.palette import state as known
from kvlesson.drawing.svg import Picture, at, element, group, text

WIDTH, LEFT, RIGHT = 336, 8, 46  # the right margin holds a mean
ROW, LANE, DOT = 56, 32, 2.75
TOP, NOTE = 4, 13


def dot_rows(
    rows: Mapping[str, Iterable[float]],
    axis: str,
    *,
    percent: bool = False,
    decimals: int | None = None,
    state: str = "stored",
    note: str = "",
) -> Picture:
    """A row for each label, in the given order; `axis` says what is measured, and `note` under it what a dot is.

    With `percent` values are shares of 1. `state` gives the dots the ink of what they measure, such as "gap". ValueError
    for a row without values, and for values below 0.
    """
    known(state)
    data = {name(label): tuple(values) for label, values in rows.items()}
    for label, values in data.items():
        finite(label, values)
    unit = Unit(percent, (1 if percent else 0) if decimals is None else decimals)
    marks = ticks(value for values in data.values() for value in values)
    scale = (WIDTH - LEFT - RIGHT) / marks[-1]
    low = TOP + ROW * len(data)
    body = [
        *(_tick(LEFT + scale * value, low, unit.tick(value)) for value in marks),
        *(_row(i, label, values, scale, unit, state) for i, (label, values) in enumerate(data.items())),
        text(LEFT, low + 30, axis, "kv-word kv-start kv-axis"),
        text(LEFT, low + 30 + NOTE, note, "kv-word kv-start kv-note") if note else "",
    ]
    said = "; ".join(f"{label}: {_said(values, unit)}" for label, values in data.items())
    words = f"{axis} ({note})" if note else axis
    return Picture(f"{words} | {said}", "".join(body), WIDTH, low + 36 + (NOTE if note else 0))


def _said(values: tuple[float, ...], unit: Unit) -> str:
    mean, least, most = (unit.written(value) for value in (fmean(values), min(values), max(values)))
    if len(values) == 1:
        return mean
    return (
        f"{len(values)} runs of {mean}"
        if least == most
        else f"{len(values)} runs, {least} to {most}, mean {mean}"
    )


def _tick(x: float, low: float, words: str) -> str:
    return group(
        element("path", d=f"M{at(x)} {TOP}V{low + 4}", class_="kv-grid"),
        text(x, low + 16, words, "kv-index" + " kv-start" * (x == LEFT)),
        class_="kv-tick",
    )


def _row(number: int, label: str, values: tuple[float, ...], scale: float, unit: Unit, state: str) -> str:
    y = TOP + ROW * number
    middle, mean = y + 18 + LANE / 2, LEFT + scale * fmean(values)
    xs = sorted(LEFT + scale * value for value in values)
    ink = "kv-ink" if state == "gap" else f"kv-{state}"
    return group(
        text(LEFT, y + 13, label, "kv-head kv-halo"),
        element("path", d=f"M{LEFT} {at(middle)}H{at(mean)}", class_="kv-arrow"),
        element("path", d=f"M{at(mean)} {at(middle - LANE / 2)}v{LANE}", class_="kv-mean"),
        *dots_around(xs, middle, LANE, ink),
        text(
            max(mean, xs[-1] + DOT) + 6,
            middle + 4.5,
            unit.written(fmean(values)),
            "kv-owner kv-start kv-halo",
        ),
        class_="kv-dots",
    )


def dots_around(xs: list[float], middle: float, lane: float, ink: str) -> list[str]:
    """A dot at each of `xs`, ascending, in a lane of this height around `middle`."""
    return [
        element("circle", cx=x, cy=middle + up, r=DOT, class_=f"{ink} kv-dot")
        for x, up in zip(xs, _heights(xs, lane), strict=True)
    ]


def _heights(xs: list[float], lane: float) -> list[float]:
    """How far each dot stands from the middle of the lane: as near as may be without covering another, if it can."""
    most = int((lane / 2 - DOT) * 2)
    choices = sorted((step / 2 for step in range(-most, most + 1)), key=lambda up: (abs(up), up))
    placed: list[tuple[float, float]] = []
    for x in xs:
        room = {up: min((math.dist((x, up), other) for other in placed), default=math.inf) for up in choices}
        up = next((up for up in choices if room[up] >= 2 * DOT), max(choices, key=lambda up: room[up]))
        placed.append((x, up))
    return [up for _, up in placed]
