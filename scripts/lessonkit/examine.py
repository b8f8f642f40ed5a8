"""Examining a page: run its cells, evaluate what it binds, and say what each bound stretch must be.

Each page is examined in a process of its own, so that no page sees another's leavings, a cell that kills its
process kills only its page, and two cores do two pages at once.
"""

import ast
import difflib
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import blocks, boxes, cells, children, rendered, unbound
from .children import Lost
from .expressions import BUILTINS, Refused, as_text, lint, value_of
from .findings import Finding
from .page import Binding, Definition, Page, parse
from .project import Project, Quoted, has_module
from .regions import Region


@dataclass(frozen=True)
class Entry:
    """A bound number as the ledger lists it."""

    key: str
    text: str
    expression: str
    page: str


@dataclass
class Outcome:
    """All that is known of a page once it has been run. Plain data: it crosses a pipe."""

    page: Page
    regions: list[Region] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)  # block's start -> what the site shows in its place

    def say(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.page.path, line, message))

    def drift(self) -> Iterator[tuple[Region, str]]:
        """Regions whose text is not what the code gives, with the message."""
        for region in self.regions:
            message = region.message(self.page.text[region.start : region.end])
            if message:
                yield region, message


def examine(page: Page, project: Project, titles: dict[str, str], seconds: float, draw: bool) -> Outcome:
    outcome = unrun(page, project)
    _front_matter(outcome)
    _answers(outcome)
    _definitions(outcome, project)
    _links(outcome, titles)
    _lint(outcome)
    shown: list[tuple[int, str]] = []
    if not any("is never closed" in f.message for f in page.findings):
        try:
            with cells.time_limit(seconds), cells.quiet():
                ran = cells.run(page, project.root)
                if ran.failed:
                    outcome.say(*ran.failed)
                else:
                    namespace = {**project.injected, **ran.namespace}
                    _printed(outcome, ran.printed)
                    _rebound(outcome, project, ran.namespace)
                    _numbers(outcome, project, namespace, shown)
                    _blocks(outcome, namespace, draw)
                    outcome.findings += unbound.code_span_findings(page, namespace, shown)
        except cells.NeverEnds as error:
            outcome.say(1, f"the page's expressions never end: {error}")
    return outcome


def unrun(page: Page, project: Project) -> Outcome:
    """What can be said of a page without running anything of it."""
    outcome = Outcome(page, findings=list(page.findings))
    unread = unbound.findings(page, project.names)
    outcome.findings += unread
    if project.boxes is not None:
        outcome.findings += boxes.findings(page, project.boxes)
    if not page.findings and not unread:  # else the site would show the same mistakes, in other words
        config = project.root / "mkdocs.yml"
        outcome.findings += rendered.findings(page, config, project.names, project.counts)
    return outcome


def _lint(outcome: Outcome) -> None:
    """Expressions that prove nothing are said even when a cell fails and none can be evaluated."""
    page = outcome.page
    sources = [
        (d.line, d.title[1:].strip())
        for d in page.definitions
        if d.sign == "=" and (d.title or "").startswith("=")
    ]
    for line, source in [*sources, *((b.line, b.expression) for b in page.blocks)]:
        try:
            lint(source)
        except Refused as refused:
            outcome.say(line, str(refused))


def _answers(outcome: Outcome) -> None:
    """What a box to predict in compares a guess with is a number of its page."""
    page = outcome.page
    keys = {binding.key.partition(".")[0] for binding in page.bindings}
    for match in re.finditer(r'data-answer="([^"]*)"', page.text):
        if match[1] not in keys:
            outcome.say(
                page.line(match.start()),
                f'data-answer="{match[1]}" names no number of this page: write the key of one, '
                "or leave data-answer out",
            )


def _front_matter(outcome: Outcome) -> None:
    page = outcome.page
    heading = re.compile(r"^# +(.+?)(?: *\{[^}]*\})? *$", re.M).search(page.text, page.body_at)
    if page.title and heading and heading[1] != page.title:
        outcome.say(
            page.line(heading.start()),
            f'heading says "{heading[1]}", front matter\'s title "{page.title}": make them one',
        )
    if page.path.startswith("docs/lesson/"):
        module = page.front.get("module")
        if not page.title:
            outcome.say(1, "a chapter's front matter has a title: title: What it asks?")
        if not isinstance(module, str):
            outcome.say(1, "a chapter's front matter names its module: module: library.some_module")
        elif not has_module(module):
            outcome.say(1, f"front matter names the module {module}, which does not exist")


