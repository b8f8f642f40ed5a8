"""Every address of a built site leads to a file, every name to an id, and no id is given twice."""

import pytest

from lessonkit import links

HEAD = '<link rel="canonical" href="https://example.org/lesson/">'
SITE = {
    "index.html": f"""{HEAD}<link rel="stylesheet" href="assets/look.css">
        <p id="top"><a href="a/#one">a</a> <a href="#top">up</a> <a href="https://example.org/lesson/a/">whole</a>
        <a href="https://elsewhere.example/gone">not ours</a> <a href="mailto:x@example.org">nor this</a></p>""",
    "a/index.html": """<h2 id="one" aria-labelledby="label other">One</h2><b id="label"></b><b id="other"></b>
        <img src="../figures/f.svg" srcset="../figures/f.svg 2x"><label for="one">x</label>
        <svg><defs><g id="g"/></defs><use xlink:href="#g"/><rect fill="url(#g)"/></svg>
        <a href="">here</a> <a href="..">home</a> <a href="../?q=x#top">asked</a>""",
    "404.html": '<script src="/lesson/assets/look.js"></script><a href="/lesson/">home</a>',
    "figures/f.svg": '<svg><g id="b"/><use href="#b"/></svg>',
    "assets/look.css": "a { background: url(../figures/f.svg#b) } b { background: url('data:image/png,') }",
    "assets/look.js": "",
    "sitemap.xml": "<loc>https://example.org/lesson/a/</loc>",
    "search/search_index.json": '{"docs": [{"location": ""}, {"location": "a/#one"}]}',
}


def check(folder, files):
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf-8")
    return links.check(folder)


def test_a_site_in_order(tmp_path):
    assert check(tmp_path, SITE) == []


@pytest.mark.parametrize(
    ("place", "old", "new", "problem"),
    [
        ("index.html", "a/#one", "b/", "index.html: b/ leads to no file of the site"),
        ("index.html", '"a/#one', '"a', "index.html: a leads to no file of the site"),
        ("index.html", "a/#one", "a/#two", "index.html: a/#two leads to no place in a/index.html"),
        ("index.html", "#top", "#tip", "index.html: #tip leads to no place in index.html"),
        ("index.html", "lesson/a/", "lesson/b/", "https://example.org/lesson/b/ leads to no file"),
        ("index.html", "look.css", "lock.css", "index.html: assets/lock.css leads to no file"),
        ("a/index.html", '"..', '"../..', "a/index.html: ../.. leads out of the site"),
        ("a/index.html", '<img src="../f', '<img src="../g', "../gigures/f.svg leads to no file"),
        ("a/index.html", 'srcset="../f', 'srcset="../g', "../gigures/f.svg leads to no file"),
        ("a/index.html", 'for="one"', 'for="two"', 'for names "two", an id that the page lacks'),
        ("a/index.html", "label other", "label another", 'aria-labelledby names "another", an id'),
        ("a/index.html", 'xlink:href="#g"', 'xlink:href="#h"', "a/index.html: #h leads to no place"),
        ("a/index.html", "url(#g)", "url(#h)", 'fill names "h", an id that the page lacks'),
        ("a/index.html", 'id="other"', 'id="label"', "a/index.html: the id label is given 2 times"),
        ("404.html", "/lesson/assets/", "assets/g/", "404.html: assets/g/look.js leads to no file"),
        ("404.html", "/lesson/assets/", "/assets/", "404.html: /assets/look.js leads out of the site"),
        ("figures/f.svg", 'href="#b"', 'href="#c"', "figures/f.svg: #c leads to no place"),
        ("assets/look.css", "f.svg", "g.svg", "assets/look.css: ../figures/g.svg#b leads to no file"),
        ("sitemap.xml", "/a/", "/b/", "sitemap.xml: https://example.org/lesson/b/ leads to no file"),
        ("search/search_index.json", "#one", "#two", "search_index.json: a/#two leads to no place"),
    ],
)
def test_what_leads_nowhere_is_said(tmp_path, place, old, new, problem):
    assert old in SITE[place]
    found = check(tmp_path, {**SITE, place: SITE[place].replace(old, new)})
    assert any(problem in p for p in found), found
