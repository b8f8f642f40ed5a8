"""The other way round: change the library, one small thing at a time, and see whether a test or the lesson notices.

python scripts/mutate_code.py [FILE ...]     all of src/kvlesson but what draws by chance (LEFT_OUT), or some files of it

The changes are Cosmic Ray's. Each is tried in a process of its own, forked from one that has everything but the library
loaded: first the tests of the file's own name, then the lesson's check and its pictures, then every other test that names
what the file offers. Of drawings, three quarters of the changes, the pictures are drawn first, from data that are there.
What passes everything is a survivor; tests/equivalent_mutants.toml lists those that change nothing.
"""

import ast
import contextlib
import importlib
import os
import random
import re
import resource
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click
import cosmic_ray.plugins
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]

from lessonkit import blocks, cells, children, measured, pictures, project
from lessonkit.altered import Altered
from lessonkit.blocks import Made
from lessonkit.children import Lost
from lessonkit.expressions import value_of
from lessonkit.page import Block, parse
from lessonkit.report import examine_lesson

LIBRARY = ROOT / "src" / "kvlesson"
# Tests that run the lesson's check again and again, which is a stage of its own here, or other programs; and those of
# conformance, which take longer than a mutant may.
OF_THE_LESSON = {"lessonkit", "browser", "test_constants.py", "test_equivalent_mutants.py", "test_package.py"}
OF_THE_LESSON |= {"conformance", "test_conformance_of_faults.py", "test_variants.py"}
# Where constants only choose what is drawn by chance, any other would do as well. A machine that looks for faults is judged
# by the faults that it has to find (tests/faults, tests/conformance/strangers.py), exercises by answers that a table has for
# each and by two hundred draws (tests/exercises).
LEFT_OUT = (LIBRARY / "conformance", LIBRARY / "exercises/questions")
DRAWINGS = LIBRARY / "drawing"
LISTED = ROOT / "tests" / "equivalent_mutants.toml"
TEN_MINUTES = 600
SECONDS = 60  # of the processor, for one mutant, however busy the machine is; whoever takes more has been made to loop
ENOUGH = 0.95

# Of every way to replace an operator, the one that a slip of the finger or of the mind would make.
OPERATORS = """
    number_replacer add_not zero_iteration_for_loop exception_replacer remove_decorator
    replace_true_with_false replace_false_with_true replace_and_with_or replace_or_with_and
    replace_break_with_continue replace_continue_with_break
    binary Add Sub, Sub Add, Mul Add, Div Mul, FloorDiv Div, Mod FloorDiv, Pow Mul, BitOr BitAnd, BitAnd BitOr
    comparison Lt LtE, LtE Lt, Gt GtE, GtE Gt, Eq NotEq, NotEq Eq, Is IsNot, IsNot Is
    unary USub UAdd, Delete Not
"""


@dataclass(frozen=True)
class Mutant:
    path: Path
    line: int
    source: str  # the whole file, changed
    old: str  # the line as it is
    new: str  # the line, or lines, in its place

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: {self.old.strip()}  ->  {self.new.strip()}"


def operator_names() -> set[str]:
    camel = {name.split("/")[1]: name for name in cosmic_ray.plugins.operator_names()}
    wanted = set()
    for line in OPERATORS.strip().splitlines():
        kind, _, pairs = line.strip().partition(" ")
        if kind in ("binary", "comparison", "unary"):
            for pair in pairs.split(","):
                wanted.add(f"Replace{kind.title()}Operator_{'_'.join(pair.split())}")
        else:
            wanted |= {"".join(part.title() for part in name.split("_")) for name in line.split()}
    unknown = wanted - camel.keys()
    if unknown:
        raise SystemExit(f"Cosmic Ray has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(camel))}")
    return {camel[name] for name in wanted}


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Each change of a file, but for what only mypy reads and for `strict` of zip, which is an assertion itself."""
    code = path.read_text("utf-8")
    lines = code.splitlines()
    left_alone = unread(code)
    tree = get_ast(code)
    for name in sorted(operator_names()):
        operator = cosmic_ray.plugins.get_operator(name)()
        positions = [p for node in ast_nodes(tree) for p in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            if any(a <= start < b for a, b in left_alone):
                continue
            changed = mutate_code(code, operator, occurrence)
            after = changed.splitlines()
            at = next((i for i, pair in enumerate(zip(lines, after, strict=False)) if pair[0] != pair[1]), 0)
            rest = next(
                (i for i, p in enumerate(zip(lines[::-1], after[::-1], strict=False)) if p[0] != p[1]), 0
            )
            new = "\n".join(after[at : max(at, len(after) - rest)])
            yield Mutant(path, at + 1, changed, lines[at], new)


def unread(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where types stand, and what else never runs or only asserts."""
    found: list[ast.expr | ast.stmt] = []
    for node in ast.walk(ast.parse(code)):
        found += filter(None, (getattr(node, "annotation", None), getattr(node, "returns", None)))
        if isinstance(node, ast.ClassDef) and any(
            ast.unparse(base).startswith("Protocol") for base in node.bases
        ):
            found.append(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found.append(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("zip", "map"):
            found += [keyword.value for keyword in node.keywords if keyword.arg == "strict"]
    return [
        ((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)) for part in found
    ]


def tests_of(path: Path) -> tuple[list[Path], list[Path]]:
    """The tests of a file's own name, and all others that name something it offers."""
    inside = path.relative_to(LIBRARY)
    own = ROOT / "tests" / inside.parent / f"test_{inside.stem.removeprefix('_')}.py"
    first = [own] if own.exists() else []
    tree = ast.parse(path.read_text("utf-8"))
    offers = {inside.stem, *(n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)))}
    offers |= {
        t.id for n in tree.body if isinstance(n, ast.AnnAssign) for t in [n.target] if isinstance(t, ast.Name)
    }
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(offers)))})\b")
    others = [
        test
        for test in sorted((ROOT / "tests").rglob("test_*.py"))
        if test not in first and not OF_THE_LESSON & {test.parent.name, test.name}
        if re.search(r"^(?:from|import) kvlesson", said := test.read_text("utf-8"), re.M)
        and pattern.search(said)
    ]
    return first, [ROOT / "tests" / "test_values.py", *others]  # which is about every file's classes


