"""Cited facts: what others published, each with its source, the place in it and the day it was read.

They are quoted, never computed; `docs/facts.toml` holds them as [source.ID] and [fact.KEY] tables, all values
as text, so that "7.00" stays "7.00".
"""

import difflib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

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
    text = ""
    try:
        text = path.read_text("utf-8")
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        said = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(said[2]) if said and said[2] else max(1, text.count("\n"))
        why = f"not readable as TOML: {said[1] if said else error}"
        return Facts(
            {}, {}, ((line, f"{why}. Mend this line: each value in quotes, each key once"),), readable=False
        )
    problems: list[tuple[str, str, str]] = []  # (the table's name, the field or "", what is wrong)
    sources: dict[str, Source] = {}
    facts: dict[str, Fact] = {}
    for key, entry in _tables(data, "source", problems):
        if {"citation", "year"} <= entry.keys() <= {"citation", "year", "url"}:
            sources[key] = Source(key, **entry)
        else:
            problems.append((f"source.{key}", *_fields(entry, ("citation", "year"), {"url"})))
    for key, entry in _tables(data, "fact", problems):
        if not {"value", "unit", "source", "where", "read"} <= entry.keys() <= _FACT:
            problems.append(
                (f"fact.{key}", *_fields(entry, ("value", "unit", "source", "where", "read"), _FACT))
            )
        elif entry["source"] not in sources:
            close = difflib.get_close_matches(entry["source"], list(sources), 1)
            hint = f"did you mean {close[0]}?" if close else f"add [source.{entry['source']}]"
            problems.append((f"fact.{key}", "source", f"has an unknown source {entry['source']}: {hint}"))
        elif not _is_date(entry["read"]):
            problems.append(
                (
                    f"fact.{key}",
                    "read",
                    f'read is "{entry["read"]}", not a date such as 2026-11-29: write when it was read',
                )
            )
        elif other := _other_thread(entry, sources[entry["source"]].url):
            problems.append((f"fact.{key}", "value", other))
        else:
            facts[key] = Fact(key, **entry)
    said = ((_line(text, name, field), f"[{name}] {what}") for name, field, what in problems)
    broken = frozenset(name.removeprefix("fact.") for name, *_ in problems)
    return Facts(facts, sources, tuple(said), broken)


def _line(text: str, name: str, field: str) -> int:
    """Where the table's field stands, or the table begins; 1 where neither has a line of its own."""
    found = re.search(rf"^\[{re.escape(name)}\]", text, re.M)
    if found and field:
        found = re.compile(rf"^{re.escape(field)} *=", re.M).search(text, found.start()) or found
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _fields(entry: dict[str, str], needed: tuple[str, ...], known: set[str]) -> tuple[str, str]:
    """The field that is strange, or "" where one is missing, and what to do."""
    missing = [name for name in needed if name not in entry]
    for name in entry:
        if name not in {*needed, *known}:
            meant = difflib.get_close_matches(name, missing or [*known], 1)
            hint = f"did you mean {meant[0]}?" if meant else "take it out"
            return name, f"{name} is a field that nothing reads: {hint}"
    return "", f'lacks {" and ".join(missing)}: write {missing[0]} = "..." below it'


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _other_thread(entry: dict[str, str], url: str) -> str | None:
    """A thread is quoted by its number, which its address ends with: of the two, a slip in one would not be seen."""
    number = re.search(r"/(?:pull|issues)/(\d+)$", url)
    if number and entry["unit"] in ("pull request", "issue", "threads"):
        if number[1] not in re.findall(r"\d+", entry["value"]):
            return f'says "{entry["value"]}", the address of [source.{entry["source"]}] ends with {number[1]}: make them one'
    return None


def _tables(
    data: dict[str, Any], kind: str, problems: list[tuple[str, str, str]]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The [kind.KEY] tables whose keys and values a page can quote."""
    entries = data.get(kind, {})
    if not isinstance(entries, dict):
        problems.append((kind, "", f"is no table: write [{kind}.some-key]"))
        return
    for key, entry in entries.items():
        name = f"{kind}.{key}"
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key):
            problems.append((name, "", "has a key that is not kebab-case: small letters, digits and hyphens"))
        elif not isinstance(entry, dict):
            problems.append((name, "", f"is no table: write it as [{name}] with its fields below"))
        elif wrong := [k for k, v in entry.items() if not isinstance(v, str)]:
            problems.append((name, wrong[0], f"{wrong[0]} is not text: put it in quotes"))
        elif wrong := [k for k, v in entry.items() if k != "url" and re.search(r"[\[\]`*_<>&\\\"\n]", v)]:
            problems.append(
                (name, wrong[0], f"{wrong[0]} holds a sign that Markdown reads: write it without")
            )
        else:
            yield key, entry
