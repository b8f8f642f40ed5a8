"""Snapshots that no manager made: random tables that partition the blocks of a pool, some of them shared."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from kvlesson.drawing.names import name


class Snapshot(NamedTuple):
    event: str
    tables: dict[Any, list[int]]
    free_list: list[int]
    lengths: dict[Any, int]
    block_size: int = 4


def by_hand(tables: dict[str, str], free_list: str = "", block_size: int = 4, **lengths: int) -> Snapshot:
    """`by_hand({"A": "0 1"}, "2", A=6)`."""
    ids = {rid: [int(number) for number in blocks.split()] for rid, blocks in tables.items()}
    return Snapshot("by hand", ids, [int(number) for number in free_list.split()], lengths, block_size)


LETTERS = st.sampled_from("ABCDEFGHrx.?")
ANY_NAME = st.text(min_size=1, max_size=12) | st.integers(0, 99)


@st.composite
def snapshots(draw: st.DrawFn, names: st.SearchStrategy[Any] = LETTERS, sharing: bool = True) -> Snapshot:
    """Up to five requests; each may start with full blocks of an earlier one, or be its twin."""
    block_size = draw(st.integers(1, 6))
    blocks = draw(st.permutations(range(draw(st.integers(0, 14)))))
    tables: dict[Any, list[int]] = {}
    lengths: dict[Any, int] = {}
    for rid in draw(st.lists(names, max_size=5, unique_by=name)):
        parent = draw(st.sampled_from([None, *tables])) if sharing else None
        if parent is not None and draw(st.booleans()):
            tables[rid], lengths[rid] = list(tables[parent]), lengths[parent]
            continue
        full = lengths[parent] // block_size if parent is not None else 0
        shared = tables[parent][: draw(st.integers(0, full))] if parent is not None else []
        own = [blocks.pop() for _ in range(draw(st.integers(0, len(blocks))))]
        tables[rid] = shared + own
        missing = draw(st.integers(0, block_size - 1)) if own else 0
        lengths[rid] = block_size * len(tables[rid]) - missing
    return Snapshot("by hand", tables, blocks, lengths, block_size)


def holders(step: Snapshot) -> dict[int, list[tuple[Any, int]]]:
    """Block -> (request, index in its table) of everybody who names it."""
    found: dict[int, list[tuple[Any, int]]] = {}
    for rid, table in step.tables.items():
        for index, block in enumerate(table):
            found.setdefault(block, []).append((rid, index))
    return found
