"""A region: a stretch of a page that must equal what the code gives.

Comparing is a pure function of two strings. Whoever holds a page's regions can try a thousand changes of its
text without running a cell or parsing the page again.
"""

from dataclasses import dataclass

from . import blocks


@dataclass(frozen=True)
class Region:
    start: int
    end: int
    line: int
    kind: str  # number, fact, measured, address, definitions, title, printed, table, figure, stepper, picture
    source: str  # what gives the text: an expression, or where it is written
    expected: str

    def difference(self, there: str) -> str | None:
        """None when `there` is right; else what stands there and what the code gives."""
        if there == self.expected:
            return None
        if self.kind == "printed":
            return _printed(self, there)
        if self.kind in ("table", "figure", "stepper", "picture"):
            return blocks.difference(self.kind, self.source, there, self.expected)
        if self.kind == "address":
            return f'{self.source} leads to "{there}", not to "{self.expected}"'
        if self.kind == "definitions":
            return self.source
        return f'text says "{there}", {self.source} gives "{self.expected}"'

    def message(self, there: str) -> str | None:
        said = self.difference(there)
        if said is None:
            return None
        if self.kind in ("fact", "measured"):
            what = "fact" if self.kind == "fact" else "record"
            return f"{said}. If the {what} is right: make build"
        if self.kind in ("address", "definitions", "title"):
            return f"{said}: make build"
        return f"{said}. If the code is right: make build"


def _printed(region: Region, there: str) -> str:
    theirs, ours = there.splitlines(), region.expected.splitlines()
    for number, (a, b) in enumerate(zip(theirs, ours, strict=False), 1):
        if a != b:
            return f'{region.source} printed another line {number}: text says "{a}", code gives "{b}"'
    if len(theirs) > len(ours):
        return f'{region.source} printed {len(ours)} lines; text goes on with "{theirs[len(ours)]}"'
    if len(ours) > len(theirs):
        return f'{region.source} printed {len(ours)} lines; text lacks "{ours[len(theirs)]}"'
    return f"{region.source} printed the same lines with other line ends"
