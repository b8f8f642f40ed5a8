"""The torn sentence: every word in its slot, and the head where the library says that a position lies."""

from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace

import drawn
import pytest

from kvlesson import drawing
from kvlesson.torn_sentence import torn_pool

POOL = torn_pool()
MADE = drawing.torn_sentence(POOL, "A")
CHOICES = list(product((True, False), range(9)))


def words(picture):
    """What stands in the slots, block by block."""
    return [
        [t.text for t in drawn.having(block, "kv-torn")]
        for block in drawn.having(drawn.tree(picture), "kv-block")
    ]


def places(picture, class_):
    """(block, slot) of every slot with a mark."""
    found = []
    for number, block in enumerate(drawn.having(drawn.tree(picture), "kv-block")):
        boxes = [
            node
            for node in block.iter("rect")
            if {"kv-stored", "kv-free", "kv-unknown"} & {*node.get("class").split()}
        ]
        lefts = [box.get("x") for box in boxes]
        found += [(number, lefts.index(mark.get("x"))) for mark in drawn.having(block, class_)]
    return found


def test_the_controls():
    assert MADE.controls == (
        ("read", ("through the table", "in physical order")),
        ("position", tuple(map(str, range(9)))),
    )


@pytest.mark.parametrize(("choice", "frame"), list(zip(CHOICES, MADE.frames, strict=True)))
def test_the_head_stands_where_the_position_lies(choice, frame):
    through, position = choice
    read = POOL.places("A", through)[: position + 1]
    assert places(frame.picture, "kv-head-at") == [read[-1]]
    assert sorted(places(frame.picture, "kv-was-read")) == sorted(read)
    said = POOL.read("A", through)[: position + 1]
    assert " ".join(drawn.texts(drawn.tree(frame.picture), "kv-reading")) == " ".join(said)
    assert frame.text.endswith(f"read: {' '.join(said)}")
    block, slot = read[-1]
    assert f"block {block}, slot {slot}: {said[-1]}" in frame.event


@pytest.mark.parametrize(("choice", "frame"), list(zip(CHOICES, MADE.frames, strict=True)))
def test_only_the_entry_in_use_is_ringed(choice, frame):
    through, position = choice
    tree = drawn.tree(frame.picture)
    (table,) = drawn.having(tree, "kv-table")
    lefts = [cell.get("x") for cell in drawn.having(table, "kv-cell")]
    ringed = [lefts.index(ring.get("x")) for ring in drawn.having(table, "kv-entry")]
    assert ringed == ([position // 4] if through else [])
    assert drawn.texts(table, "kv-id") == ["0", "1", "5"]


def test_every_word_is_in_its_slot_in_every_frame():
    held = {block for table in POOL.step.tables.values() for block in table}
    expected = [
        [word.word if word else "?" for word in block if word or number in held]
        for number, block in enumerate(POOL.slots)
    ]
    for frame in MADE.frames:
        assert words(frame.picture) == expected


def test_forgetting_the_table_ends_in_somebody_elses_text():
    right, wrong = MADE.frames[8], MADE.frames[17]
    assert right.event == "Position 8, read through the table: block 5, slot 0: salt"
    assert wrong.event == "Position 8, read in physical order: block 2, slot 0: sugar, B's word"
    assert drawn.texts(drawn.tree(right.picture), "kv-wrong") == []
    assert drawn.texts(drawn.tree(wrong.picture), "kv-wrong") == ["The last is B's word."]
    assert right.text.startswith(
        "A: 0 1 5 | 0[our secret recipe for] 1[bread needs a little] 2(sugar is sold in) 3["
    )


def test_a_slot_in_which_nothing_was_ever_stored():
    frames = drawing.torn_sentence(POOL, "C").frames
    assert frames[8].event.endswith("block 7, slot 0: harbour")
    assert frames[9].event.endswith("block 0, slot 0: our, A's word")


@dataclass
class Word:
    owner: str
    word: str


def pool_of(*said):
    """A pool in which these words of A's lie one after the other, in blocks of four."""
    words = [Word("A", word) for word in said] + [None] * (-len(said) % 4)
    blocks = [words[i : i + 4] for i in range(0, len(words), 4)]
    return SimpleNamespace(
        slots=blocks,
        step=SimpleNamespace(tables={"A": [*range(len(blocks))]}),
        places=lambda rid, through_table=True: [divmod(position, 4) for position in range(len(said))],
    )


def test_words_too_long_for_a_slot_and_strangers():
    pool = pool_of("antidisestablishmentarianism")
    with pytest.raises(ValueError, match="'antidisestablishmentarianism' is too long for a slot"):
        drawing.torn_sentence(pool, "A")
    with pytest.raises(KeyError):
        drawing.torn_sentence(pool, "B")


def test_how_long_a_word_may_be_follows_from_the_slots_width():
    picture = drawing.torn_sentence(pool_of("a"), "A").frames[0].picture
    (slot,) = drawn.having(drawn.tree(picture), "kv-head-at")
    width = float(slot.get("width"))
    longest = int(width / 6.1)
    assert drawing.torn_sentence(pool_of("x" * longest), "A").frames
    with pytest.raises(ValueError, match=f"there is room for {longest} characters"):
        drawing.torn_sentence(pool_of("x" * (longest + 1)), "A")


@pytest.mark.parametrize(("in_block", "longest"), [(1, 40), (2, 19)])
def test_a_word_may_fill_its_slot_and_no_more(in_block, longest):
    """40 characters are as wide as a slot that has a block to itself; 20 in half a block a little wider than theirs."""
    pool = pool_of("x")
    pool.slots = [[Word("A", "x" * longest)] + [None] * (in_block - 1)]
    assert drawing.torn_sentence(pool, "A").frames
    pool.slots = [[Word("A", "x" * (longest + 1))] + [None] * (in_block - 1)]
    with pytest.raises(ValueError, match=f"there is room for {longest} characters"):
        drawing.torn_sentence(pool, "A")


@pytest.mark.parametrize("last", ["on", "one"])
def test_what_was_read_is_broken_into_lines(last):
    words = (
        "forty two",
        "letters",
        "can stand",
        "in a line",
        last,
    )  # 42 characters with "on a", one more with "one a"
    frame = drawing.torn_sentence(pool_of(*words, "a"), "A").frames[5]
    first = drawn.texts(drawn.tree(frame.picture), "kv-reading")[0]
    assert first == " ".join([*words, "a"] if last == "on" else words)
