"""The score: change what a reader sees, one thing at a time, and see whether the check would notice.

Every digit of a page belongs to one class. Bound digits are replaced by each of their nine others; bound words by another
word; lines of outputs and rows of tables are dropped, doubled and swapped; a cell's digits are changed and the cell is
run again. What no class claims is a survivor, whatever the check says of it today.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from . import children, unbound
from .examine import Outcome, differs
from .page import DIGIT, Page, parse
from .project import Project
from .regions import Region
from .report import Report
from .unbound import NUMBER_WORD

KILLED_BY = {
    "number": "recomputed",
    "fact": "equality with a cited record",
    "measured": "equality with a measured record",
    "printed": "printed output",
    "table": "table",
    "figure": "figure text",
    "stepper": "figure text",
    "picture": "figure text",
    "title": "title of the page that a link leads to",
}
# Digits that are free as they stand and refused as soon as they change.
UNBOUND_IF_CHANGED = ("name", "list number")


@dataclass(frozen=True)
class Mutant:
    page: str
    line: int
    what: str  # the class of what is changed
    old: str
    new: str
    killed: str  # what notices, or "" for a survivor
    start: int  # where, in the page's text
    end: int

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.what} {self.old!r} -> {self.new!r} passes the check"


@dataclass
class Score:
    mutants: list[Mutant]
    exempt: Counter[str]
    bound: Counter[str]  # digits by the class that binds them

    @property
    def survivors(self) -> list[Mutant]:
        return [m for m in self.mutants if not m.killed]

    def add(self, other: "Score") -> None:
        self.mutants += other.mutants
        self.exempt += other.exempt
        self.bound += other.bound


def of_lesson(report: Report, seconds: float, cells: Callable[[int], Callable[[], None]]) -> Score:
    """All of it. `cells` hears how many runs of cells there will be, and gives what is to be called after each."""
    score = of_pictures(report)
    for outcome in report.outcomes:
        score.add(of_page(outcome, report.project))
    done = cells(9 * score.bound["cell"])
    score.mutants += of_cells(report.outcomes, report.project, seconds, done)
    return score


def other_digits(digit: str) -> Iterator[str]:
    return (str(n) for n in range(10) if str(n) != digit)


def of_page(outcome: Outcome, project: Project) -> Score:
    """Mutants of everything but cells, judged by what the page's regions must be: no cell is run."""
    page, score = outcome.page, Score([], Counter(), Counter())
    claimed = {}
    for region in outcome.regions:
        if region.kind in KILLED_BY:
            claimed |= dict.fromkeys(range(region.start, region.end), region)
            score.mutants += _of_words(page, region)
            score.mutants += _of_lines(page, region)
    exempt = _exempt(page, project)
    for match in DIGIT.finditer(page.text):
        at = match.start()
        region = claimed.get(at)
        if region:
            score.bound[region.kind] += 1
            score.mutants += [
                _judged(page, region, at, at + 1, new, "digit") for new in other_digits(match[0])
            ]
        elif any(cell.start <= at < cell.end for cell in page.cells):
            score.bound["cell"] += 1
        elif exempt.get(at) in UNBOUND_IF_CHANGED:
            score.bound[exempt[at]] += 1
            score.mutants += [_refused(page, project, at, new, exempt[at]) for new in other_digits(match[0])]
        elif at in exempt:
            score.exempt[exempt[at]] += 1
        else:
            for new in other_digits(match[0]):
                score.mutants.append(
                    Mutant(page.path, page.line(at), "unbound digit", match[0], new, "", at, at + 1)
                )
    return score


def _refused(page: Page, project: Project, at: int, new: str, what: str) -> Mutant:
    """A digit that is free as it stands, and bound to nothing once it is another."""
    if what == "name":  # one line of prose decides; the rest of the page stays as it is
        start, end = page.text.rfind("\n", 0, at) + 1, page.text.find("\n", at)
        line = page.prose[start:at] + new + page.prose[at + 1 : end]
        noticed = bool(DIGIT.search(project.names.sub("", line)))
    else:
        changed = parse(page.path, page.text[:at] + new + page.text[at + 1 :])
        noticed = bool(changed.findings or unbound.findings(changed, project.names))
    killed = "default-deny: bound to nothing" if noticed else ""
    return Mutant(page.path, page.line(at), f"{what} digit", page.text[at], new, killed, at, at + 1)


def _judged(page: Page, region: Region, start: int, end: int, new: str, what: str) -> Mutant:
    there = page.text[region.start : start] + new + page.text[end : region.end]
    killed = KILLED_BY[region.kind] if region.difference(there) is not None else ""
    if region.kind == "number" and "choose(" in region.source:
        killed = killed and "claim"
    return Mutant(
        page.path, page.line(start), f"{region.kind} {what}", page.text[start:end], new, killed, start, end
    )


