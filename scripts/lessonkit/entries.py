"""Lists in TOML whose values a page can quote: reading them, and saying what is wrong with one, and on which line.

All values are text, so that "7.00" stays "7.00".
"""

import difflib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Problem:
    table: str
    field: str  # "" where it is the table's as a whole
    what: str

    def placed(self, text: str) -> tuple[int, str]:
        return line_of(text, self.table, self.field), f"[{self.table}] {self.what}"


def read(path: Path) -> tuple[str, dict[str, Any], tuple[int, str] | None]:
    """A file's text and what it holds; or the line where it is no TOML, and why."""
    text = ""
    try:
        text = path.read_text("utf-8")
        return text, tomllib.loads(text), None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        said = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(said[2]) if said and said[2] else max(1, text.count("\n"))
        why = f"not readable as TOML: {said[1] if said else error}"
        return text, {}, (line, f"{why}. Mend this line: each value in quotes, each key once")


def line_of(text: str, name: str, field: str) -> int:
    """Where the table's field stands, or the table begins; 1 where neither has a line of its own."""
    found = re.search(rf"^\[{re.escape(name)}\]", text, re.M)
    if found and field:
        found = re.compile(rf"^{re.escape(field)} *=", re.M).search(text, found.start()) or found
    return text.count("\n", 0, found.start()) + 1 if found else 1


def fields_wrong(entry: dict[str, str], needed: tuple[str, ...], known: set[str]) -> tuple[str, str]:
    """The field that is strange, or "" where one is missing, and what to do."""
    missing = [name for name in needed if name not in entry]
    for name in entry:
        if name not in {*needed, *known}:
            meant = difflib.get_close_matches(name, missing or [*known], 1)
            hint = f"did you mean {meant[0]}?" if meant else "take it out"
            return name, f"{name} is a field that nothing reads: {hint}"
    return "", f'lacks {" and ".join(missing)}: write {missing[0]} = "..." below it'


def is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def tables(data: dict[str, Any], kind: str, problems: list[Problem]) -> Iterator[tuple[str, dict[str, str]]]:
    """The [kind.KEY] tables whose keys and values a page can quote."""
    entries = data.get(kind, {})
    if not isinstance(entries, dict):
        problems.append(Problem(kind, "", f"is no table: write [{kind}.some-key]"))
        return
    for key, entry in entries.items():
        name = f"{kind}.{key}"
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key):
            problems.append(
                Problem(name, "", "has a key that is not kebab-case: small letters, digits and hyphens")
            )
        elif not isinstance(entry, dict):
            problems.append(Problem(name, "", f"is no table: write it as [{name}] with its fields below"))
        elif wrong := [k for k, v in entry.items() if not isinstance(v, str)]:
            problems.append(Problem(name, wrong[0], f"{wrong[0]} is not text: put it in quotes"))
        elif wrong := [k for k, v in entry.items() if k != "url" and re.search(r"[\[\]`*_<>&\\\"\n]", v)]:
            problems.append(
                Problem(name, wrong[0], f"{wrong[0]} holds a sign that Markdown reads: write it without")
            )
        else:
            yield key, entry
