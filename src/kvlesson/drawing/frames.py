"""Several pictures in one place: a story to step through, or variants to choose among.

All frames of one sequence have the same size, so that only what changed moves. With `controls`, titles with their
options, there is a frame for every combination, in counting order: the last control turns fastest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from kvlesson.drawing.svg import Picture, element, escape

Control = tuple[str, tuple[str, ...]]  # its title, its options


@dataclass(frozen=True)
class Frame:
    """One picture of a sequence, and what happened, or what it shows, in words."""

    event: str
    picture: Picture

    @property
    def text(self) -> str:
        return self.picture.text

    def __repr__(self) -> str:
        return f"{self.event}: {self.text}"


@dataclass(frozen=True)
class Frames:
    """A sequence of pictures of one size, opened at the frame numbered `start`, from 0.

    ValueError when `controls` do not lead to its frames, and when there is no frame `start`.
    """

    frames: tuple[Frame, ...]
    controls: tuple[Control, ...] = ()
    start: int = 0

    def __post_init__(self) -> None:
        wanted = prod(len(options) for _, options in self.controls)
        if self.controls and wanted != len(self.frames):
            raise ValueError(f"the controls lead to {wanted} frames, but there are {len(self.frames)}")
        if not 0 <= self.start < max(1, len(self.frames)):
            raise ValueError(f"start is frame {self.start}, but there are {len(self.frames)}")
        if len({(frame.picture.width, frame.picture.height) for frame in self.frames}) > 1:
            raise ValueError("all frames of a sequence must have one size")

    @property
    def text(self) -> str:
        return "\n".join(map(repr, self.frames))

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        items = (element("li", element("p", escape(f.event)), f.picture.svg()) for f in self.frames)
        return element("ol", *items, class_="kv-frames")


def choose(
    controls: Sequence[tuple[str, Sequence[str]]], draw: Callable[..., Frame], start: int = 0
) -> Frames:
    """`draw` is called with the index of an option for each control, once for every combination."""
    checked = tuple((title, tuple(options)) for title, options in controls)
    for title, options in checked:
        if not options or len({*options}) < len(options):
            raise ValueError(f"{title} needs options that differ; got {list(options)}")
    return Frames(tuple(draw(*at) for at in product(*(range(len(o)) for _, o in checked))), checked, start)
