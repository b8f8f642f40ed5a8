"""What the engine is told of the project it works on: where pages lie, which library they use, which names are free.

`pyproject.toml` says it under [tool.lessonkit]: `library` (a package whose public names every expression may
use), `modules` (modules of it that expressions may name, such as its drawings) and `exercises` (see boxes.py).
"""

import importlib
import importlib.util
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import boxes, facts, glossary, measured, unbound
from .boxes import Box
from .cells import SECONDS, NeverEnds, quiet, time_limit
from .expressions import raised
from .facts import Facts
from .findings import Finding
from .formatters import FORMATTERS
from .glossary import Term
from .measured import Measured


class _Values(dict[str, float]):
    """`fact['key']` or `measured['key']` in an expression: the figure as a number, to compute with it or compare it."""

    def __init__(self, kind: str, texts: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.kind = kind
        for key, text in texts:
            if number := re.fullmatch(r"(\d[\d,]*(?:\.\d+)?)(?: ?%| [a-z]+)?", text):
                self[key] = float(number[1].replace(",", ""))

    def __missing__(self, key: str) -> float:
        raise KeyError(f"no {self.kind} with a number is called {key}")


@dataclass(frozen=True)
class Quoted:
    """Values that are quoted, not computed: cited facts, or measured records."""

    sign: str
    kind: str
    file: str
    ledger: str
    remedy: str  # for a key that is not there
    values: Facts | Measured
    keys: list[str]


@dataclass
class Project:
    root: Path
    library: str
    modules: list[str]  # of the library, that expressions may name
    exercises: str  # the library's module that has them; empty where there are none
    facts: Facts
    measured: Measured
    terms: list[Term]
    names: re.Pattern[str]
    counts: re.Pattern[str]
    injected: dict[str, object] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    reprs: dict[str, str] = field(default_factory=dict)  # of the library's constants, before any cell ran
    boxes: dict[str, Box] | None = field(default_factory=dict)  # exercises, by their keys; None: not known

    def pages(self) -> list[Path]:
        docs = sorted(p for p in (self.root / "docs").rglob("*.md") if p.is_file() and self._inside(p))
        readme = self.root / "README.md"
        return [*docs, *([readme] if readme.exists() else [])]

    def _inside(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.root.resolve())

    def quoted(self, sign: str) -> "Quoted":
        """What [...][@key] and [...][!key] quote."""
        if sign == "@":
            remedy = "write [fact.{}] there, or bind another fact"
            return Quoted(sign, "fact", facts.FILE, "sources", remedy, self.facts, list(self.facts.facts))
        remedy, records = "the command that measures it writes it there", self.measured
        return Quoted(
            sign, "measured record", measured.FILE, "measured", remedy, records, list(records.records)
        )

    def relative(self, path: Path) -> str:
        return path.resolve().relative_to(self.root.resolve()).as_posix()


def read(path: Path) -> str:
    """A page's text with \\n line ends. UnicodeDecodeError when it is not UTF-8."""
    return path.read_bytes().decode("utf-8").replace("\r\n", "\n")


def load(root: Path, seconds: float = SECONDS) -> Project:
    findings: list[Finding] = []
    config = _config(root / "pyproject.toml", findings)
    docs = root / "docs"
    known = facts.load(docs / "facts.toml")
    findings += [Finding("docs/facts.toml", line, problem) for line, problem in known.problems]
    records = measured.load(docs / "measured.toml")
    findings += [Finding("docs/measured.toml", line, problem) for line, problem in records.problems]
    try:
        terms = glossary.terms(read(docs / "glossary.md")) if (docs / "glossary.md").exists() else []
    except (UnicodeDecodeError, OSError):
        terms = []  # reported with the page itself
    names = _names(docs / "names.txt", findings)
    findings += _unread(root, unbound.names_pattern(names))
    project = Project(
        root,
        str(config.get("library", "")),
        config.get("modules", []),
        str(config.get("exercises", "")),
        known,
        records,
        terms,
        unbound.names_pattern(names),
        unbound.counts_pattern([form for term in terms for form in term.forms]),
        findings=findings,
    )
    with quiet():
        _inject(project, seconds)
    return project


def _config(path: Path, findings: list[Finding]) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text("utf-8")).get("tool", {}).get("lessonkit", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        findings.append(Finding(path.name, 1, f"cannot be read as TOML: {raised(error)}"))
        return {}
    if not found.get("library"):
        findings.append(Finding(path.name, 1, 'says no library: add [tool.lessonkit] with library = "name"'))
    return dict(found)


def _names(path: Path, findings: list[Finding]) -> list[str]:
    try:
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
    except UnicodeDecodeError:
        findings.append(Finding("docs/names.txt", 1, "this file is not UTF-8: save it as UTF-8"))
        return []
    numbered = [(n, line.strip()) for n, line in enumerate(lines, 1) if line.strip() and line[0] != "#"]
    names = [name for _, name in numbered]
    for number, name in numbered:
        findings += [Finding("docs/names.txt", number, problem) for problem in name_problems(name, names)]
    return names


def _unread(root: Path, names: re.Pattern[str]) -> list[Finding]:
    """What the site shows and no page holds: pages under other names, and the words of mkdocs.yml."""
    found = []
    for path in sorted((root / "docs").rglob("*")):
        if path.suffix in (".markdown", ".mdown", ".mkdn", ".mkd", ".html", ".htm"):
            found.append(
                Finding(
                    path.relative_to(root).as_posix(),
                    1,
                    "the site would show this file unchecked: call it .md",
                )
            )
    config = root / "mkdocs.yml"
    if config.exists():
        text = config.read_text("utf-8")
        shown = re.compile(
            r"^(?:site_name|site_description|site_author|copyright): *(.*)$|^ +- +\"?([^:\n]*?)\"?: *(?:\S*\.md)?$",
            re.M,
        )
        for match in shown.finditer(text):
            if unbound.DIGIT.search(names.sub("", match[1] or match[2] or "")):
                line = text.count("\n", 0, match.start()) + 1
                found.append(
                    Finding(
                        "mkdocs.yml", line, f'"{match[0].strip()}" holds a number, which nothing could bind'
                    )
                )
    return found


def name_problems(name: str, names: list[str]) -> list[str]:
    """A free name must not be a quantity, nor turn into another free name when one digit changes."""
    problems = []
    if re.fullmatch(
        r"[\d.,]+\s*(%|[kKMGT]i?B?|bytes?|bits?|tokens?|slots?|blocks?|requests?|times|x)?", name
    ):
        problems.append(f"{name} is a quantity, not a name: bind it where it is used")
    for other in names:
        changed = [a != b and a.isdigit() and b.isdigit() for a, b in zip(name, other, strict=False)]
        same = [a == b for a, b in zip(name, other, strict=False)]
        if len(name) == len(other) and name < other and sum(changed) == 1 and sum(same) == len(name) - 1:
            problems.append(
                f"{name} and {other} differ in one digit, so a slip would not be seen: bind them instead"
            )
    return problems


def _inject(project: Project, seconds: float) -> None:
    """The names that every expression may use; no cell may bind them to something else."""
    project.injected = dict(FORMATTERS)
    facts, records = project.facts.facts.items(), project.measured.records.items()
    project.injected["fact"] = _Values("fact", ((key, fact.value) for key, fact in facts))
    project.injected["measured"] = _Values("measured record", ((key, r.value) for key, r in records))
    if not project.library:
        return
    try:
        with time_limit(seconds):
            package = importlib.import_module(project.library)
            project.injected |= {name: getattr(package, name) for name in package.__all__}
            project.injected |= {
                name.rpartition(".")[2]: importlib.import_module(name) for name in project.modules
            }
            constants = {n: v for n, v in project.injected.items() if n in package.__all__ and n.isupper()}
            project.reprs = {name: repr(value) for name, value in constants.items()}
    except (Exception, SystemExit, NeverEnds) as error:
        project.boxes = None
        project.findings.append(_at(project, error, "the library does not import"))
        return
    try:
        with time_limit(seconds):
            project.boxes = boxes.of_library(project.exercises) if project.exercises else {}
    except (Exception, SystemExit, NeverEnds) as error:
        project.boxes = None
        project.findings.append(_at(project, error, "the library's exercises cannot be posed"))


def _at(project: Project, error: BaseException, what: str) -> Finding:
    """Where in the library it was raised, as far as that can be said."""
    where, line = f"src/{project.library}", 1
    if isinstance(error, SyntaxError) and error.filename:
        where, line = error.filename, error.lineno or 1
    else:
        trace, tb = None, error.__traceback__
        while tb:
            if str(project.root / "src") in tb.tb_frame.f_code.co_filename:
                trace = tb
            tb = tb.tb_next
        if trace:
            where, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
    where = where.removeprefix(f"{project.root}/")
    return Finding(where, line, f"{what}: {raised(error)}: mend that first")


def has_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
