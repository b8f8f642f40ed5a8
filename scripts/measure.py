"""Asks this machine what only a machine can say, and writes the answers into docs/measured.toml.

python scripts/measure.py attention    attention through a block table, beside attention over one array
"""

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]
# One thread, and the kernel that NumPy itself would choose here: said before NumPy is first imported.
for name in [name for name in os.environ if name.startswith("OPENBLAS_")]:
    del os.environ[name]
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

import click
import numpy as np
import tomlkit

import kvlesson
from lessonkit import measured

ROUNDS = 25


def machine() -> str:
    cores = os.cpu_count() or 1
    return (
        f"{cores} {'core' if cores == 1 else 'cores'} of {platform.machine().replace('_', '-')}, {platform.system()}, "
        f"Python {platform.python_version()}, NumPy {np.__version__}"
    )


def write(command: str, values: dict[str, str]) -> None:
    """Put the records into the file, beside those of other commands."""
    path = ROOT / measured.FILE
    document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    if not path.exists():
        document.add(
            tomlkit.comment("What machines were asked. Written by the commands named below, never by hand.")
        )
    table = document.setdefault("measured", tomlkit.table(is_super_table=True))
    for key, value in values.items():
        record = {"value": value, "command": command, "machine": machine(), "date": date.today().isoformat()}
        table[key] = record
        click.echo(f"{key}: {value}")
    path.write_text(tomlkit.dumps(document), "utf-8")
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
