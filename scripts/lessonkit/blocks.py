"""What belongs between a block's markers: a table's rows, a figure's or a stepper's text alternative.

What an expression must give is told by what it has, not by its class: a table has `columns` and `rows`, a
picture has `text` and `svg()`, a stepper has `frames`, each with `event` and `picture`.
"""

import html
import json
import math
import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from .expressions import Refused, raised

LONG = 80  # characters of an expression in a message


class Picture(Protocol):
    text: str

    def svg(self, standalone: bool = False) -> str: ...


class Frame(Protocol):
    event: str
    picture: Picture


class Frames(Protocol):
    frames: Sequence[Frame]


@dataclass(frozen=True)
class Made:
    """`body` is committed between the markers, `shown` replaces it on the site, `files` are made beside it.

    `shown` and `files` are empty unless drawing was asked for: to compare text, nothing needs to be drawn.
    """

    body: str
    shown: str | None
    files: dict[str, str]


def make(kind: str, name: str, value: object, source: str, page_path: str, draw: bool) -> Made:
    try:
        if kind == "table":
            return Made(_table(value.columns, value.rows), None, {})  # type: ignore[attr-defined]
        if kind == "figure":
            return _figure(name, value, page_path, draw, source)  # type: ignore[arg-type]
        if kind == "stepper":
            return _stepper(name, value, page_path, draw, source)  # type: ignore[arg-type]
        return _picture(name, value, page_path)  # type: ignore[arg-type]
    except AttributeError as error:
        raise Refused(
            f"{source} gives {type(value).__name__}, which is no {kind}: it has no {error.name}"
        ) from None
    except Refused:
        raise
    except Exception as error:
        raise Refused(f"what {source} gives is no {kind} that can be shown: {raised(error)}") from None


def _cell(value: object) -> str:
    if isinstance(value, float):
        raise Refused(
            f"a table holds the float {value!r}: put it through a formatter where the table is made"
        )
    text = " ".join(str(value).split())
    if re.search(r"[`*_<>&\\~|\[\]]", text):
        raise Refused(f"a table holds {text!r}, with signs that Markdown reads: write it without them")
    return text


