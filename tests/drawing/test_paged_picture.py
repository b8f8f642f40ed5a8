"""What a picture of tables and pool says when it is read back, beside the snapshot that it was made from."""

from typing import Any

import drawn
import pytest
from hypothesis import given
from snapshots_by_hand import ANY_NAME, Snapshot, by_hand, holders, snapshots

from kvlesson import BlockManager, drawing, prefix_sharing_example, worked_example
from kvlesson.drawing.names import name, shown

NINE = worked_example()


def expect_drawn(picture: drawing.Picture, step: Any) -> None:
    """Everything that the snapshot says stands in the picture, and nothing else."""
    size, held = step.block_size, holders(step)
    tables = drawn.tables(picture)
    assert list(tables) == [shown(name(rid)) for rid in step.tables]
    for table, (rid, blocks) in zip(tables.values(), step.tables.items(), strict=True):
        assert table.blocks == blocks
        assert table.filled == [min(size, step.lengths[rid] - size * i) for i in range(len(blocks))]
    assert drawn.free_list(picture) == list(step.free_list)

    blocks = drawn.blocks(picture)
    assert [block.number for block in blocks] == [str(i) for i in range(len(held) + len(step.free_list))]
    for number, block in enumerate(blocks):
        if number in step.free_list:
            assert (block.frame, block.labels, block.states) == ("dashed", [], ["free"] * size)
            continue
        (rid, index), sharers = held[number][0], len(held[number])
        positions = range(size * index, min(step.lengths[rid], size * (index + 1)))
        empty = size - len(positions)
        assert block.states == ["stored"] * len(positions) + ["unknown"] * empty
        names = " ".join(shown(name(owner)) for owner, _ in held[number])
        if block.owners:
            assert (block.owners, block.labels) == (names, [str(position) for position in positions])
        else:
            assert block.labels == [f"{names}{position}" for position in positions]
        assert (block.frame, block.count) == (("double", str(sharers)) if sharers > 1 else ("full", ""))


@given(snapshots())
def test_the_picture_says_what_the_snapshot_says(step):
    expect_drawn(drawing.pool_and_tables(step), step)


@given(snapshots(names=ANY_NAME))
def test_any_request_id_comes_out_as_text(step):
    expect_drawn(drawing.pool_and_tables(step), step)


def test_markup_in_a_request_id_stays_text():
    picture = drawing.pool_and_tables(by_hand({"<b>&": "0"}, **{"<b>&": 3}))
    assert list(drawn.tables(picture)) == ["<b>&"]
    assert drawn.tree(picture).get("aria-label") == picture.text
    assert "<b>" not in picture.svg()


@given(snapshots())
def test_text_and_picture_agree(step):
    picture = drawing.pool_and_tables(step)
    tables, blocks, free_list, _ = picture.text.split(" | ")
    said = [
        f"{owner}: {' '.join(map(str, t.blocks)) or 'no block'}" for owner, t in drawn.tables(picture).items()
    ]
    assert tables == (", ".join(said) or "no requests")
    assert free_list == f"free list {' '.join(map(str, drawn.free_list(picture))) or 'empty'}"
    for word, block in zip(blocks.split(), drawn.blocks(picture), strict=False):
        assert word.startswith(block.number)
        assert word.count("?", len(block.number)) >= block.states.count("unknown")
        assert word.count(".", len(block.number)) >= block.states.count("free")
        assert ("×" in word) == (block.frame == "double")


def test_the_text_of_the_worked_example():
    assert drawing.pool_and_tables(NINE[5]).text == (
        "A: 0 1 5, B: 2, C: 3 4 | 0[AAAA] 1[AAAA] 2[BBB?] 3[CCCC] 4[C???] 5[A???] 6(....) 7(....) | "
        "free list 6 7 | 17 stored, 7 empty in blocks, 8 free"
    )


