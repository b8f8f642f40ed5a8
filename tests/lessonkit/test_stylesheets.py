"""A style sheet loses the rules for what a site never shows, and no other."""

import pytest

from lessonkit.stylesheets import prune, pruned

WORDS = {"shown", "made-later"}


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".shown{a:b}", ".shown{a:b}"),
        (".gone{a:b}", ""),
        ("p{a:b}", "p{a:b}"),
        (".shown .gone{a:b}", ""),
        (".gone,.shown{a:b}", ".shown{a:b}"),
        (":is(.shown,.shown p),.gone{a:b}", ":is(.shown,.shown p){a:b}"),
        (".shown:not(.gone){a:b}", ".shown:not(.gone){a:b}"),
        (".made-later[x='1.gone']{a:b}", ""),  # taken for a class: the theme has none such
        ("p{width:calc(1px + .5em)}", "p{width:calc(1px + .5em)}"),
        ("@media print{.gone{a:b}}", ""),
        ("@media print{.gone{a:b}.shown{c:d}}", "@media print{.shown{c:d}}"),
        ("@supports (a:b){@media print{p{a:b}}}", "@supports (a:b){@media print{p{a:b}}}"),
        ("@keyframes x{0%{a:b}}", "@keyframes x{0%{a:b}}"),
        ('@charset "UTF-8";p{a:b}', '@charset "UTF-8";p{a:b}'),
        ("/* c */p{a:b}", "p{a:b}"),
        ("[data-md-color-switching] *,[data-md-color-switching] :after{a:b}", ""),
        ("[data-md-color-scheme] *{a:b}", "[data-md-color-scheme] *{a:b}"),
    ],
)
def test_what_is_kept(css, kept):
    assert pruned(css, WORDS) == kept


def test_what_cannot_be_read_is_not_thrown_away():
    with pytest.raises(ValueError, match="line 1"):
        pruned("p{a:b}}", WORDS)


def test_a_sites_own_words_decide(tmp_path):
    sheets = tmp_path / "assets/stylesheets"
    sheets.mkdir(parents=True)
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text('<p class="in-page">')
    (tmp_path / "assets/x.js").write_text('p.className = "in-script"')
    (sheets / "main.1.css").write_text(".in-page{a:b}.in-script{a:b}.nowhere{a:b}")
    (name,) = prune(tmp_path).items()
    assert (sheets / "main.1.css").read_text() == ".in-page{a:b}.in-script{a:b}"
    assert name[0] == "main.1.css"
    assert name[1].startswith("main.1.css?")
    before = name[1]
    (tmp_path / "a/index.html").write_text("<p>")
    assert prune(tmp_path)["main.1.css"] != before


@pytest.mark.parametrize(
    ("page", "kept"),
    [
        ("<p><table><tr>", True),
        ('<table id="class"><tr>', True),
        ('<table class="made"><table>', True),
        ('<table class="made">', False),
        ('<table id=x\nclass="made">', False),
        ("<p>", False),
    ],
)
def test_rules_about_tables_without_a_class_stay_where_there_is_one(tmp_path, page, kept):
    (tmp_path / "assets/stylesheets").mkdir(parents=True)
    (tmp_path / "index.html").write_text(page)
    sheet = tmp_path / "assets/stylesheets/main.css"
    plain, other = "p table:not([class]) td{a:b}p table:not([class])+*{a:b}", "p table td{a:b}"
    sheet.write_text(plain + other)
    prune(tmp_path)
    assert sheet.read_text() == (plain if kept else "") + other
