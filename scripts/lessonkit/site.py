"""What MkDocs is given in place of the files as they stand, and what is checked of the HTML it makes of them.

The author's files are never touched: pictures, ledgers and marks of drift exist only in the site.
"""

import html
import inspect
import posixpath
import re
from collections import Counter
from itertools import zip_longest
from pathlib import Path

from bs4 import BeautifulSoup

from . import completeness, formatters, labs, ledger
from .examine import Outcome
from .findings import Finding
from .page import Page, on_one_line, parse
from .project import Project, read
from .report import Report


def prepared(report: Report, alone: bool = True) -> dict[str, object]:
    """Page sources and generated files by their place under docs/, the drawings, the boxes, and the findings, a line each.

    Drawings are put into the finished pages (`drawn_in`): to Markdown, the search index and the glossary they are only
    weight. Without `alone` they are not also made as files of their own.
    """
    wrong: dict[str, list[Finding]] = {}
    for finding in report.findings:
        wrong.setdefault(finding.path, []).append(finding)
    local = [path for path in wrong if path.endswith(".md") or labs.is_lab(path)]
    everywhere = [f for path, found in wrong.items() for f in found if path not in local]
    pages = {
        o.page.path.removeprefix("docs/"): shown(o, everywhere + wrong.get(o.page.path, []))
        for o in report.outcomes
        if o.page.path.startswith("docs/")
    }
    for path, findings in wrong.items():  # a page that could not even be read
        if path.startswith("docs/") and path.endswith(".md") and path.removeprefix("docs/") not in pages:
            pages[path.removeprefix("docs/")] = banner(findings)
    drawings: list[str] = []
    pages = {name: _without_drawings(text, drawings) for name, text in pages.items()}
    files = {
        "numbers.md": ledger.numbers(report),
        "sources.md": ledger.sources(report),
        "measured.md": ledger.measured(report),
    }
    files["assets/names.py"] = names(report.project)
    for outcome in report.outcomes if alone else ():
        files |= {name: text for name, text in outcome.files.items() if not name.startswith("assets/")}
    terms = [(term.name, term.meaning) for term in report.project.terms]
    findings = [str(f) for f in report.findings]
    made = {"pages": pages, "files": files, "findings": findings, "terms": terms, "drawings": drawings}
    made["labs"] = {path: banner(everywhere + found) for path, found in wrong.items() if labs.is_lab(path)}
    return {**made, "boxes": {key: box.html for key, box in (report.project.boxes or {}).items()}}


def names(project: Project) -> str:
    """What an expression may name beside what its page's cells made, as code that a reader's Python can run first."""
    lines = [inspect.getsource(formatters)]
    lines += [f"from {project.library} import *"] if project.library else []
    lines += [f"import {name} as {name.rpartition('.')[2]}" for name in project.modules]
    lines += [f"{name} = {dict(project.injected[name])!r}" for name in ("fact", "measured")]
    return "\n".join(lines) + "\n"


def _without_drawings(text: str, drawings: list[str]) -> str:
    def place(match: re.Match[str]) -> str:
        drawings.append(match[0])
        return f'<span data-drawing="{len(drawings) - 1}"></span>'

    return re.sub(r"<svg\b.*?</svg>", place, text, flags=re.S)


def drawn_in(html: str, drawings: list[str]) -> str:
    """A finished page with its drawings in their places, and a style sheet that they share once, in the head.

    In each drawing it would match each part of every drawing again, and a sheet that comes late has the page styled anew.
    """
    sheets: dict[str, None] = {}

    def put(place: re.Match[str]) -> str:
        drawing = drawings[int(place[1])]
        sheets.update(dict.fromkeys(_SHEET.findall(drawing)))
        return _SHEET.sub("", drawing)

    drawn = re.sub(r'<span data-drawing="(\d+)"></span>', put, html)
    head, end, body = drawn.rpartition("</head>")
    return head + "".join(sheets) + end + body


def announced(html: str) -> str:
    """What the theme says in passing, such as that something was copied, is said to who does not see it."""
    return html.replace('class="md-dialog"', 'class="md-dialog" role="status"')


def scrollable(html: str) -> str:
    """A table that is wider than its place scrolls there. The theme would see to it by script, once the page is shown, and what
    stands below the table would move; it leaves alone what has a class."""
    table = r'<div class="md-typeset__scrollwrap"><div class="md-typeset__table"><table class="kv-table">\1</table></div></div>'
    return re.sub(r"<table>(.*?)</table>", table, html, flags=re.S)


def labelled(html: str) -> str:
    """A link to a section is called what its title says of it, not "#"."""
    return re.sub(r'(<a class="headerlink" [^>]*)\btitle=', r"\1aria-label=", html)


