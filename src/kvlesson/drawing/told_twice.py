"""One story told in several ways, such as a fork after which either sample may write first; the reader picks.

All frames stand on one grid. Each marks what changed since the moment before in its own telling. What each sample writes
after the fork is its own: where positions agree, the later sample's has a prime.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kvlesson.drawing import snapshot
from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.grid import fit
from kvlesson.drawing.names import name
from kvlesson.drawing.paged import Event, draw_pool_and_tables
from kvlesson.drawing.snapshot import Pool

MOMENTS = ("prompt", "fork", "first write", "second write")


def who_writes_first(stories: Mapping[str, Sequence[Event]], moments: Sequence[str] = MOMENTS) -> Frames:
    """A frame for every choice of who writes first (a key of `stories`) and of the moment.

    ValueError unless there is a story, and each has a snapshot for every moment.
    """
    if not stories:
        raise ValueError("stories must hold at least one")
    for first, story in stories.items():
        if len(story) != len(moments):
            raise ValueError(f"{len(moments)} moments, but the story of {first!r} has {len(story)} snapshots")
    told = list(stories.values())
    pools = [[snapshot.read(step) for step in story] for story in told]
    every = [pool for story in pools for pool in story]
    common = [_common(pool) for pool in every if _common(pool)]
    grid = replace(fit(every), own_from=max(common, default=None))

    def frame(first: int, moment: int) -> Frame:
        event, pool = told[first][moment].event, pools[first][moment]
        before = pools[first][moment - 1] if moment else None
        return Frame(event, draw_pool_and_tables(pool, before, grid, salt=f"{first} {moment} {event}"))

    return choose((("writes first", list(map(name, stories))), ("moment", moments)), frame)


def _common(pool: Pool) -> int:
    """Tokens in blocks that several requests name."""
    return sum(block.filled for block in pool.blocks if len(block.owners) > 1)
