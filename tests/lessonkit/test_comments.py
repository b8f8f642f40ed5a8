"""Comments are for authors: a reader is sent the code alone."""

import pytest

from lessonkit.comments import strip

SCRIPT = """\
/* What it is.

   And why. */
const a = "/* kept */"; /* beside code: kept */
  /* gone */
const b = 1; // kept
/* one */ const c = 2;
/* gone too */
"""
LEFT = """\
const a = "/* kept */"; /* beside code: kept */
const b = 1; // kept
/* one */ const c = 2;
"""


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("x.js", SCRIPT, LEFT),
        ("x.css", "/* a\nb */\np{a:b} /* c */\nq{a:b}", "p{a:b} q{a:b}"),
        ("x.svg", "/* c */", "/* c */"),
        ("javascripts/theme.js", "/* licence */\n", "/* licence */\n"),
    ],
)
def test_comments_of_the_lessons_own_files_go(tmp_path, name, before, after):
    path = tmp_path / "assets" / name
    path.parent.mkdir(parents=True)
    path.write_text(before)
    strip(tmp_path)
    assert path.read_text() == after
