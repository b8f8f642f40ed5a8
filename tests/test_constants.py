"""A constant that the lesson states cannot change unseen: the lesson's check notices by itself, without any other test."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import kvlesson
from lessonkit import children
from lessonkit.altered import Altered
from lessonkit.report import examine_lesson

pytestmark = pytest.mark.of_changes
ROOT = Path(__file__).resolve().parents[1]
PAGES = {path: path.read_text("utf-8") for path in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]}


@dataclass(frozen=True)
class Constant:
    name: str
    path: Path
    pages: tuple[Path, ...]  # those that name it
    places: tuple[tuple[int, int], ...]  # of its literals, in the file's text

    def changed(self, place: tuple[int, int]) -> str:
        """The file with the last digit of one literal another: the smallest slip there is."""
        text = self.path.read_text("utf-8")
        start, end = place
        literal = text[start:end]
        mantissa = re.match(r"[\d_.]*\d", literal)[0]
        other = mantissa[:-1] + str((int(mantissa[-1]) + 1) % 10)
        return text[:start] + other + literal[len(mantissa) :] + text[end:]


def constants():
    for path in sorted((ROOT / "src/kvlesson").rglob("*.py")):
        text = path.read_text("utf-8")
        starts = [0, *(match.end() for match in re.finditer("\n", text))]
        for node in ast.parse(text).body:
            target = node.target if isinstance(node, ast.AnnAssign) else None
            if not isinstance(target, ast.Name) or target.id not in kvlesson.__all__:
                continue
            pages = tuple(page for page, said in PAGES.items() if re.search(rf"\b{target.id}\b", said))
            literals = [
                n
                for n in ast.walk(node.value)
                if isinstance(n, ast.Constant) and type(n.value) in (int, float)
            ]
            places = tuple(
                (starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset)
                for n in literals
            )
            if pages and places:
                yield Constant(target.id, path, pages, places)


CONSTANTS = list(constants())


def test_there_are_constants():
    assert len(CONSTANTS) > 50


@pytest.mark.parametrize("constant", CONSTANTS, ids=lambda constant: constant.name)
def test_the_check_alone_notices(constant):
    def findings(source: str) -> list[str]:
        Altered(constant.path, source).take_over()
        for page in constant.pages:  # one that notices is enough
            if found := examine_lesson(ROOT, [page]).findings:
                return [str(finding) for finding in found]
        return []

    sources = [constant.changed(place) for place in constant.places]
    for source, found in zip(sources, children.each(sources, findings, 60), strict=True):
        assert found, (
            f"{constant.path.name} could say this and the lesson would not notice: {difference(constant, source)}"
        )


def difference(constant, source):
    lines = zip(constant.path.read_text("utf-8").splitlines(), source.splitlines(), strict=True)
    return next(new.strip() for old, new in lines if old != new)


def test_without_a_change_nothing_is_noticed():
    constant = CONSTANTS[0]

    def findings(source: str) -> list[str]:
        Altered(constant.path, source).take_over()
        return [str(finding) for finding in examine_lesson(ROOT, constant.pages).findings]

    assert children.each([constant.path.read_text("utf-8")], findings, 60) == [[]]
