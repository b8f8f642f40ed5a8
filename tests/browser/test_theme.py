"""The theme's script comes last, and no reader waits for it: a page can be read, stepped through, and edited without."""

import pytest
from playwright.sync_api import expect

PAGING = "lesson/4-paging/"
SCRIPT = "**/assets/javascripts/bundle.*.js"


@pytest.fixture
def context(empty):
    return empty


def test_it_comes_after_all_that_the_page_needs(reader):
    reader.open(PAGING)
    reader.settled()
    asked = reader.site.asked
    (theme,) = [number for number, name in enumerate(asked) if "/javascripts/bundle." in name]
    needed = [name for name in asked if name.endswith(".css")] + ["/assets/lesson.js", "/assets/cells.js"]
    assert len(needed) == 5
    assert all(asked.index(name) < theme for name in needed)


def test_nothing_waits_for_it(reader):
    reader.page.route(SCRIPT, lambda route: route.abort())
    with reader.page.expect_event("requestfailed"):
        reader.open(PAGING)
    steps = reader.page.locator("#nine-steps")
    steps.get_by_role("button", name="Next step").click()
    expect(steps.locator("output")).to_have_text("2 of 9")
    sources = reader.page.get_by_role("button", name="Show where the numbers come from")
    sources.click()
    expect(sources).to_have_attribute("aria-pressed", "true")
    reader.write(1, "print(1)")
    reader.holds(1, "print(1)")
    assert reader.heard.pop().startswith("Failed to load resource")


def test_a_cell_can_be_copied_as_it_stands(reader):
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.open(PAGING)
    reader.settled()
    copy = reader.page.get_by_role("button", name="Copy to clipboard")
    for block in reader.page.locator(".language-python").all():
        block.scroll_into_view_if_needed()
        expect(block.locator(copy)).to_have_count(1)
    reader.write(1, "print(1)")
    reader.press(1, "Close")
    copy.first.click()
    expect(reader.page.get_by_text("Copied to clipboard")).to_be_visible()
    assert reader.page.evaluate("navigator.clipboard.readText()") == "print(1)"


def test_what_a_page_offers_it_offers_once(reader):
    """Though the theme announces the page that is shown already."""
    reader.open(PAGING)
    reader.settled()
    each_offered_once(reader.page)
    reader.visit(PAGING)
    each_offered_once(reader.page)


def each_offered_once(page):
    offers = page.locator("[data-drawn-by], p:has(> .kv-computed)").evaluate_all(
        "places => places.map((place) => place.querySelectorAll('.kv-open').length)"
    )
    assert offers
    assert set(offers) == {1}
    cells = page.locator(".highlight.language-python")
    assert cells.locator(".kv-runner").count() == cells.count()


BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); }, configurable: true })"
RUBBISH = ["5", "{rub[bish", '{"index": "x"}']


@pytest.mark.parametrize(
    "storage", [BLOCKED, *(f"localStorage.setItem('/.__palette', '{kept}')" for kept in RUBBISH)]
)
def test_it_works_whatever_the_browser_keeps_or_does_not(reader, storage):
    reader.page.add_init_script(storage)
    reader.open(PAGING)
    reader.settled()
    block = reader.page.locator(".language-python").first
    block.scroll_into_view_if_needed()
    expect(block.get_by_role("button", name="Copy to clipboard")).to_have_count(1)
    reader.page.locator("label[for^=__palette]:visible").click()  # as the system, which is light
    reader.page.locator("label[for^=__palette]:visible").click()
    expect(reader.page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
