"""One row of slots, seen with and without the future, with and without somebody who waits.

Of the four kinds of slot three are no properties of the memory: reserved and never used need hindsight, unusable needs a
request that waits.
"""

from collections.abc import Mapping
from typing import Any

from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.names import name
from kvlesson.drawing.row import draw_row
from kvlesson.drawing.runs import Row

SEEN = ("by the server", "in hindsight")


def row_views(
    moments: Mapping[str, Row], final_lengths: Mapping[Any, int], waiting: Mapping[Any, int]
) -> Frames:
    """A frame for every choice of moment, of who sees it, and of who waits: nobody, or one of `waiting` (id -> slots).

    ValueError as from `memory_row`, and without a moment.
    """
    if not moments:
        raise ValueError("moments must hold at least one row")
    times, rows = list(moments), list(moments.values())
    asking: list[tuple[Any, int | None]] = [("", None), *waiting.items()]
    room = max(waiting.values(), default=None)

    def frame(time: int, seen: int, who: int) -> Frame:
        rid, wanted = asking[who]
        picture = draw_row(rows[time], final_lengths if seen else None, wanted, rid, room)
        counts = picture.text.rpartition(" | ")[2]
        return Frame(f"{times[time]}, seen {SEEN[seen]}, {_waits(rid, wanted)}: {counts}", picture)

    options = ["nobody", *(f"{name(rid)} wants {slots}" for rid, slots in waiting.items())]
    return choose((("moment", times), ("seen", SEEN), ("waits", options)), frame)


def _waits(rid: Any, wanted: int | None) -> str:
    return "nobody waits" if wanted is None else f"{name(rid)} wants {wanted}"