def passes(tests: list[Path]) -> bool:
    if not tests:
        return True
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no"]
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        return pytest.main([*quiet, *map(str, tests)]) == pytest.ExitCode.OK


@dataclass(frozen=True)
class Scene:
    """A block of a page, what its expression sees, and what it gives: all that a change of a drawing can change there."""

    page: str
    block: Block
    names: dict[str, object]
    made: Made

    def again(self, drawing: object) -> Made:
        value = value_of(self.block.expression, {**self.names, "drawing": drawing})
        return blocks.make(self.block.kind, self.block.name, value, self.block.expression, self.page, True)


def scenes() -> list[Scene]:
    """Every picture of the lesson, with the pages' cells run once and for all."""
    known, found = project.load(ROOT), []
    for path in known.pages():
        page = parse(known.relative(path), project.read(path))
        with cells.quiet():
            names = {**known.injected, **cells.run(page, ROOT).namespace}
            for block in page.blocks:
                scene = Scene(page.path, block, names, Made("", None, {}))
                found.append(replace(scene, made=scene.again(names["drawing"])))
    return found


def killer_of_drawing(mutant: Mutant, first: list[Path], others: list[Path], drawn: list[Scene]) -> str:
    """As `killer`, of a file of drawings: its pictures are drawn anew from data that are there."""
    Altered(mutant.path, mutant.source).take_over(forget="kvlesson.drawing")
    try:
        drawing = importlib.import_module("kvlesson.drawing")
        with cells.quiet():
            if any(scene.again(drawing) != scene.made for scene in drawn):
                return "the lesson's pictures"
    except Exception:
        return "the lesson's pictures"
    unusual = ROOT / "tests" / "drawing" / "test_unusual.py"
    stages = (
        ("pictures that the lesson does not show", [unusual]),
        ("tests of its own", first),
        ("other tests", others),
    )
    for name, tests in stages:
        if not passes(tests):
            return name
    return ""


def killer(mutant: Mutant, first: list[Path], others: list[Path]) -> str:
    """What notices the change, or "" when nothing does."""
    Altered(mutant.path, mutant.source).take_over()
    if not passes(first):
        return "tests of its own"
    report = examine_lesson(ROOT, draw=True)
    if report.findings:
        return "the lesson's check"
    if pictures.changed(report):
        return "the lesson's pictures"
    return "" if passes(others) else "other tests"


