"""A region: a stretch of a page that must equal what the code gives.

Comparing is a pure function of two strings. Whoever holds a page's regions can try a thousand changes of its
text without running a cell or parsing the page again.
"""

from dataclasses import dataclass
from itertools import takewhile

from . import blocks
from .page import on_one_line


@dataclass(frozen=True)
class Region:
    start: int
    end: int
    line: int
    kind: str  # number, fact, measured, address, definitions, title, printed, table, figure, stepper, picture
    source: str  # what gives the text: an expression, or where it is written
    expected: str
    file: str = ""  # where a quoted value is written

    def difference(self, there: str) -> str | None:
        """None when `there` is right; else what stands there and what the code gives."""
        if there == self.expected:
            return None
        if self.kind in ("number", "fact", "measured", "title") and _flowing(there) == _flowing(
            self.expected
        ):
            return None
        if self.kind == "printed":
            return _printed(self, there)
        if self.kind in ("table", "figure", "stepper", "picture"):
            return blocks.difference(self.kind, self.source, there, self.expected)
        if self.kind == "address":
            return f'{self.source} leads to "{there}", not to "{self.expected}"'
        if self.kind == "definitions":
            if there and self.expected:
                (here, _, cited), (there_to, _, right) = there.partition(' "'), self.expected.partition(' "')
                both = (cited[:-1], right[:-1]) if here == there_to else (there, self.expected)
                theirs, ours = blocks.near(*both)
                return f'{self.source} says "{theirs}", {self.file} gives "{ours}"'
            if self.expected:
                return f"no definition of {self.source} is written yet"
            return f"{self.source} is used nowhere, so its definition goes"
        return f'text says "{on_one_line(there)}", {self.source} gives "{self.expected}"'

    def line_of_difference(self, there: str) -> int:
        """The first line that differs, of a stretch that begins below its own line; where it ends too soon, its last."""
        if self.kind not in ("printed", "table", "figure", "stepper", "picture"):
            return self.line
        theirs = there.splitlines()
        pairs = zip(theirs, self.expected.splitlines(), strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return self.line + min(same + 1, len(theirs))

    def message(self, there: str) -> str | None:
        said = self.difference(there)
        if said is None:
            return None
        if self.kind == "measured":
            return f"{said}. If the record is right: make build"
        if self.kind == "fact" or (self.kind == "definitions" and there and self.expected):
            return f"{said}. If it is right there: make build"
        if self.kind in ("address", "definitions", "title"):
            return f"{said}: make build"
        return f"{said}. If the code is right: make build"


def _flowing(text: str) -> str:
    """As it reads in running text, where a line's end or a space that keeps words together is a space."""
    return " ".join(on_one_line(text).split())


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
