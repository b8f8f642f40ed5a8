"""What MkDocs is given: marks of drift, drawn pictures, ledgers; and what is said of the HTML it makes."""

import html
import json
import re

import pytest

from lessonkit import glossary, project
from lessonkit.site import check_html, drawn_in, labelled, scrollable


def prepared(lesson):
    before = lesson.files()
    run = lesson.run("prepare")
    assert run.returncode == 0, run.stderr
    assert lesson.files() == before
    return json.loads(run.stdout)


def test_a_right_page(lesson):
    made = prepared(lesson)
    page = made["pages"]["lesson/2-how-big.md"]
    assert made["findings"] == []
    assert "kv-drift" not in page
    assert "[128 KiB][=llama3-token]{ .kv-num }" in page
    assert "[20.4%][@orca-max-used]{ .kv-num .kv-cited }" in page
    (drawn_by,) = re.findall(
        r'<figure class="kv-figure" data-drawn-by="(.*)"><span data-drawing="0"></span></figure>', page
    )
    assert drawn_by in html.escape(lesson.page.read_text())
    assert f'data-drawn-by="{drawn_by}"><svg' in drawn_in(page, made["drawings"])
    assert drawn_in(page, made["drawings"]).count("<svg") == len(made["drawings"]) == 3
    assert page.count('<li class="kv-now"><p') == page.count("<li><p") == 1
    assert "``` { .text .kv-output }" in page
    assert "<!--" not in page
    assert set(made["files"]) == {
        "assets/names.py",
        "measured.md",
        "numbers.md",
        "sources.md",
        "figures/factors.svg",
        "figures/arrivals-1.svg",
        "figures/arrivals-2.svg",
    }


def test_a_wrapped_number_is_one_link(lesson):
    lesson.edit("[128 KiB][", "[128\nKiB][")
    assert "[128 KiB][=llama3-token]{ .kv-num" in prepared(lesson)["pages"]["lesson/2-how-big.md"]


def test_the_ledgers(lesson):
    files = prepared(lesson)["files"]
    assert (
        "### llama3-token {#llama3-token}\n\n**128 KiB**{ .kv-value .kv-computed } is what `kib(kv_bytes_per_token(LLAMA3_8B))` gives."
        in files["numbers.md"]
    )
    assert (
        "### orca-max-used {#orca-max-used}\n\n**20.4%**{ .kv-value }: fig. 2, read 2026-11-29."
        in files["sources.md"]
    )


def test_drift_is_marked_where_it_stands(lesson):
    lesson.edit("128 KiB][", "129 KiB][")
    lesson.edit("OPT-13B | 40", "OPT-13B | 41")
    made = prepared(lesson)
    page = made["pages"]["lesson/2-how-big.md"]
    assert page.startswith("---\ntitle: How big is it?")
    assert '<div class="kv-drift-banner" role="alert">' in page
    marked = html.unescape(page)
    assert (
        '<span class="kv-drift" title="text says "129 KiB", kib(kv_bytes_per_token(LLAMA3_8B)) gives'
        in marked
    )
    assert "[129 KiB][=llama3-token]" in page
    assert '<p class="kv-drift">row OPT-13B, column KV heads: text says 41' in page
    assert len(made["findings"]) == 2


def test_a_page_that_cannot_be_read_says_so(lesson):
    lesson.page.write_bytes(b"# \xff\n")
    page = prepared(lesson)["pages"]["lesson/2-how-big.md"]
    assert "this file is not UTF-8" in page


def test_hostile_text_stays_text(lesson):
    lesson.edit("[128 KiB][", "[<img src=x onerror=alert(1)>][")
    page = prepared(lesson)["pages"]["lesson/2-how-big.md"]
    assert "<li>docs/lesson/2-how-big.md:" in page
    assert "&lt;img src=x" in page


KEYS = ["llama3-token", "opt-over-llama", "mostly-sharing", "orca-max-used", "pairs-formula"]
ALTS = [
    "Llama 3 8B: 2 x 32 x 8 x 128 x 2 bytes; OPT-13B: 2 x 40 x 40 x 128 x 2 bytes",
    "Llama 3 8B: 2 x 32 x 8 x 128 x 2 bytes",
    "OPT-13B: 2 x 40 x 40 x 128 x 2 bytes",
]


def number(key):
    ledger = "sources" if key == "orca-max-used" else "numbers"
    return f'<a class="kv-num" href="../../{ledger}/#{key}">x</a>'


def entries(keys):
    return f"<article>{''.join(f'<h3 id={key}>{key}</h3><b class=kv-value>1</b>' for key in keys)}</article>"


def picture(alt):
    return f'<svg role="img" aria-label="{alt}"/>'


GOOD = {
    "lesson/2-how-big": f"""<article>{"words " * 20}{"".join(map(number, KEYS))}
        <figure class="kv-figure">{picture(ALTS[0])}</figure>
        <div class="kv-stepper"><ol>{"".join(map(picture, ALTS[1:]))}</ol></div></article>""",
    "glossary": f"<article>{'glossary words ' * 9}</article>",
    "numbers": entries(key for key in KEYS if key != "orca-max-used"),
    "sources": entries(["orca-max-used"]),
}


def problems(lesson, site, pages):
    for place, text in pages.items():
        (site / place).mkdir(parents=True)
        (site / place / "index.html").write_text(text)
    return check_html(project.load(lesson.root), site)


