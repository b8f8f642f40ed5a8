"""A sentence torn into blocks, words of others between them, and a head that reads it.

Through the table the head finds every word; in physical order, as if the table did not matter, it comes upon somebody
else's. Blocks that were given back still hold their words: nothing is wiped.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from kvlesson.drawing.frames import Frame, Frames, choose
from kvlesson.drawing.grid import TAB
from kvlesson.drawing.names import name
from kvlesson.drawing.svg import Picture, text
from kvlesson.drawing.tables import tag
from kvlesson.drawing.torn_blocks import (
    BLOCK_STEP,
    LEFT,
    OWNER,
    PAD,
    POOL_Y,
    TABLE_Y,
    WIDTH,
    TornPool,
    draw_block,
    draw_table,
)

CHARACTER = 6.1  # of the words in slots; on the safe side
LINE, CHARACTERS = 15, 42  # of what has been read
ORDERS = ("through the table", "in physical order")


def torn_sentence(pool: TornPool, reader: Any) -> Frames:
    """A frame for every choice of reading order and position of `reader`, a request of the pool.

    KeyError for a request that has no table; ValueError for a word that no slot could show.
    """
    table = pool.step.tables[reader]
    per_block = _per_block(pool)
    room = (WIDTH - LEFT - TAB - OWNER - 2 * PAD) / per_block - 2
    longest = max((word.word for block in pool.slots for word in block if word), key=len, default="")
    if len(longest) * CHARACTER > room:
        raise ValueError(
            f"{longest!r} is too long for a slot; there is room for {int(room / CHARACTER)} characters"
        )
    both = [pool.places(reader), pool.places(reader, False)]
    positions = [str(position) for position, _ in enumerate(pool.places(reader))]
    lines = max(len(_lines(_words(pool, places))) for places in both)

    def frame(order: int, position: int) -> Frame:
        return _frame(pool, reader, table, both[order][: position + 1], order, lines)

    return choose((("read", ORDERS), ("position", positions)), frame)


def _per_block(pool: TornPool) -> int:
    slots, *_ = pool.slots  # blocks are all of one size
    return len(slots)


def _words(pool: TornPool, places: Sequence[tuple[int, int]]) -> list[str]:
    found = (pool.slots[block][slot] for block, slot in places)
    return [word.word if word else "?" for word in found]


def _lines(words: list[str]) -> list[str]:
    return wrap(" ".join(words), CHARACTERS)


def _frame(
    pool: TornPool, reader: Any, table: Sequence[int], read: list[tuple[int, int]], order: int, lines: int
) -> Frame:
    owner, position, (block, slot) = name(reader), len(read) - 1, read[-1]
    words, found = _words(pool, read), pool.slots[block][slot]
    whose = f", {name(found.owner)}'s word" if found and found.owner != reader else ""
    there = f"block {block}, slot {slot}: {words[-1]}{whose}"
    holders = {number: name(rid) for rid, blocks in pool.step.tables.items() for number in blocks}
    low = POOL_Y + BLOCK_STEP * len(pool.slots)
    body = [
        tag(owner, LEFT, TABLE_Y),
        draw_table(table, position // _per_block(pool), used=order == 0),
        *(draw_block(pool, number, holders.get(number, ""), read) for number in range(len(pool.slots))),
        text(LEFT, low + 12, f"{owner} has read", "kv-word kv-start"),
        *(
            text(LEFT, low + 28 + LINE * i, line, "kv-id kv-start kv-reading")
            for i, line in enumerate(_lines(words))
        ),
        text(LEFT, low + 30 + LINE * lines, f"The last is {whose[2:]}.", "kv-head kv-wrong") if whose else "",
    ]
    blocks = " ".join(_said(pool, number, number in holders) for number in range(len(pool.slots)))
    said = f"{owner}: {' '.join(map(str, table))} | {blocks} | {ORDERS[order]}, position {position}: {there}"
    event = f"Position {position}, read {ORDERS[order]}: {there}"
    picture = Picture(f"{said} | read: {' '.join(words)}", "".join(body), WIDTH, low + 36 + LINE * lines)
    return Frame(event, picture)


def _said(pool: TornPool, number: int, held: bool) -> str:
    words = " ".join(word.word if word else "?" for word in pool.slots[number])
    return f"{number}[{words}]" if held else f"{number}({words})"
