"""Pictures that the lesson does not show: drawn as they were when somebody last looked at them.

`make pictures` says that they are right as they are; the digests lie beside this file. They can be looked at in a notebook.
"""

import hashlib
import os
from pathlib import Path

import pytest
from snapshots_by_hand import by_hand

from kvlesson import BlockTables, ContiguousPool, SharingStep, drawing, play_actions, read_actions

APPROVED = Path(__file__).with_name("unusual.sha256")


def tables(num_blocks, block_size, **lengths):
    books = BlockTables(num_blocks, block_size)
    for rid, length in lengths.items():
        books.add_request(rid)
        books.extend(rid, length)
    return books


def shared(num_blocks, **children):
    books = tables(num_blocks, 4, A=6)
    for child, more in children.items():
        books.fork("A", child)
        for _ in range(more):
            books.append(child)
    return SharingStep.of("shared", books)


def row(n_slots, slab, **used):
    pool = ContiguousPool(n_slots)
    for rid, stored in used.items():
        pool.allocate(rid, slab)
        pool.used[rid] = stored
    return pool


def gap_first(n_slots):
    pool = row(n_slots, 12, A=3, B=12)
    pool.release("A")
    return pool


CURVES = {"a long name": [1, 2, 4, 9], "short": [(2, 1), (3, 5)]}
CROWDED = {"third": [1, 2, 10.2], "first": [9, 1, 10], "second": [5, 5, 10.1]}
FOUR_LINES = {name: [n, n + 1, 2 * n] for n, name in enumerate("abcd", 1)}
THICKET = {"many": [(x, (x * 7) % 11) for x in range(400)]}
BARS = [
    drawing.ShareBar(
        "narrow parts",
        [
            drawing.Part("stored", 0.02, "stored"),
            drawing.Part("reserved", 0.03, "reserved"),
            drawing.Part("free", 0.95, "free"),
        ],
    ),
    drawing.ShareBar(
        "a long title that has to be broken into lines somewhere", [drawing.Part("stored", 1.0, "stored")]
    ),
]
THIN = [
    drawing.Part("stored", 0.924, "stored"),
    drawing.Part("reserved", 0.075, "reserved"),
    drawing.Part("free", 0.001, "free"),
]
FULL = [drawing.Part("stored", 0.95, "stored"), drawing.Part("free", 0.05, "free")]
PICTURES = {
    "a thin part and a narrow one": lambda: drawing.share_bars([drawing.ShareBar("thin", THIN)]),
    "dots at the right": lambda: drawing.share_bars([drawing.ShareBar("full", FULL, (0.9, 0.97, 0.99))]),
    "no block at all": lambda: drawing.pool_and_tables(by_hand({})),
    "a long name without a block": lambda: drawing.pool_and_tables(by_hand({"request": ""}, "0 1", request=0)),
    "positions of four digits": lambda: drawing.pool_and_tables(tables(11, 100, A=1000)),
    "key to the pictures": lambda: drawing.legend(),
    "names of lines that end together": lambda: drawing.curve(CROWDED, "x", "y"),
    "a mark in the middle": lambda: drawing.curve({"a": [0, 5, 10]}, "x", "y", marks={"half": 1}, points={"here": (1, 5)}),
    **{f"{n} points": lambda n=n: drawing.curve({"as many": [x % 11 for x in range(n)]}, "x", "y") for n in (299, 300)},
    **{f"ribbon of {slots} slots": lambda slots=slots: drawing.page_to_slab([6, 3, 5, 9], slots, {1: 4}).frames[0].picture
       for slots in (767, 768, 769, 900, 921, 922)},
    "ribbon of none": lambda: drawing.page_to_slab([6, 3], 64, {100: 0, 4: 2}).frames[0].picture,
    "positions of three digits": lambda: drawing.pool_and_tables(tables(26, 4, A=102)),
    "positions after two letters": lambda: drawing.pool_and_tables(tables(4, 4, AB=11)),
    "four lines": lambda: drawing.curve(FOUR_LINES, "x", "y"),
    "thicket": lambda: drawing.curve(THICKET, "x", "y"),
    "dots at odd places": lambda: drawing.dot_rows({"a": [1, 3.7, 11.13], "b": [7]}, "things", note="each a run"),
    "dots in a crowd": lambda: drawing.dot_rows({"a": [5, 5, 5.01, 5.02, 6], "b": [0]}, "things"),
    "shares": lambda: drawing.share_bars(BARS),
    **{f"ribbon of {size}": lambda size=size: drawing.page_to_slab([6, 3, 5, 9], 64, {size: 4}).frames[0].picture
       for size in (1, 4, 7)},
    **{f"triangle of {n}": lambda n=n: drawing.triangle(n).frames[0].picture for n in (1, 4, 11)},
    "triangle with a cache": lambda: drawing.triangle(5).frames[-1].picture,
    **{f"somebody waits for {n}": lambda n=n: drawing.memory_row(row(40, 12, A=3, B=12), wanted=n)
       for n in (1, 9, 12, 13, 14, 15, 16, 17)},
    **{f"row of {n}": lambda n=n: drawing.memory_row(row(n, 5, A=2, B=5)) for n in (15, 16, 17, 31, 32, 33)},
    **{f"a slab of {n}": lambda n=n: drawing.memory_row(row(n + 1, n, A=3)) for n in (17, 18, 19, 20, 21, 22)},
    **{f"{n} slots behind a slab": lambda n=n: drawing.memory_row(row(12 + n, 12, A=3)) for n in (5, 6, 7, 8, 9, 10)},
    **{f"a gap that is too small for {n}": lambda n=n: drawing.memory_row(gap_first(28), wanted=n)
       for n in (13, 14, 16, 17, 26, 27, 28, 29)},
    **{f"a gap of {n - 12} at the end": lambda n=n: drawing.memory_row(row(n, 12, A=3), wanted=n - 11) for n in (17, 18)},
    "empty pool": lambda: drawing.pool_and_tables(tables(1, 1)),
    "full pool": lambda: drawing.pool_and_tables(tables(3, 4, A=12)),
    "two columns": lambda: drawing.pool_and_tables(tables(14, 4, A=9, B=21)),
    "three columns": lambda: drawing.pool_and_tables(tables(25, 2, A=9, B=1)),
    "long table": lambda: drawing.pool_and_tables(tables(12, 1, A=11)),
    "long names": lambda: drawing.pool_and_tables(tables(4, 4, request_one=3, B=2)),
    "names of five letters": lambda: drawing.pool_and_tables(tables(4, 4, alpha=3, b=2)),
    "names of four letters": lambda: drawing.pool_and_tables(tables(4, 4, four=3, b=2)),
    "names of three letters": lambda: drawing.pool_and_tables(tables(4, 4, abc=11, b=2)),
    "request without a block": lambda: drawing.pool_and_tables(tables(2, 4, A=0, B=2)),
    **{
        f"free list of {free}": lambda free=free: drawing.pool_and_tables(tables(free + 1, 1, A=1))
        for free in range(3, 17)
    },
    "three owners": lambda: drawing.pool_and_tables(shared(8, B=0, C=0)),
    "four owners": lambda: drawing.pool_and_tables(shared(8, B=0, C=0, D=0)),
    "many owners": lambda: drawing.pool_and_tables(shared(8, B=0, C=1, D=2, E=0)),
    "two owners": lambda: drawing.pool_and_tables(shared(8, B=3)),
    "wide blocks": lambda: drawing.pool_and_tables(tables(3, 16, A=20)),
    "no block taken": lambda: drawing.pool_and_tables(tables(2, 2)),
    "a story": lambda: drawing.both_ways(play_actions(read_actions("add A 5; fork A B; append B; free A"))).blocks,
    "a story's row": lambda: drawing.both_ways(play_actions(read_actions("add A 5; add B 12; free A"))).slabs,
    "long row": lambda: drawing.memory_row(row(70, 12, A=3, B=12)),
    "row that somebody waits for": lambda: drawing.memory_row(row(40, 12, A=3, B=12), wanted=20),
    "row in hindsight": lambda: drawing.memory_row(row(30, 12, A=3, B=5), {"A": 8, "B": 12}, wanted=7),
    "one slot": lambda: drawing.memory_row(row(1, 1, A=1)),
    "one head": lambda: drawing.multiplying_box((1,), (1,), (1,)).frames[0].picture,
    "many heads": lambda: drawing.multiplying_box((64,), (64,), (4,)).frames[0].picture,
    "curves": lambda: drawing.curve(CURVES, "x", "y", points={"here": (2, 2)}, marks={"there": 3}),
}  # fmt: skip


def digests():
    return {name: hashlib.sha256(make().svg().encode()).hexdigest() for name, make in PICTURES.items()}


def test_they_are_as_they_were_approved():
    now = "".join(f"{digest}  {name}\n" for name, digest in digests().items())
    if os.environ.get("APPROVE_PICTURES"):
        APPROVED.write_text(now, "utf-8")
    then = APPROVED.read_text("utf-8") if APPROVED.exists() else ""
    changed = {line.split("  ")[1] for line in {*now.splitlines()} ^ {*then.splitlines()}}
    assert not changed, (
        f"drawn in another way than when somebody last looked: {sorted(changed)}; if right: make pictures"
    )


@pytest.mark.parametrize("name", PICTURES)
def test_each_says_what_it_shows(name):
    assert PICTURES[name]().text.strip()
