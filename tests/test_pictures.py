"""Every picture of the lesson is drawn as it was when somebody last looked at it."""

from pathlib import Path

from lessonkit import pictures
from lessonkit.report import examine_lesson

ROOT = Path(__file__).resolve().parents[1]


def test_every_picture_is_as_it_was_approved():
    changed = pictures.changed(examine_lesson(ROOT, draw=True))
    assert not changed, (
        f"drawn in another way than when somebody last looked: {', '.join(changed[:8])}"
        f"{' and others' if len(changed) > 8 else ''}. Look at them (make site puts them into site/figures); "
        f"if they are right: make pictures, and commit {pictures.APPROVED}"
    )
