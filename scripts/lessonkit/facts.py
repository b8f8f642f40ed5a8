"""Cited facts: what others published, each with its source, the place in it and the day it was read.

They are quoted, never computed; `docs/facts.toml` holds them as [source.ID] and [fact.KEY] tables, all values
as text, so that "7.00" stays "7.00".
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    problems: tuple[str, ...] = ()

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
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Facts({}, {}, (f"not readable as TOML: {error}",))
    problems: list[str] = []
    sources: dict[str, Source] = {}
    facts: dict[str, Fact] = {}
    for key, entry in tables(data, "source", problems):
        if {"citation", "year"} <= entry.keys() <= {"citation", "year", "url"}:
            sources[key] = Source(key, **entry)
        else:
            problems.append(f"[source.{key}] needs citation and year, and may have url")
    for key, entry in tables(data, "fact", problems):
        if not {"value", "unit", "source", "where", "read"} <= entry.keys() <= _FACT:
            problems.append(f"[fact.{key}] needs value, unit, source, where and read, and may have note")
        elif entry["source"] not in sources:
            problems.append(
                f"[fact.{key}] has an unknown source {entry['source']}: add [source.{entry['source']}]"
            )
        elif not re.fullmatch(r"\d{4}-\d{2}-\d{2}", entry["read"]):
            problems.append(f"[fact.{key}] read is not a date such as 2026-11-29")
        else:
            facts[key] = Fact(key, **entry)
    return Facts(facts, sources, tuple(problems))


def tables(data: dict[str, Any], kind: str, problems: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The [kind.KEY] tables whose keys and values a page can quote."""
    entries = data.get(kind, {})
    if not isinstance(entries, dict):
        problems.append(f"{kind} is no table: write [{kind}.some-key]")
        return
    for key, entry in entries.items():
        name = f"[{kind}.{key}]"
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key):
            problems.append(f"{name} has a key that is not kebab-case: small letters, digits and hyphens")
        elif not isinstance(entry, dict):
            problems.append(f"{name} is no table: write it as {name} with its fields below")
        elif wrong := [k for k, v in entry.items() if not isinstance(v, str)]:
            problems.append(f"{name} {wrong[0]} is not text: put it in quotes")
        elif wrong := [k for k, v in entry.items() if k != "url" and re.search(r"[\[\]`*_<>&\\\"\n]", v)]:
            problems.append(f"{name} {wrong[0]} holds a sign that Markdown reads: write it without")
        else:
            yield key, entry
