"""For everyone: axe finds nothing on any page, light or dark, before and after cells have run."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect
from reader import LABS, ROOT, Reader

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MADE = ["numbers", "sources", "measured", "404.html"]


def addresses() -> list[str]:
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    return (
        [re.sub(r"(^|(?<=/))index\.md$|\.md$", "", page) for page in pages]
        + [lab.rstrip("/") for lab in LABS]
        + MADE
    )


@pytest.fixture(scope="module", params=["light", "dark"])
def context(request, chromium, site):
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, color_scheme=request.param)
    yield context
    context.close()


@pytest.fixture(scope="module")
def tab(context, site):
    reader = Reader(context.new_page(), site)
    yield reader
    reader.page.close()


def wrong(page) -> list[str]:
    """What axe finds, one line a rule, with the first place."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    page.evaluate(AXE)
    found = page.evaluate(f"axe.run({{ runOnly: {RULES} }})")
    assert found["passes"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in found["violations"]]


@pytest.mark.parametrize("address", addresses())
def test_axe_finds_nothing(tab, address):
    tab.page.goto(tab.site.address + address + ("" if address.endswith(".html") or not address else "/"))
    assert wrong(tab.page) == []


def test_nor_after_cells_have_run_and_failed_and_are_edited(tab):
    tab.open("lesson/4-paging/")
    tab.press(1, "Run")
    tab.says(1, "The same as printed")
    tab.write(1, "print(1)\n1 / 0")
    tab.press(1, "Run")
    expect(tab.yours(1)).to_contain_text("ZeroDivisionError")
    tab.write(2, "from kvlesson import BlockTables\nBlockTables(4, 4)")
    tab.press(2, "Run")
    assert wrong(tab.page) == []


# Every kind of word, and a line that has to be scrolled; the cursor stands at its last bracket.
WORDS = """# a comment
class Pool(dict):
    def free(self, rid: int = 0) -> None:
        raise ValueError(f"no {rid!r}\\n" if True and not rid else [*self.values()][-1] ** 2 // 3.5, "and so on and on")"""


@pytest.mark.parametrize("kind", ["codemirror", "plain"])
def test_nor_in_an_editor(tab, request, kind):
    if kind == "plain":
        tab.page.route("**/assets/editor/**", lambda route: route.abort())
    else:
        request.getfixturevalue("codemirror")
    tab.open("lesson/4-paging/")
    tab.write(1, WORDS)
    assert tab.editor(1).evaluate("box => box.matches('textarea')") == (kind == "plain")
    assert wrong(tab.page) == []
    tab.editor(1).press("(")  # which has no other
    assert wrong(tab.page) == []
    tab.page.unroute("**/assets/editor/**")
    tab.heard.clear()


def test_nor_in_an_experiment(tab):
    tab.page.goto(f"{tab.site.address}experiment/#n_slots=20000")
    tab.page.get_by_label("your guess").fill("30")
    tab.page.get_by_role("button", name="Run ten seeds").click()
    expect(tab.page.locator(".kv-experiment svg")).to_be_visible()
    assert wrong(tab.page) == []


def test_nor_in_the_pool_that_lives(tab):
    tab.page.goto(f"{tab.site.address}live/#pool=8x4x12&do=add+A+6;+fork+A+B;+append+B")
    tab.page.locator(".kv-live").get_by_role("button", name="Start").click()
    expect(tab.page.locator(".kv-live").get_by_role("status")).to_contain_text("append B")
    assert wrong(tab.page) == []


@pytest.mark.parametrize("address", ["lesson/4-paging", "lesson/6-sharing"])
def test_nor_in_exercises_that_were_answered(tab, address):
    tab.open(f"{address}/")
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
    assert wrong(tab.page) == []
    tab.page.evaluate("localStorage.clear()")


def test_axe_can_find_something(tab):
    tab.page.goto(tab.site.address)
    tab.page.evaluate("document.querySelector('article').append(document.createElement('img'))")
    assert any(line.startswith("image-alt") for line in wrong(tab.page))


@pytest.mark.parametrize("address", ["", "lesson/4-paging/", "live/", "experiment/", "numbers/"])
@pytest.mark.parametrize("width", [1280, 640])
def test_text_can_be_twice_as_large(tab, address, width):
    """And nothing runs out of the page."""
    tab.page.set_viewport_size({"width": width, "height": 900})
    tab.page.goto(tab.site.address + address)
    tab.page.evaluate("document.documentElement.style.fontSize = '250%'")  # the theme's own is 125%
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    tab.page.set_viewport_size({"width": 1280, "height": 900})
