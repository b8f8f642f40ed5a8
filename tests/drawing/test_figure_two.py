"""Figure 2: published bars as printed, rebuilt ones beside them; only those tell rounding, gaps and remainders apart."""

from types import SimpleNamespace

import drawn
import pytest

from kvlesson.drawing import bars_of_figure_two
from kvlesson.drawing.shares import MARGIN, WIDTH
from kvlesson.published import ORCA_MAX, ORCA_ORACLE

MAX = SimpleNamespace(
    in_flight=7.0, used=0.19, reserved=0.12, never_used=0.6015, rounded=0.0, unusable=0.0885
)
ORACLE = SimpleNamespace(
    in_flight=14.36, used=0.38, reserved=0.25, never_used=0.0, rounded=0.27, unusable=0.1
)
MAX_RUNS = [SimpleNamespace(used=(14 + seed) / 100) for seed in range(10)]
PICTURE = bars_of_figure_two(
    [
        SimpleNamespace(system=SimpleNamespace(name="Max", published=ORCA_MAX), mean=MAX, runs=MAX_RUNS),
        SimpleNamespace(
            system=SimpleNamespace(name="Oracle", published=ORCA_ORACLE), mean=ORACLE, runs=[ORACLE] * 10
        ),
        SimpleNamespace(
            system=SimpleNamespace(name="Oracle, first fit", published=None), mean=ORACLE, runs=[ORACLE] * 10
        ),
    ]
)


def test_the_text():
    assert PICTURE.text.split(" | ") == [
        "Max, as published: 7.00 requests, 20.4% used, 13.3% reserved, 57.3% never used, 8.9% external & others (99.9% in all, as printed)",
        "Max, rebuilt, mean of ten seeds: 7.0 requests, 19% used, 12% reserved, 60% never used, 0% rounding, 9% left over (used, seed by seed: 14% to 23%)",
        "Oracle, as published: 13.62 requests, 38.2% used, 25.2% reserved, 0.0% never used, 36.6% external & others",
        "Oracle, rebuilt, mean of ten seeds: 14.4 requests, 38% used, 25% reserved, 0% never used, 27% rounding, 10% gaps (used, seed by seed: 38% to 38%)",
        "Oracle with first fit (not in the paper), rebuilt, mean of ten seeds: 14.4 requests, "
        "38% used, 25% reserved, 0% never used, 27% rounding, 10% gaps (used, seed by seed: 38% to 38%)",
    ]


def test_the_bars():
    bars = [
        [
            (
                part.get("data-state"),
                (float(part[0].get("width")) + (part.get("data-state") == "leftover")) / WIDTH,
            )
            for part in bar
            if part.get("data-state")
        ]
        for bar in drawn.having(drawn.tree(PICTURE), "kv-share")
    ]
    expected = [
        {"stored": 0.204, "reserved": 0.133, "never": 0.573, "external": 0.089},
        {"stored": 0.19, "reserved": 0.12, "never": 0.6015, "leftover": 0.0885},
        {"stored": 0.382, "reserved": 0.252, "external": 0.366},
        {"stored": 0.38, "reserved": 0.25, "rounded": 0.27, "gap": 0.1},
    ]
    for bar, parts in zip(bars, expected, strict=False):
        assert [state for state, _ in bar] == list(parts)
        assert [share for _, share in bar] == pytest.approx(list(parts.values()), abs=1e-4)


def test_a_title_too_long_for_its_bar_goes_on_in_the_next_line():
    titles = [drawn.texts(bar, "kv-head") for bar in drawn.having(drawn.tree(PICTURE), "kv-share")]
    assert titles[3:] == [
        ["Oracle, rebuilt, mean of ten seeds: 14.4 requests"],
        ["Oracle with first fit (not in the paper),", "rebuilt, mean of ten seeds: 14.4 requests"],
    ]


def test_other_numbers_of_seeds():
    bar = SimpleNamespace(system=SimpleNamespace(name="Max", published=None), mean=MAX, runs=MAX_RUNS[:3])
    assert "rebuilt, mean of 3 seeds: 7.0" in bars_of_figure_two([bar]).text


def test_a_dot_for_each_seed_stands_over_the_rebuilt_bar_where_its_used_part_ended():
    bars = drawn.having(drawn.tree(PICTURE), "kv-share")
    dots = [[float(dot.get("cx")) for dot in drawn.having(bar, "kv-dot")] for bar in bars]
    assert [len(row) for row in dots] == [0, 10, 0, 10, 10]
    assert dots[1] == pytest.approx([MARGIN + WIDTH * run.used for run in MAX_RUNS], abs=0.01)
    for bar in bars[1::2]:
        top = min(float(part[0].get("y")) for part in bar if part.get("data-state"))
        assert all(float(dot.get("cy")) + float(dot.get("r")) < top for dot in drawn.having(bar, "kv-dot"))
