"""What a page asks for: nothing of Python before the first Run, nothing of anybody else ever, and little of all."""

import gzip

import pytest
from playwright.sync_api import expect
from reader import LABS, PAGES

# Bytes, compressed, before anybody touches a page:
BEFORE = 95_000  # all that a page asks for
CELLS = 5_500  # of that, what makes cells run
# At the first Run:
FIRST_RUN = 9_400_000
# At the first Edit:
EDITOR = 125_000


def size(site, asked):
    return sum(len(gzip.compress(site.file(name).read_bytes(), mtime=0)) for name in set(asked))


@pytest.fixture
def context(empty):
    return empty


@pytest.mark.parametrize("address", [*PAGES, *LABS])
def test_a_page_is_light_and_stands_still(reader, address):
    reader.open(address)
    reader.settled()
    assert [name for name in reader.site.asked if "/runtime/" in name or "/editor/" in name] == []
    assert [name for name in reader.site.asked if "search_index" in name or "/workers/" in name] == []
    around = {name for name in reader.site.asked if name.startswith("/assets/")}
    assert {*reader.site.asked} - around - {"/favicon.ico"} == {"/" + address, "/sitemap.xml"}
    assert size(reader.site, reader.site.asked) < BEFORE
    assert size(reader.site, ["/assets/cells.js"]) < CELLS
    stands_still(reader.page)
    reader.page.set_viewport_size({"width": 320, "height": 900})
    reader.open(address)
    reader.settled()
    stands_still(reader.page)


def stands_still(page):
    assert page.evaluate("kvShift") < 0.01
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_style_sheets_are_loaded_once_for_all_pages(reader):
    """Whatever the depth of a page, from which its address is told; the theme compares the heads of two pages."""
    reader.visit("lesson/4-paging/")
    sheets = reader.page.locator("link[rel=stylesheet]")
    sheets.evaluate_all("links => links.forEach((link) => { link.kvSame = true })")
    reader.site.asked.clear()
    for address in ("", "live/", "lesson/5-pieces/"):
        reader.visit(address)
    assert sheets.evaluate_all("links => links.map((link) => link.kvSame)") == [True] * 3
    assert [name for name in reader.site.asked if name.endswith(".css")] == []
    assert (
        reader.page.locator("meta[name=color-scheme]").count() == 0
    )  # for which the page would be styled anew


def test_the_search_is_fetched_at_the_first_letter(reader):
    reader.open("lesson/4-paging/")
    box, found = reader.page.get_by_role("textbox", name="Search"), reader.page.locator(".md-search-result")
    box.click()
    reader.settled()
    assert [name for name in reader.site.asked if "search_index" in name] == []
    box.press_sequentially("copy on write")
    expect(found.get_by_role("heading", name="copy-on-write").first).to_be_visible()
    assert reader.site.asked.count("/search/search_index.json") == 1
    box.fill("")
    box.press_sequentially("zzzz")
    expect(found).to_contain_text("No matching documents")
    box.fill("")
    box.press_sequentially("block size")
    expect(found.get_by_role("heading", name="block size").first).to_be_visible()
    box.press("Enter")
    expect(reader.page).not_to_have_url(reader.site.address + "lesson/4-paging/")
    assert reader.site.asked.count("/search/search_index.json") == 1


def test_a_search_that_cannot_be_fetched_is_tried_again(reader):
    reader.open("lesson/4-paging/")
    reader.settled()
    box, found = reader.page.get_by_role("textbox", name="Search"), reader.page.locator(".md-search-result")
    reader.page.context.set_offline(True)
    box.click()
    box.press_sequentially("copy")
    expect(found).to_contain_text("No matching documents")
    reader.page.context.set_offline(False)
    box.press_sequentially(" on write")
    expect(found.get_by_role("heading", name="copy-on-write").first).to_be_visible()
    reader.heard.clear()  # the browser itself speaks of what it could not fetch


MADE_BY_SCRIPTS = ["live/", "experiment/", "numbers/", "sources/", "measured/"]


@pytest.mark.parametrize("address", [*MADE_BY_SCRIPTS, "glossary/", "kept-true/"])
def test_what_a_script_makes_moves_nothing_and_asks_for_no_python(reader, address):
    for width in (1280, 320) if address in MADE_BY_SCRIPTS else (1280,):
        reader.page.set_viewport_size({"width": width, "height": 900})
        reader.page.goto(reader.site.address + address)
        reader.settled()
        stands_still(reader.page)
    assert [name for name in reader.site.asked if "/runtime/" in name or "/editor/" in name] == []


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("script", ["cells.js*", "bundle.*.js"])
def test_room_is_kept_for_what_scripts_make(reader, script, width):
    """However late they come: the buttons of cells, and whatever the theme does to a page."""
    reader.page.set_viewport_size({"width": width, "height": 900})
    height = "document.querySelector('footer').getBoundingClientRect().top + scrollY"
    reader.page.route(f"**/{script}", lambda route: route.abort())
    with reader.page.expect_event("requestfailed"):
        reader.page.goto(reader.site.address + "lesson/4-paging/")
    before = reader.page.evaluate(height)
    reader.heard.clear()  # the browser itself speaks of what it could not fetch
    reader.page.unroute(f"**/{script}")
    reader.open("lesson/4-paging/")
    reader.settled()
    assert reader.page.evaluate(height) == before


def test_what_the_first_run_and_the_first_edit_cost(reader, codemirror):
    """A first Run without a network is told and can be tried again; the editor comes at the first Edit, and once."""
    reader.open("lesson/4-paging/")
    reader.settled()
    reader.page.context.set_offline(True)
    reader.press(2, "Run")
    reader.says(2, "Python does not run")
    reader.page.context.set_offline(False)
    reader.heard.clear()  # the browser itself speaks of what it could not fetch

    reader.site.asked.clear()
    reader.press(2, "Run")
    reader.says(2, "about 9 MB, once")
    reader.says(2, "The same as printed")
    names = sorted(name.rpartition("/")[2] for name in reader.site.asked)
    assert names == sorted(path.name for path in (reader.site.folder / "assets/runtime").glob("*/*"))
    assert 8_500_000 < size(reader.site, reader.site.asked) < FIRST_RUN

    reader.site.asked.clear()
    reader.press(1, "Edit")
    expect(reader.editor(1)).to_be_focused()
    reader.press(1, "Close")
    for number in (1, 2):
        reader.press(number, "Edit")
        expect(reader.editor(number)).to_be_focused()
    assert [reader.site.file(name) for name in reader.site.asked] == [codemirror]
    assert 50_000 < size(reader.site, reader.site.asked) < EDITOR
