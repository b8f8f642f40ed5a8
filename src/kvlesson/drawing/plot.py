"""Draws a `Curve` with matplotlib, and makes what comes out fit in: this package's classes, both colour schemes, no ids.

The only file that imports matplotlib. The same data give the same bytes with the same version of it: a style of our own,
not the user's; no date; text as text, in the fonts of all other pictures; coordinates to a tenth.
"""

import io
import math
import re
from typing import Any

import matplotlib.style
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.transforms import IdentityTransform

from kvlesson.drawing.curve import Curve
from kvlesson.drawing.palette import QUIET, STATES, TEXT, Ink
from kvlesson.drawing.style import paint
from kvlesson.drawing.svg import group

_STYLE: list[str | dict[Any, Any]] = [
    "default",
    {"svg.fonttype": "none", "svg.hashsalt": "kvlesson", "font.size": 10, "path.simplify_threshold": 0.5},
]
_DASHES = ((), (5, 2), (1.5, 1.5), (7, 2, 1.5, 2))
TOP, BOTTOM = 24, 34  # room for the names of the axes and the horizontal ticks
CHARACTER, LINE = 6.2, 12  # on the safe side: a character's width, a line's height
DOT = 3.5
THICKET = 300  # points: so many are drawn in a thinner line


def plot(curve: Curve, width: float, height: float) -> str:
    """The inside of an SVG of this size."""
    unit, marks = curve.unit, curve.y_ticks
    left = 8 + CHARACTER * max(len(unit.tick(y)) for y in marks)
    named = len(curve.lines) > 1
    right = 18 + CHARACTER * max(map(len, curve.lines)) if named else 14
    with matplotlib.style.context(_STYLE):
        figure = Figure(
            figsize=(width / 72, height / 72), dpi=72
        )  # a point of the page is a unit of the picture
        place = (left / width, BOTTOM / height, 1 - (left + right) / width, 1 - (TOP + BOTTOM) / height)
        axes = figure.add_axes(place, frame_on=False)
        figure.patch.set_visible(False)
        axes.grid(axis="y", color=QUIET.light, alpha=0.3, linewidth=1, clip_on=False)
        axes.set_axisbelow(True)
        axes.set_xticks(curve.x_ticks, [f"{x:,.10g}" for x in curve.x_ticks])
        axes.set_yticks(marks, [unit.tick(y) for y in marks])
        axes.set(xlim=(0, curve.x_ticks[-1]), ylim=(0, marks[-1]))  # after the ticks, which would widen them
        axes.tick_params(length=0, labelcolor=QUIET.light)
        figure.text(4 / width, 1 - 10 / height, curve.y_axis, color=QUIET.light, gid="kv-y-axis")
        middle = (left + width - right) / 2 / width
        figure.text(middle, 5 / height, curve.x_axis, ha="center", color=QUIET.light, gid="kv-x-axis")
        _draw_lines(curve, axes, named)
        _draw_words(curve, axes)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return group(_ours(file.getvalue()), class_="kv-plot")


def _draw_lines(curve: Curve, axes: Any, named: bool) -> None:
    """The curves, and their names at the right, as near to their ends as other names allow."""
    ink = STATES[curve.state].ink.light
    ends = {label: axes.transData.transform(line[-1])[1] for label, line in curve.lines.items()}
    lowest = -math.inf
    for label in sorted(ends, key=lambda label: ends[label]):
        number = list(curve.lines).index(label)
        xs, ys = zip(*curve.lines[label], strict=True)
        axes.plot(
            xs,
            ys,
            color=ink,
            linewidth=1.5 if len(xs) < THICKET else 1,
            drawstyle="steps-post" if curve.stepped else "default",
            linestyle=(0, _DASHES[number % len(_DASHES)]) if number else "-",
            clip_on=False,
            gid="kv-curve",
        )
        if named:
            lowest = max(ends[label], lowest + LINE)
            axes.annotate(
                label,
                (xs[-1], ys[-1]),
                (14, lowest - ends[label]),
                textcoords="offset points",
                va="center_baseline",
                color=TEXT.light,
                annotation_clip=False,
                arrowprops={
                    "arrowstyle": "-",
                    "color": QUIET.light,
                    "shrinkA": 1,
                    "shrinkB": 1,
                    "linewidth": 0.75,
                },
                gid="kv-name",
            )


def _draw_words(curve: Curve, axes: Any) -> None:
    middle = curve.x_ticks[-1] / 2
    for words, x in curve.marks.items():
        axes.axvline(x, color=QUIET.light, linewidth=1, linestyle=(0, (2, 2)), clip_on=False, gid="kv-mark")
        _beside(axes, words, (x, axes.get_ylim()[1]), x > middle, -9, "kv-mark-words")
    for words, (x, y) in curve.points.items():
        at = tuple(axes.transData.transform((x, y)))  # a marker would be a <use> of an id
        dot = Circle(
            at, DOT, transform=IdentityTransform(), color=STATES[curve.state].ink.light, gid="kv-point"
        )
        axes.add_artist(dot).set_clip_on(False)
        _beside(axes, words, (x, y), x > middle, 9 if x > middle else -7, "kv-point-words")


def _beside(axes: Any, words: str, at: tuple[float, float], leftwards: bool, up: float, gid: str) -> None:
    axes.annotate(
        words,
        at,
        (-7 if leftwards else 7, up),
        textcoords="offset points",
        ha="right" if leftwards else "left",
        va="center_baseline",
        color=TEXT.light,
        annotation_clip=False,
        gid=gid,
    )


def _ours(svg: str) -> str:
    """What stands inside matplotlib's <svg>, in this package's terms."""
    inside = svg[svg.index("</defs>") + len("</defs>") : svg.rindex("</svg>")]
    inside = re.sub(r'<g id="(kv-[a-z-]+)">', r'<g class="\1">', inside)
    inside = re.sub(r' id="[^"]*"| transform="rotate\(-0 [^"]*"', "", inside)
    inside = re.sub(r"font-size: 10px; font-family: [^;]*; ", "", inside)
    inside = inside.replace("<text ", '<text class="kv-word kv-halo" ')
    inside = re.sub(r'(?<= d=")[^"]*', lambda path: _path(path[0]), inside)
    for ink in (TEXT, QUIET, *(state.ink for state in STATES.values())):
        inside = _paint(inside, ink)
    return re.sub(r">\s+<", "><", inside).strip()


def _path(data: str) -> str:
    data = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), data)
    return re.sub(r"\s*([MLCz])\s*", r"\1", data).strip()


def _paint(svg: str, ink: Ink) -> str:
    for what in ("fill", "stroke"):
        svg = svg.replace(f"{what}: {ink.light.lower()}", paint(what, ink).rstrip(";"))
    return svg
