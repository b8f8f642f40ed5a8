"""Cited facts: what others published, each with its source, the place in it and the day it was read.

They are quoted, never computed; `docs/facts.toml` holds them as [source.ID] and [fact.KEY] tables, all values
as text, so that "7.00" stays "7.00".
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

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
    problems, sources, facts = [], {}, {}
    for key, entry in data.get("source", {}).items():
        try:
            sources[key] = Source(key, **entry)
        except TypeError:
            problems.append(f"[source.{key}] needs citation and year, and may have url")
    for key, entry in data.get("fact", {}).items():
        wrong = [k for k, v in entry.items() if not isinstance(v, str)]
        if wrong:
            problems.append(f"[fact.{key}] {wrong[0]} is not text: put it in quotes")
        elif (
            not {"value", "unit", "source", "where", "read"}
            <= entry.keys()
            <= Fact.__dataclass_fields__.keys()
        ):
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