def test_a_site_in_order(lesson, tmp_path):
    assert problems(lesson, tmp_path / "site", GOOD) == []


def test_a_sheet_that_drawings_share_stands_once_and_in_the_head():
    drawings = ["<svg><style>.a{b:c}</style>1</svg>", "<svg><style>.a{b:c}</style>2</svg>", "<svg>3</svg>"]
    places = "".join(f'<span data-drawing="{i}"></span>' for i in range(3))
    drawn = "<svg>1</svg><svg>2</svg><svg>3</svg>"
    page = f"<head></head><body>{places}</body>"
    assert drawn_in(page, drawings) == f"<head><style>.a{{b:c}}</style></head><body>{drawn}</body>"
    assert drawn_in("<head></head><body></body>", drawings) == "<head></head><body></body>"
    assert drawn_in(places, drawings) == f"<style>.a{{b:c}}</style>{drawn}"


def test_a_link_to_a_section_has_a_label():
    given = '<h2 id="a" title="b">c<a class="headerlink" href="#a" title="d">#</a></h2><a href="e" title="f">g</a>'
    assert labelled(given) == given.replace('title="d"', 'aria-label="d"')


def test_a_table_scrolls_by_itself_unless_somebody_else_sees_to_it():
    before, after = '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">', "</div></div>"
    given = "<p>1</p>\n<table>\n<tr>2</tr>\n</table>\n<p>3</p><table>4</table>"
    assert scrollable(given) == (
        f'<p>1</p>\n{before}<table class="kv-table">\n<tr>2</tr>\n</table>{after}\n'
        f'<p>3</p>{before}<table class="kv-table">4</table>{after}'
    )
    assert scrollable('<table class="made">1</table>') == '<table class="made">1</table>'


@pytest.mark.parametrize(
    ("place", "old", "new", "problem"),
    [
        (
            "lesson/2-how-big",
            number("pairs-formula"),
            "",
            "5 bound numbers in the source, 4 number links in the page",
        ),
        (
            "lesson/2-how-big",
            number("pairs-formula"),
            number("llama3-token"),
            "the link of the number [pairs-formula] leads to ../../numbers/#llama3-token",
        ),
        ("lesson/2-how-big", "</article>", "[7][=lost]</article>", "is left in the page's text"),
        ("lesson/2-how-big", f'aria-label="{ALTS[0]}"', 'aria-label=""', "a picture has no text alternative"),
        (
            "lesson/2-how-big",
            picture(ALTS[2]),
            picture("OPT-13B"),
            "alternative is 'OPT-13B', but 'OPT-13B: 2",
        ),
        ("lesson/2-how-big", picture(ALTS[2]), "", "alternative is None, but 'OPT-13B: 2"),
        ("lesson/2-how-big", "<figure", '<img src="x" alt="more"><figure', "alternative is 'more', but"),
        ("lesson/2-how-big", 'class="kv-stepper"', "", "3 blocks in the source, 1 pictures in the page"),
        ("glossary", "glossary words ", "", "the page is empty"),
        ("numbers", "id=pairs-formula", "id=pairs", "numbers: has no entry pairs-formula, which a page uses"),
        (
            "numbers",
            "</article>",
            "<h3 id=old></h3><b class=kv-value>1</b></article>",
            "numbers: has the entry old, which no page uses",
        ),
        ("sources", "id=orca-max-used", "id=orca", "sources: has no entry orca-max-used, which a page uses"),
    ],
)
def test_what_a_builder_lets_pass(lesson, tmp_path, place, old, new, problem):
    assert old in GOOD[place]
    found = problems(lesson, tmp_path / "site", {**GOOD, place: GOOD[place].replace(old, new)})
    assert any(problem in p for p in found), found


@pytest.mark.parametrize("place", GOOD)
def test_a_page_that_was_not_built(lesson, tmp_path, place):
    rest = {name: text for name, text in GOOD.items() if name != place}
    assert any("was not built" in p for p in problems(lesson, tmp_path / "site", rest))


TERMS = (
    glossary.Term("block", 'Some "slots".'),
    glossary.Term("block table", "A list."),
    glossary.Term("copy", "Two."),
)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("<p>A block, two blocks.</p>", "<p>A <abbr title='Some \"slots\".'>block</abbr>, two blocks.</p>"),
        ("<p>Blocks.</p>", "<p><abbr title='Some \"slots\".'>Blocks</abbr>.</p>"),
        ("<p>A block table.</p>", '<p>A <abbr title="A list.">block table</abbr>.</p>'),
        ("<p>Two copies.</p>", '<p>Two <abbr title="Two.">copies</abbr>.</p>'),
        ('<p><a href="#">block</a> <code>block</code></p><h2>block</h2>', None),
        ("<p>blocked, un-block, roadblock</p>", None),
        ("<svg><text>block</text></svg>", None),
    ],
)
def test_tooltips_at_first_use(given, expected):
    assert glossary.mark_first_uses(given, TERMS) == (expected or given)


def test_glossary_terms():
    text = "# G\n\n## block table {#bt}\n\nA *list* of [blocks](#block). More.\n\n## key\n\nA label\nof two lines.\n"
    assert glossary.terms(text) == [
        glossary.Term("block table", "A list of blocks."),
        glossary.Term("key", "A label of two lines."),
    ]
