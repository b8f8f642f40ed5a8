"""Every digit of a built page that a reader can see or hear, and what answers for it.

The score is made from the sources: whatever a template, a theme or Markdown itself adds to a page would escape it. So the
HTML is taken apart again. What stands in it must be, digit for digit, what the source binds; or drawn while building; or of
a class that is named here. Anything else is a problem.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Tag

from .labs import Lab
from .page import DIGIT, Page

BOUND = ("bound numbers", "cells", "printed outputs", "tables", "texts of pictures", "captions of steppers")
DRAWN = "drawn at build from the library's data"
SOURCE = "sources and days, in tooltips"
NAME = "names of the closed list"
CHAPTER = "numbers of chapters, from the names of their files"
OWN_PLACE = "the page's own place"
HEADING = "headings, once more in the table of contents"
LEDGER = "ledgers, made at build"
LAB_CELLS = "cells of labs, run at build: nothing that they give is stored"
LAB = "what the cells of labs gave, run at build"
_HEARD = (
    "title",
    "alt",
    "aria-label",
    "aria-description",
    "aria-valuetext",
    "placeholder",
    "label",
    "value",
    "content",
)
_UNSEEN = ("script", "style", "template")


@dataclass
class Digits:
    """Digits by what answers for them, and those for which nothing does."""

    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def digits_of(text: str) -> str:
    return "".join(DIGIT.findall(text))


def of_page(page: Page, built: str, names: re.Pattern[str]) -> Digits:
    """What answers for each digit of a page that has a source."""
    soup, found = _readable(built), Digits()
    article = soup.find("article")
    if not isinstance(article, Tag):
        return Digits(problems=["the page has no article"])
    _contents(soup, article, found)
    links = article.select("a.kv-num")
    found.counts[SOURCE] += sum(len(digits_of(str(link.attrs.pop("title", "")))) for link in links)
    bodies = {
        kind: [page.text[slice(*b.body)] for b in page.blocks if b.kind == kind]
        for kind in ("table", "stepper")
    }
    pictured = "".join(page.text[slice(*b.body)] for b in page.blocks if b.kind in ("figure", "stepper"))
    drawings = article.select(".kv-figure svg, .kv-stepper svg")
    said = [str(svg.attrs.pop("aria-label", "")) for svg in drawings]
    found.counts[DRAWN] += sum(len(digits_of(svg.get_text())) for svg in drawings)
    for choices in article.select("[data-controls]"):
        found.counts[DRAWN] += len(digits_of(str(choices["data-controls"])))
    for svg in drawings:
        svg.decompose()
    cells = [pre for pre in article.find_all("pre") if not pre.find_parent(class_="kv-output")]
    for what, shown, bound in (
        (BOUND[2], _taken(article.select(".kv-output")), [c.output.code for c in page.cells if c.output]),
        (BOUND[1], _taken(cells), [c.code for c in page.cells]),
        (BOUND[4], said, re.findall(r"!\[([^\]]*(?:\[[^\]]*\][^\]]*)*)\]\(", pictured)),
        (BOUND[5], _taken(article.select(".kv-event")), re.findall(r"^\d+\. (.*)$", "".join(bodies["stepper"]), re.M)),
        (BOUND[3], _taken(article.find_all("table")), bodies["table"]),
        (BOUND[0], _taken(links), [binding.literal for binding in page.bindings]),
    ):  # fmt: skip
        found.counts[what] += sum(len(digits_of(text)) for text in shown)
        if (there := digits_of("".join(shown))) != (here := digits_of("".join(bound))):
            at = next((i for i, (a, b) in enumerate(zip(there, here, strict=False)) if a != b), 0)
            found.problems.append(
                f"{what}: the page shows the digits {there[at : at + 12]}, the source has {here[at : at + 12]} there"
            )
    _rest(soup, page.path, names, found)
    return found


def of_lab(lab: Lab, built: str, names: re.Pattern[str]) -> Digits:
    """A lab: its cells as in the script, what they gave, and no other digit."""
    soup, found = _readable(built), Digits()
    article = soup.find("article")
    if not isinstance(article, Tag):
        return Digits(problems=["the page has no article"])
    given = _taken(article.select(".kv-output, .kv-figure, .kv-given"))
    found.counts[LAB] += sum(len(digits_of(text)) for text in given)
    cells = digits_of("".join(_taken(article.select(".highlight.language-python"))))
    found.counts[LAB_CELLS] += len(cells)
    if cells != digits_of("".join(lab.code)):
        found.problems.append(f"cells: the page shows other digits than {lab.path}")
    _rest(soup, lab.path, names, found)
    return found


def of_ledger(path: str, built: str, names: re.Pattern[str]) -> Digits:
    """A page without a source: its article is made from what the check has found."""
    soup, found = _readable(built), Digits()
    for part in soup.select("article, .md-nav--secondary"):  # what it says, and its headings once more
        found.counts[LEDGER] += len(digits_of(part.get_text()))
        part.decompose()
    _rest(soup, path, names, found)
    return found


def _contents(soup: BeautifulSoup, article: Tag, found: Digits) -> None:
    """The table of contents repeats headings: what is said of a heading holds for its copy."""
    for link in soup.select(".md-nav--secondary a[href^='#']"):
        heading = article.find(id=str(link["href"])[1:])
        if heading and digits_of(link.get_text()) == digits_of(heading.get_text()):
            found.counts[HEADING] += len(digits_of(link.get_text()))
            link.decompose()


def _readable(built: str) -> BeautifulSoup:
    soup = BeautifulSoup(built, "html.parser")
    for part in soup.find_all(_UNSEEN):
        part.decompose()
    for part in soup.select("meta:not([name=description]), [hidden]"):
        part.decompose()
    return soup


def _taken(elements: Iterable[Tag]) -> list[str]:
    """The elements' texts; they are answered for, so they go."""
    texts = []
    for element in elements:
        texts.append(element.get_text())
        element.decompose()
    return texts


def _rest(soup: BeautifulSoup, path: str, names: re.Pattern[str], found: Digits) -> None:
    """What is left must be a name, a chapter's number in front of its title, or the page's own place."""
    own = re.match(r"docs/lesson/(\d+)-", path)
    for element in soup.find_all(True):
        texts = [("", str(text)) for text in element.find_all(string=True, recursive=False)]
        texts += [(name, str(element[name])) for name in _HEARD if element.get(name)]
        for where, text in texts:
            left = " ".join(text.split())
            if not DIGIT.search(left):
                continue
            if path in left:
                found.counts[OWN_PLACE] += len(digits_of(path))
                left = left.replace(path, "")
            if number := re.match(r"(?:Previous: |Next: )?(\d+)\. (?=\S)", left):
                link = element if element.name == "a" else element.find_parent("a")
                leads = (
                    re.search(r"(?:^|/)(\d+)-[^/]*/?$", str(link["href"]))
                    if link and link.get("href")
                    else None
                )
                if number[1] in {m[1] for m in (own, leads) if m}:
                    found.counts[CHAPTER] += len(number[1])
                    left = left[number.end() :]
            for name in names.finditer(left):
                found.counts[NAME] += len(digits_of(name[0]))
            left = names.sub("", left)
            if DIGIT.search(left):
                shown = f'the attribute {where}="{text.strip()}"' if where else f'"{" ".join(text.split())}"'
                found.problems.append(f"nothing answers for a digit in {shown[:120]}, in <{element.name}>")
