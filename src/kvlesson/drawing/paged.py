"""The picture of a paged cache: block tables at the left, the pool at the right, the free list below.

`pool_and_tables` draws one snapshot, `steps` a sequence of them on one grid. A block's physical id stands in its tab, in
table cells and in the free list, and nowhere else; a full frame is named by a table, a dashed one is in the free list.
With the step before, what was written, copied, taken and given back is marked.
"""

from collections.abc import Iterable
from typing import Protocol

from kvlesson.drawing import snapshot
from kvlesson.drawing.changes import Changes, between
from kvlesson.drawing.frames import Frame, Frames
from kvlesson.drawing.free_list import draw_free_list
from kvlesson.drawing.grid import LEFT, Grid, fit
from kvlesson.drawing.pool import draw_pool
from kvlesson.drawing.snapshot import Pool, Snapshot
from kvlesson.drawing.svg import Picture, text
from kvlesson.drawing.tables import draw_links, draw_tables


class Event(Snapshot, Protocol):
    """A snapshot that says what led to it."""

    @property
    def event(self) -> str: ...


def pool_and_tables(
    step: Snapshot,
    previous: Snapshot | None = None,
    *,
    block_size: int | None = None,
    num_blocks: int | None = None,
) -> Picture:
    """One snapshot, or a live block manager as it is now; with `previous`, also what this step changed.

    `block_size` and `num_blocks` are needed only where the snapshot does not tell. ValueError when it contradicts itself.
    """
    pool = snapshot.read(step, block_size, num_blocks)
    before = None if previous is None else snapshot.read(previous, pool.block_size, len(pool.blocks))
    return draw_pool_and_tables(pool, before, fit([pool] if before is None else [before, pool]))


def steps(snapshots: Iterable[Event], *, block_size: int | None = None) -> Frames:
    """A frame for every snapshot, all of the same size, each marking what changed since the one before."""
    given = list(snapshots)
    pools = [snapshot.read(step, block_size) for step in given]
    if not pools:
        return Frames(())
    grid = fit(pools)
    triples = zip(given, [None, *pools], pools, strict=False)
    return Frames(
        tuple(
            Frame(step.event, draw_pool_and_tables(pool, before, grid, salt=f"{number} {step.event}"))
            for number, (step, before, pool) in enumerate(triples)
        )
    )


def draw_pool_and_tables(pool: Pool, before: Pool | None, grid: Grid, salt: str = "") -> Picture:
    """One snapshot on a grid that others share; `salt` keeps the ids of equal ones apart."""
    changes = Changes() if before is None else between(before, pool)
    body = [
        text(LEFT, 12, "Block tables", "kv-head"),
        text(grid.pool_x, 12, "Pool", "kv-head"),
        draw_tables(pool, changes, grid),
        draw_pool(pool, changes, grid),
        draw_free_list(pool, changes, grid),
    ]
    return Picture(
        pool.text + changes.text, "".join(body), grid.width, grid.height, draw_links(pool, grid), salt
    )
