"""Pictures of pools, tables and rows, and the same data as one line of text.

Every function returns a `Picture` (`steps` a sequence of frames) with `.text`, `.svg()` and `_repr_html_`, so a page, a
notebook, a terminal and a screen reader all get what they can use from one description.
"""

from kvlesson.drawing.both_ways import BothWays, LivePool, both_ways, live_pool
from kvlesson.drawing.box import multiplying_box
from kvlesson.drawing.curve import Curve, curve
from kvlesson.drawing.dots import dot_rows
from kvlesson.drawing.experiment import DrawnExperiment, drawn_experiment
from kvlesson.drawing.figure_two import bars_of_figure_two
from kvlesson.drawing.frames import Frame, Frames
from kvlesson.drawing.legend import legend, slot_life
from kvlesson.drawing.paged import pool_and_tables, steps
from kvlesson.drawing.ribbon import page_to_slab
from kvlesson.drawing.row import memory_row
from kvlesson.drawing.row_views import row_views
from kvlesson.drawing.shares import Part, ShareBar, share_bars, two_ways
from kvlesson.drawing.svg import Picture
from kvlesson.drawing.told_twice import who_writes_first
from kvlesson.drawing.torn import torn_sentence
from kvlesson.drawing.triangle import triangle

__all__ = [
    "BothWays",
    "Curve",
    "DrawnExperiment",
    "Frame",
    "Frames",
    "LivePool",
    "Part",
    "Picture",
    "ShareBar",
    "bars_of_figure_two",
    "both_ways",
    "curve",
    "dot_rows",
    "drawn_experiment",
    "legend",
    "live_pool",
    "memory_row",
    "multiplying_box",
    "page_to_slab",
    "pool_and_tables",
    "row_views",
    "share_bars",
    "slot_life",
    "steps",
    "torn_sentence",
    "triangle",
    "two_ways",
    "who_writes_first",
]