def compiled() -> None:
    """Let Python and pytest keep what they compile: else every process would do it again."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests"]
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)


def unchanged(paths: list[Path], drawn: list[Scene]) -> str:
    """What fails as things are: a killer that also kills the innocent proves nothing. Both ways are tried."""
    tests = sorted({test for path in paths for group in tests_of(path) for test in group})
    drawings = [path for path in paths if DRAWINGS in path.parents]

    def tried(path: Path) -> str:
        same = Mutant(path, 1, path.read_text("utf-8"), "", "")
        return killer_of_drawing(same, [], [], drawn) if path in drawings else killer(same, [], tests)

    others = [path for path in paths if path not in drawings] or [LIBRARY / "__init__.py"]
    fates = children.each([*others[:1], *drawings[:1]], tried, TEN_MINUTES)
    return " and ".join(fate if isinstance(fate, str) else fate.why for fate in fates if fate)


def fate_of(answer: str | Lost) -> str:
    """In words; a change that ends the process, or lets it loop, would be noticed too."""
    if isinstance(answer, str):
        return answer
    if answer in (children.ENDED, children.TOO_LONG):
        return "the end of its process, or of its time"
    raise click.ClickException(f"a change could not be tried: {answer.why}")


def listed() -> list[dict[str, object]]:
    """Survivors that are known to change nothing. Each says why, and which two inputs were tried."""
    entries = tomllib.loads(LISTED.read_text("utf-8")).get("mutant", []) if LISTED.exists() else []
    for entry in entries:
        if not {"file", "old", "new", "why", "tried"} <= entry.keys() or len(entry["tried"]) < 2:
            raise click.ClickException(
                f"{LISTED.name}: an entry has file, old, new, why and two inputs in tried: {entry}"
            )
    return entries


def matches(entry: dict[str, object], mutant: Mutant) -> bool:
    return (entry["file"], entry["old"], entry["new"]) == (
        mutant.name,
        mutant.old.strip(),
        mutant.new.strip(),
    )


@click.command(help=__doc__)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--sample", type=click.IntRange(1), help="Only so many, drawn by chance.")
@click.option("--seed", type=int, default=0, help="Which are drawn.")
@click.option("--record", is_flag=True, help="Write the score into docs/measured.toml.")
@click.option("--seconds", type=int, default=SECONDS, help="Of the processor, for one.")
def main(files: tuple[Path, ...], sample: int | None, seed: int, record: bool, seconds: int) -> None:
    entries = listed()
    paths = [path.resolve() for path in files] or sorted(
        (path for path in LIBRARY.rglob("*.py") if not {*LEFT_OUT} & {*path.parents}),
        key=lambda path: (len(path.parts), path),
    )
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if sample:
        mutants = random.Random(seed).sample(mutants, min(sample, len(mutants)))
    compiled()
    drawn = scenes() if any(DRAWINGS in mutant.path.parents for mutant in mutants) else []
    if wrong := unchanged(paths, drawn):
        raise click.ClickException(
            f"without any change, {wrong} fail already: mend that first, or no score means anything"
        )
    fates: dict[Mutant, str] = {}
    with click.progressbar(length=len(mutants), label=f"{len(mutants)} changes", show_eta=True) as bar:

        def done(number: int, answer: str | Lost) -> None:
            fates[mutants[number]] = fate = fate_of(answer)
            bar.update(1)
            if not fate and not any(matches(e, mutants[number]) for e in entries):
                click.echo(f"\n{mutants[number]}")

        def tried(mutant: Mutant) -> str:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            tests = tests_of(mutant.path)
            return (
                killer_of_drawing(mutant, *tests, drawn)
                if DRAWINGS in mutant.path.parents
                else killer(mutant, *tests)
            )

        children.each(mutants, tried, TEN_MINUTES, done)  # who only waits uses no processor
    click.echo("noticed by:")
    for name, number in Counter(fate or "nothing" for fate in fates.values()).most_common():
        click.echo(f"  {number:6}  {name}")
    survivors = [m for m, fate in fates.items() if not fate]
    known = [m for m in survivors if any(matches(e, m) for e in entries)]
    idle = [
        e
        for e in entries
        if any(matches(e, m) for m in mutants) and not any(matches(e, m) for m in survivors)
    ]
    for entry in idle:
        click.echo(
            f"{LISTED.name} lists what a test now notices, take it out: {entry['file']}: {entry['old']}"
        )
    share = 1 - len(survivors) / max(1, len(mutants))
    click.echo(
        f"{len(mutants) - len(survivors)} of {len(mutants)} changes noticed, {share:.2%}; "
        f"of the {len(survivors)} others, {len(known)} are listed with their reason in {LISTED.name}"
    )
    if record:
        noticed = len(mutants) - len(survivors)
        values = {
            "code-changes": f"{len(mutants):,}",
            "code-changes-noticed": measured.percent(noticed, len(mutants)),
            "code-changes-harmless": f"{len(known):,}",
        }
        measured.record(ROOT, "make mutate-code", values)
    sys.exit(share < ENOUGH or bool(idle) or len(survivors) > len(known))


if __name__ == "__main__":
    # Everything but the library, so that each process finds it loaded.
    os.environ["HYPOTHESIS_NO_DATABASE"] = "1"
    import bs4  # noqa: F401
    import hypothesis.stateful  # noqa: F401
    import matplotlib  # noqa: F401
    import numpy  # noqa: F401

    main()
