"""The pool, live: by buttons or by keys alone, from an address or from nothing, and never by an address without a click."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from kvlesson import drawing


@pytest.fixture
def live(tab):
    def visit(story=None, pool=None):
        said = "&".join(f"{name}={quote(value)}" for name, value in (("pool", pool), ("do", story)) if value)
        tab.visit("live/" + (f"#{said}" if said else ""))
        return tab.page

    return visit


def says(page):
    return page.locator(".kv-live").get_by_role("status")


def press(page, *names):
    for name in names:
        page.locator(".kv-live").get_by_role("button", name=name, exact=True).first.click()


def shown(page):
    """What the pictures say to those who cannot see them."""
    return [svg.get_attribute("aria-label") for svg in page.locator(".kv-live svg").all()]


def expected(story, sizes=()):
    both = drawing.live_pool(story, sizes).both
    return [both.blocks.text, both.slabs.text]


def test_buttons_do_what_the_library_does(live):
    page = live()
    expect(page.locator(".kv-live-before")).to_be_visible()
    press(page, "Start")
    expect(says(page)).to_contain_text("An empty pool")
    expect(page.locator(".kv-live-before")).to_have_count(0)
    for name, story in (
        ("Add", "add A 6"),
        ("Append", "add A 6; append A"),
        ("Fork as B", "add A 6; append A; fork A B"),
        ("Free", "add A 6; append A; fork A B; free A"),
        ("Undo", "add A 6; append A; fork A B"),
    ):
        press(page, name)
        expect(says(page)).to_contain_text(story.split("; ")[-1])
        assert shown(page) == expected(story)
    assert page.locator(".kv-live pre").inner_text().strip() == drawing.live_pool(story).python


def test_a_situation_can_be_shared_and_waits_for_a_click(live):
    page = live("add A 6; fork A B; append B", "4x4x8")
    expect(says(page)).to_contain_text("This address holds a situation")
    assert page.locator(".kv-live svg").count() == 0
    press(page, "Start")
    expect(says(page)).to_contain_text("append B")
    assert shown(page) == expected("add A 6; fork A B; append B", (4, 4, 8))


HOSTILE = [
    ("add <img src=x onerror=alert(1)> 6", "8x4x12"),
    ("add A 6'); import os; ('", "8x4x12"),
    ('"""; raise SystemExit; """', "8x4x12"),
    ("add A 6;" * 400, "8x4x12"),
    ("add A 6", "99x99x99"),
    ("\u2028\\", "8x4x12"),
]


@pytest.mark.parametrize(("story", "pool"), HOSTILE)
def test_an_address_that_holds_none_gives_a_clean_pool_and_says_why(live, story, pool):
    page = live(story, pool)
    press(page, "Start")
    expect(says(page)).to_contain_text("so this is a clean pool")
    assert shown(page) == expected("")
    assert page.locator(".kv-live img, .kv-live script").count() == 0


def test_by_keyboard_alone(live):
    page = live()
    page.locator(".kv-live").get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    expect(says(page)).to_contain_text("An empty pool")
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(says(page)).to_contain_text("add A 6")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Append", exact=True)).to_be_focused()
    page.keyboard.press("Space")
    expect(says(page)).to_contain_text("append A")
    expect(page.get_by_role("button", name="Append", exact=True)).to_be_focused()  # it stays where it was
    assert shown(page) == expected("add A 6; append A")


def test_another_pool(live):
    page = live()
    press(page, "Start")
    expect(says(page)).to_contain_text("An empty pool")
    page.get_by_label("blocks", exact=True).fill("3")
    page.get_by_label("slab", exact=True).fill("5")
    press(page, "New pool", "Add")
    expect(says(page)).to_contain_text("6 tokens are more than a slab of 5 slots")
    assert shown(page) == expected("add A 6", (3, 4, 5))


def test_start_says_that_python_is_loaded(reader):
    reader.page.context.route("**/pyodide.asm.wasm", lambda route: None)  # a network that never answers
    reader.page.goto(f"{reader.site.address}live/")
    press(reader.page, "Start")
    expect(says(reader.page)).to_contain_text("Loading Python: about 9 MB, once.")
    reader.page.context.unroute("**/pyodide.asm.wasm")


def test_another_situation_in_the_same_tab_waits_for_a_click_too(live):
    page = live("add A 6", "4x4x8")
    press(page, "Start")
    expect(says(page)).to_contain_text("add A 6")
    page.evaluate("location.hash = 'pool=2x4x8&do=add+B+3'")
    expect(says(page)).to_contain_text("This address holds a situation")
    expect(page.locator(".kv-live svg")).to_have_count(0)
    press(page, "Start")
    expect(says(page)).to_contain_text("add B 3")
    assert shown(page) == expected("add B 3", (2, 4, 8))
    page.evaluate("location.hash = 'a-heading'")
    press(page, "Append")
    expect(says(page)).to_contain_text("append B")


@pytest.mark.parametrize("tokens", ["1e1", "10.0"])
def test_what_a_field_takes_for_a_number_the_library_is_given_as_one(live, tokens):
    page = live()
    press(page, "Start")
    field = page.get_by_label("tokens")
    field.press("Control+a")
    field.press_sequentially(tokens)
    press(page, "Add")
    expect(says(page)).to_contain_text("add A 10")
    assert shown(page) == expected("add A 10")