def banner(findings: list[Finding]) -> str:
    """What stands on top of a page whose text and code part."""
    if not findings:
        return ""
    drifted = sum(f.drift for f in findings)
    lead = (
        "The text of this page differs from what the code gives."
        if drifted
        else "This page does not pass the check."
    )
    items = "".join(f"<li>{html.escape(str(f))}</li>" for f in findings)
    return f'<div class="kv-drift-banner" role="alert"><p>{lead}</p><ul>{items}</ul></div>\n\n'


def shown(outcome: Outcome, findings: list[Finding]) -> str:
    """A page's Markdown with pictures drawn in, numbers linked for the eye, and drift marked where it stands."""
    page = outcome.page
    drift = {region.start: message for region, message in outcome.drift()}
    edits: list[tuple[int, int, str]] = []
    for binding in page.bindings:
        css = {"=": ".kv-num", "@": ".kv-num .kv-cited", "!": ".kv-num .kv-measured"}[binding.sign]
        link = f"[{on_one_line(binding.literal)}][{binding.sign}{binding.key}]{{ {css} }}"
        if binding.literal_at[0] in drift:
            link = f'<span class="kv-drift" title="{_attribute(drift[binding.literal_at[0]])}">{link}</span>'
        edits.append((binding.start, binding.end, link))
    known = {entry.key for entry in outcome.entries}
    for definition in page.definitions:
        if definition.sign == "=":  # the ledger shows the expression; as a title its card would say it twice
            key = definition.key if definition.key in known else ""  # what could not be computed has no entry
            address = ledger_address(page, "numbers", key)
            edits.append((definition.start, definition.end, f"[={definition.key}]: {address}"))
    for region in outcome.regions:
        if region.kind == "definitions" and region.start == region.end:
            edits.append((region.start, region.end, region.expected))
    for block in page.blocks:
        mark = _drift_mark(drift.get(block.body[0]))
        body = page.text[slice(*block.body)]
        edits.append((block.start, block.end, mark + (outcome.shown.get(block.start) or f"\n{body}\n")))
    for cell in page.cells:
        if cell.output:
            mark = _drift_mark(drift.get(cell.output.inner[0]))
            edits.append((cell.output.start, cell.output.inner[0], f"{mark}``` {{ .text .kv-output }}\n"))
    edits.append((page.body_at, page.body_at, banner(findings)))
    if outcome.entries:
        there = ledger_address(page, "numbers", ledger.anchor(page.path))
        link = f'\n\n<p class="kv-ledger" markdown="span">[What computes each number on this page]({there})</p>\n\n'
        end = min((d.start for d in page.definitions), default=len(page.text))
        edits.append((end, end, link))
    text = page.text
    for start, end, new in sorted(edits, key=lambda e: (e[0], e[1]), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _attribute(text: str) -> str:
    """Text inside an HTML attribute inside Markdown: neither may read it."""
    return re.sub(r"([`\[\]!\\*_])", lambda m: f"&#{ord(m[1])};", html.escape(text))


def _drift_mark(message: str | None) -> str:
    return f'<p class="kv-drift">{html.escape(message)}</p>\n\n' if message else ""


def ledger_address(page: Page, name: str, key: str) -> str:
    """Where a page's link to a ledger leads; without a key, to its top."""
    return posixpath.relpath(f"docs/{name}.md", posixpath.dirname(page.path)) + (f"#{key}" if key else "")


_SHEET = re.compile(r"<style>.*?</style>", re.S)
LEDGERS = {"=": "numbers", "@": "sources", "!": "measured"}
ALT = re.compile(r"^ *!\[(.*)\]\([^()\n]*\)$", re.M)


def alternatives(page: Page) -> list[str]:
    """The text alternatives between the markers of a page's pictures, which the check holds against the code."""
    return [alt for block in page.blocks for alt in ALT.findall(page.text[slice(*block.body)])]


def digits(project: Project, site: Path) -> tuple[Counter[str], list[str]]:
    """How many digits the built pages show, by what answers for them; and those for which nothing does."""
    pages = {built_at(project, path): path for path in project.pages()}
    tried = {built_at(project, project.root / lab.path): lab for lab in labs.read_all(project.root)}
    counts: Counter[str] = Counter()
    problems = []
    for built in sorted(site.rglob("*.html")):
        text, name = built.read_text("utf-8"), built.relative_to(site).as_posix()
        source = pages.get(built.relative_to(site))
        if source:
            page = parse(project.relative(source), read(source))
            found = completeness.of_page(page, text, project.names)
        elif lab := tried.get(built.relative_to(site)):
            found = completeness.of_lab(lab, text, project.names)
        else:
            found = completeness.of_ledger(f"docs/{built.parent.name}.md", text, project.names)
        counts += found.counts
        problems += [f"{name}: {problem}" for problem in found.problems]
    return counts, problems


def built_at(project: Project, path: Path) -> Path:
    """Where in the site a page is, as MkDocs places it."""
    name = re.sub(r"^docs/|\.(md|py)$", "", project.relative(path))
    return Path(re.sub(r"(^|/)index$", r"\1", name), "index.html")


def check_html(project: Project, site: Path) -> list[str]:
    """What a builder lets pass: undefined labels, lost number links, pictures without their text, lost ledger entries."""
    problems = []
    keys: dict[str, set[str]] = {name: set() for name in LEDGERS.values()}
    for path in project.pages():
        name = project.relative(path)
        if not name.startswith("docs/"):
            continue
        built = site / built_at(project, path)
        if not built.exists():
            problems.append(f"{name}: was not built as {built}")
            continue
        page = parse(name, read(path))
        soup = BeautifulSoup(built.read_text("utf-8"), "html.parser")
        article = soup.find("article") or soup
        for part in article.find_all(["script", "style"]):
            part.decompose()
        used = [(LEDGERS[b.sign], b.key.partition(".")[0]) for b in page.bindings]
        for ledger_name, key in used:
            keys[ledger_name].add(key)
        links = [str(link["href"]) for link in article.select("a.kv-num[href]")]
        if len(links) != len(used):
            problems.append(
                f"{name}: {len(used)} bound numbers in the source, {len(links)} number links in the page"
            )
        elif astray := [
            (link, key)
            for link, (there, key) in zip(links, used, strict=True)
            if not link.endswith(f"{there}/#{key}")
        ]:
            problems.append(f"{name}: the link of the number [{astray[0][1]}] leads to {astray[0][0]}")
        if left := re.search(r"\]\[[=@!]|\[[=@!][a-z-]+\]|<!-- *(table|figure|end)", article.get_text()):
            problems.append(f"{name}: {left[0]!r} is left in the page's text")
        drawn = len(article.select("figure.kv-figure svg, .kv-stepper svg"))
        made = [b.kind for b in page.blocks]
        if drawn < sum(kind in ("figure", "stepper") for kind in made):
            problems.append(f"{name}: {len(made)} blocks in the source, {drawn} pictures in the page")
        texts = [
            str(picture.get("alt") or picture.get("aria-label") or "").strip()
            for picture in article.select("img, svg[role]")
        ]
        if not all(texts):
            problems.append(f"{name}: a picture has no text alternative")
        for there, checked in zip_longest(texts, alternatives(page)):
            if there != checked:
                problems.append(
                    f"{name}: a picture's text alternative is {there!r}, but {checked!r} in the source"
                )
                break
        if len(article.get_text(strip=True)) < 80:
            problems.append(f"{name}: the page is empty")
    for lab in labs.read_all(project.root):
        problems += _lab_problems(lab, site / built_at(project, project.root / lab.path))
    for ledger_name, wanted in keys.items():
        problems += _ledger_problems(site, ledger_name, wanted)
    return problems


def _lab_problems(lab: labs.Lab, built: Path) -> list[str]:
    """A lab is there, as a page and as a notebook, and each cell that it draws with has drawn."""
    if not built.exists():
        return [f"{lab.path}: was not built as {built}"]
    article = BeautifulSoup(built.read_text("utf-8"), "html.parser").select_one("article")
    problems = []
    if not built.parent.with_suffix(".ipynb").exists():
        problems.append(f"{lab.path}: there is no notebook to download")
    if article is None or len(article.select(".highlight.language-python")) != len(lab.code):
        problems.append(f"{lab.path}: the page does not have the {len(lab.code)} cells of the script")
    elif article.select("[data-drawing], .kv-figure:empty, .kv-given:empty"):
        problems.append(f"{lab.path}: a drawing is missing")
    elif not all(svg.get("aria-label") for svg in article.select("svg[role]")):
        problems.append(f"{lab.path}: a picture has no text alternative")
    return problems


def _ledger_problems(site: Path, name: str, keys: set[str]) -> list[str]:
    """A ledger has an entry for each key that a page uses, and no other."""
    built = site / name / "index.html"
    if not built.exists():
        return [f"{name}: was not built as {built}"] if keys else []
    soup = BeautifulSoup(built.read_text("utf-8"), "html.parser")
    entries = {str(value.find_previous(["h2", "h3"])["id"]) for value in soup.select("article .kv-value")}
    return [
        *(f"{name}: has no entry {key}, which a page uses" for key in sorted(keys - entries)),
        *(f"{name}: has the entry {key}, which no page uses" for key in sorted(entries - keys)),
    ]