def _table(columns: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    cells = [[_cell(v) for v in row] for row in rows]
    numeric = [all(re.match(r"[-+]?\d", row[i]) or not row[i] for row in cells) for i in range(len(columns))]
    lines = [[_cell(c) for c in columns], ["--:" if n else "---" for n in numeric], *cells]
    return "".join(f"| {' | '.join(line)} |\n".replace("|  |", "| |") for line in lines)


def _figures(page_path: str) -> str:
    return posixpath.relpath("docs/figures", posixpath.dirname(page_path))


def _image(picture: Picture, address: str) -> str:
    text = picture.text
    if "\n" in text:
        raise Refused(f"a picture's text alternative is one line, not {text!r}")
    return f"![{text}]({address})"


def _drawn_by(expression: str, picture: str) -> str:
    """What draws it, for a cell beside it; a browser's Python has no matplotlib."""
    return "" if 'class="kv-plot"' in picture else f' data-drawn-by="{html.escape(expression)}"'


def _figure(name: str, picture: Picture, page_path: str, draw: bool, expression: str) -> Made:
    body = _image(picture, f"{_figures(page_path)}/{name}.svg") + "\n"
    if not draw:
        return Made(body, None, {})
    svg = picture.svg()
    shown = f'\n<figure class="kv-figure"{_drawn_by(expression, svg)}>{svg}</figure>\n\n'
    return Made(body, shown, {f"figures/{name}.svg": picture.svg(standalone=True)})


def _stepper(name: str, value: Frames, page_path: str, draw: bool, expression: str) -> Made:
    """Frames to step through, or to choose among: `controls` then names what is chosen, last one fastest.

    It opens at the frame numbered `start`, from 0, where the value says one.
    """
    controls = [(title, list(options)) for title, options in getattr(value, "controls", ())]
    if controls and math.prod(len(options) for _, options in controls) != len(value.frames):
        raise Refused(f"the controls of {name} do not lead to its {len(value.frames)} frames")
    body, shown, files = [], [], {}
    for number, frame in enumerate(value.frames, 1):
        file = f"{name}-{number}.svg"
        image = _image(frame.picture, f"{_figures(page_path)}/{file}")
        body.append(f"{number}. {frame.event}\n    {image}\n")
        if draw:
            caption = f'<p class="kv-event">{html.escape(frame.event)}</p>'
            now = ' class="kv-now"' if number == 1 + getattr(value, "start", 0) else ""
            shown.append(f"<li{now}>{caption}{frame.picture.svg()}</li>")
            files[f"figures/{file}"] = frame.picture.svg(standalone=True)
    if not draw:
        return Made("".join(body), None, {})
    choices = ""
    if controls:  # how many rows to keep free for them must be known before the script has run
        choices = f' data-controls="{html.escape(json.dumps(controls))}" style="--kv-rows:{len(controls)}"'
    made = f"""\n<div class="kv-stepper" id="{name}"{choices}{_drawn_by(expression, "".join(shown))}><ol>{"".join(shown)}</ol></div>\n\n"""
    return Made("".join(body), made, files)


def _picture(name: str, picture: Picture, page_path: str) -> Made:
    """README's one picture: its file is committed, since a code host makes nothing."""
    address = posixpath.relpath(f"docs/assets/{name}.svg", posixpath.dirname(page_path) or ".")
    return Made(
        _image(picture, address) + "\n", None, {f"assets/{name}.svg": picture.svg(standalone=True) + "\n"}
    )


def difference(kind: str, source: str, there: str, expected: str) -> str:
    """The first difference in words, as an error shows it."""
    if len(source) > LONG:  # the line that is named shows it in full
        source = f"{source.partition('(')[0]}(...)"
    if kind == "table":
        return _table_difference(source, there, expected)
    for theirs, ours in zip_longest(there.splitlines(), expected.splitlines()):
        if theirs != ours:
            break
    else:
        return f"the {kind} ends with other empty lines than {source} gives"
    if theirs is None:
        return f"the {kind} lacks the line {_short(ours)!r} that {source} gives"
    if ours is None:
        return f"the {kind} has the line {_short(theirs)!r}, {source} gives no such line"
    theirs, ours = near(theirs, ours)
    return f'the {kind}\'s text says "{theirs}", {source} gives "{ours}"'


def near(theirs: str, ours: str) -> tuple[str, str]:
    """Both around the first difference, cut between words."""
    at = next((i for i, (a, b) in enumerate(zip_longest(theirs, ours)) if a != b), 0)
    start = theirs.rfind(" ", 0, max(0, at - 20)) + 1
    ends = (text.find(" ", at + 25) for text in (theirs, ours))
    their_end, our_end = (end if end > 0 else None for end in ends)
    return theirs[start:their_end], ours[start:our_end]


def _short(line: str) -> str:
    return line if len(line) < 60 else line[:57] + "..."


def _row(line: str) -> list[str]:
    return [c.strip() for c in line.strip().split("|")[1:-1]]


def _table_difference(source: str, there: str, expected: str) -> str:
    theirs, ours = ([_row(r) for r in t.strip().splitlines()] for t in (there, expected))
    if theirs[:1] != ours[:1]:
        return f'table columns: text says "{" | ".join(theirs[0] if theirs else [])}", {source} gives "{" | ".join(ours[0])}"'
    if len(theirs) != len(ours):
        mine, right = next(pair for pair in zip_longest(theirs, ours, fillvalue=[]) if pair[0] != pair[1])
        there, given = (f'"{" | ".join(row)}"' if row else "no more" for row in (mine, right))
        counted = f"the table has {max(0, len(theirs) - 2)} rows, {source} gives {len(ours) - 2}"
        return f"{counted}: text says {there}, code gives {given}"
    for mine, right in zip(theirs[2:], ours[2:], strict=True):
        for column, a, b in zip_longest(ours[0], mine, right):
            if a != b:
                return f"row {right[0]}, column {column}: text says {a}, {source} gives {b}"
    return f"the table is not laid out as {source} gives it"
