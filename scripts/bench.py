"""The benchmarks behind the figures that README gives. Times are ratios of two things measured in one run.

python scripts/bench.py        the whole check of the lesson, beside running its cells as notebooks
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]

from lessonkit import project
from lessonkit.page import parse

RUNS = 3


def main() -> None:
    known = project.load(ROOT)
    pages = [parse(known.relative(path), project.read(path)) for path in known.pages()]
    with_cells = [page for page in pages if page.cells]
    with tempfile.TemporaryDirectory() as folder:
        notebooks = []
        for number, page in enumerate(with_cells):
            cells = [nbformat.v4.new_code_cell(cell.code) for cell in page.cells]
            path = Path(folder) / f"page-{number}.ipynb"
            nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
            notebooks.append(path)
        convert = [
            sys.executable,
            "-m",
            "nbconvert",
            "--to",
            "notebook",
            "--execute",
            "--inplace",
            "--log-level=ERROR",
        ]
        check = [sys.executable, ROOT / "scripts/lesson.py", "check"]
        checked, converted = [], []
        for _ in range(RUNS):  # in turn, so that a busy machine disturbs both
            checked.append(seconds(lambda: run(check)))
            converted.append(seconds(lambda: run([*convert, *notebooks])))
    ratios = [a / b for a, b in zip(checked, converted, strict=True)]
    print(
        f"{len(pages)} pages, {sum(len(p.cells) for p in pages)} cells, {os.cpu_count()} cores, median of {RUNS} runs"
    )
    print(f"the whole check:        {statistics.median(checked):6.2f} s")
    print(f"its cells by nbconvert: {statistics.median(converted):6.2f} s")
    print(f"ratio:                  {statistics.median(ratios):6.2f}")


def seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run(command: list[object]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run(
        [str(part) for part in command], check=True, capture_output=True, env=environment, cwd=ROOT
    )


if __name__ == "__main__":
    main()