def _definitions(outcome: Outcome, project: Project) -> None:
    """Every key that is used is defined once and used; cited facts' definitions are written by `build`."""
    page = outcome.page
    defined = {d.sign + d.key: d for d in page.definitions}
    used = {b.sign + b.key: b for b in reversed(page.bindings)}
    missing = []
    for name, binding in sorted(used.items(), key=lambda item: item[1].start):
        if binding.sign in "@!":
            quoted = project.quoted(binding.sign)
            try:
                quoted.values.text(binding.key)
            except KeyError:
                outcome.say(binding.line, _unknown(binding.key, quoted))
                continue
            address = _ledger(page, quoted.ledger, binding.key.partition(".")[0])
            line = f'[{name}]: {address} "{_title(quoted.values.citation(binding.key))}"'
            if name in defined:
                d = defined[name]
                region = Region(d.start, d.end, d.line, "definitions", f"[{name}]", line, quoted.file)
                outcome.regions.append(region)
            else:
                missing.append((name, line))
        elif name not in defined:
            keys = {d.key: d for d in page.definitions if d.sign == "="}
            outcome.say(binding.line, f"no definition [{name}]{_did_you_mean(binding.key, keys)}")
    for name, d in defined.items():
        if name not in used and d.sign in "@!":
            end = d.end + page.text.startswith("\n", d.end)
            outcome.regions.append(Region(d.start, end, d.line, "definitions", f"[{name}]", ""))
        elif name not in used:
            outcome.say(d.line, f"[{name}] is used nowhere on this page: take the definition out")
        elif d.sign == "=":
            outcome.regions.append(
                Region(*d.target_at, d.line, "address", f"[{name}]", _ledger(page, "numbers", d.key))
            )
    if missing:
        end = len(page.text)
        gap = "" if page.definitions and not page.text[page.definitions[-1].end :].strip() else "\n"
        text = ("" if page.text.endswith("\n") else "\n") + gap + "".join(line + "\n" for _, line in missing)
        listed = ", ".join(f"[{name}]" for name, _ in missing)
        outcome.regions.append(Region(end, end, used[missing[0][0]].line, "definitions", listed, text))
    _dated(outcome, project)


def _dated(outcome: Outcome, project: Project) -> None:
    """A page that quotes a measurement also says of what day it is."""
    records = project.measured.records
    shown = {b.key: b for b in reversed(outcome.page.bindings) if b.sign == "!"}
    dated = {records[k[:-5]].command for k in shown if k.endswith(".date") and k[:-5] in records}
    for key, binding in sorted(shown.items()):
        record = records.get(key)
        if record and record.command not in dated:
            message = f"[!{key}] was measured on some day: say on this page on which, as [?][!{key}.date]"
            outcome.say(binding.line, message)


def _unknown(key: str, quoted: Quoted) -> str:
    name = key.partition(".")[0]
    if name in quoted.values.broken:
        return f"the {quoted.kind} {name} in {quoted.file} has a mistake: mend that first"
    close = difflib.get_close_matches(key, quoted.keys, 1)
    hint = f"; did you mean [{quoted.sign}{close[0]}]?" if close else f": {quoted.remedy.format(name)}"
    return f"no {quoted.kind} [{quoted.sign}{key}] in {quoted.file}{hint}"


def _did_you_mean(key: str, known: dict[str, Definition]) -> str:
    close = difflib.get_close_matches(key, list(known), 1)
    return f"; did you mean [={close[0]}]?" if close else ": define it at the end of the page"


def _ledger(page: Page, ledger: str, key: str) -> str:
    return f"{posixpath.relpath(f'docs/{ledger}.md', posixpath.dirname(page.path) or '.')}#{key}"


def _title(text: str) -> str:
    return text.replace('"', "'").replace("\\", "/")


def _links(outcome: Outcome, titles: dict[str, str]) -> None:
    """A link to a chapter says the chapter's title, whatever it comes to be called."""
    page = outcome.page
    for link in page.links:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), link.target))
        if target.startswith("docs/lesson/") and titles.get(target):
            outcome.regions.append(
                Region(
                    *link.text_at,
                    link.line,
                    "title",
                    f"the title of {posixpath.basename(target)}",
                    titles[target],
                )
            )


def _printed(outcome: Outcome, printed: list[str]) -> None:
    for cell, text in zip(outcome.page.cells, printed, strict=True):
        if cell.output is None:
            if text.strip():
                outcome.say(
                    cell.line, "this cell prints: put an empty ```text fence under it, then make build"
                )
        elif not text.strip():
            outcome.say(
                cell.output.line,
                f"the cell at line {cell.line} prints nothing: let it print, or take this fence out",
            )
        elif "```" in text:
            outcome.say(cell.line, "this cell prints ```, which no fence can hold")
        else:
            source = f"the cell at line {cell.line}"
            outcome.regions.append(
                Region(*cell.output.inner, cell.output.line, "printed", source, _tidy(text))
            )


def _tidy(printed: str) -> str:
    """What a cell printed, as a page holds it: no blanks at the ends of lines, none at the end."""
    return "".join(line.rstrip() + "\n" for line in printed.rstrip().splitlines())


