"""A contiguous row read back: whose slots, in which state, and what a waiting request can use."""

import re
from types import SimpleNamespace

import drawn
import pytest

from kvlesson import ContiguousPool, drawing
from kvlesson.drawing.palette import STATES
from kvlesson.drawing.row_grid import LEFT, LINE_STEP, SLOT, STEP

FINAL = {"R1": 9, "R2": 4, "R3": 8}


@pytest.fixture
def pool():
    """The lesson's row: three slabs in 32 slots."""
    row = ContiguousPool(32)
    for rid, size, stored in (("R1", 12, 5), ("R2", 8, 3), ("R3", 8, 6)):
        row.allocate(rid, size)
        row.used[rid] = stored
    return row


def slots(picture):
    return [slot.get("data-state") for slot in drawn.having(drawn.tree(picture), "kv-slot")]


def test_the_server_sees_empty_slots_hindsight_sees_two_kinds(pool):
    assert drawing.memory_row(pool).text == (
        "R1 [AAAAA ???????] R2 [AAA ?????] R3 [AAAAAA ??] | .... | 14 stored, 14 empty but reserved, 4 free"
    )
    assert drawing.memory_row(pool, FINAL).text == (
        "R1 [AAAAA rrrr xxx] R2 [AAA r xxxx] R3 [AAAAAA rr] | .... | 14 stored, 7 reserved, 7 never used, 4 free"
    )


@pytest.mark.parametrize("wanted", [None, 1, 8, 12])
def test_every_slot_is_drawn_in_the_state_that_the_library_counts(pool, wanted):
    pool.release("R2")
    waste = pool.waste(FINAL, wanted or 1)
    states = slots(drawing.memory_row(pool, FINAL, wanted=wanted))
    assert [states.count(name) for name in ("stored", "reserved", "never", "gap", "free")] == list(waste)


def test_a_gap_is_unusable_only_for_somebody_who_waits(pool):
    pool.release("R2")
    refused, fits = drawing.memory_row(pool, wanted=12), drawing.memory_row(pool, wanted=8, waiting="E")
    assert refused.text.startswith("D wants 12 adjacent slots: refused | R1 [")
    assert refused.text.endswith("12 unusable for D")
    assert fits.text.startswith("E wants 8 adjacent slots: fits at 12 | R1 [")
    assert fits.text.endswith("4 unusable for E, 8 free")
    assert "wants 12 adjacent slots: refused, 4 too many" in drawn.texts(
        drawn.tree(refused), "kv-word"
    )  # 12 wanted where 8 are
    waiting = drawn.having(drawn.tree(refused), "kv-waiting")[0]
    assert len(drawn.having(waiting, "kv-cell")) == 12


def test_where_nothing_is_free_nothing_is_too_many():
    pool = ContiguousPool(4)
    pool.allocate("A", 4)
    words = drawn.texts(drawn.tree(drawing.memory_row(pool, wanted=2)), "kv-word")
    assert "wants 2 adjacent slots: refused" in words


def test_text_and_picture_have_the_same_slots(pool):
    pool.release("R2")
    picture = drawing.memory_row(pool, FINAL, wanted=8)
    signs = "".join(STATES[state].sign for state in slots(picture))
    said = picture.text.partition(" | ")[2].rpartition(" | ")[0]
    assert "".join(c for c in said.replace("R1", "").replace("R3", "") if c not in " []|") == signs


def test_a_slab_that_crosses_a_line_is_named_on_both(pool):
    tree = drawn.tree(drawing.memory_row(pool))
    assert drawn.texts(tree, "kv-owner") == ["R1", "R2", "R3"]
    assert "… R2" in drawn.texts(tree, "kv-word")
    assert drawn.texts(tree, "kv-index") == ["0", "12", "20", "28"]


def arrows(picture):
    """Where the heads of arrows start that lead from line to line, and in whose run."""
    runs = drawn.having(drawn.tree(picture), "kv-run")
    found = {}
    for run in runs:
        for node in drawn.having(run, "kv-goes-on"):
            heads = [tuple(map(float, re.split("[ l]", head)[:2])) for head in node.get("d").split("M")[1:]]
            found[run.get("data-owner")] = heads
    return found


