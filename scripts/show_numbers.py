"""Print every number that the lesson quotes, chapter by chapter: what it says, and what gives it.

python scripts/show_numbers.py
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]

from lessonkit.report import examine_lesson


def main() -> int:
    report = examine_lesson(ROOT)
    for outcome in report.outcomes:
        quoted = {
            (b.sign, b.key): report.project.quoted(b.sign) for b in outcome.page.bindings if b.sign != "="
        }
        if not outcome.entries and not quoted:
            continue
        print(f"\n{outcome.page.title or outcome.page.path}  ({outcome.page.path})")
        width = max(len(e.text) for e in outcome.entries) if outcome.entries else 8
        for entry in outcome.entries:
            print(f"  {entry.text:>{width}}  {entry.key}  = {entry.expression}")
        for (_, key), of in quoted.items():
            try:
                print(f"  {of.values.text(key):>{width}}  {key}  {of.kind}: {of.values.citation(key)}")
            except KeyError:
                print(f"  {'?':>{width}}  {key}  no such {of.kind}")
    for finding in report.findings:
        print(finding, file=sys.stderr)
    return bool(report.findings)


if __name__ == "__main__":
    sys.exit(main())