def differs(path: str, text: str, project: Project, titles: dict[str, str], seconds: float) -> bool:
    """Whether a check of this text fails. What its cells print is looked at first, since that is the cheapest."""
    page = parse(path, text)
    if page.findings:
        return True
    with cells.time_limit(seconds), cells.quiet():
        ran = cells.run(page, project.root)
    outputs = [cell.output.code if cell.output else "" for cell in page.cells]
    if ran.failed or [_tidy(printed) for printed in ran.printed] != outputs:
        return True
    outcome = examine(page, project, titles, seconds, False)
    return bool(outcome.findings) or any(True for _ in outcome.drift())


def _rebound(outcome: Outcome, project: Project, namespace: dict[str, object]) -> None:
    """Names that expressions rely on mean on every page what they mean in the library."""
    relied = {**BUILTINS, **project.injected}
    taken = {n for n, v in namespace.items() if n in relied and relied[n] is not v}
    for cell in outcome.page.cells:
        for node in ast.walk(ast.parse(cell.code)):
            names = {getattr(node, "name", None), getattr(node, "asname", None)} & taken
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in taken:
                names.add(node.id)
            for name in names:
                taken.discard(str(name))
                line = cell.line + getattr(node, "lineno", 0)
                outcome.say(line, f"{name} is a name that expressions rely on: call yours something else")
    for name in sorted(taken):
        line = outcome.page.cells[-1].line
        outcome.say(
            line,
            f"a cell makes {name} mean something else, and expressions rely on it: import it from the library only",
        )
    for name, was in project.reprs.items():
        if repr(project.injected[name]) != was:
            outcome.say(
                outcome.page.cells[-1].line, f"a cell changes the library's own {name}: work on a copy"
            )


def _numbers(
    outcome: Outcome, project: Project, namespace: dict[str, object], shown: list[tuple[int, str]]
) -> None:
    page = outcome.page
    defined = {d.key: d for d in page.definitions if d.sign == "="}
    given: dict[str, str | None] = {}
    for binding in page.bindings:
        if binding.sign in "@!":
            quoted = project.quoted(binding.sign)
            try:
                text = quoted.values.text(binding.key)
            except KeyError:
                continue
            source = f"the {quoted.kind} {binding.key} in {quoted.file}"
            kind = "fact" if binding.sign == "@" else "measured"
            outcome.regions.append(Region(*binding.literal_at, binding.line, kind, source, text))
            shown.append((binding.start, text))
        elif binding.sign == "=" and binding.key in defined:
            if binding.key not in given:
                given[binding.key] = _given(outcome, defined[binding.key], namespace)
            text_or_none = given[binding.key]
            if text_or_none is not None:
                outcome.regions.append(_number(binding, defined[binding.key], text_or_none))
                shown.append((binding.start, text_or_none))


def _number(binding: Binding, definition: Definition, text: str) -> Region:
    return Region(*binding.literal_at, binding.line, "number", (definition.title or "")[1:].strip(), text)


def _given(outcome: Outcome, definition: Definition, namespace: dict[str, object]) -> str | None:
    title = definition.title
    if not title or not title.startswith("="):
        outcome.say(
            definition.line,
            f'[={definition.key}] holds no expression: write "= expression" behind its address',
        )
        return None
    source = title[1:].strip()
    try:
        text = as_text(value_of(source, namespace), source)
    except Refused as refused:
        outcome.say(definition.line, str(refused))  # said once: equal findings are one
        return None
    outcome.entries.append(Entry(definition.key, text, source, outcome.page.path))
    return text


def _blocks(outcome: Outcome, namespace: dict[str, object], draw: bool) -> None:
    page = outcome.page
    for block in page.blocks:
        try:
            made = blocks.make(
                block.kind,
                block.name,
                value_of(block.expression, namespace),
                block.expression,
                page.path,
                draw,
            )
        except Refused as refused:
            outcome.say(block.line, str(refused))
            continue
        outcome.regions.append(Region(*block.body, block.line, block.kind, block.expression, made.body))
        outcome.files |= made.files
        if made.shown is not None:
            outcome.shown[block.start] = made.shown


def examine_all(
    pages: list[Page], project: Project, titles: dict[str, str], seconds: float, draw: bool
) -> list[Outcome]:
    """Each page in a process of its own."""
    nothing = Page("", "x")
    rendered.findings(
        nothing, project.root / "mkdocs.yml", project.names, project.counts
    )  # loaded once for all
    early = sorted(pages, key=lambda page: -len(page.cells))  # a page that runs long should begin early
    outcomes = children.each(early, lambda page: examine(page, project, titles, seconds, draw), seconds + 5)
    by_path = {page.path: _found(page, outcome) for page, outcome in zip(early, outcomes, strict=True)}
    return [by_path[page.path] for page in pages]


def _found(page: Page, outcome: Outcome | Lost) -> Outcome:
    """Other findings of a page, and other pages, are said whatever happened to its process."""
    if isinstance(outcome, Outcome):
        return outcome
    lost = Outcome(page, findings=list(page.findings))
    what = "run" if outcome in (children.ENDED, children.TOO_LONG) else "examined"
    lost.say(page.cells[0].line if page.cells else 1, f"the page could not be {what}: {outcome.why}")
    return lost
