"""What a browser would look for in a built site: that each address leads to a file, and each name to an id.

It knows nothing of lessons. Addresses elsewhere are not asked for: whether those still stand is no matter of a build.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup

ADDRESSES = ("href", "xlink:href", "src", "poster", "data", "action")
NAMES = ("for", "aria-controls", "aria-labelledby", "aria-describedby", "aria-owns", "headers", "list")
PAINT = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)")
CSS_ADDRESS = re.compile(r"url\(\s*(\"[^\"]*\"|'[^']*'|[^)\"']*)\s*\)")


@dataclass(frozen=True)
class File:
    """An HTML page or an SVG drawing of the site."""

    place: str  # below the site's folder
    path: Path

    @cached_property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.path.read_text("utf-8"), "html.parser")

    @cached_property
    def ids(self) -> Counter[str]:
        return Counter(element["id"] for element in self.soup.find_all(id=True))

    def addresses(self) -> Iterator[str]:
        for element in self.soup.find_all(True):
            for name in ADDRESSES:
                if element.get(name) is not None:
                    yield element[name]
            for candidate in element.get("srcset", "").split(","):
                yield from candidate.split()[:1]

    def names(self) -> Iterator[tuple[str, str]]:
        """Each id that something on the page points to, and how."""
        for element in self.soup.find_all(True):
            for attribute, value in element.attrs.items():
                text = " ".join(value) if isinstance(value, list) else value
                if attribute in NAMES:
                    yield from ((attribute, name) for name in text.split())
                yield from ((attribute, name) for name in PAINT.findall(text))


def check(site: Path) -> list[str]:
    """What leads nowhere in the site, and ids that are given twice, one line each."""
    files = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    read = {place: File(place, path) for place, path in files.items() if path.suffix in (".html", ".svg")}
    home = _home(read.get("index.html"))
    problems = []
    for file in read.values():
        problems += [
            f"{file.place}: the id {name} is given {n} times" for name, n in file.ids.items() if n > 1
        ]
        problems += [
            f'{file.place}: {attribute} names "{name}", an id that the page lacks'
            for attribute, name in dict.fromkeys(file.names())
            if name not in file.ids
        ]
    for place, address in dict.fromkeys(_addresses(files, read)):
        seen_from = (
            "" if place.endswith("search_index.json") else place
        )  # its addresses begin at the site's root
        if wrong := _wrong(urljoin(home, seen_from), address, home, files, read):
            problems.append(f"{place}: {address or 'an empty address'} {wrong}")
    return problems


def _home(front: File | None) -> str:
    """The address for which the site was built: its front page says it, and what lies at other hosts is not the site."""
    link = front.soup.select_one("link[rel=canonical][href]") if front else None
    return link["href"] if link else "http://site.invalid/"


def _addresses(files: dict[str, Path], read: dict[str, File]) -> Iterator[tuple[str, str]]:
    """Every address in the site, with the file that holds it."""
    for place, path in files.items():
        if place in read:
            yield from ((place, address) for address in read[place].addresses())
        elif path.suffix == ".css":
            for match in CSS_ADDRESS.finditer(path.read_text("utf-8")):
                yield place, match[1].strip("\"' ")
        elif path.name == "sitemap.xml":
            yield from ((place, at) for at in re.findall(r"<loc>(.*?)</loc>", path.read_text("utf-8")))
        elif path.name == "search_index.json":
            yield from ((place, entry["location"]) for entry in json.loads(path.read_text("utf-8"))["docs"])


def _wrong(
    seen_from: str, address: str, home: str, files: dict[str, Path], read: dict[str, File]
) -> str | None:
    whole, root = urlsplit(urljoin(seen_from, address)), urlsplit(home)
    if whole.scheme not in ("http", "https") or whole.netloc != root.netloc:
        return None
    if not whole.path.startswith(root.path):
        return f"leads out of the site, which lies at {home}"
    target = unquote(whole.path.removeprefix(root.path))
    if target == "" or target.endswith("/"):
        target += "index.html"
    if target not in files:
        return "leads to no file of the site"
    name = unquote(whole.fragment)
    if name and target in read and name not in read[target].ids:
        return f"leads to no place in {target}"
    return None
