"""One Python for all that a site runs: one thing at a time, each answered in its own place, and what does not arrive is told."""

import pytest
from playwright.sync_api import expect

PAGING = "lesson/4-paging/"


@pytest.fixture
def context(empty):
    return empty


NEEDED = [
    "harmless.js",  # first: it stays with the page once it is there
    "worker.js",
    "pyodide.mjs",
    "pyodide-lock.json",
    "run_cell.py",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "numpy-*.whl",
]


def test_what_does_not_arrive_or_is_something_else_is_told_and_asked_for_again(reader):
    network, broken = reader.page.context, "pyodide.asm.wasm"
    reader.open(PAGING)
    for part in NEEDED:
        network.route(f"**/{part}", lambda route: route.abort())
        reader.press(1, "Run")
        reader.says(1, "Python does not run")
        network.unroute(f"**/{part}")
    network.route(f"**/{broken}", lambda route: route.fulfill(body="cut", content_type="application/wasm"))
    reader.press(1, "Run")
    reader.says(1, "Python does not run")
    network.unroute(f"**/{broken}")
    reader.heard.clear()  # the browser itself speaks of what it could not fetch
    reader.press(1, "Run")
    reader.says(1, "The same as printed")


def test_what_was_begun_while_python_was_loaded_ends_with_its_page(reader):
    late = []
    reader.page.context.route("**/pyodide.asm.wasm", lambda route: late.append(route))
    reader.visit("experiment/")
    reader.page.get_by_role("button", name="Run ten seeds").click()
    reader.visit("live/")
    reader.page.get_by_role("button", name="Start", exact=True).click()
    expect(reader.page.locator(".kv-live").get_by_role("status")).to_contain_text("Loading Python")
    reader.visit(PAGING)
    reader.press(1, "Run")
    reader.press(2, "Run")
    reader.says(2, "Another cell is running")
    while not late:
        reader.page.wait_for_timeout(50)
    late.pop().continue_()
    reader.says(1, "The same as printed")
    expect(reader.yours(1)).to_have_count(0)
    expect(reader.page).to_have_url(reader.site.address + PAGING)


def test_while_one_exercise_waits_another_says_so_and_gives_its_hint(reader):
    reader.page.context.route("**/pyodide.asm.wasm", lambda route: None)  # a network that never answers
    reader.open(PAGING)
    one, other = reader.page.locator(".kv-exercise").all()[:2]
    one.get_by_role("button", name="Another one").click()
    expect(one).to_contain_text("Loading Python")
    other.get_by_role("button", name="Another one").click()
    expect(other).to_contain_text("Python is at work")
    other.get_by_role("button", name="Hint").click()
    expect(other.locator(".kv-hint").first).to_be_visible()


def test_a_cell_that_is_opened_again_ends_the_one_that_was_there(tab):
    tab.visit(PAGING)
    offer = tab.page.locator("#nine-steps").get_by_role("button", name="Open in a cell")
    offer.click()
    tab.write("of the drawing", "print('mine')\nwhile True: pass")
    tab.press("of the drawing", "Run")
    expect(tab.yours("of the drawing")).to_contain_text("mine")
    offer.click()
    tab.says("of the drawing", "Change what you like")
    tab.press(1, "Run")
    tab.says(1, "The same as printed")
