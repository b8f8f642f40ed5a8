"""Measured records: what a machine had to be asked, such as a time, each with the command that asked and the day.

They are quoted, never typed: `docs/measured.toml` holds them as [measured.KEY] tables, all values as text, written by the
command that each of them names. A page that quotes one says when it was measured.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .facts import tables

FILE = "docs/measured.toml"


@dataclass(frozen=True)
class Record:
    key: str
    value: str  # as the text says it, unit included
    command: str
    machine: str
    date: str


@dataclass(frozen=True)
class Measured:
    records: dict[str, Record]
    problems: tuple[str, ...] = ()

    def text(self, key: str) -> str:
        """What `[...][!key]` must say; `key.date`, `key.machine`, `key.command` give the rest. KeyError if unknown."""
        name, _, part = key.partition(".")
        record = self.records[name]
        if part in ("", "date", "machine", "command"):
            return str(getattr(record, part or "value"))
        raise KeyError(key)

    def citation(self, key: str) -> str:
        record = self.records[key.partition(".")[0]]
        return f"measured on {record.date} by {record.command}: {record.machine}"


def load(path: Path) -> Measured:
    """Read measured.toml; what is wrong with it is in `problems`, in words."""
    if not path.exists():
        return Measured({})
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Measured({}, (f"not readable as TOML: {error}",))
    problems: list[str] = []
    records: dict[str, Record] = {}
    for key, entry in tables(data, "measured", problems):
        if entry.keys() != {"value", "command", "machine", "date"}:
            problems.append(f"[measured.{key}] has value, command, machine and date, and nothing else")
        elif not re.fullmatch(r"\d{4}-\d{2}-\d{2}", entry["date"]):
            problems.append(f"[measured.{key}] date is not a date such as 2026-11-29")
        else:
            records[key] = Record(key, **entry)
    return Measured(records, tuple(problems))
