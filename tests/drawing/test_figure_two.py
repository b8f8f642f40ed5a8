"""Figure 2: published bars as printed, rebuilt ones beside them, and only those tell rounding from gaps."""

from types import SimpleNamespace

import drawn
import pytest

from kvlesson.drawing import bars_of_figure_two
from kvlesson.drawing.shares import WIDTH
from kvlesson.published import ORCA_MAX, ORCA_ORACLE

MAX = SimpleNamespace(used=0.19, reserved=0.12, never_used=0.6015, rounded=0.0, unusable=0.0885)
ORACLE = SimpleNamespace(used=0.38, reserved=0.25, never_used=0.0, rounded=0.27, unusable=0.1)
PICTURE = bars_of_figure_two(
    [
        SimpleNamespace(system=SimpleNamespace(name="Max", published=ORCA_MAX), mean=MAX),
        SimpleNamespace(system=SimpleNamespace(name="Oracle", published=ORCA_ORACLE), mean=ORACLE),
        SimpleNamespace(system=SimpleNamespace(name="Other", published=None), mean=ORACLE),
    ]
)


def test_the_text():
    assert PICTURE.text.split(" | ") == [
        "Max, as published: 20.4% used, 13.3% reserved, 57.3% never used, 8.9% external (99.9% in all, as printed)",
        "Max, rebuilt: 19% used, 12% reserved, 60% never used, 0% rounding, 9% left over",
        "Oracle, as published: 38.2% used, 25.2% reserved, 0.0% never used, 36.6% external",
        "Oracle, rebuilt: 38% used, 25% reserved, 0% never used, 27% rounding, 10% gaps",
        "Other, rebuilt: 38% used, 25% reserved, 0% never used, 27% rounding, 10% gaps",
    ]


def test_the_bars():
    bars = [
        [
            (part.get("data-state"), float(part[0].get("width")) / WIDTH)
            for part in bar
            if part.get("data-state")
        ]
        for bar in drawn.having(drawn.tree(PICTURE), "kv-share")
    ]
    expected = [
        {"stored": 0.204, "reserved": 0.133, "never": 0.573, "external": 0.089},
        {"stored": 0.19, "reserved": 0.12, "never": 0.6015, "gap": 0.0885},
        {"stored": 0.382, "reserved": 0.252, "external": 0.366},
        {"stored": 0.38, "reserved": 0.25, "rounded": 0.27, "gap": 0.1},
    ]
    for bar, parts in zip(bars, expected, strict=False):
        assert [state for state, _ in bar] == list(parts)
        assert [share for _, share in bar] == pytest.approx(list(parts.values()), abs=1e-4)
