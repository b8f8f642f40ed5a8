"""Reads a row of slots in which every request reserved one slab, checks it, and says it in one line.

A `Run` is a slab or a gap. Of a slab's empty slots the server knows nothing ("?"); with the final lengths, that is in
hindsight, they split into reserved (will be filled) and never used. A gap is of no use to a request that wants more
slots than it has; without a waiting request every gap is free.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from kvlesson.drawing.names import check_distinct, name, sign
from kvlesson.drawing.palette import STATES

MAX_SLOTS = 1024  # more than this, drawn one by one, nobody could read
_COUNTED = {
    "stored": "stored",
    "reserved": "reserved",
    "never": "never used",
    "unknown": "empty but reserved",
    "gap": "unusable",
    "free": "free",
}


class Row(Protocol):
    """What a row needs of a pool; `ContiguousPool` has it."""

    @property
    def n_slots(self) -> int: ...
    @property
    def slabs(self) -> Mapping[Any, tuple[int, int]]: ...  # request -> (start, size)
    @property
    def used(self) -> Mapping[Any, int]: ...  # request -> tokens stored


@dataclass(frozen=True)
class Run:
    """Adjacent slots: a request's slab, or a gap (no owner)."""

    owner: str | None
    start: int
    states: tuple[str, ...]

    @property
    def text(self) -> str:
        own = {"stored": sign(self.owner or "")}
        signs = [own.get(state, STATES[state].sign) * len(list(same)) for state, same in groupby(self.states)]
        return " ".join(signs) if self.owner is None else f"{self.owner} [{' '.join(signs)}]"


@dataclass(frozen=True)
class Waiting:
    """A request that wants adjacent slots: the first gap that holds it takes it, else it waits."""

    owner: str
    wanted: int
    runs: tuple[Run, ...]

    @property
    def fits_at(self) -> int | None:
        gaps = (run for run in self.runs if run.owner is None and len(run.states) >= self.wanted)
        return next((run.start for run in gaps), None)

    @property
    def tried(self) -> Run | None:
        """The gap that it gets, or the largest one, which is still too small."""
        gaps = [run for run in self.runs if run.owner is None]
        return max(gaps, key=lambda gap: (gap.start == self.fits_at, len(gap.states)), default=None)

    @property
    def verdict(self) -> str:
        if self.fits_at is None:
            return f"wants {self.wanted} adjacent slots: refused"
        return f"wants {self.wanted} adjacent slots: fits at {self.fits_at}"


def read_row(
    row: Row, final_lengths: Mapping[Any, int] | None = None, wanted: int | None = None
) -> tuple[Run, ...]:
    """The row from left to right. `wanted` is what a waiting request asks for. ValueError where slabs overlap, overflow, or hold more than they can."""
    if wanted is not None and not 1 <= wanted <= MAX_SLOTS:
        raise ValueError(f"wanted must be 1 to {MAX_SLOTS} slots; got {wanted}")
    if row.n_slots > MAX_SLOTS:
        raise ValueError(
            f"a row of {row.n_slots} slots is too large to draw one by one; the limit is {MAX_SLOTS}"
        )
    check_distinct(row.slabs)
    runs: list[Run] = []
    end = 0
    for rid, (start, size) in sorted(row.slabs.items(), key=lambda slab: slab[1][0]):
        if start < end or size < 1 or start + size > row.n_slots:
            raise ValueError(
                f"the slab of {rid!r}, slots {start} to {start + size - 1}, does not fit "
                f"beside the others in {row.n_slots} slots"
            )
        runs += [_gap(end, start, wanted)] if start > end else []
        runs.append(Run(name(rid), start, _slab(rid, size, row.used, final_lengths)))
        end = start + size
    runs += [_gap(end, row.n_slots, wanted)] if row.n_slots > end else []
    return tuple(runs)


def row_text(runs: Sequence[Run], waiting: Waiting | None = None) -> str:
    """`R1 [AAAAA rrrr xxx] R2 [AAA r xxxx] | .... | 8 stored, 5 reserved, 7 never used, 4 free`."""
    parts = [f"{waiting.owner} {waiting.verdict}"] if waiting else []
    for _, same in groupby(runs, key=lambda run: run.owner is not None):
        parts.append(" ".join(run.text for run in same))
    counts = Counter(name for run in runs for name in run.states)
    words = {**_COUNTED, "gap": f"unusable for {waiting.owner}" if waiting else "unusable"}
    return " | ".join([*parts, ", ".join(f"{counts[name]} {words[name]}" for name in words if counts[name])])


def _gap(start: int, end: int, wanted: int | None) -> Run:
    useless = wanted is not None and end - start < wanted
    return Run(None, start, ("gap" if useless else "free",) * (end - start))


def _slab(
    rid: Any, size: int, used: Mapping[Any, int], final_lengths: Mapping[Any, int] | None
) -> tuple[str, ...]:
    stored = used.get(rid, 0)
    if not 0 <= stored <= size:
        raise ValueError(f"{rid!r} stores {stored} tokens in a slab of {size} slots")
    if final_lengths is None:
        return ("stored",) * stored + ("unknown",) * (size - stored)
    if rid not in final_lengths:
        raise ValueError(f"final_lengths has no entry for {rid!r}")
    final = final_lengths[rid]
    if not stored <= final <= size:
        raise ValueError(f"the final length of {rid!r} must be {stored} to {size} slots; got {final}")
    return ("stored",) * stored + ("reserved",) * (final - stored) + ("never",) * (size - final)
