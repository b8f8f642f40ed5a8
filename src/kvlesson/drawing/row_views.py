"""One row of slots, seen with and without the future, with and without somebody who waits.

Of the four kinds of slot three are no properties of the memory: reserved and never used need hindsight, unusable needs a
request that waits.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.names import name
from kvlesson.drawing.palette import STATES
from kvlesson.drawing.row import draw_row
from kvlesson.drawing.runs import Row, read_row

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
        lengths = final_lengths if seen else None
        counts = Counter(state for run in read_row(rows[time], lengths, wanted) for state in run.states)
        moment = times[time][:1].upper() + times[time][1:]
        asks = "" if wanted is None else f" and {name(rid)} wants {wanted}"
        said = _seen(counts, in_hindsight=bool(seen), waiting=name(rid))
        return Frame(f"{moment}{asks}. {said}", draw_row(rows[time], lengths, wanted, rid, room))

    options = ["nobody", *(f"{name(rid)} wants {slots}" for rid, slots in waiting.items())]
    return choose((("moment", times), ("seen", SEEN), ("waits", options)), frame)


def _seen(counts: Counter[str], in_hindsight: bool, waiting: str) -> str:
    """Everything in the row, as a sentence."""
    if in_hindsight:
        parts = [f"{counts[state]} {STATES[state].word}" for state in ("reserved", "never")]
        start, parts = "In hindsight:", [f"{counts['stored']} stored", *parts]
    else:
        tokens = _number(counts["stored"], "token", "tokens")
        empty = _number(counts["unknown"], "empty slot that is", "empty slots that are")
        start, parts = "The server sees", [f"{tokens} stored", f"{empty} reserved"]
    free, useless = counts["free"], counts["gap"]
    if free:
        parts.append(_number(free, "free slot", "free slots"))
    if useless:
        words = ("more", "more") if free else ("free slot", "free slots")
        parts.append(f"{_number(useless, *words)} that {'is' if useless == 1 else 'are'} no use to {waiting}")
    *most, last = parts
    return f"{start} {', '.join(most)}{',' * (len(most) > 1)} and {last}."


def _number(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