@pytest.mark.parametrize("step", NINE, ids=lambda step: step.event)
def test_counts_in_the_text_are_the_librarys(step):
    counts = f"{step.used} stored, {step.wasted} empty in blocks, {4 * len(step.free_list)} free"
    assert drawing.pool_and_tables(step).text.endswith(counts)


def test_a_live_manager_draws_itself():
    manager = BlockManager(3, 2)
    manager.add_request("A")
    for position in range(3):
        manager.append("A", [position], [position])
    assert drawing.pool_and_tables(manager).text == (
        "A: 0 1 | 0[AA] 1[A?] 2(..) | free list 2 | 3 stored, 1 empty in blocks, 2 free"
    )


def test_shared_blocks_count_once_and_name_their_owners():
    forked = drawing.pool_and_tables(prefix_sharing_example()[1])
    assert forked.text.startswith("S1: 0 1, S2: 0 1 | 0[AAAA]×2 1[AA??]×2 2(....)")
    assert forked.text.endswith("6 stored, 2 empty in blocks, 16 free")
    first = drawn.blocks(forked)[0]
    assert (first.frame, first.count, first.owners) == ("double", "2", "S1 S2")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (by_hand({"A": "8"}, "0", A=1), "block 1 is in no table and not in the free list"),
        (by_hand({"A": "-1"}, "0", A=1), "block -1 in the table of A is not in a pool of 1 blocks"),
        (by_hand({"A": "0"}, "0 1", A=1), "block 0 is free and in the table of A"),
        (by_hand({"A": "0", "B": "0"}, "0", A=1, B=1), "block 0 is free and in the table of A"),
        (by_hand({"A": "0"}, "1 1", A=1), "block 1 is twice in the free list"),
        (by_hand({"A": "0 0"}, "1", A=8), "block 0 is twice in the table of A"),
        (by_hand({"A": "0"}, "1", A=5), "'A' stores 5 tokens, which do not fit its table [0] of blocks of 4"),
        (by_hand({"A": "0 1"}, "", A=4), "'A' stores 4 tokens, which do not fit its table [0, 1]"),
        (by_hand({"A": "0"}, "", B=4), "lengths has no entry for 'A'"),
        (by_hand({"A": "0", "B": "0"}, "", A=3, B=2), "block 0 holds other tokens for B than for A"),
        (
            by_hand({"A": "0", "B": "0", "C": "0"}, "", A=3, B=3, C=2),
            "block 0 holds other tokens for C than for A",
        ),
        (by_hand({"A": "0", "B": "1 0"}, "", A=4, B=8), "block 0 holds other tokens for B than for A"),
        (by_hand({}, "0", block_size=0), "block_size must be at least 1; got 0"),
        (by_hand({}, " ".join(map(str, range(257)))), "a pool of 257 blocks is too large to draw"),
        (
            Snapshot("ids", {1: [0], "1": [1]}, [], {1: 1, "1": 1}),
            "requests 1 and '1' would both be drawn as '1'",
        ),
    ],
)
def test_a_snapshot_that_contradicts_itself_is_refused(step, message):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the message is compared whole)
        drawing.pool_and_tables(step)
    assert message in str(refused.value)


def test_a_pool_too_small_for_its_blocks_is_refused():
    with pytest.raises(ValueError, match="block 6 in the free list is not in a pool of 6 blocks"):
        drawing.pool_and_tables(NINE[0], num_blocks=6)


def test_reference_counts_must_be_those_of_the_tables():
    forked = prefix_sharing_example()[1]
    wrong = forked._replace(ref_counts=[1, 1, 0, 0, 0, 0])
    wrong.lengths, wrong.block_size = forked.lengths, forked.block_size
    with pytest.raises(ValueError, match=r"ref_counts \[1, 1, 0, 0, 0, 0\] disagree"):
        drawing.pool_and_tables(wrong)


def test_the_largest_pool_that_is_drawn():
    assert drawing.pool_and_tables(by_hand({}, " ".join(map(str, range(256))))).text.endswith("1024 free")
