"""Pictures that somebody has looked at: a digest of each drawing, so that one which changes is looked at again.

The check compares what a picture says; this notices a line that has moved. `tests/pictures.sha256` holds the digests, in
the format of `sha256sum`, so that a reviewer sees which pictures a change has touched.
"""

import hashlib
from pathlib import Path

from .report import Report

APPROVED = Path("tests", "pictures.sha256")


def digests(report: Report) -> dict[str, str]:
    """Digest by the picture's place under docs/. The report must have been made with `draw`."""
    files = {name: content for outcome in report.outcomes for name, content in outcome.files.items()}
    return {name: hashlib.sha256(content.encode()).hexdigest() for name, content in sorted(files.items())}


def approved(root: Path) -> dict[str, str]:
    path = root / APPROVED
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def changed(report: Report) -> list[str]:
    """Pictures that are drawn in another way than when they were approved, new, or gone."""
    now, then = digests(report), approved(report.project.root)
    return sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))


def as_lines(report: Report) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in digests(report).items())
