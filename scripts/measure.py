"""Asks this machine what only a machine can say, and writes the answers into docs/measured.toml.

python scripts/measure.py attention    attention through a block table, beside attention over one array
python scripts/measure.py mutation     how many changes of the text the check notices
"""

import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]
# One thread, and the kernel that NumPy itself would choose here: said before NumPy is first imported.
for name in [name for name in os.environ if name.startswith("OPENBLAS_")]:
    del os.environ[name]
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

import click
import numpy as np

import kvlesson
from lessonkit import measured
from lessonkit.cells import SECONDS
from lessonkit.mutation import of_lesson as score_of_lesson
from lessonkit.report import examine_lesson

ROUNDS = 25
FEW = 5
SCORE = (
    "bound-digits",
    "text-changes",
    "text-changes-noticed",
    "recomputed-changes",
    "quoted-changes",
    "refused-changes",
)


def write(command: str, values: dict[str, str]) -> None:
    measured.record(ROOT, command, values)
    for key, value in values.items():
        click.echo(f"{key}: {value}")
    click.echo(f"wrote {measured.FILE}; make build writes them into the pages")


@click.group(help=__doc__)
def main() -> None: ...


@main.command()
def attention() -> None:
    """Each version gives what the oracle gives, or nothing is timed. Times are ratios within one round."""
    pool, query, keys, values = kvlesson.scattered_pool(
        kvlesson.SERVER_BLOCK_SIZE,
        tokens=kvlesson.TIMED_TOKENS,
        head_dim=kvlesson.TIMED_HEAD_DIM,
        dtype=np.float32,
    )
    oracle = kvlesson.attention_contiguous(query, keys, values)
    versions = {
        "block-by-block-time": kvlesson.paged_attention_1,
        "gather-time": kvlesson.paged_attention_2,
        "groups-time": kvlesson.paged_attention_3,
    }
    for version in versions.values():
        np.testing.assert_allclose(version(query, pool, "A"), oracle, rtol=1e-4, atol=1e-6)
    ratios: dict[str, list[float]] = {key: [] for key in versions}
    for _ in range(ROUNDS):
        whole = seconds(lambda: kvlesson.attention_contiguous(query, keys, values))
        for key, version in versions.items():
            ratios[key].append(seconds(lambda version=version: version(query, pool, "A")) / whole)
    write(
        "make measure",
        {key: f"{statistics.median(of_key):.1f} times" for key, of_key in ratios.items()},
    )


@main.command()
def mutation() -> None:
    """The score of `make mutate`, in figures. A page that quotes them holds digits too, so this goes on until they stay."""
    known = measured.load(ROOT / measured.FILE).records
    values = (
        dict.fromkeys(SCORE, "0") if set(SCORE) - known.keys() else {key: known[key].value for key in SCORE}
    )
    for _ in range(FEW):
        write("make measure", values)
        subprocess.run([sys.executable, ROOT / "scripts" / "lesson.py", "build"], check=True)
        before, values = values, scored()
        if values == before:
            return
    raise click.ClickException("the figures do not settle: is there a number whose length depends on itself?")


def scored() -> dict[str, str]:
    report = examine_lesson(ROOT)
    score = score_of_lesson(report, SECONDS, lambda number: lambda: None)
    by_cause = Counter(m.killed for m in score.mutants)
    quoted = sum(number for cause, number in by_cause.items() if cause.startswith("equality with"))
    refused = by_cause["default-deny: bound to nothing"]
    noticed = by_cause.total() - by_cause[""]
    return {
        "bound-digits": f"{score.bound.total():,}",
        "text-changes": f"{by_cause.total():,}",
        "text-changes-noticed": measured.percent(noticed, by_cause.total()),
        "recomputed-changes": f"{noticed - quoted - refused:,}",
        "quoted-changes": f"{quoted:,}",
        "refused-changes": f"{refused:,}",
    }


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The quickest of a few: what slows the others down is not the work's doing."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