def _of_words(page: Page, region: Region) -> Iterator[Mutant]:
    """A bound word becomes another word: a number word the next one, a claim something else."""
    text = page.text[region.start : region.end]
    if region.kind not in ("number", "fact", "measured") or DIGIT.search(text):
        return
    low = text.lower()
    new = (
        NUMBER_WORD[(NUMBER_WORD.index(low) + 1) % len(NUMBER_WORD)] if low in NUMBER_WORD else f"not {text}"
    )
    yield _judged(page, region, region.start, region.end, new, "word")


def _of_lines(page: Page, region: Region) -> Iterator[Mutant]:
    """Each line of an output, a table or a list of frames dropped and doubled, and swapped with the next."""
    if region.kind in ("number", "fact", "measured", "title"):
        return
    lines = [m.span() for m in re.finditer(r"[^\n]*\n", page.text[region.start : region.end])]
    lines = [(region.start + a, region.start + b) for a, b in lines]
    for number, (start, end) in enumerate(lines):
        line = page.text[start:end]
        yield _judged(page, region, start, end, "", "line dropped")
        yield _judged(page, region, start, end, line * 2, "line doubled")
        if number + 1 < len(lines):
            stop = lines[number + 1][1]
            following = page.text[end:stop]
            if following != line:
                yield _judged(page, region, start, stop, following + line, "lines swapped")


def _exempt(page: Page, project: Project) -> dict[int, str]:
    """Where a digit may stand that no reader takes for a number, and as what: counted, so that nobody takes it for bound."""
    places: dict[int, str] = {}

    def claim(start: int, end: int, what: str) -> None:
        for at in range(start, end):
            places.setdefault(at, what)

    for match in project.names.finditer(page.text):
        claim(*match.span(), "name")
    for definition in page.definitions:
        claim(definition.start, definition.end, "identifiers in definitions")
    for block in page.blocks:
        claim(block.start, block.body[0], "identifiers in markers")
    for binding in page.bindings:
        claim(binding.literal_at[1], binding.end, "identifiers in definitions")
    for link in page.links:
        claim(link.text_at[1], link.end, "addresses and ids")
    for match in re.finditer(r"^[ \t]*\d+\.(?= )", page.text, re.M):
        claim(*match.span(), "list number")
    for fence in page.fences:
        claim(fence.start, fence.inner[0], "fence options")
        if page.path == "README.md":  # commands to type: what they do is tested, not bound
            claim(*fence.inner, "commands to type")
    return places


def of_cells(
    outcomes: list[Outcome], project: Project, seconds: float, done: Callable[[], None]
) -> list[Mutant]:
    """Each digit of a cell changed to the nine others; the page is run again and must differ from its text somewhere."""
    titles = {o.page.path: o.page.title for o in outcomes}
    texts = {o.page.path: o.page.text for o in outcomes}
    mutants = [
        Mutant(page.path, page.line(match.start()), "cell digit", match[0], new, "", *match.span())
        for page in (outcome.page for outcome in outcomes)
        for match in _digits_of_cells(page)
        for new in other_digits(match[0])
    ]

    def noticed(mutant: Mutant) -> bool:
        return differs(mutant.page, mutant.applied(texts[mutant.page]), project, titles, seconds)

    answers = children.each(mutants, noticed, seconds + 5, lambda *_: done())
    return [  # a cell that ends its process, or never ends, is one that the check reports
        replace(mutant, killed="run again" if answer else "")
        for mutant, answer in zip(mutants, answers, strict=True)
    ]


def _digits_of_cells(page: Page) -> Iterator[re.Match[str]]:
    for cell in page.cells:  # but for the fence's own line
        yield from DIGIT.finditer(page.text, page.text.index("\n", cell.start), cell.end)


def of_pictures(report: Report) -> Score:
    """A picture that is committed is compared as a whole: each digit that it shows or says, and of no other class."""
    score = Score([], Counter(), Counter())
    for path, drawn in report.committed_pictures().items():
        name = report.project.relative(path)
        there = path.read_text("utf-8")
        for text in re.finditer(r">([^<>]*)<|aria-label=\"([^\"]*)\"", there):
            for match in DIGIT.finditer(there, *text.span(text.lastindex or 1)):
                score.bound["committed picture"] += 1
                for new in other_digits(match[0]):
                    changed = there[: match.start()] + new + there[match.end() :]
                    killed = "committed picture" if changed != drawn else ""
                    line = there.count("\n", 0, match.start()) + 1
                    score.mutants.append(
                        Mutant(name, line, "picture digit", match[0], new, killed, *match.span())
                    )
    return score
