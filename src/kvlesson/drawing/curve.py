"""Curves with their names at their ends: what is plotted, checked, and the same in one line.

The line says every curve's value at each tick of the horizontal axis. Only the drawing needs matplotlib (plot.py), and
only when it is asked for: text, checks and imports do without.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from kvlesson.drawing.axis import Unit, finite, ticks
from kvlesson.drawing.names import name
from kvlesson.drawing.palette import state as known
from kvlesson.drawing.svg import Picture, element, escape

Point = tuple[float, float]
WIDTH, HEIGHT = 336, 216
LONGEST = 16  # characters of a name, where it must stand beside others


@dataclass(frozen=True)
class Curve:
    """As a `Picture`: `.text`, `.svg()` and `_repr_html_`. `.svg()` needs matplotlib."""

    lines: dict[str, tuple[Point, ...]]
    x_axis: str
    y_axis: str
    unit: Unit
    stepped: bool  # a value holds until the next point
    points: dict[str, Point]  # single points with words beside them
    marks: dict[str, float]  # words beside an upright line
    state: str  # whose ink the curves have

    @property
    def x_ticks(self) -> tuple[float, ...]:
        """Round values up to the first that nothing lies beyond: there the axis ends, and a curve where its data do."""
        there = [x for line in (*self.lines.values(), self.points.values()) for x, _ in line]
        return ticks([*there, *self.marks.values()])

    @property
    def y_ticks(self) -> tuple[float, ...]:
        return ticks(y for line in (*self.lines.values(), self.points.values()) for _, y in line)

    @property
    def text(self) -> str:
        said = [f"{label}: {self._values(line)}" for label, line in self.lines.items()]
        said += [f"{words}: {self.unit.written(y)} at {x:,.10g}" for words, (x, y) in self.points.items()]
        said += [f"{words}: at {x:,.10g}" for words, x in self.marks.items()]
        return f"{self.y_axis}, by {self.x_axis} | {'; '.join(said)}"

    def _values(self, line: tuple[Point, ...]) -> str:
        there = [x for x in self.x_ticks if line[0][0] <= x <= line[-1][0]]
        return ", ".join(f"{self.unit.written(self.value(line, x))} at {x:,.10g}" for x in there)

    def value(self, line: tuple[Point, ...], x: float) -> float:
        """A curve's height at x, between its points as it is drawn."""
        after = bisect_right(line, x, key=lambda point: point[0])
        (x0, y0), (x1, y1) = line[after - 1], line[min(after, len(line) - 1)]
        return y0 if self.stepped or x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)

    def svg(self, standalone: bool = False) -> str:
        from kvlesson.drawing.plot import plot  # matplotlib: slow to import, and not everywhere

        return Picture(self.text, plot(self, WIDTH, HEIGHT), WIDTH, HEIGHT).svg(standalone)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        try:
            return self.svg()
        except ImportError:  # no matplotlib here: the words still say it
            return element("p", escape(self.text))


def curve(
    lines: Mapping[str, Iterable[float] | Iterable[Point]],
    x_axis: str,
    y_axis: str,
    *,
    percent: bool = False,
    decimals: int | None = None,
    stepped: bool = False,
    points: Mapping[str, Point] | None = None,
    marks: Mapping[str, float] | None = None,
    state: str = "stored",
) -> Curve:
    """One or several named curves of (x, y), or of values at 0, 1, 2 ...; both axes start at zero.

    `points` and `marks` add words at a point and beside an upright line. With `percent` values are shares of 1. `state`
    names the ink, as in `dot_rows`. ValueError without a curve, for values below 0, and where x does not rise.
    """
    known(state)
    read = {name(label): _points(line) for label, line in lines.items()}
    if not read:
        raise ValueError("lines must hold at least one curve")
    for label, line in read.items():
        finite(label, [value for point in line for value in point])
        if any(x1 <= x0 for (x0, _), (x1, _) in pairwise(line)):
            raise ValueError(f"the x values of {label} must rise from point to point")
    if len(read) > 1 and (long := [label for label in read if len(label) > LONGEST]):
        raise ValueError(f"a curve's name is at most {LONGEST} characters long; got {long[0]!r}")
    if not any(line[-1][0] for line in read.values()):
        raise ValueError("a curve needs more than the point at 0")
    for words, point in (points or {}).items():
        finite(words, point)
    for words, x in (marks or {}).items():
        finite(words, [x])
    unit = Unit(percent, (1 if percent else 0) if decimals is None else decimals)
    return Curve(read, x_axis, y_axis, unit, stepped, dict(points or {}), dict(marks or {}), state)


def _points(line: Iterable[float] | Iterable[Point]) -> tuple[Point, ...]:
    given = [value if isinstance(value, tuple) else (index, value) for index, value in enumerate(line)]
    return tuple((float(x), float(y)) for x, y in given)
