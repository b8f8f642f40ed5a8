"""The pages behind the numbers: numbers.md, a heading per computed key; sources.md, one per cited fact; measured.md.

They are made before each build and never committed, so they cannot go stale.
"""

import html
import posixpath
import re
from collections import defaultdict

from .examine import Entry
from .report import Report

_HIDDEN = "hide: [toc]\nsearch:\n  exclude: true\n"


def anchor(page_path: str) -> str:
    """Where a page's numbers begin in the ledger."""
    return "on-" + re.sub(
        r"[^a-z0-9]+", "-", page_path.removeprefix("docs/").removesuffix(".md").lower()
    ).strip("-")


def escaped(text: str) -> str:
    """As text in Markdown: entities for what HTML reads, backslashes for what Python-Markdown unescapes."""
    return re.sub(r"([\\`*_{}\[\]#|])", r"\\\1", html.escape(text, quote=False))


def _page_link(path: str, title: str) -> str:
    return f"[{escaped(title)}]({posixpath.relpath(path, 'docs')})"


def numbers(report: Report) -> str:
    titles = {o.page.path: o.page.title or o.page.path for o in report.outcomes}
    used: dict[str, list[Entry]] = defaultdict(list)
    for outcome in report.outcomes:
        for entry in outcome.entries:
            used[entry.key].append(entry)
    lines = [
        "---\ntitle: Every number, and what computes it\n" + _HIDDEN + "---\n",
        "# Every number, and what computes it\n",
        "Each number in the lesson's text is the value of an expression over the library and the page's own "
        "cells. This page is made from them at every build; a text that says anything else does not pass.\n",
    ]
    here = None
    for entries in used.values():
        first = entries[0]
        if first.page != here:
            here = first.page
            lines.append(f"## {escaped(titles[here])} {{#{anchor(here)}}}\n")
        pages = ", ".join(_page_link(path, titles[path]) for path in dict.fromkeys(e.page for e in entries))
        lines.append(
            f"### {first.key} {{#{first.key}}}\n\n**{escaped(first.text)}**{{ .kv-value .kv-computed }} is what "
            f"`{first.expression}` gives. Used on {pages}.\n"
        )
    return "\n".join(lines)


def _used(report: Report, sign: str) -> dict[str, str]:
    """Links to the pages that quote each key."""
    pages: dict[str, dict[str, str]] = defaultdict(dict)
    for outcome in report.outcomes:
        for binding in outcome.page.bindings:
            if binding.sign == sign:
                title = outcome.page.title or outcome.page.path
                pages[binding.key.partition(".")[0]][outcome.page.path] = title
    return {key: ", ".join(_page_link(*page) for page in of_key.items()) for key, of_key in pages.items()}


def measured(report: Report) -> str:
    records, used = report.project.measured.records, _used(report, "!")
    lines = [
        "---\ntitle: What was measured\n" + _HIDDEN + "---\n",
        "# What was measured\n",
        "Figures that no expression gives, since a machine had to be asked: times, mostly. Each was written by the "
        "command beside it, on the day beside it, and the lesson quotes it character for character. On your machine the "
        "command will say something else.\n",
    ]
    for key, where in sorted(used.items()):
        record = records.get(key)
        if record:
            lines.append(
                f"## {key} {{#{key}}}\n\n**{escaped(record.value)}**{{ .kv-value }}, on {record.date}, by "
                f"`{record.command}`: {escaped(record.machine)}. Used on {where}.\n"
            )
    return "\n".join(lines)


def sources(report: Report) -> str:
    facts, used = report.project.facts, _used(report, "@")
    lines = [
        "---\ntitle: What others published\n" + _HIDDEN + "---\n",
        "# What others published\n",
        "Figures that the lesson cites and cannot compute, each with its place in the source and the day it was "
        "read. The lesson quotes them from one list, character for character.\n",
    ]
    for source in facts.sources.values():
        quoted = [f for f in facts.facts.values() if f.source == source.key and f.key in used]
        if not quoted:
            continue
        where = f" <{source.url}>" if source.url else ""
        lines.append(f"## {source.key} {{#source-{source.key}}}\n\n{escaped(source.citation)}{where}\n")
        for fact in quoted:
            unit = "" if fact.shown != fact.value else f" {escaped(fact.unit)}"
            note = f" {escaped(fact.note)}." if fact.note else ""
            lines.append(
                f"### {fact.key} {{#{fact.key}}}\n\n**{escaped(fact.shown)}**{{ .kv-value }}{unit}: "
                f"{escaped(fact.where)}, read {fact.read}.{note} Used on {used[fact.key]}.\n"
            )
    return "\n".join(lines)
