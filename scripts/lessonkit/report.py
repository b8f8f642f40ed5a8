"""The whole lesson: every page examined, what is wrong in any of it, and the edits that would mend drift."""

import hashlib
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from . import cells, facts, labs, measured, project
from .examine import Entry, Outcome, examine_all, unrun
from .findings import Finding
from .page import Page, parse, title_of
from .project import Project


@dataclass
class Earlier:
    """What an earlier examination gave, for a server that examines the same lesson again and again."""

    state: str = ""
    outcomes: dict[str, Outcome] = field(default_factory=dict)


@dataclass
class Report:
    project: Project
    outcomes: list[Outcome]
    findings: list[Finding] = field(default_factory=list)

    @property
    def mistakes(self) -> list[Finding]:
        """What only an author can mend."""
        return [f for f in self.findings if not f.drift]

    def edited(self) -> dict[Path, str]:
        """The text of each page that has drifted, with what the code gives written in."""
        texts = {}
        for outcome in self.outcomes:
            text = outcome.page.text
            for region, _ in sorted(outcome.drift(), key=lambda d: -d[0].start):
                text = text[: region.start] + region.expected + text[region.end :]
            if text != outcome.page.text:
                texts[self.project.root / outcome.page.path] = text
        return texts

    def committed_pictures(self) -> dict[Path, str]:
        return {
            self.project.root / "docs" / name: content
            for outcome in self.outcomes
            for name, content in outcome.files.items()
            if name.startswith("assets/")
        }


def examine_lesson(
    root: Path,
    only: Iterable[Path] = (),
    seconds: float = cells.SECONDS,
    draw: bool = False,
    earlier: Earlier | None = None,
) -> Report:
    """Examine the lesson's pages, or `only` some of them. Nothing is written; pictures are drawn only to `draw`."""
    known = project.load(root, seconds)
    report = Report(known, [], list(known.findings))
    pages: list[Page] = []
    titles: dict[str, str] = {}
    wanted = {p.resolve() for p in only}
    unknown = wanted - {p.resolve() for p in [*known.pages(), *labs.paths(root)]}
    for path in sorted(unknown):
        report.findings.append(
            Finding(
                str(path),
                1,
                "is no page of this lesson: pages are docs/**/*.md, labs docs/labs/*.py, and README.md",
            )
        )
    for path in known.pages():
        name = known.relative(path)
        try:
            text = project.read(path)
            if wanted and path.resolve() not in wanted:
                titles[name] = title_of(text)  # all that other pages are needed for
                continue
            pages.append(parse(name, text))
            raw = path.read_bytes()
            if 0 < raw.count(b"\r\n") < raw.count(b"\n"):
                line = raw[: raw.index(b"\r\n")].count(b"\n") + 1
                report.findings.append(
                    Finding(name, line, "lines end in two ways here, \\n and \\r\\n: save the file with one")
                )
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            report.findings.append(Finding(name, line, "this file is not UTF-8: save it as UTF-8"))
        except OSError as error:
            report.findings.append(Finding(name, 1, f"this file cannot be read: {error.strerror}"))
    titles |= {page.path: page.title for page in pages}
    if known.facts.readable and all(f.path.startswith("docs/") for f in known.findings):
        report.outcomes = _examined(pages, known, titles, seconds, draw, earlier)
    else:  # without the library, or the facts, there is nothing to compare with
        report.outcomes = [unrun(page, known) for page in pages]
    for outcome in report.outcomes:
        report.findings += outcome.findings
        text = outcome.page.text
        report.findings += [
            Finding(outcome.page.path, r.line_of_difference(text[r.start : r.end]), m, drift=True)
            for r, m in outcome.drift()
        ]
    if not known.pages():
        report.findings.append(Finding("docs", 1, "there is no page here: a lesson has docs/**/*.md"))
    for lab in labs.read_all(root):
        if not wanted or (root / lab.path).resolve() in wanted:
            report.findings += labs.findings(lab, known, titles)
    report.findings += _between_pages(report.outcomes)
    report.findings += _pictures(report)
    report.findings = sorted(set(report.findings))
    return report


def _examined(
    pages: list[Page],
    known: Project,
    titles: dict[str, str],
    seconds: float,
    draw: bool,
    earlier: Earlier | None,
) -> list[Outcome]:
    """Outcomes of all pages; those whose text, and whatever else they depend on, are as before are taken from `earlier`."""
    if earlier is None:
        return examine_all(pages, known, titles, seconds, draw)
    state = _state(known, titles)
    kept = earlier.outcomes if earlier.state == state else {}
    old = {p.path: kept[p.path] for p in pages if p.path in kept and kept[p.path].page.text == p.text}
    new = examine_all([p for p in pages if p.path not in old], known, titles, seconds, draw)
    earlier.state, earlier.outcomes = state, {**old, **{o.page.path: o for o in new}}
    return [earlier.outcomes[page.path] for page in pages]


