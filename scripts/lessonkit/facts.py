"""Cited facts: what others published, each with its source, the place in it and the day it was read.

They are quoted, never computed; `docs/facts.toml` holds them as [source.ID] and [fact.KEY] tables, all values
as text, so that "7.00" stays "7.00".
"""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

from .entries import Problem, fields_wrong, is_date, read, tables

FILE = "docs/facts.toml"

# Written behind the value, with no space where none is usual. Other units ("requests") stand in the sentence.
_SYMBOLS = {
    "%": "%",
    "GB": " GB",
    "KB": " KB",
    "MB": " MB",
    "GB/s": " GB/s",
    "TFLOP/s": " TFLOP/s",
    "ms": " ms",
}


_FACT = {"value", "unit", "source", "where", "read", "note"}


@dataclass(frozen=True)
class Fact:
    key: str
    value: str
    unit: str
    source: str
    where: str
    read: str
    note: str = ""

    @property
    def shown(self) -> str:
        return self.value + _SYMBOLS.get(self.unit, "")


@dataclass(frozen=True)
class Source:
    key: str
    citation: str
    year: str
    url: str = ""


@dataclass(frozen=True)
class Facts:
    facts: dict[str, Fact]
    sources: dict[str, Source]
    problems: tuple[tuple[int, str], ...] = ()  # (line, what is wrong and what to do)
    broken: frozenset[str] = frozenset()  # keys of facts that have a problem
    readable: bool = True

    def text(self, key: str) -> str:
        """What `[...][@key]` must say; `key.where`, `key.year`, `key.read` give the rest of a fact. KeyError if unknown."""
        name, _, part = key.partition(".")
        fact = self.facts[name]
        if not part:
            return fact.shown
        if part == "year":
            return self.sources[fact.source].year
        if part in ("where", "read", "note", "source"):
            return str(getattr(fact, part))
        raise KeyError(key)

    def citation(self, key: str) -> str:
        fact = self.facts[key.partition(".")[0]]
        return ", ".join(filter(None, [self.sources[fact.source].citation, fact.where]))


def load(path: Path) -> Facts:
    """Read facts.toml; what is wrong with it is in `problems`, in words."""
    if not path.exists():
        return Facts({}, {})
    text, data, unreadable = read(path)
    if unreadable:
        return Facts({}, {}, (unreadable,), readable=False)
    problems: list[Problem] = []
    sources: dict[str, Source] = {}
    facts: dict[str, Fact] = {}
    for key, entry in tables(data, "source", problems):
        if {"citation", "year"} <= entry.keys() <= {"citation", "year", "url"}:
            sources[key] = Source(key, **entry)
        else:
            problems.append(Problem(f"source.{key}", *fields_wrong(entry, ("citation", "year"), {"url"})))
    for key, entry in tables(data, "fact", problems):
        if not {"value", "unit", "source", "where", "read"} <= entry.keys() <= _FACT:
            problems.append(
                Problem(
                    f"fact.{key}", *fields_wrong(entry, ("value", "unit", "source", "where", "read"), _FACT)
                )
            )
        elif entry["source"] not in sources:
            close = difflib.get_close_matches(entry["source"], list(sources), 1)
            hint = f"did you mean {close[0]}?" if close else f"add [source.{entry['source']}]"
            problems.append(
                Problem(f"fact.{key}", "source", f"has an unknown source {entry['source']}: {hint}")
            )
        elif not is_date(entry["read"]):
            what = f'read is "{entry["read"]}", not a date such as 2026-11-29: write when it was read'
            problems.append(Problem(f"fact.{key}", "read", what))
        elif other := _other_thread(entry, sources[entry["source"]].url):
            problems.append(Problem(f"fact.{key}", "value", other))
        else:
            facts[key] = Fact(key, **entry)
    broken = frozenset(problem.table.removeprefix("fact.") for problem in problems)
    return Facts(facts, sources, tuple(problem.placed(text) for problem in problems), broken)


def _other_thread(entry: dict[str, str], url: str) -> str | None:
    """A thread is quoted by its number, which its address ends with: of the two, a slip in one would not be seen."""
    number = re.search(r"/(?:pull|issues)/(\d+)$", url)
    if number and entry["unit"] in ("pull request", "issue", "threads"):
        if number[1] not in re.findall(r"\d+", entry["value"]):
            return f'says "{entry["value"]}", the address of [source.{entry["source"]}] ends with {number[1]}: make them one'
    return None
