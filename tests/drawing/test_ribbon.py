"""The ribbon: drawn lengths are slots to scale, and a picture cannot say what its lengths do not give."""

import re

import drawn
import pytest

from kvlesson import drawing
from kvlesson.capacity import CAPACITY_POOL_TOKENS, drawn_lengths, requests_that_fit_paged
from kvlesson.drawing.ribbon import BAR, LINES, ROOM

SIZES = (1, 16, 256, 2048, 8192)
FITS = {size: requests_that_fit_paged(drawn_lengths(), CAPACITY_POOL_TOKENS, size) for size in SIZES}
ADMITTED = {size: fit["admitted"] for size, fit in FITS.items()}
FRAMES = drawing.page_to_slab(drawn_lengths(), CAPACITY_POOL_TOKENS, ADMITTED)
EACH = pytest.mark.parametrize(("size", "frame"), list(zip(SIZES, FRAMES.frames, strict=True)), ids=SIZES)


def slots(frame, class_):
    """How many slots a kind of piece is long, all lines together."""
    paths = drawn.having(drawn.tree(frame.picture), class_)
    widths = [float(width) for path in paths for width in re.findall(r"h([\d.]+)", path.get("d"))]
    return sum(widths) * CAPACITY_POOL_TOKENS / (ROOM * LINES)


@EACH
def test_the_pieces_are_to_scale(size, frame):
    fit = FITS[size]
    assert slots(frame, "kv-run") == pytest.approx(fit["used"], abs=40)  # each end is rounded to a tenth
    assert slots(frame, "kv-held") == pytest.approx(fit["allocated"], abs=1)
    assert slots(frame, "kv-free") == pytest.approx(CAPACITY_POOL_TOKENS - fit["allocated"], abs=1)


@EACH
def test_words_and_counts(size, frame):
    fit, tree = FITS[size], drawn.tree(frame.picture)
    unused = f"{100 * fit['waste'] / fit['allocated']:.1f}%"
    assert drawn.texts(tree, "kv-admitted") == [str(fit["admitted"])]
    assert drawn.texts(tree, "kv-unused") == [f"{unused} of the slots they hold stays empty"]
    assert frame.event == f"Blocks of {size:,}: {fit['admitted']} requests admitted"
    assert frame.text == (
        f"blocks of {size:,} | {fit['admitted']} requests admitted, {unused} of the slots they hold stays empty | "
        f"{CAPACITY_POOL_TOKENS - fit['allocated']:,} of 131,072 slots free"
    )
    (bar,) = drawn.having(tree, "kv-count")
    assert float(bar.get("width")) == pytest.approx(BAR * fit["admitted"] / ADMITTED[1], abs=0.01)
    (begins,) = drawn.having(tree, "kv-begins")
    assert begins.get("d").count("v") == fit["admitted"]


def test_it_opens_at_16_where_there_is_one():
    assert FRAMES.frames[FRAMES.start].event.startswith("Blocks of 16: ")
    assert drawing.page_to_slab([6, 3, 5], 16, {4: 2, 1: 3}).start == 0


def test_one_slider():
    assert FRAMES.controls == (("block size", ("1", "16", "256", "2,048", "8,192")),)


def test_long_blocks_are_drawn_one_by_one():
    cuts = [drawn.having(drawn.tree(frame.picture), "kv-cut")[1:] for frame in FRAMES.frames]
    assert [len(more) for more in cuts] == [0, 0, 1, 0, 0]  # a slab is a single block
    assert cuts[2][0].get("d").count("v") == FITS[256]["allocated"] // 256


@pytest.mark.parametrize(
    ("lengths", "admitted", "message"),
    [
        ([6, 3, 5], {4: 3}, "blocks of 4 admit 2 of these requests, not 3"),
        ([6, 3, 5], {4: 1}, "blocks of 4 admit 2 of these requests, not 1"),
        ([6, 3, 5], {}, "needs block sizes and lengths of at least 1"),
        ([6, 3, 5], {0: 1}, "needs block sizes and lengths of at least 1"),
        ([], {4: 0}, "needs block sizes and lengths of at least 1"),
        ([6, 0], {4: 1}, "needs block sizes and lengths of at least 1"),
    ],
)
def test_numbers_that_contradict_the_lengths(lengths, admitted, message):
    with pytest.raises(ValueError, match=message):
        drawing.page_to_slab(lengths, 16, admitted)


def test_small_pools():
    frame = drawing.page_to_slab([6, 3, 5], 16, {4: 2}).frames[0]
    assert (
        frame.text
        == "blocks of 4 | 2 requests admitted, 25.0% of the slots they hold stays empty | 4 of 16 slots free"
    )
