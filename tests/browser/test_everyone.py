"""For everyone: axe finds nothing on any page, light or dark, before and after cells have run."""

import re
from collections.abc import Sequence
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect
from reader import LABS, ROOT, Reader

from lessonkit.web import SETTLED

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Light and dark differ in colours alone, so these are asked again; of three pages, all (below).
COLOURS = ["color-contrast", "link-in-text-block"]
SCHEMES = {"light": "default", "dark": "slate"}
MADE = ["numbers", "sources", "measured", "404.html"]


def addresses() -> list[str]:
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    return (
        [re.sub(r"(^|(?<=/))index\.md$|\.md$", "", page) for page in pages]
        + [lab.rstrip("/") for lab in LABS]
        + MADE
    )


# What the browser may not do while axe looks at colours, or somebody measures: change them little by little.
AT_ONCE = """
if (!window.axe) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.fixture(scope="module")
def one(context, site):
    one = Reader(context.new_page(), site)
    yield one
    one.page.close()


@pytest.fixture
def visitor(one):
    """One tab, from page to page."""
    one.as_at_first()
    return one


# All that is folded up, until the page has been told how large it is.
OPENED = """async () => {
  document.querySelectorAll("details").forEach((part) => { part.open = true });
  for (const frame of [1, 2]) await new Promise(requestAnimationFrame);
}"""


def wrong(page, within: str = "html", dark: Sequence[str] = COLOURS) -> list[str]:
    """What axe finds, one line a rule, with the first place: by all rules in the light, then by some in the dark.

    Within what a selector names, where all else is as on the page that was looked at as a whole."""
    page.evaluate(SETTLED)  # what the theme adds is looked at too
    page.evaluate(OPENED)
    page.evaluate(AT_ONCE)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = []
    for scheme, rules in (("light", RULES), ("dark", dark)):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", SCHEMES[scheme])
        expect(page.locator("html")).to_have_css("color-scheme", scheme)
        only = {"type": "tag" if rules == RULES else "rule", "values": rules}
        said = page.evaluate(
            "([within, runOnly]) => axe.run(within, { runOnly, resultTypes: ['violations'] })", [within, only]
        )
        assert said["passes"] or said["violations"]
        found += [f"{scheme}: {rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in said["violations"]]
    page.emulate_media(color_scheme="light")
    return found


# Blocks of code get their buttons once they are in sight.
SEEN = """async () => {
  for (const block of document.querySelectorAll("pre > code")) {
    block.scrollIntoView({ behavior: "instant" });
    for (const frame of [1, 2]) await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.parametrize("address", addresses())
def test_axe_finds_nothing(visitor, address):
    """Nor in a card beside a term, or else a number."""
    page = visitor.page
    if address == "404.html":  # to which no link leads
        page.goto(visitor.site.address + address)
    else:
        visitor.visit(address and f"{address}/")
    if address == "numbers":  # hundreds of entries, all made alike: each seventh is looked at
        page.evaluate(
            "document.querySelectorAll('article h3').forEach((key, at) => { if (at % 7) { key.nextElementSibling.remove(); key.remove() } })"
        )
        assert page.locator("article h3").count() > 40
    page.evaluate(SETTLED)
    page.evaluate(OPENED)
    page.evaluate(SEEN)
    copies = page.get_by_role("button", name="Copy to clipboard").and_(page.locator("[aria-label]"))
    expect(copies).to_have_count(page.locator("article .language-python pre > code:visible").count())
    words, card = page.locator("article").locator("abbr, a.kv-num"), page.locator("#kv-card")
    if words.count():
        words.first.hover()
        expect(card).to_be_visible()
    assert wrong(page, dark=RULES if address in ("", "lesson/4-paging", "live") else COLOURS) == []
    assert card.count() == bool(words.count())  # it was there all the time


def test_nor_after_cells_have_run_and_failed_and_are_edited(tab):
    tab.visit("lesson/4-paging/")
    tab.press(1, "Run")
    tab.says(1, "The same as printed")
    tab.write(1, "print(1)\n1 / 0")
    tab.press(1, "Run")
    expect(tab.yours(1)).to_contain_text("ZeroDivisionError")
    tab.write(2, "from kvlesson import BlockTables\nBlockTables(4, 4)")
    tab.press(2, "Run")
    tab.says(2, "Not run: cell 1 stopped with an error")
    assert wrong(tab.page, ".kv-runnable, .kv-yours, .kv-output") == []


# Every kind of word, and a line that has to be scrolled; the cursor stands at its last bracket.
WORDS = """# a comment
class Pool(dict):
    def free(self, rid: int = 0) -> None:
        raise ValueError(f"no {rid!r}\\n" if True and not rid else [*self.values()][-1] ** 2 // 3.5, "and so on and on")"""

EDITED = ".kv-editing"


@pytest.mark.parametrize("kind", ["codemirror", "plain"])
def test_nor_in_an_editor(reader, request, kind):
    if kind == "plain":
        reader.page.route("**/assets/editor/**", lambda route: route.abort())
    else:
        request.getfixturevalue("codemirror")
    reader.open("lesson/4-paging/")
    reader.write(1, WORDS)
    assert reader.editor(1).evaluate("box => box.matches('textarea')") == (kind == "plain")
    assert wrong(reader.page, EDITED) == []
    if kind == "codemirror":
        reader.editor(1).press("(")  # which has no other
        assert wrong(reader.page, EDITED) == []
    reader.heard.clear()


def test_nor_in_an_experiment(tab):
    tab.visit("experiment/#n_slots=20000")
    tab.page.get_by_label("your guess").fill("30")
    tab.page.get_by_role("button", name="Run ten seeds").click()
    expect(tab.page.locator(".kv-experiment svg")).to_be_visible()
    assert wrong(tab.page, ".kv-experiment") == []


def test_nor_in_the_pool_that_lives(tab):
    tab.visit("live/#pool=8x4x12&do=add+A+6;+fork+A+B;+append+B")
    tab.page.locator(".kv-live").get_by_role("button", name="Start").click()
    expect(tab.page.locator(".kv-live").get_by_role("status")).to_contain_text("append B")
    assert wrong(tab.page, ".kv-live") == []


@pytest.mark.parametrize("address", ["lesson/4-paging", "lesson/6-sharing"])
def test_nor_in_exercises_that_were_answered(tab, address):
    tab.visit(f"{address}/")
    for box, act in zip(
        tab.page.locator(".kv-exercise").all(), ["Check", "Another one", "Hint"], strict=False
    ):
        box.get_by_role("button", name=act).click()
        if act != "Hint":
            expect(box.get_by_role("status")).to_contain_text(re.compile("Type|Choose|Other numbers"))
    tab.page.evaluate(
        "localStorage.setItem('kvlesson.solved', '{\"free-blocks\": true, \"stuck-together\": true}')"
    )
    tab.page.evaluate("document.dispatchEvent(new Event('kv-solved'))")
    expect(tab.page.get_by_text("Solved").first).to_be_visible()
    assert wrong(tab.page, ".kv-exercise") == []


def test_axe_can_find_something(visitor):
    page = visitor.page
    visitor.visit("")
    page.evaluate("document.querySelector('article > p').append(document.createElement('img'))")
    page.evaluate("document.body.style.setProperty('--md-typeset-color', '#777')")
    for within in ("html", "p:has(img)"):
        found = [line.split(": ")[:2] for line in wrong(page, within)]
        assert ["light", "image-alt"] in found
        assert ["dark", "color-contrast"] in found
    page.goto("about:blank")  # what was broken here is for no other test


@pytest.mark.parametrize("address", ["", "lesson/4-paging/", "live/", "experiment/", "numbers/"])
def test_text_can_be_twice_as_large(visitor, address):
    """And nothing runs out of the page."""
    page = visitor.page
    page.goto(visitor.site.address + address)
    page.evaluate(AT_ONCE)
    page.evaluate("document.documentElement.style.fontSize = '250%'")  # the theme's own is 125%
    for width in (640, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_telephone_the_focus_goes_to_nothing_out_of_sight(visitor):
    page = visitor.page
    page.set_viewport_size({"width": 320, "height": 640})
    visitor.visit("lesson/4-paging/")
    for _ in range(12):
        page.keyboard.press("Tab")
        focus = page.locator(":focus")
        expect(focus).to_have_count(1)
        expect(focus).to_be_in_viewport()  # the search field slides in
    assert page.evaluate("document.querySelector('article').contains(document.activeElement)")
    chapter = page.locator(".md-nav--primary").get_by_role("link", name="1. Why keep a cache?")
    expect(chapter).to_be_hidden()
    page.get_by_role("button", name="Navigation").click()
    expect(chapter).to_be_in_viewport()
    chapter.click()
    expect(page).to_have_url(re.compile("1-why-cache"))
    expect(chapter).to_be_hidden()
