"""The author's one command: does the text say what the code gives?

python scripts/lesson.py check [PAGE ...]    say where it does not; writes nothing
python scripts/lesson.py build [PAGE ...]    write what the code gives into the pages
"""

import compileall
import concurrent.futures
import contextlib
import difflib
import gc
import json
import os
import pickle
import queue
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import click

if __name__ == "__main__":
    sys.dont_write_bytecode = True  # a check writes nothing, not even a cache
sys.path.insert(0, str(Path(__file__).resolve().parent))

from lessonkit import authoring, links, mutation, pictures, project, site
from lessonkit.cells import SECONDS
from lessonkit.mutation import Mutant
from lessonkit.report import Earlier, Report, by_cause, examine_lesson

ROOT = Path(__file__).resolve().parent.parent
SHOWN = 40  # survivors listed one by one
PAGES = click.argument("pages", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))


@click.group(help=__doc__)
@click.option(
    "--root", type=click.Path(path_type=Path, exists=True, file_okay=False), default=ROOT, hidden=True
)
@click.option("--seconds", type=click.FloatRange(min=0.1), default=SECONDS, help="Time for a page's cells.")
@click.pass_context
def main(context: click.Context, root: Path, seconds: float) -> None:
    gc.freeze()  # all that was imported stays: no collection need look through it
    root = root.resolve()
    sys.path.insert(0, str(root / "src"))
    context.obj = root, seconds


def show(report: Report) -> None:
    for heading, findings in by_cause(report).items():
        if heading:
            click.echo(heading)
        for finding in findings:
            click.echo(finding)


def count(report: Report) -> str:
    numbers = sum(r.kind in ("number", "fact", "measured") for o in report.outcomes for r in o.regions)
    pieces = sum(
        r.kind in ("printed", "table", "figure", "stepper", "picture")
        for o in report.outcomes
        for r in o.regions
    )
    pages = len(report.outcomes)
    return f"{pages} {'page' if pages == 1 else 'pages'}, {numbers} bound numbers and words, {pieces} outputs, tables and pictures"


@main.command()
@PAGES
@click.pass_obj
def check(given: tuple[Path, float], pages: tuple[Path, ...]) -> None:
    """Say every place where text and code differ, or a number is bound to nothing. Writes nothing."""
    report = examine_lesson(given[0], pages, given[1])
    show(report)
    if report.findings:
        wrong = len(report.findings)
        click.echo(
            f"{wrong} {'place is' if wrong == 1 else 'places are'} wrong, in {count(report)}", err=True
        )
        sys.exit(1)
    click.echo(f"{count(report)}: all as the code gives them")


@main.command()
@PAGES
@click.pass_obj
def build(given: tuple[Path, float], pages: tuple[Path, ...]) -> None:
    """Write what the code gives into the pages. With any other mistake standing, nothing is written."""
    report = examine_lesson(given[0], pages, given[1])
    if report.mistakes:
        for finding in report.mistakes:
            click.echo(finding)
        click.echo("nothing was written: mend these first, then make build", err=True)
        sys.exit(1)
    texts = report.edited() | {p: t for p, t in report.committed_pictures().items() if not same(p, t)}
    try:
        write_all(texts)
    except OSError as error:
        click.echo(f"{error.filename}: cannot be written: {error.strerror}; nothing was written", err=True)
        sys.exit(1)
    for path in texts:
        click.echo(f"wrote {path.relative_to(given[0])}")
    click.echo(f"{count(report)}: {len(texts)} {'file' if len(texts) == 1 else 'files'} changed")


def same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def write_all(texts: dict[Path, str]) -> None:
    """All files or none: each is written beside its place first, with the line ends that it had, then all are moved."""
    ready: list[tuple[str, Path]] = []
    try:
        for path, text in texts.items():
            old = path.read_bytes() if path.exists() else b""
            crlf = old.count(b"\r\n") > old.count(b"\n") // 2
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as new:
                ready.append((new.name, path))
                new.write((text.replace("\n", "\r\n") if crlf else text).encode("utf-8"))
            os.chmod(new.name, path.stat().st_mode if path.exists() else 0o644)
        while ready:
            os.replace(*ready[0])
            ready.pop(0)
    finally:
        for left, _ in ready:
            os.unlink(left)


