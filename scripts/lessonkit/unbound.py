"""Default-deny: digits that a reader sees and nothing recomputes.

It looks at a page's `prose`, from which every bound or exempt stretch has been blanked: any digit that is left is an
error. `rendered.py` looks at the page as the site shows it, and at number words that count ("four blocks").
"""

import re
from collections.abc import Iterable

from .expressions import Refused, value_of
from .findings import Finding
from .page import DIGIT, Page

_ORDINARY = """
    zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
    dozen half quarter twice thrice double triple hundreds thousands millions dozens
    third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth twentieth hundredth
""".split()
NUMBER_WORD = [*_ORDINARY, *(f"{n}teenth" for n in ("thir", "four", "fif", "six", "seven", "eigh", "nine"))]


def names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Names that hold digits and are not quantities ("A100"): the closed list of docs/names.txt."""
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![\w.-])(?:{listed})(?![\w%-])" if listed else r"(?!)")


def counts_pattern(terms: Iterable[str]) -> re.Pattern[str]:
    """A number word, at most three words in between, and a glossary term; a comma or full stop ends the reach."""
    listed = "|".join(map(re.escape, sorted(terms, key=len, reverse=True)))
    words = "|".join(NUMBER_WORD)
    between = r"[\s(\u2013-]+"
    return re.compile(
        rf"\b({words}){between}(?:[\w’']+\)?{between}){{0,3}}?(?:{listed})\b" if listed else r"(?!)", re.I
    )


def findings(page: Page, names: re.Pattern[str]) -> list[Finding]:
    prose = names.sub(lambda m: " " * len(m[0]), page.prose)
    seen: dict[int, Finding] = {}
    for match in DIGIT.finditer(prose):
        start, end = match.span()
        while start and re.match(r"[\w.,/×x%+-]", prose[start - 1]):
            start -= 1
        while end < len(prose) and re.match(r"[\w.,/×x%+-]", prose[end]):
            end += 1
        word = prose[start:end].strip(".,")
        message = (
            f'"{word}" is bound to nothing. Write [{word}][=some-key] and define it at the end of the page'
        )
        seen.setdefault(start, Finding(page.path, page.line(match.start()), message))
    return list(seen.values())


def code_span_findings(
    page: Page, namespace: dict[str, object], shown: list[tuple[int, str]]
) -> list[Finding]:
    """Inline code with a digit must be an expression, its value bound in the same paragraph (`shown`)."""
    found = []
    for span in page.code_spans:
        if not DIGIT.search(span.code):
            continue
        try:
            value = value_of(span.code, namespace, checked=False)
        except (Refused, SyntaxError) as error:
            why = "is not Python" if isinstance(error, SyntaxError) else str(error)
            found.append(
                Finding(page.path, span.line, f"inline code `{span.code}` holds a number, but {why}")
            )
            continue
        start = page.text.rfind("\n\n", 0, span.start)
        end = page.text.find("\n\n", span.end)
        here = {text for at, text in shown if start < at and (at < end or end < 0)}
        parts = list(value) if isinstance(value, (tuple, list)) else []
        if str(value) not in here and not (parts and {str(p) for p in parts} <= here):
            found.append(
                Finding(
                    page.path,
                    span.line,
                    f"inline code `{span.code}` gives {value!r}: bind that beside it, in the same paragraph",
                )
            )
    return found
