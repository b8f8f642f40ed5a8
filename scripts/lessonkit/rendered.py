"""What a reader really gets: the page as the site's own Markdown renders it, looked through for what nothing recomputes.

`page.py` reads CommonMark, the site is made by Python-Markdown, and where the two differ a number could slip through. So
the page is rendered once with every bound number taken out, and whatever digit or counting word is left is an error.
"""

import re
from functools import cache
from pathlib import Path

import markdown
import yaml
from bs4 import BeautifulSoup, Tag

from .findings import Finding
from .page import DIGIT, Page

PLAIN = ("attr_list", "def_list", "md_in_html", "tables", "toc")
BOUND = "#kv-bound"
_OF_CODE = "pymdownx."  # fences and their colours: code is looked at elsewhere, and they are slow to load
_QUIET = {"class", "id", "href", "src", "start", "markdown", "open", "for"}
_BLOCKS = [
    "p",
    "li",
    "td",
    "th",
    "dd",
    "dt",
    "summary",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "div",
    "figcaption",
]


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """mkdocs.yml holds tags of MkDocs' own, such as !ENV; here only its extensions matter."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


@cache
def renderer(config: Path) -> markdown.Markdown:
    """Python-Markdown with the extensions of mkdocs.yml."""
    listed = (
        yaml.load(config.read_text("utf-8"), _Loader).get("markdown_extensions", PLAIN)
        if config.exists()
        else PLAIN
    )
    names, options = [], {}
    for entry in listed:
        name, given = next(iter(entry.items())) if isinstance(entry, dict) else (entry, {})
        if name.startswith(_OF_CODE):
            continue
        names.append(name)
        options[name] = given or {}
    return markdown.Markdown(extensions=names, extension_configs=options)


def without_bound(page: Page) -> str:
    """The page's text with each bound number a link without a digit, and outputs and blocks taken out."""
    edits = [(b.start, b.end, f"[x]({BOUND})") for b in page.bindings]
    edits += [(b.start, b.end, "\nx\n") for b in page.blocks]
    edits += [(f.start, f.end, "\nx\n\n") for f in page.fences]
    text = page.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text[page.body_at :]


def findings(page: Page, config: Path, names: re.Pattern[str], counts: re.Pattern[str]) -> list[Finding]:
    html = renderer(config).reset().convert(without_bound(page))
    soup = BeautifulSoup(html, "html.parser")
    found = _lists(page, soup)
    links = soup.find_all(
        "a", href=BOUND
    )  # and no CSS selectors: a check would spend a tenth of a second on their grammar
    if len(links) != len(page.bindings):
        line = page.bindings[0].line if page.bindings else 1
        found.append(
            Finding(
                page.path,
                line,
                f"of {len(page.bindings)} bound numbers the site shows {len(links)} as numbers: none may stand in raw HTML or code",
            )
        )
    for link in links:
        link.string = ""
    stray = soup.find_all("a", href=re.compile(r"(numbers|sources|measured)\.md#"))
    if any(not a.find("code") for a in stray):
        found.append(
            Finding(
                page.path,
                _line(page, stray[0].get_text()),
                "a ledger link here is not read as a bound number: write it as [value][=key]",
            )
        )
    for element in soup.find_all(["code", "pre", "script", "style"]):
        element.decompose()
    found += _attributes(page, soup)
    for text in _texts(soup):
        clean = names.sub(" ", text)
        for word in clean.split() if DIGIT.search(clean) else ():
            if DIGIT.search(word):
                message = f'the site shows "{word}", which is bound to nothing: write [value][=some-key]'
                found.append(Finding(page.path, _line(page, word), message))
        for match in counts.finditer(clean):
            phrase = " ".join(match[0].split())
            found.append(
                Finding(
                    page.path,
                    _line(page, phrase),
                    f'"{phrase}" counts something and is bound to nothing. Write [{match[1]}][=some-key] '
                    f'and define it at the end of the page as "= word(...)"',
                )
            )
    return found


def _texts(soup: BeautifulSoup) -> list[str]:
    """The text of each block by itself, so that no word reaches from one paragraph into the next."""
    texts = []
    for block in soup.find_all(_BLOCKS):
        inner = [t for t in block.find_all(string=True) if _block_of(t) is block]
        texts.append(re.sub(r"\s+", " ", "".join(inner)))
    loose = [t for t in soup.find_all(string=True) if _block_of(t) is None]
    return [*texts, re.sub(r"\s+", " ", " ".join(loose))]


def _block_of(text: object) -> Tag | None:
    return next((p for p in text.parents if p.name in _BLOCKS), None)  # type: ignore[attr-defined]


def _attributes(page: Page, soup: BeautifulSoup) -> list[Finding]:
    found = []
    for element in soup.find_all(True):
        for name, value in element.attrs.items():
            if name not in _QUIET and DIGIT.search(
                text := " ".join(value) if isinstance(value, list) else str(value)
            ):
                found.append(
                    Finding(
                        page.path,
                        _line(page, text),
                        f'a number in the attribute {name}="{text}" is bound to nothing: say it in words',
                    )
                )
    return found


def _lists(page: Page, soup: BeautifulSoup) -> list[Finding]:
    """A numbered list shows its own numbers: they must be those that are written."""
    shown = [len(ol.find_all("li", recursive=False)) for ol in soup.find_all("ol")]
    if shown == page.ordered_lists and not any(ol.get("start") for ol in soup.find_all("ol")):
        return []
    return [
        Finding(
            page.path,
            1,
            f"numbered lists are shown with {shown} items, but written with {page.ordered_lists}: "
            "put an empty line around a list, and indent what belongs to an item by four",
        )
    ]


def _line(page: Page, text: str) -> int:
    """Where words stand in the source, as well as markup lets us tell."""
    words = re.findall(r"[^\W_]+", text)
    match = re.search(r"[\W_]+".join(map(re.escape, words)), page.text) if words else None
    return page.line(match.start()) if match else 1