@main.command()
@click.option("--page", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Only this page.")
@click.option(
    "--sample", type=click.IntRange(0), default=0, help="Run this many through the command line too."
)
@click.option("--seed", type=int, default=0, help="Which mutants are sampled.")
@click.pass_obj
def mutate(given: tuple[Path, float], page: Path | None, sample: int, seed: int) -> None:
    """Change each bound digit, word, line and row, one at a time: the check must notice every one.

    A change that nothing notices is a survivor, said with its place. The sample shows that `check PAGE`, run on a copy,
    judges as the score does.
    """
    root, limit = given
    report = examine_lesson(root, [page] if page else (), limit)
    show(report)
    with contextlib.ExitStack() as stack:

        def cells(number: int) -> Callable[[], None]:
            bar = stack.enter_context(
                click.progressbar(length=number, label="cells run again", show_eta=True)
            )
            return lambda: bar.update(1)

        score = mutation.of_lesson(report, limit, cells)
    mutants, survivors = score.mutants, score.survivors
    table("bound digits, by what they stand in", score.bound)
    table("digits that are no numbers to a reader", score.exempt)
    table("changes, by what notices them", Counter(m.killed or "nothing: a survivor" for m in mutants))
    for survivor in survivors[:SHOWN]:
        click.echo(survivor)
    if len(survivors) > SHOWN:
        click.echo(f"and {len(survivors) - SHOWN} more")
    wrong = disagreements(root, report, mutants, sample, seed)
    for mutant in wrong:
        click.echo(
            f"{mutant.page}:{mutant.line}: the command line disagrees about {mutant.old!r} -> {mutant.new!r}"
        )
    record = report.project.measured.records.get("bound-digits")
    if record and not page and record.value != f"{score.bound.total():,}":
        click.echo(
            f"on {record.date} there were {record.value} bound digits: make measure WHAT=mutation renews what the pages say"
        )
    killed = len(mutants) - len(survivors)
    if report.findings:
        click.echo("the check fails as it is (see the top): mend that first, or the score means little")
    click.echo(f"{killed} of {len(mutants)} changes noticed, {100 * killed / max(1, len(mutants)):.2f}%")
    sys.exit(bool(survivors or wrong or report.findings))


def table(title: str, counts: Counter[str]) -> None:
    click.echo(f"{title}: {sum(counts.values())}")
    for name, number in counts.most_common():
        click.echo(f"  {number:7}  {name}")


def disagreements(root: Path, report: Report, mutants: list[Mutant], sample: int, seed: int) -> list[Mutant]:
    """Sampled mutants that `check PAGE`, run on a copy, judges in another way."""
    texts = {o.page.path: o.page.text for o in report.outcomes}
    of_pages = [m for m in mutants if m.page in texts]
    chosen = random.Random(seed).sample(of_pages, min(sample, len(of_pages)))
    copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
    cores = os.cpu_count() or 1

    def noticed(mutant: Mutant) -> bool:
        copy = copies.get()
        path = copy / mutant.page
        path.write_text(mutant.applied(texts[mutant.page]), "utf-8")
        command = [sys.executable, __file__, "--root", str(copy), "check", str(path)]
        run = subprocess.run(command, capture_output=True, check=False)
        path.write_text(texts[mutant.page], "utf-8")
        copies.put(copy)
        return run.returncode != 0

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(cores) as at_work:
        for number in range(cores):
            copies.put(copied(root, Path(folder) / f"copy{number}"))
        verdicts = zip(chosen, at_work.map(noticed, chosen), strict=True)
        with click.progressbar(verdicts, length=len(chosen), label="through the command line") as bar:
            return [mutant for mutant, verdict in bar if verdict != bool(mutant.killed)]


def copied(root: Path, copy: Path) -> Path:
    for name in ("docs", "src"):
        shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "mkdocs.yml"):
        if (root / name).exists():
            shutil.copy(root / name, copy / name)
    compileall.compile_dir(copy / "src", quiet=1)  # else each check would do it
    return copy


