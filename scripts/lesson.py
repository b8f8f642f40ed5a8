"""The author's one command: does the text say what the code gives?

python scripts/lesson.py check [PAGE ...]    say where it does not; writes nothing
python scripts/lesson.py build [PAGE ...]    write what the code gives into the pages
"""

import difflib
import json
import os
import sys
import tempfile
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent))

from lessonkit import authoring, project, site
from lessonkit.cells import SECONDS
from lessonkit.report import Report, by_cause, examine_lesson

ROOT = Path(__file__).resolve().parent.parent
PAGES = click.argument("pages", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))


@click.group(help=__doc__)
@click.option(
    "--root", type=click.Path(path_type=Path, exists=True, file_okay=False), default=ROOT, hidden=True
)
@click.option("--seconds", type=click.FloatRange(min=0.1), default=SECONDS, help="Time for a page's cells.")
@click.pass_context
def main(context: click.Context, root: Path, seconds: float) -> None:
    root = root.resolve()
    sys.path.insert(0, str(root / "src"))
    sys.dont_write_bytecode = True  # a check writes nothing, not even a cache
    context.obj = root, seconds


def show(report: Report) -> None:
    for heading, findings in by_cause(report).items():
        if heading:
            click.echo(heading)
        for finding in findings:
            click.echo(finding)


def count(report: Report) -> str:
    numbers = sum(r.kind in ("number", "fact") for o in report.outcomes for r in o.regions)
    pieces = sum(
        r.kind in ("printed", "table", "figure", "stepper", "picture")
        for o in report.outcomes
        for r in o.regions
    )
    return f"{len(report.outcomes)} pages, {numbers} bound numbers and words, {pieces} outputs, tables and pictures"


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
    for path, text in texts.items():
        write(path, text)
        click.echo(f"wrote {path.relative_to(given[0])}")
    click.echo(f"{count(report)}: {len(texts)} {'file' if len(texts) == 1 else 'files'} changed")


def same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def write(path: Path, text: str) -> None:
    """All or nothing, with the file's own line ends: an interrupted build leaves the old page."""
    crlf = path.exists() and b"\r\n" in path.read_bytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as new:
        new.write((text.replace("\n", "\r\n") if crlf else text).encode("utf-8"))
    if path.exists():
        os.chmod(new.name, path.stat().st_mode)
    else:
        os.chmod(new.name, 0o644)
    os.replace(new.name, path)


@main.command()
@click.argument("key")
@click.pass_obj
def explain(given: tuple[Path, float], key: str) -> None:
    """Say what KEY stands for, what computes it or who published it, and where it is used."""
    report = examine_lesson(given[0], (), given[1])
    key = key.strip("[]=@")
    lines = authoring.explanation(report, key)
    if not lines:
        known = {e.key for o in report.outcomes for e in o.entries} | report.project.facts.facts.keys()
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
@click.pass_obj
def prepare(given: tuple[Path, float]) -> None:
    """What MkDocs is given, as JSON (mkdocs_hooks.py asks for it)."""
    click.echo(json.dumps(site.prepared(examine_lesson(given[0], (), given[1], draw=True))))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.pass_obj
def check_site(given: tuple[Path, float], folder: Path) -> None:
    """Look at the built HTML for what a builder lets pass."""
    problems = site.check_html(project.load(given[0]), folder)
    for problem in problems:
        click.echo(problem)
    if problems:
        sys.exit(1)
    click.echo(f"{folder}: every bound number is a link, every picture has its text")


if __name__ == "__main__":
    main()