def _state(known: Project, titles: dict[str, str]) -> str:
    """A digest of everything but its own text that a page's outcome depends on."""
    digest = hashlib.sha256(repr(sorted(titles.items())).encode())
    files = [*(known.root / "src").rglob("*.py"), *Path(__file__).parent.rglob("*.py")]
    files += [
        known.root / "docs" / name for name in ("facts.toml", "measured.toml", "names.txt", "glossary.md")
    ]
    files += [known.root / "pyproject.toml", known.root / "mkdocs.yml"]
    for path in sorted(path for path in files if path.exists()):
        digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _between_pages(outcomes: list[Outcome]) -> list[Finding]:
    """A key means one thing all over the lesson, and a figure's name is one figure."""
    found, first, made = [], dict[str, Entry](), dict[str, str]()
    for outcome in outcomes:
        lines = {d.key: d.line for d in outcome.page.definitions}
        for entry in outcome.entries:
            other = first.setdefault(entry.key, entry)
            if (other.expression, other.text) != (entry.expression, entry.text):
                what = (
                    f"is {other.expression} in {other.page}"
                    if other.expression != entry.expression
                    else (f'gives "{other.text}" in {other.page} and "{entry.text}" here')
                )
                message = f"[={entry.key}] {what}: give one of them another key"
                found.append(Finding(entry.page, lines[entry.key], message))
        for block in outcome.page.blocks:
            if (
                block.kind in ("figure", "stepper")
                and made.setdefault(block.name, outcome.page.path) != outcome.page.path
            ):
                message = (
                    f"a block of {made[block.name]} is called {block.name} too: give this one another name"
                )
                found.append(Finding(outcome.page.path, block.line, message))
    return found


def _pictures(report: Report) -> list[Finding]:
    """README's picture is committed: its file must be what the code draws."""
    found = []
    for path, content in report.committed_pictures().items():
        there = path.read_text("utf-8") if path.exists() else None
        if there != content:
            says = "this is not what the code draws" if there is not None else "this is not drawn yet"
            found.append(
                Finding(report.project.relative(path), 1, f"{says}. If the code is right: make build", True)
            )
    return found


def by_cause(report: Report) -> dict[str, list[Finding]]:
    """Findings under their heading: what is wrong on a page that nobody touched is the library's doing."""
    changed = _changed(report.project) if report.findings else set()
    library = f"src/{report.project.library}/"
    groups: dict[str, list[Finding]] = defaultdict(list)
    moved = sorted(p for p in changed if p.startswith(library) or p in (facts.FILE, measured.FILE))
    kinds = {facts.FILE: "list of facts", measured.FILE: "list of measured records"}
    what = (
        "library"
        if any(path.startswith(library) for path in moved)
        else kinds.get("".join(moved[:1]), "library")
    )
    begins = _first_changed_lines(report.project, moved) if moved else {}
    moved = [f"{path}:{begins[path]}" if path in begins else path for path in moved]
    for finding in report.findings:
        by_library = moved and finding.path not in changed
        heading = f"the {what} changed since the last commit ({_listed(moved)}):" if by_library else ""
        groups[heading].append(finding)
    return dict(sorted(groups.items()))


def _listed(paths: list[str]) -> str:
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def _first_changed_lines(known: Project, paths: list[str]) -> dict[str, int]:
    """For each file that differs from the last commit, the first line that does; none where there is no git."""
    plain = "-U0 --no-ext-diff --no-color --src-prefix=a/ --dst-prefix=b/ --relative HEAD".split()
    command = ["git", "-C", str(known.root), "diff", *plain]
    try:
        run = subprocess.run(
            [*command, "--", *paths], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return {}
    found = re.findall(r"^\+\+\+ b/(.+)\n@@ -\S+ \+(\d+)(,0)?", run.stdout, re.M)
    return {path.rstrip("\t"): int(line) + bool(only_taken_out) for path, line, only_taken_out in found}


def _changed(known: Project) -> set[str]:
    """Files that differ from the last commit; none where there is no git."""
    command = [
        "git",
        "--no-optional-locks",  # git would refresh its index, and a check writes nothing
        "-C",
        str(known.root),
        "status",
        "--porcelain",
        "-z",
        "--no-renames",
        "-uall",
        "--",
        ":/",
    ]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        top = subprocess.run(
            [*command[:4], "rev-parse", "--show-prefix"], capture_output=True, text=True, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return set()
    return {entry[3:].removeprefix(top.stdout.strip()) for entry in run.stdout.split("\0") if entry}
