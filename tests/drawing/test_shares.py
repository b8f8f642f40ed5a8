"""Bars: the drawn widths and words are the shares that were given."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from kvlesson.drawing import Part, ShareBar, share_bars, two_ways
from kvlesson.drawing.shares import NARROW, WIDTH
from kvlesson.saturated_queue import PagedRun, SlabRun

SLABS = SlabRun(in_flight=7.0, used=0.2, reserved=0.11, never_used=0.6, unusable=0.09, finished=40, rounded=0)
BLOCKS = PagedRun(
    in_flight=36.4, used=0.97, tail=0.02, free=0.01, finished=200, preemptions=300, recomputed=0.9
)


def drawn(picture):
    return ET.fromstring(picture.svg(standalone=True))


def drawn_width(part):
    """Outlines are drawn inside."""
    return float(part[0].get("width")) + (part.get("data-state") in ("leftover", "unknown", "free"))


def test_widths_are_shares_in_the_given_order():
    bars = [g for g in drawn(two_ways(SLABS, BLOCKS)).iter() if g.get("class") == "kv-share"]
    parts = [[(g.get("data-state"), drawn_width(g)) for g in bar if g.get("data-state")] for bar in bars]
    assert [state for state, _ in parts[0]] == ["stored", "reserved", "never", "leftover"]
    assert [width for _, width in parts[0]] == pytest.approx(
        [0.2 * WIDTH, 0.11 * WIDTH, 0.6 * WIDTH, 0.09 * WIDTH], abs=0.02
    )
    assert [state for state, _ in parts[1]] == ["stored", "unknown", "free"]
    assert parts[1][0][1] == pytest.approx(0.97 * WIDTH, abs=0.02)


def test_words_say_what_the_text_says():
    picture = two_ways(SLABS, BLOCKS)
    assert picture.text == (
        "In slabs, simulated: 7 requests in flight, 20% used, 11% reserved, 60% never used, 9% left over | "
        "In blocks, simulated: 36 requests in flight, 97% used, 2% empty in last blocks, 1% free"
    )
    words = [t.text for t in drawn(picture).iter() if t.tag.endswith("text")]
    assert words[0] == "In slabs, simulated: 7 requests in flight"
    assert words[1:9] == ["left over", "9%", "never used", "60%", "reserved", "11%", "used", "20%"]
    assert words[10:] == ["free", "1%", "empty in last blocks", "2%", "used", "97%"]


PRINTED = [
    Part("stored", 0.204, "used", "20.4%"),
    Part("never", 0.706, "never used", "70.6%"),
    Part("external", 0.089, "external", "8.9%"),
]


def test_quoted_shares_are_drawn_and_written_as_printed():
    picture = share_bars([ShareBar("Max", PRINTED)])
    assert picture.text == "Max: 20.4% used, 70.6% never used, 8.9% external (99.9% in all, as printed)"
    (bar,) = [g for g in drawn(picture).iter() if g.get("class") == "kv-share"]
    boxes = [g[0] for g in bar if g.get("data-state")]
    assert [float(box.get("width")) for box in boxes] == pytest.approx(
        [share * WIDTH for share in (0.204, 0.706, 0.089)], abs=0.02
    )
    assert float(boxes[-1].get("x")) + float(boxes[-1].get("width")) == pytest.approx(
        4 + 0.999 * WIDTH, abs=0.02
    )
    assert [t.text for t in bar.iter() if t.tag.endswith("text")] == [
        "Max", "external", "8.9%", "never used", "70.6%", "used", "20.4%",
    ]  # fmt: skip


def test_what_is_not_told_apart_has_both_patterns():
    (bar,) = [g for g in drawn(share_bars([ShareBar("Max", PRINTED)])).iter() if g.get("class") == "kv-share"]
    fills = [
        shape.get("fill", "")
        for part in bar
        if part.get("data-state") == "external"
        for shape in part
        if "url" in shape.get("fill", "")
    ]
    assert [fill.rpartition("-")[2] for fill in fills] == ["rounded)", "gap)"]


def test_a_part_of_no_width_is_only_in_the_text():
    picture = share_bars(
        [ShareBar("Oracle", [Part("stored", 1.0, "used"), Part("never", 0.0, "never used")])]
    )
    assert picture.text == "Oracle: 100% used, 0% never used"
    assert "never used" not in [t.text for t in drawn(picture).iter() if t.tag.endswith("text")]


MANY = [Part("stored", 0.2, "used"), Part("reserved", 0.6, "reserved"), Part("never", 0.12, "never used"),
        Part("rounded", 0.05, "rounding"), Part("gap", 0.02, "gaps"), Part("free", 0.01, "free")]  # fmt: skip


@pytest.mark.parametrize(
    "picture",
    [two_ways(SLABS, BLOCKS), share_bars([ShareBar("Max", PRINTED), ShareBar("Many", MANY)])],
    ids=["ways", "many"],
)
def test_all_words_of_a_bar_stand_on_two_lines_and_apart(picture):
    for bar in [g for g in drawn(picture).iter() if g.get("class") == "kv-share"]:
        words = [t for t in bar.iter() if t.tag.endswith("text")][1:]
        first, second = {float(t.get("y")) for t in words[::2]}, {float(t.get("y")) for t in words[1::2]}
        assert len(first) == len(second) == 1
        assert second.pop() == first.pop() + 12
        spans = []
        for t, below in zip(words[::2], words[1::2], strict=True):
            width = 5.6 * max(len(t.text), len(below.text))
            left = float(t.get("x")) - width * (1 if "kv-end" in t.get("class") else 0.5)
            assert (below.get("x"), below.get("class")) == (t.get("x"), t.get("class"))
            spans.append((left, left + width))
        assert all(right < left for (_, right), (left, _) in pairwise(reversed(spans)))
        assert 0 <= spans[-1][0] <= spans[0][1] <= 4 + WIDTH


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([Part("stored", 0.5, "used")], "the shares must sum to 1, got 0.5"),
        ([Part("free", 0.5, "free"), Part("stored", 0.5, "used")], "parts must stand in the order stored"),
        (
            [Part("stored", 1.5, "used"), Part("free", -0.5, "free")],
            "the share of used must lie between 0 and 1",
        ),
        (
            [Part("stored", -0.5, "used"), Part("reserved", 0.75, "reserved"), Part("free", 0.75, "free")],
            "the share of used must lie between 0 and 1",
        ),
        ([Part("blue", 1.0, "used")], "state must be one of"),
        ([Part("stored", 0.998, "used", "99.8%")], "the shares must sum to 1, got 0.998"),
    ],
)
def test_bad_parts(parts, message):
    with pytest.raises(ValueError, match=message):
        share_bars([ShareBar("A bar", parts)])


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_bad_runs(share):
    with pytest.raises(ValueError, match="A bar: a run's share must lie between 0 and 1, got"):
        share_bars([ShareBar("A bar", [Part("stored", 1.0, "used")], [0.5, share])])


def test_printed_shares_may_be_off_by_what_rounding_them_can_do():
    printed = [Part("stored", 0.2035, "used", "20.4%"), Part("free", 0.7955, "free", "79.6%")]
    assert share_bars([ShareBar("Max", printed)])  # each half a tenth of a percent too low


@pytest.mark.parametrize("runs", [(0.0, 1.0), (1.0,)])
def test_runs_from_nothing_to_all(runs):
    parts = [Part("stored", 0.5, "used"), Part("free", 0.5, "free")]
    assert "seed by seed" in share_bars([ShareBar("Max", parts, runs)]).text


@pytest.mark.parametrize(
    ("printed", "half"), [("", 0), ("20%", 0.005), ("20.4%", 0.0005), ("20.45%", 0.00005)]
)
def test_a_printed_share_may_be_off_by_half_of_its_last_place(printed, half):
    assert Part("stored", 0.2045, "used", printed).rounding == pytest.approx(half, abs=0)


def test_how_narrow_a_part_may_be_for_words_below_it():
    for share, centred in ((NARROW, True), (NARROW - 1e-6, False)):
        picture = share_bars([ShareBar("a", [Part("stored", share, "u"), Part("free", 1 - share, "f")])])
        (word,) = [t for t in drawn(picture).iter() if t.tag.endswith("text") and t.text == "u"]
        assert ("kv-end" not in word.get("class")) == centred
