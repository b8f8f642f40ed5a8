"""The lesson's own scripts and style sheets, where they lie in the built site, without their comments: they are for authors.

Invariant: of a script only those go that begin a line and end one, so that none in a string or beside code is taken for one.
"""

import re
from pathlib import Path

_BODY = r"/\*(?:(?!\*/).)*\*/"
_COMMENT = {
    ".css": re.compile(_BODY + r"\s*", re.S),
    ".js": re.compile(rf"^[ \t]*{_BODY}[ \t]*\n", re.S | re.M),
}


def strip(site: Path) -> None:
    for path in (site / "assets").iterdir():
        if comment := _COMMENT.get(path.suffix):
            path.write_text(comment.sub("", path.read_text("utf-8")), "utf-8")
