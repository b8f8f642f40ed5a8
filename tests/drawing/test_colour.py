"""The states can be told apart: by contrast with the page, and from each other under any colour vision."""

from itertools import combinations

import numpy
import pytest

from kvlesson.drawing.colour import VISIONS, closest, contrast, distance
from kvlesson.drawing.palette import DARK_PAGE, LETTER, LIGHT_PAGE, MAIN_STATES, QUIET, STATES, TEXT, state

MODES = pytest.mark.parametrize(("mode", "page"), [("light", LIGHT_PAGE), ("dark", DARK_PAGE)])


def test_contrast_is_wcags():
    assert contrast("#000000", "#FFFFFF") == contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)  # the well-known near miss of 4.5


def test_distance_is_cielabs():
    assert distance("#000000", "#FFFFFF") == pytest.approx(100, abs=0.01)
    assert distance("#FF0000", "#00FF00") == pytest.approx(170.6, abs=0.1)
    assert distance("#808080", "#808080", "deutan") == 0


SEEN = {  # Machado and others, 2009, for whoever lacks one kind of cone altogether
    "normal": numpy.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]
WHITE = [0.95047, 1, 1.08883]  # D65


def lab(colour, vision):
    """A second opinion, by numpy."""
    given = numpy.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = numpy.where(given <= 0.04045, given / 12.92, ((given + 0.055) / 1.055) ** 2.4)
    t = TO_XYZ @ numpy.clip(numpy.array(SEEN[vision]) @ linear, 0, 1) / WHITE
    x, y, z = numpy.where(t > (6 / 29) ** 3, numpy.cbrt(t), t * (29 / 6) ** 2 / 3 + 4 / 29)
    return numpy.array([116 * y, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(
    "pair",
    list(
        combinations(
            [
                "#000000",
                "#020101",
                "#010A14",
                "#0B0B00",
                "#FF0000",
                "#00FF00",
                "#0000FF",
                "#FFFF00",
                "#7A3FBE",
            ],
            2,
        )
    ),
)
def test_distance_is_what_numpy_says(pair, vision):
    expected = numpy.linalg.norm(lab(pair[0], vision) - lab(pair[1], vision))
    assert distance(*pair, vision) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_look_the_same_to_everybody(vision):
    assert distance("#202020", "#E0E0E0", vision) == pytest.approx(distance("#202020", "#E0E0E0"), abs=0.01)


def test_red_and_green_come_close_for_those_who_miss_one_of_them():
    assert distance("#B06000", "#708000", "deutan") < distance("#B06000", "#708000") / 2


@MODES
def test_every_state_stands_out_from_the_page(mode, page):
    for each in STATES.values():
        assert contrast(getattr(each.ink, mode), page) >= 3, each.name


@pytest.mark.parametrize(
    ("mode", "page", "expected"),
    [
        ("light", LIGHT_PAGE, {"stored": 6.4, "reserved": 3.05, "never": 7.5, "gap": 15.0, "free": 3.9}),
        ("dark", DARK_PAGE, {"stored": 7.2, "reserved": 11.2, "never": 4.4, "gap": 14.6, "free": 5.2}),
    ],
)
def test_contrasts_are_those_that_the_palette_was_chosen_for(mode, page, expected):
    for name, ratio in expected.items():
        assert contrast(getattr(STATES[name].ink, mode), page) == pytest.approx(ratio, abs=0.05), name


@pytest.mark.parametrize(("mode", "expected"), [("light", 33.7), ("dark", 28.6)])
def test_the_main_states_are_furthest_from_confusion_where_they_are_closest(mode, expected):
    nearest = closest({name: getattr(STATES[name].ink, mode) for name in MAIN_STATES})
    assert nearest.distance == pytest.approx(expected, abs=0.05)
    assert {nearest.first, nearest.second} == {"reserved", "never"}
    assert nearest.vision == "deutan"


@MODES
def test_words_and_letters_are_readable(mode, page):
    for ink in (TEXT, QUIET):
        assert contrast(getattr(ink, mode), page) >= 4.5
    assert contrast(getattr(LETTER, mode), getattr(STATES["stored"].ink, mode)) >= 4.5


def test_no_state_is_told_by_colour_alone():
    assert len({each.pattern for each in STATES.values()}) == len(STATES)
    assert len({each.sign for each in STATES.values()}) == len(STATES)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="'lost'"):
        state("lost")
    with pytest.raises(ValueError, match="'blue'"):
        contrast("blue", "#FFFFFF")
    with pytest.raises(ValueError, match="'tetra'"):
        distance("#000000", "#FFFFFF", "tetra")
    for colour in ("#FFF", "FFFFFF#", "#FFFFFFF", "0FFFFFF"):
        with pytest.raises(ValueError, match=f"'{colour}'"):
            contrast(colour, "#FFFFFF")


def test_near_black_the_scale_is_a_straight_line():
    """WCAG's relative luminance: below 0.04045 a channel is divided by 12.92."""
    one = 1 / 255 / 12.92
    assert contrast("#010101", "#000000") == pytest.approx((one + 0.05) / 0.05, rel=1e-12)
    assert contrast("#0A0A0A", "#000000") == pytest.approx((10 * one + 0.05) / 0.05, rel=1e-12)