@main.command()
@click.pass_obj
def approve(given: tuple[Path, float]) -> None:
    """Write down that the pictures have been looked at, as they are drawn now."""
    report = examine_lesson(given[0], (), given[1], draw=True)
    changed = pictures.changed(report)
    write_all({given[0] / pictures.APPROVED: pictures.as_lines(report)} if changed else {})
    for name in changed:
        click.echo(f"approved {name}")
    click.echo(f"{len(pictures.digests(report))} pictures, {len(changed)} of them changed")


@main.command()
@click.argument("key")
@click.pass_obj
def explain(given: tuple[Path, float], key: str) -> None:
    """Say what KEY stands for, what computes it or who published it, and where it is used."""
    report = examine_lesson(given[0], (), given[1])
    key = key.strip("[]=@!")
    lines = authoring.explanation(report, key)
    if not lines:
        known = {e.key for o in report.outcomes for e in o.entries}
        known |= report.project.facts.facts.keys() | report.project.measured.records.keys()
        close = difflib.get_close_matches(key, sorted(known), 3)
        raise click.ClickException(
            f"no page uses {key}" + (f"; did you mean {', '.join(close)}?" if close else "")
        )
    click.echo("\n".join(lines))


@main.command()
@click.argument("number", type=click.IntRange(1, 99))
@click.argument("name")
@click.argument("title")
@click.option("--module", required=True, help="The library's module that the chapter is about.")
@click.pass_obj
def new_chapter(given: tuple[Path, float], number: int, name: str, title: str, module: str) -> None:
    """Begin a chapter: docs/lesson/NUMBER-NAME.md with TITLE, and its line in mkdocs.yml."""
    try:
        for path in authoring.begin_chapter(given[0], number, name, title, module):
            click.echo(f"wrote {path.relative_to(given[0])}")
    except authoring.CannotBegin as why:
        raise click.ClickException(str(why)) from None


@main.command(hidden=True)
@click.option(
    "--earlier", type=click.Path(path_type=Path), help="Where a server keeps what it need not do again."
)
@click.pass_obj
def prepare(given: tuple[Path, float], earlier: Path | None) -> None:
    """What MkDocs is given, as JSON (mkdocs_hooks.py asks for it)."""
    kept = remembered(earlier) if earlier else None
    with os.fdopen(os.dup(1), "w") as answer:
        os.dup2(2, 1)  # whatever the library prints must not stand in front of the answer
        report = examine_lesson(given[0], (), given[1], draw=True, earlier=kept)
        json.dump(site.prepared(report, alone=not earlier), answer)
    if earlier:
        earlier.write_bytes(pickle.dumps(kept))


def remembered(path: Path) -> Earlier:
    """A file that is not there, or of another version of this program, holds nothing."""
    try:
        kept = pickle.loads(path.read_bytes())
    except Exception:
        return Earlier()
    return kept if isinstance(kept, Earlier) else Earlier()


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.pass_obj
def check_site(given: tuple[Path, float], folder: Path) -> None:
    """Look at the built HTML for what a builder lets pass."""
    known = project.load(given[0])
    counts, problems = site.digits(known, folder)
    problems += site.check_html(known, folder) + links.check(folder)
    for problem in problems:
        click.echo(problem)
    if problems:
        sys.exit(1)
    table("digits that the built pages show, by what answers for them", counts)
    click.echo(f"{folder}: every link and every id leads somewhere, every picture has its checked text")


if __name__ == "__main__":
    main()
