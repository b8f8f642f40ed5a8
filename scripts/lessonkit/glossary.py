"""The glossary's terms: what a number word may count, and the tooltip at a term's first use on a page.

`docs/glossary.md` is the one list: a `##` heading is a term, the first sentence below it the tooltip.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from bs4 import BeautifulSoup, NavigableString

_NO_TERMS_IN = {"a", "abbr", "code", "pre", "svg", "script", "style", "summary", "button", "figure"}
_NO_TERMS_IN |= {"h1", "h2", "h3", "h4", "h5", "h6"}


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str

    @property
    def forms(self) -> tuple[str, ...]:
        return self.name, plural(self.name)


def plural(name: str) -> str:
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", name) else "s")


def terms(text: str) -> list[Term]:
    found = []
    for match in re.finditer(r"^## +(.+?)(?: *\{[^}\n]*\})? *\n+((?:(?!#).+\n?)+)", text, re.M):
        paragraph = " ".join(match[2].split())
        meaning = (
            re.sub(r"\[([^\]]*)\](\[[^\]]*\]|\([^)]*\))", r"\1", paragraph).replace("*", "").replace("`", "")
        )
        found.append(Term(match[1], re.split(r"(?<=[.!?]) ", meaning)[0]))
    return found


@lru_cache(maxsize=64)  # a server renders all pages anew when one has changed
def mark_first_uses(html: str, known: tuple[Term, ...]) -> str:
    """Wrap the first use of each term in <abbr title>; never inside links, code, headings, pictures."""
    if not known:
        return html
    by_form = {form.lower(): term for term in known for form in term.forms}
    forms = sorted(by_form, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, forms))})(?![\w-])", re.I)
    soup, seen = BeautifulSoup(html, "html.parser"), set()
    for node in list(soup.find_all(string=pattern)):
        if type(node) is not NavigableString or any(p.name in _NO_TERMS_IN for p in node.parents):
            continue
        pieces: list[object] = []
        last = 0
        for match in pattern.finditer(node):
            term = by_form[match[1].lower()]
            if term.name in seen:
                continue
            seen.add(term.name)
            abbr = soup.new_tag("abbr", title=term.meaning)
            abbr.string = match[1]
            pieces += [node[last : match.start()], abbr]
            last = match.end()
        if pieces:
            node.replace_with(
                *(NavigableString(p) if isinstance(p, str) else p for p in [*pieces, node[last:]])
            )
    return str(soup) if seen else html
