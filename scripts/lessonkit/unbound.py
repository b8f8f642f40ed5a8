"""Default-deny: what a reader sees and nothing recomputes.

It looks at a page's `prose`, from which every bound or exempt stretch has been blanked. Any digit that is
left is an error, and so is a number word that counts a term of the glossary ("four blocks").
"""

import re
from collections.abc import Iterable

from .expressions import Refused, value_of
from .findings import Finding
from .page import Page

# Superscripts, subscripts, fractions and circled digits count as digits too.
DIGIT = re.compile(r"[\d\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u2189\u2460-\u249b]")
_TOKEN = re.compile(rf"[\w.,/×x+-]*{DIGIT.pattern}[\w.,/×x%+-]*")
NUMBER_WORD = """
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
    dozen half quarter third fourth fifth sixth seventh eighth ninth tenth twice double triple
""".split()


def names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Names that hold digits and are not quantities ("A100"): the closed list of docs/names.txt."""
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![\w.-])(?:{listed})(?![\w%-])" if listed else r"(?!)")


def counts_pattern(terms: Iterable[str]) -> re.Pattern[str]:
    """A number word, at most three words in between, and a glossary term; a comma or full stop ends the reach."""
    listed = "|".join(map(re.escape, sorted(terms, key=len, reverse=True)))
    words = "|".join(NUMBER_WORD)
    return re.compile(rf"\b({words})(?:[- ](?:\w+)){{0,3}}?[- \n](?:{listed})\b" if listed else r"(?!)", re.I)


def findings(page: Page, names: re.Pattern[str], counts: re.Pattern[str]) -> list[Finding]:
    found = []
    prose = names.sub(lambda m: " " * len(m[0]), page.prose)
    for match in _TOKEN.finditer(prose):
        seen = match[0].strip(".,")
        found.append(
            Finding(
                page.path,
                page.line(match.start()),
                f'"{seen}" is bound to nothing. Write [{seen}][=some-key] and define it at the end of the page',
            )
        )
    for match in counts.finditer(prose):
        phrase = " ".join(match[0].split())
        found.append(
            Finding(
                page.path,
                page.line(match.start()),
                f'"{phrase}" counts something and is bound to nothing. Write [{match[1]}][=some-key] '
                f'and define it at the end of the page as "= word(...)"',
            )
        )
    return found


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
        parts = list(value) if isinstance(value, (tuple, list)) else [value]
        if not {str(value)} <= here and not {str(p) for p in parts} <= here:
            found.append(
                Finding(
                    page.path,
                    span.line,
                    f"inline code `{span.code}` gives {value!r}: bind that beside it, in the same paragraph",
                )
            )
    return found
