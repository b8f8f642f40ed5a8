"""Measured records: what a machine had to be asked, such as a time, each with the command that asked and the day.

They are quoted, never typed: `docs/measured.toml` holds them as [measured.KEY] tables, all values as text, written by the
command that each of them names. A page that quotes one says when it was measured.
"""

import os
import platform
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

import tomlkit

from .entries import Problem, fields_wrong, is_date, read, tables

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
    problems: tuple[tuple[int, str], ...] = ()  # (line, what is wrong and what to do)
    broken: frozenset[str] = frozenset()  # keys of records that have a problem

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
    text, data, unreadable = read(path)
    if unreadable:
        return Measured({}, (unreadable,))
    problems: list[Problem] = []
    records: dict[str, Record] = {}
    fields = ("value", "command", "machine", "date")
    for key, entry in tables(data, "measured", problems):
        if entry.keys() != set(fields):
            problems.append(Problem(f"measured.{key}", *fields_wrong(entry, fields, set())))
        elif not is_date(entry["date"]):
            what = f'date is "{entry["date"]}", not a date such as 2026-11-29: measure again'
            problems.append(Problem(f"measured.{key}", "date", what))
        else:
            records[key] = Record(key, **entry)
    broken = frozenset(problem.table.removeprefix("measured.") for problem in problems)
    return Measured(records, tuple(problem.placed(text) for problem in problems), broken)


def percent(part: int, whole: int) -> str:
    """A share with one decimal, cut and never rounded up: 100% is all of them."""
    tenths = 1000 * part // whole
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10:.1f}%"


def machine() -> str:
    """What this machine is, as far as a reader needs it to judge a figure."""
    cores = os.cpu_count() or 1
    return (
        f"{cores} {'core' if cores == 1 else 'cores'} of {platform.machine().replace('_', '-')}, "
        f"{platform.system()}, Python {platform.python_version()}, NumPy {version('numpy')}"
    )


def record(root: Path, command: str, values: dict[str, str], tool: str = "") -> None:
    """Write what `command` has measured here, today, into the file, beside the records of other commands.

    `tool` is what the figures depend on besides this machine: a browser, with its version.
    """
    path = root / FILE
    document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    if not path.exists():
        document.add(
            tomlkit.comment("What machines were asked. Written by the commands named below, never by hand.")
        )
    table = document.setdefault("measured", tomlkit.table(is_super_table=True))
    here = f"{machine()}, {tool}" if tool else machine()
    for key, value in values.items():
        entry = tomlkit.table()
        entry |= {"value": value, "command": command, "machine": here, "date": date.today().isoformat()}
        if key not in table and table:
            list(table.values())[-1].add(tomlkit.nl())
        table[key] = entry
    path.write_text(tomlkit.dumps(document), "utf-8")
