"""Cells beside the text: what draws a picture and what computes a number, opened, changed and run."""

import re

import pytest
from playwright.sync_api import expect
from reader import Reader

PAGING = "lesson/4-paging/"
DRAWING, NUMBER = "of the drawing", "of the number"


@pytest.fixture
def reader(tab):
    tab.visit(PAGING)
    return tab


def opened(reader, stepper, step=1):
    box = reader.page.locator(stepper)
    for _ in range(step - 1):
        box.get_by_role("button", name="Next step").click()
    box.get_by_role("button", name="Open in a cell").click()
    return box


def test_the_step_that_is_shown_is_opened_and_drawn_as_in_the_text(reader):
    box = opened(reader, "#nine-steps", step=3)
    reader.press(DRAWING, "Run")
    drawn = reader.yours(DRAWING).locator("svg")
    expect(drawn).to_have_attribute("aria-label", box.locator(".kv-now svg").get_attribute("aria-label"))
    opened(reader, "#nine-steps", step=2)  # from there one further
    assert reader.page.locator(".kv-aside").count() == 1
    expect(reader.page.locator(".kv-aside code")).to_contain_text("frames[3]")


def test_it_can_be_changed_and_what_it_binds_stays_there(reader):
    opened(reader, "#nine-steps")
    mine = "from kvlesson import BlockTables\nsteps = BlockTables(2, 16)\nsteps"
    reader.write(DRAWING, mine)
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.page.locator(".kv-aside").get_by_role("button", name="Copy to clipboard").click()
    expect(reader.page.locator(".md-dialog")).to_contain_text("Copied")
    assert reader.page.evaluate("navigator.clipboard.readText()").strip() == mine
    reader.press(DRAWING, "Run")
    expect(reader.yours(DRAWING).locator("svg")).to_have_attribute("aria-label", re.compile("32 free"))
    reader.press(2, "Run")
    reader.says(2, "The same as printed")


def test_nothing_runs_before_run(context, site):
    reader = Reader(context.new_page(), site)
    reader.open(PAGING)
    reader.site.asked.clear()
    opened(reader, "#nine-steps")
    expect(reader.cell(DRAWING).get_by_role("button", name="Run")).to_be_focused()
    assert [name for name in reader.site.asked if "/runtime/" in name] == []
    reader.page.close()


@pytest.mark.parametrize(("key", "source"), [("gain", ""), ("num-blocks", "len(steps)")])
def test_a_number_is_computed_again(reader, key, source):
    reader.visit(f"numbers/#{key}")
    entry = reader.page.locator(f"#{key} + p")
    entry.get_by_role("button", name="Try it").click()
    if source:
        reader.write(NUMBER, source)
    reader.press(NUMBER, "Run")
    reader.says(NUMBER, "It ran")
    expected = "9" if source else f"'{entry.locator('.kv-value').inner_text()}'"
    expect(reader.yours(NUMBER)).to_have_text(expected)


def test_after_a_number_in_the_pool_and_back_its_cells_run_anew(reader):
    for _ in range(2):
        reader.visit("numbers/#gain")
        reader.page.locator("#gain + p").get_by_role("button", name="Try it").click()
        reader.press(NUMBER, "Run")
        reader.says(NUMBER, "It ran")
        reader.visit("live/")
        reader.page.get_by_role("button", name="Start", exact=True).click()
        expect(reader.page.get_by_role("button", name="Add", exact=True)).to_be_visible()


def test_what_could_not_be_fetched_can_be_asked_for_again(context, site):
    reader, parts = Reader(context.new_page(), site), ["aside.js", "exercise.js", "live.js"]
    reader.open(PAGING)
    for part in parts:
        reader.page.route(f"**/{part}", lambda route: route.abort())
    offer = reader.page.locator("#nine-steps > .kv-open")
    exercise = reader.page.locator(".kv-exercise").first
    offer.click()
    expect(offer).to_have_text("Could not be fetched: try again")
    exercise.get_by_role("button", name="Hint").click()
    expect(exercise.get_by_role("status")).to_have_text("Could not be fetched: try again")
    for part in parts[:2]:
        reader.page.unroute(f"**/{part}")
    offer.click()
    expect(offer).to_have_text("Open in a cell")
    expect(reader.cell(DRAWING)).to_be_visible()
    exercise.get_by_role("button", name="Hint").click()
    expect(exercise.locator(".kv-hint").first).to_be_visible()
    expect(exercise.get_by_role("status")).to_be_empty()
    reader.page.goto(f"{site.address}live/")
    expect(reader.page.locator(".kv-live")).to_have_text("Could not be fetched: load this page again.")
    reader.page.close()
