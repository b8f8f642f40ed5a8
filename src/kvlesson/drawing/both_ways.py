"""One pool handed out in blocks and in slabs, side by side: what "The pool, live" shows after each action.

Both are drawn by what draws the lesson's own pictures; here are only their captions, what was refused, and the counts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from kvlesson.drawing.paged import pool_and_tables
from kvlesson.drawing.row import memory_row
from kvlesson.drawing.svg import Picture
from kvlesson.side_by_side import PoolMoment, PoolSizes, as_python, play_actions, read_actions, write_actions


@dataclass(frozen=True)
class BothWays:
    """The two pictures, and a sentence about each."""

    event: str
    blocks: Picture
    slabs: Picture
    blocks_said: str
    slabs_said: str
    requests: tuple[str, ...]  # who holds something, in one way or the other

    @property
    def text(self) -> str:
        return f"{self.event}. In blocks: {self.blocks_said} In slabs: {self.slabs_said}"

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def _repr_html_(self) -> str:
        ways = (("In blocks", self.blocks_said, self.blocks), ("In slabs", self.slabs_said, self.slabs))
        parts = "".join(
            f'<section class="kv-way"><h2>{title}</h2><p>{escape(said)}</p>'
            f'<figure class="kv-figure">{picture.svg()}</figure></section>'
            for title, said, picture in ways
        )
        return f'<div class="kv-ways" data-requests="{escape(" ".join(self.requests))}">{parts}</div>'


def both_ways(moments: Sequence[PoolMoment]) -> BothWays:
    """The last of ``moments``, with what its action changed marked.  ValueError when there are none."""
    if not moments:
        raise ValueError("moments must hold at least one")
    *earlier, now = moments
    before = earlier[-1] if earlier else None
    step, row = now.blocks, now.slabs
    requests = dict.fromkeys([*step.tables, *row.slabs])
    return BothWays(
        now.event,
        pool_and_tables(step, before.blocks if before else None),
        memory_row(row),
        _said(now.blocks_refused, step.used, step.allocated, step.num_blocks * step.block_size),
        _said(now.slabs_refused, sum(row.used.values()), row.n_slots - row.free_total(), row.n_slots),
        tuple(map(str, sorted(requests, key=str))),
    )


@dataclass(frozen=True)
class LivePool:
    """A story of actions, the two pictures after its last, and the blocks' part of it as Python."""

    story: str
    sizes: PoolSizes
    both: BothWays
    python: str

    def __repr__(self) -> str:
        return repr(self.both)

    def _repr_html_(self) -> str:
        sizes = " ".join(map(str, self.sizes))
        return (
            f'<div class="kv-situation" data-story="{escape(self.story)}" data-sizes="{sizes}">'
            f"{self.both._repr_html_()}<pre><code>{escape(self.python)}</code></pre></div>"
        )


def live_pool(story: str = "", sizes: Iterable[int] = ()) -> LivePool:
    """Play a story as `read_actions` reads it, in pools of (num_blocks, block_size, slab), or the lesson's.

    ValueError for a story or sizes that cannot be: whoever wrote them into an address is told what is wrong.
    """
    given = tuple(sizes)
    if given and len(given) != len(PoolSizes._fields):
        raise ValueError(f"sizes must be {', '.join(PoolSizes._fields)}, got {given}")
    pools, actions = PoolSizes(*given), read_actions(story)
    both = both_ways(play_actions(actions, pools))
    return LivePool(write_actions(actions), pools, both, as_python(actions, pools))


def _said(refused: str, stored: int, held: int, slots: int) -> str:
    counts = f"{stored} of {slots} slots hold a token; held and empty: {held - stored}; free: {slots - held}."
    return f"Refused: {refused}. {counts}" if refused else counts
