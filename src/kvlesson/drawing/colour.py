"""Measures colours: contrast with the page, and distance as people with and without colour blindness see it.

Contrast is WCAG 2.1's ratio (1 to 21). Distance is Euclidean in CIELAB (D65 white), after the simulation of Machado,
Oliveira and Fernandes (2009) at full severity, whose matrices act on linear RGB. Nothing here draws.
"""

import math
from itertools import combinations
from typing import NamedTuple

Triple = tuple[float, float, float]
_Matrix = tuple[Triple, Triple, Triple]

_SEEN: dict[str, _Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
VISIONS = tuple(_SEEN)
_TO_XYZ: _Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


class Closest(NamedTuple):
    """The two colours that are hardest to tell apart, and under which vision."""

    distance: float
    first: str
    second: str
    vision: str


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, "#RRGGBB" each; 1 for equal ones."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: str, other: str, vision: str = "normal") -> float:
    """How far apart two colours look (CIELAB) to someone with `vision`, one of VISIONS."""
    return math.dist(_lab(one, vision), _lab(other, vision))


def closest(colours: dict[str, str]) -> Closest:
    """The smallest distance between any two of the named colours under any vision."""
    return min(
        Closest(distance(colours[one], colours[other], vision), one, other, vision)
        for one, other in combinations(colours, 2)
        for vision in VISIONS
    )


def _linear(colour: str) -> Triple:
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"colour must look like #RRGGBB; got {colour!r}")
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def _times(matrix: _Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _luminance(colour: str) -> float:
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), _linear(colour), strict=True))


def _lab(colour: str, vision: str) -> Triple:
    if vision not in _SEEN:
        raise ValueError(f"vision must be one of {', '.join(VISIONS)}; got {vision!r}")
    red, green, blue = (min(1.0, max(0.0, c)) for c in _times(_SEEN[vision], _linear(colour)))
    ratios = [c / w for c, w in zip(_times(_TO_XYZ, (red, green, blue)), _WHITE, strict=True)]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
