"""A pool shows itself as the lesson draws it, whatever was done to it, and is not changed by being looked at."""

import copy
import subprocess
import sys

import pytest

from kvlesson import BlockManager, BlockTables, ContiguousPool, drawing
from kvlesson._shown import MOST_DRAWN, Shown


def two_requests(books):
    for rid, tokens in (("A", 6), ("B", 3)):
        books.add_request(rid)
        for _ in range(tokens):
            books.append(rid, *([[0.0]] * 2 if isinstance(books, BlockManager) else []))
    return books


def in_blocks(kind):
    return two_requests(kind(4, 4))


def in_slabs():
    pool = ContiguousPool(12)
    pool.allocate("A", 6)
    pool.used["A"] = 4
    return pool


@pytest.mark.parametrize("kind", [BlockManager, BlockTables])
def test_blocks_are_shown_as_the_lesson_draws_them(kind):
    books = in_blocks(kind)
    picture = drawing.pool_and_tables(books)
    assert repr(books) == (
        f"<{kind.__name__} of 4 blocks of 4 slots, 1 of them free, requests: 2: {picture.text}>"
    )
    assert books._repr_html_() == picture._repr_html_()
    assert "<svg" in books._repr_html_()


def test_slabs_are_shown_as_a_row():
    pool = in_slabs()
    picture = drawing.memory_row(pool)
    assert repr(pool) == f"<ContiguousPool of 12 slots, 6 of them free, requests: 1: {picture.text}>"
    assert pool._repr_html_() == picture._repr_html_()


@pytest.mark.parametrize("make", [lambda: in_blocks(BlockManager), lambda: in_blocks(BlockTables), in_slabs])
def test_looking_changes_nothing(make):
    pool, twin = make(), make()
    repr(pool), pool._repr_html_()
    seen = {name: value for name, value in copy.deepcopy(vars(pool)).items() if name in ("slabs", "used")}
    assert seen == {name: vars(twin)[name] for name in seen}
    if not isinstance(pool, ContiguousPool):
        assert (pool.tables, pool.lengths, list(pool.free_list)) == (
            twin.tables,
            twin.lengths,
            list(twin.free_list),
        )


@pytest.mark.parametrize("size", [MOST_DRAWN, MOST_DRAWN + 1])
def test_a_large_pool_is_said_in_short(size):
    drawn = size <= MOST_DRAWN
    for pool in (BlockTables(size, 4), ContiguousPool(size)):
        assert ("<svg" in pool._repr_html_()) == drawn
        assert repr(pool).endswith("requests: 0>") != drawn
    short = f"BlockTables of {size} blocks of 4 slots, {size} of them free, requests: 0"
    if not drawn:
        assert BlockTables(size, 4)._repr_html_() == f"<p>{short}</p>"


def test_a_pool_that_contradicts_itself_says_so():
    books = in_blocks(BlockTables)
    books.tables["<A>"] = [99]
    books.lengths["<A>"] = 1
    assert "cannot be drawn" in repr(books)
    assert books._repr_html_().startswith("<p>BlockTables of 4 blocks")
    assert "<A>" not in books._repr_html_()


def test_nothing_of_the_drawing_is_loaded_until_somebody_looks():
    code = "import sys, kvlesson; b = kvlesson.BlockTables(4, 4); print('kvlesson.drawing' in sys.modules); repr(b); print('kvlesson.drawing' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


def test_how_large_a_pool_is_drawn():
    assert "<svg" in BlockTables(64, 4)._repr_html_()
    assert "<svg" not in BlockTables(65, 4)._repr_html_()


@pytest.mark.parametrize("missing", ["_in_short", "_size", "_picture"])
def test_what_does_not_say_how_it_is_shown_cannot_be_made(missing):
    names = {name: lambda self: None for name in ("_in_short", "_size", "_picture") if name != missing}
    with pytest.raises(TypeError, match=missing):
        type("Half", (Shown,), names)()