def test_what_a_line_breaks_goes_on_without_an_end(pool):
    """The slab of 12 to 19 has a bracket with one end on each line, and both reach the edge of the picture."""
    picture = drawing.memory_row(pool)
    out, into = arrows(picture)["R2"]
    assert list(arrows(picture)) == ["R2"]
    assert out[0] > LEFT + 15 * STEP + SLOT
    assert into[0] < LEFT
    assert into[1] - out[1] == LINE_STEP
    (run,) = [r for r in drawn.having(drawn.tree(picture), "kv-run") if r.get("data-owner") == "R2"]
    first, second = (
        b.get("d") for b in drawn.having(run, "kv-bracket") if "kv-goes-on" not in b.get("class")
    )
    assert (first.count("V"), second.count("V")) == (1, 1)
    assert first.endswith(f"H{picture.width:g}")
    assert second.startswith("M0 ")


def test_a_gap_that_a_line_breaks_goes_on_too(pool):
    pool.release("R2")
    assert list(arrows(drawing.memory_row(pool))) == [None]
    assert arrows(drawing.memory_row(ContiguousPool(16))) == {}


def test_stored_slots_carry_a_letter_that_is_their_owners():
    row = ContiguousPool(8)
    for rid in ("P", "q", "S1"):
        row.allocate(rid, 2)
        row.used[rid] = 1
    assert drawing.memory_row(row).text.startswith("P [P ?] q [A ?] S1 [A ?] | ..")


def test_an_empty_row_is_one_gap():
    assert drawing.memory_row(ContiguousPool(4)).text == ".... | 4 free"
    assert drawing.memory_row(ContiguousPool(4), wanted=5).text.startswith(
        "D wants 5 adjacent slots: refused"
    )


def test_a_full_row_has_no_gap_to_try():
    full = ContiguousPool(4)
    full.allocate("A", 4)
    assert drawing.memory_row(full, wanted=1).text == (
        "D wants 1 adjacent slots: refused | A [????] | 4 empty but reserved"
    )


def test_names_and_words_stay_within_their_slots():
    row = ContiguousPool(20)
    for rid in ("request", "B", "C"):
        row.allocate(rid, 2)
    row.release("B")
    picture = drawing.memory_row(row)
    assert picture.text == "request [??] | .. | C [??] | .............. | 4 empty but reserved, 16 free"
    assert drawn.texts(drawn.tree(picture), "kv-owner") == ["req…", "C"]
    assert drawn.texts(drawn.tree(picture), "kv-word") == ["gap of 14", "… gap"]


@pytest.mark.parametrize(
    ("slabs", "used", "final", "wanted", "message"),
    [
        ({"A": (0, 5)}, {}, None, None, "the slab of 'A', slots 0 to 4, does not fit"),
        ({"A": (0, 2), "B": (1, 2)}, {}, None, None, "the slab of 'B', slots 1 to 2, does not fit"),
        ({"A": (-1, 2)}, {}, None, None, "the slab of 'A'"),
        ({"A": (0, 0)}, {}, None, None, "the slab of 'A'"),
        ({"A": (0, 2)}, {"A": 3}, None, None, "'A' stores 3 tokens in a slab of 2 slots"),
        ({"A": (0, 2)}, {"A": -1}, None, None, "'A' stores -1 tokens in a slab of 2 slots"),
        ({"A": (0, 2)}, {"A": 1}, {}, None, "final_lengths has no entry for 'A'"),
        ({"A": (0, 2)}, {"A": 1}, {"A": 3}, None, "the final length of 'A' must be 1 to 2 slots; got 3"),
        ({"A": (0, 2)}, {"A": 1}, {"A": 0}, None, "the final length of 'A' must be 1 to 2 slots; got 0"),
        ({}, {}, None, 0, "wanted must be 1 to 1024 slots; got 0"),
    ],
)
def test_bad_input_is_named(slabs, used, final, wanted, message):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the message is compared)
        drawing.memory_row(SimpleNamespace(n_slots=4, slabs=slabs, used=used), final, wanted=wanted)
    assert message in str(refused.value)


def test_what_is_just_not_too_much():
    row = SimpleNamespace(n_slots=4, slabs={"A": (0, 2)}, used={"A": 1})
    assert drawing.memory_row(ContiguousPool(1024)).text.endswith("1024 free")
    nothing_said = SimpleNamespace(n_slots=2, slabs={"A": (0, 2)}, used={})
    assert drawing.memory_row(nothing_said).text == "A [??] | 2 empty but reserved"
    assert drawing.memory_row(row, {"A": 1}, wanted=1024).text.endswith(
        "1 stored, 1 never used, 2 unusable for D"
    )


def test_a_row_that_nobody_could_read_is_refused():
    with pytest.raises(ValueError, match="a row of 1025 slots is too large to draw"):
        drawing.memory_row(ContiguousPool(1025))
