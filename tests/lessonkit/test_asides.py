"""Cells that a reader opens beside the text: they run where the page's cells have run, and give what the page shows."""

import contextlib
import html
import importlib.util
import io
import re
from pathlib import Path

import pytest

from lessonkit.report import examine_lesson
from lessonkit.site import names

ROOT = Path(__file__).resolve().parent.parent.parent
ASSETS = ROOT / "docs/assets"
REPORT = examine_lesson(ROOT, draw=True)
PAGES = [outcome for outcome in REPORT.outcomes if outcome.page.path.startswith("docs/")]
(LIBRARY,) = re.findall(r'LIBRARY = "(.*)"', (ASSETS / "aside.js").read_text("utf-8"))
spec = importlib.util.spec_from_file_location("run_cell", ASSETS / "run_cell.py")
run_cell = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run_cell)


def ran(cells, first=""):
    namespace = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for source in [first, *(cell.code for cell in cells)]:
            exec(source, namespace)
    return namespace


@pytest.mark.parametrize("outcome", PAGES, ids=lambda outcome: outcome.page.path)
def test_what_draws_a_picture_draws_it_where_it_stands(outcome):
    page = outcome.page
    for block in page.blocks:
        made = outcome.shown.get(block.start) or ""
        drawn_by = re.search(r'data-drawn-by="([^"]*)"', made)
        assert bool(drawn_by) == ("<svg" in made and 'class="kv-plot"' not in made)
        if not drawn_by:
            continue
        frame = ".frames[-1].picture" if block.kind == "stepper" else ""
        namespace = ran(page.cells)
        before = dict(namespace)
        source = LIBRARY.replace("\\n", "\n") + html.unescape(drawn_by[1]) + frame
        result = run_cell.run("of the drawing", source, namespace, print, aside=True)
        assert result["error"] == ""
        assert result["html"] in made
        assert namespace == before  # what it binds, no other cell sees


@pytest.mark.parametrize("outcome", [o for o in PAGES if o.entries], ids=lambda outcome: outcome.page.path)
def test_what_computes_a_number_computes_it(outcome):
    namespace = ran(outcome.page.cells, names(REPORT.project))
    for entry in outcome.entries:
        sent = []
        result = run_cell.run("of the number", entry.expression, namespace, sent.append, aside=True)
        assert result == {"error": "", "html": ""}
        assert "".join(sent).strip("'\n") == entry.text
