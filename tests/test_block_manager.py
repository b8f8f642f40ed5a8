"""BlockManager: random operations against a naive pool, bad input, sizes at the edge, and what copy-on-write moves."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pool_checks import wrong_shapes_change_nothing
from pool_oracle import run_machine, state_of

from kvlesson import BlockManager, NeverFits, OutOfBlocks, UnknownRequest, census


def filled_manager() -> BlockManager:
    """Four blocks of four: A stores 6 tokens, B is its fork, C waits with none; two blocks are free."""
    mgr = BlockManager(4, 4, head_dim=2)
    mgr.add_request("A")
    mgr.extend("A", np.arange(12.0).reshape(6, 2), -np.arange(12.0).reshape(6, 2))
    mgr.fork("A", "B")
    mgr.add_request("C")
    return mgr


ROW, NAN = np.ones(2), float("nan")
BAD_CALLS: list[tuple[str, Callable[[BlockManager], object], type[Exception], tuple[str, ...]]] = [
    ("add a known id", lambda m: m.add_request("A"), ValueError, ("rid", "'A'")),
    ("add an unhashable id", lambda m: m.add_request([1]), TypeError, ("rid", "[1]")),
    ("append to an unknown id", lambda m: m.append("Z", ROW, ROW), UnknownRequest, ("rid", "'Z'")),
    ("append to an unhashable id", lambda m: m.append([1], ROW, ROW), TypeError, ("rid", "[1]")),
    ("append a short key", lambda m: m.append("A", np.ones(1), ROW), ValueError, ("k ", "[2]", "(1,)")),
    ("append a bare number", lambda m: m.append("A", 1.0, ROW), ValueError, ("k ", "[2]", "()")),
    ("append a long value", lambda m: m.append("A", ROW, np.ones(3)), ValueError, ("v ", "[2]", "(3,)")),
    ("append a word", lambda m: m.append("A", ["1", "2"], ROW), TypeError, ("k ", "'1'")),
    ("append None", lambda m: m.append("A", None, ROW), TypeError, ("k ", "None")),
    ("append complex numbers", lambda m: m.append("A", [1j, 1], ROW), TypeError, ("k ", "1j")),
    ("append booleans", lambda m: m.append("A", [True, False], ROW), TypeError, ("k ", "True")),
    ("extend an unknown id", lambda m: m.extend("Z", [ROW], [ROW]), UnknownRequest, ("rid", "'Z'")),
    ("extend by a bare row", lambda m: m.extend("A", ROW, ROW), ValueError, ("keys", "[tokens, 2]", "(2,)")),
    ("extend by wide rows", lambda m: m.extend("A", np.ones((3, 4)), np.ones((3, 4))), ValueError, ("keys", "(3, 4)")),
    ("extend by ragged rows", lambda m: m.extend("A", [[1, 2], [3]], [ROW, ROW]), ValueError, ("keys", "[3]")),
    ("fewer values than keys", lambda m: m.extend("A", [ROW, ROW], [ROW]), ValueError, ("values", "[2, 2]", "(1, 2)")),
    ("one value for all keys", lambda m: m.extend("A", [ROW, ROW], ROW), ValueError, ("values", "[2, 2]", "(2,)")),
    ("extend past the free blocks", lambda m: m.extend("A", np.ones((7, 2)), np.ones((7, 2))), OutOfBlocks, ("'A'", "3", "2")),
    ("extend past the pool", lambda m: m.extend("A", np.ones((11, 2)), np.ones((11, 2))), NeverFits, ("'A'", "empty")),
    ("fork an unknown parent", lambda m: m.fork("Z", "D"), UnknownRequest, ("parent", "'Z'")),
    ("fork an unhashable parent", lambda m: m.fork({}, "D"), TypeError, ("parent", "{}")),
    ("fork onto a known child", lambda m: m.fork("A", "C"), ValueError, ("child", "'C'")),
    ("fork onto itself", lambda m: m.fork("A", "A"), ValueError, ("child", "'A'")),
    ("fork onto an unhashable child", lambda m: m.fork("A", []), TypeError, ("child", "[]")),
    ("free an unknown id", lambda m: m.free("Z"), UnknownRequest, ("rid", "'Z'")),
    ("free an unhashable id", lambda m: m.free({1}), TypeError, ("rid", "{1}")),
    ("locate in an unknown id", lambda m: m.locate("Z", 0), UnknownRequest, ("rid", "'Z'")),
    ("locate past the end", lambda m: m.locate("A", 6), IndexError, ("position", "6")),
    ("locate in an empty request", lambda m: m.locate("C", 0), IndexError, ("position", "0")),
    ("locate before the start", lambda m: m.locate("A", -1), IndexError, ("position", "-1")),
    ("locate a part", lambda m: m.locate("A", 1.0), TypeError, ("position", "1.0")),
    ("locate a truth", lambda m: m.locate("A", True), TypeError, ("position", "True")),
    ("gather an unknown id", lambda m: m.gather("Z"), UnknownRequest, ("rid", "'Z'")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "error", "words"), [row[1:] for row in BAD_CALLS], ids=[row[0] for row in BAD_CALLS]
)
def test_bad_input_is_named_and_changes_nothing(
    call: Callable[[BlockManager], object], error: type[Exception], words: tuple[str, ...]
) -> None:
    mgr = filled_manager()
    before = state_of(mgr)
    with pytest.raises(error) as caught:
        call(mgr)
    assert type(caught.value) is error
    assert not [word for word in words if word not in str(caught.value)], str(caught.value)
    assert state_of(mgr) == before


BAD_SIZES: list[tuple[dict[str, Any], type[Exception], tuple[str, ...]]] = [
    ({"num_blocks": 0}, ValueError, ("num_blocks", "0")),
    ({"num_blocks": -1}, ValueError, ("num_blocks", "-1")),
    ({"num_blocks": 2.0}, TypeError, ("num_blocks", "2.0")),
    ({"num_blocks": True}, TypeError, ("num_blocks", "True")),
    ({"num_blocks": np.float64(2)}, TypeError, ("num_blocks", "2.0")),
    ({"num_blocks": np.bool_(True)}, TypeError, ("num_blocks", "True")),
    ({"num_blocks": None}, TypeError, ("num_blocks", "None")),
    ({"num_blocks": "2"}, TypeError, ("num_blocks", "'2'")),
    ({"block_size": 0}, ValueError, ("block_size", "0")),
    ({"block_size": -4}, ValueError, ("block_size", "-4")),
    ({"block_size": 4.5}, TypeError, ("block_size", "4.5")),
    ({"head_dim": 0}, ValueError, ("head_dim", "0")),
    ({"head_dim": -1}, ValueError, ("head_dim", "-1")),
    ({"head_dim": 1.5}, TypeError, ("head_dim", "1.5")),
    ({"dtype": complex}, TypeError, ("dtype", "complex")),
    ({"dtype": "U3"}, TypeError, ("dtype", "U3")),
    ({"dtype": object}, TypeError, ("dtype", "object")),
]


@pytest.mark.parametrize(("sizes", "error", "words"), BAD_SIZES, ids=[str(row[0]) for row in BAD_SIZES])
def test_a_pool_of_a_bad_size_is_refused(
    sizes: dict[str, Any], error: type[Exception], words: tuple[str, ...]
) -> None:
    with pytest.raises(error) as caught:
        BlockManager(**{"num_blocks": 8, "block_size": 4, **sizes})
    assert not [word for word in words if word not in str(caught.value)], str(caught.value)


def test_wrong_shapes_are_never_broadcast() -> None:
    wrong_shapes_change_nothing(BlockManager)


def test_random_operations_agree_with_a_naive_pool() -> None:
    run_machine(BlockManager, examples=200)


def test_the_random_operations_meet_what_they_are_there_for() -> None:
    """Every operation done and refused in every way, blocks copied, pools of every size: else the test above says little."""
    met: Counter[object] = Counter()

    class Watched(BlockManager):
        def __init__(self, num_blocks: int, block_size: int) -> None:
            super().__init__(num_blocks, block_size)
            met.update([("blocks", num_blocks), ("slots", block_size)])

        def _copy_on_write(self, old: int | None, new: int, filled: int) -> None:
            super()._copy_on_write(old, new, filled)
            met["copied"] += old is not None

    def watched(name: str) -> Callable[..., None]:
        def call(self: BlockManager, *arguments: object) -> None:
            how: type[Exception] | None = None
            try:
                getattr(BlockManager, name)(self, *arguments)
            except Exception as error:
                how = type(error)
                raise
            finally:
                met[name, how] += 1

        return call

    stores = (None, OutOfBlocks, NeverFits, UnknownRequest)
    expected = {
        "add_request": (None, ValueError),
        "append": stores,
        "extend": stores,
        "fork": (None, ValueError, UnknownRequest),
        "free": (None, UnknownRequest),
    }
    for name in expected:
        setattr(Watched, name, watched(name))
    run_machine(Watched, examples=200)
    wanted = {(name, how) for name, ways in expected.items() for how in ways} | {"copied"}
    wanted |= {("blocks", n) for n in range(1, 11)} | {("slots", n) for n in range(1, 5)}
    assert {what: met[what] for what in wanted if met[what] < 5} == {}


def test_the_pools_have_the_documented_shape() -> None:
    mgr = BlockManager(8, 4)
    assert mgr.k_pool.shape == mgr.v_pool.shape == (8, 4, 1)
    assert mgr.k_pool.dtype == mgr.v_pool.dtype == np.float64
    assert BlockManager(np.int64(3), np.int8(2), np.uint8(5), np.float32).k_pool.shape == (3, 2, 5)
    assert (mgr.num_blocks, mgr.block_size, mgr.head_dim) == (8, 4, 1)
    assert list(mgr.free_list) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert list(mgr.ref_count) == [0] * 8
    assert mgr.tables == mgr.lengths == {}


@pytest.mark.parametrize("block_size", [1, 2, 3, 4, 16])
def test_a_table_is_as_long_as_its_tokens_need(block_size: int) -> None:
    """And the next block is taken when its first token comes, never when the last block is merely full."""
    mgr = BlockManager(4 * block_size, block_size)
    mgr.add_request("A")
    for n in range(3 * block_size + 1):
        assert mgr.lengths["A"] == n
        assert len(mgr.tables["A"]) == -(-n // block_size)
        census(mgr)
        mgr.append("A", [n], [n])


@pytest.mark.parametrize("tokens", range(10))
@pytest.mark.parametrize("start", range(6))
def test_many_at_once_equals_one_at_a_time(start: int, tokens: int) -> None:
    keys = np.arange(start + tokens, dtype=float).reshape(-1, 1)
    pools = []
    for at_once in (True, False):
        mgr = BlockManager(9, 3)
        mgr.add_request("other")
        mgr.append("other", [7], [7])
        mgr.add_request("A")
        mgr.extend("A", keys[:start], -keys[:start])
        mgr.fork("A", "B")
        if at_once:
            mgr.extend("A", keys[start:], -keys[start:])
        else:
            for key in keys[start:]:
                mgr.append("A", key, -key)
        assert np.array_equal(mgr.gather("A")[0], keys)
        assert np.array_equal(mgr.gather("B")[1], -keys[:start])
        pools.append(state_of(mgr))
    assert pools[0] == pools[1]


def test_never_is_told_from_not_now() -> None:
    mgr = BlockManager(2, 4)
    mgr.add_request("A")
    with pytest.raises(NeverFits) as never:
        mgr.extend("A", np.ones((9, 1)), np.ones((9, 1)))
    assert isinstance(never.value, OutOfBlocks)
    mgr.extend("A", np.ones((8, 1)), np.ones((8, 1)))
    with pytest.raises(NeverFits):
        mgr.append("A", [1], [1])
    mgr.add_request("B")
    with pytest.raises(OutOfBlocks) as later:
        mgr.append("B", [1], [1])
    assert type(later.value) is OutOfBlocks
    assert later.value.args == ("B",)
    assert (later.value.rid, later.value.need, later.value.free) == ("B", 1, 0)


def test_a_freed_reference_is_enough_to_write_again() -> None:
    """Two blocks, S1 and its fork S2 with 6 tokens: neither can write until the other leaves; then no block is needed."""
    mgr = BlockManager(2, 4)
    mgr.add_request("S1")
    mgr.extend("S1", np.ones((6, 1)), np.ones((6, 1)))
    mgr.fork("S1", "S2")
    for rid in ("S1", "S2"):
        with pytest.raises(OutOfBlocks):
            mgr.append(rid, [1], [1])
    mgr.free("S1")
    assert list(mgr.free_list) == []
    mgr.append("S2", [1], [1])
    assert mgr.tables == {"S2": [0, 1]}


def test_copy_on_write_moves_the_filled_slots_of_both_pools_and_no_other() -> None:
    mgr = BlockManager(3, 4)
    mgr.k_pool[:] = mgr.v_pool[:] = 99.0
    mgr.add_request("S1")
    mgr.extend("S1", np.arange(6.0).reshape(-1, 1), -np.arange(6.0).reshape(-1, 1))
    mgr.fork("S1", "S2")
    mgr.append("S1", [6], [-6])
    assert mgr.k_pool[1:, :, 0].tolist() == [[4, 5, 99, 99], [4, 5, 6, 99]]
    assert mgr.v_pool[1:, :, 0].tolist() == [[-4, -5, 99, 99], [-4, -5, -6, 99]]


def test_a_view_of_the_pool_is_stored_as_it_was() -> None:
    """Here of slot 0 of the very block that copy-on-write is about to fill."""
    mgr = BlockManager(3, 4)
    mgr.k_pool[2, 0] = mgr.v_pool[2, 0] = 7.0
    mgr.add_request("S1")
    mgr.extend("S1", np.zeros((2, 1)), np.zeros((2, 1)))
    mgr.free("S1")
    mgr.add_request("S1")
    mgr.extend("S1", np.zeros((2, 1)), np.zeros((2, 1)))
    mgr.fork("S1", "S2")
    mgr.append("S1", mgr.k_pool[2, 0], mgr.v_pool[2, 0])
    assert mgr.tables["S1"] == [2]
    assert [array[:, 0].tolist() for array in mgr.gather("S1")] == [[0, 0, 7], [0, 0, 7]]


def test_a_full_block_is_shared_and_never_copied() -> None:
    mgr = BlockManager(4, 4)
    mgr.add_request("S1")
    mgr.extend("S1", np.ones((8, 1)), np.ones((8, 1)))
    mgr.fork("S1", "S2")
    mgr.append("S1", [1], [1])
    mgr.append("S2", [2], [2])
    assert mgr.tables == {"S1": [0, 1, 2], "S2": [0, 1, 3]}
    assert list(mgr.ref_count) == [2, 2, 1, 1]


def test_gathered_arrays_are_copies() -> None:
    mgr = filled_manager()
    before = state_of(mgr)
    for array in mgr.gather("A"):
        array[:] = 7
    assert state_of(mgr) == before
    assert [array.shape for array in mgr.gather("C")] == [(0, 2), (0, 2)]


def test_nan_and_infinity_are_data() -> None:
    mgr = filled_manager()
    mgr.append("A", [NAN, np.inf], [-np.inf, NAN])
    assert np.array_equal(mgr.gather("A")[0][-1], [NAN, np.inf], equal_nan=True)
    census(mgr)


@pytest.mark.parametrize("rid", [0, "", None, (1, "a"), frozenset(), np.int64(3), -1, b"x"])
def test_any_hashable_is_an_id(rid: Any) -> None:
    mgr = BlockManager(2, 2)
    mgr.add_request(rid)
    mgr.append(rid, [1], [2])
    mgr.fork(rid, "child")
    assert mgr.locate(rid, 0) == (0, 0)
    mgr.free(rid)
    mgr.free("child")
    assert list(mgr.free_list) == [1, 0]


def test_a_pool_of_integers_cuts_nothing_off() -> None:
    mgr = BlockManager(2, 2, dtype=np.int8)
    mgr.add_request("A")
    mgr.append("A", [-128], [127.0])
    before = state_of(mgr)
    for bad in (128, 0.5):
        with pytest.raises(ValueError, match=rf"v .*int8.*{bad}"):
            mgr.append("A", [1], [bad])
    assert state_of(mgr) == before


def test_ids_and_lengths_are_plain_ints() -> None:
    mgr = filled_manager()
    numbers = [
        *mgr.free_list,
        *mgr.ref_count,
        *mgr.tables["A"],
        mgr.lengths["A"],
        *mgr.locate("A", np.int64(5)),
    ]
    assert {type(n) for n in numbers} == {int}
