"""An experiment of the reader's own: settings and guess go in, ten seeds come out, and an address alone runs nothing."""

from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import expect

import kvlesson as kv
from kvlesson import drawing


@pytest.fixture
def visit(tab):
    def visit(**settings):
        tab.visit("experiment/" + (f"#{urlencode(settings)}" if settings else ""))
        expect(tab.page.get_by_role("button", name="Run ten seeds")).to_be_visible()
        return tab.page

    return visit


def run(page):
    page.get_by_role("button", name="Run ten seeds").click()


def says(page):
    return page.locator(".kv-experiment").get_by_role("status")


def test_settings_and_guess_reach_the_library(visit):
    page = visit()
    page.get_by_label("who leaves").select_option("the oldest")
    page.get_by_label("slots in the pool").fill("30000")
    page.get_by_label("slots in a slab").fill("2000")
    page.get_by_label("first seed").fill("3")
    page.get_by_label("your guess").fill("40")
    run(page)
    experiment = kv.run_own_experiment("arrival", 30_000, slab_size=2000, first_seed=3)
    expected = drawing.drawn_experiment(experiment, 40)
    expect(says(page)).to_have_text(expected.said)
    assert page.locator(".kv-experiment svg").get_attribute("aria-label") == expected.picture.text
    assert page.locator(".kv-experiment pre").inner_text().strip() == expected.python
    expect(page.locator(".kv-live-before")).to_have_count(0)


def test_an_address_brings_settings_and_nothing_runs(reader):
    settings = urlencode({"leave": "last in", "n_slots": 20000})
    reader.page.goto(f"{reader.site.address}experiment/#{settings}")
    expect(reader.page.get_by_label("who leaves")).to_have_value("last in")
    expect(reader.page.get_by_label("slots in the pool")).to_have_value("20000")
    reader.settled()
    assert [name for name in reader.site.asked if "/runtime/" in name] == []


def test_an_address_waits_for_a_click_and_is_kept(visit):
    page = visit(leave="last in", n_slots=20000)
    expect(page.locator(".kv-experiment svg")).to_have_count(0)
    run(page)
    experiment = kv.run_own_experiment("last in", 20_000)
    expect(says(page)).to_have_text(drawing.drawn_experiment(experiment).said)
    kept = parse_qs(page.url.partition("#")[2])
    assert (kept["leave"], kept["n_slots"]) == (["last in"], ["20000"])


@pytest.mark.parametrize(
    "value", ["<img src=x onerror=a()>", "1); import os; (", "1e9", "-1", "99999999", "toString"]
)
def test_what_is_no_setting_is_left_out(visit, value):
    page = visit(leave=value, n_slots=value, first_seed=value)
    expect(page.get_by_label("slots in the pool")).to_have_value("131072")
    expect(page.get_by_label("first seed")).to_have_value("0")
    expect(page.get_by_label("who leaves")).to_have_value("random")
    assert page.locator(".kv-experiment img").count() == 0


def test_what_the_library_refuses_is_said(visit):
    page = visit(n_slots=20000)
    page.get_by_label("slots in a slab").fill("5")
    run(page)
    expect(says(page)).to_contain_text("slab_size must be at least 2000")
    page.get_by_label("slots in a slab").fill("")
    run(page)
    expect(says(page)).to_contain_text("times as many")


def test_the_address_is_of_what_was_run_and_another_is_read_anew(visit):
    page = visit(n_slots=30000, first_seed=7)
    field = page.get_by_label("slots in a block")
    field.press("Control+a")
    field.press_sequentially("1e1")
    run(page)
    expect(says(page)).to_contain_text("times as many")
    assert parse_qs(page.url.partition("#")[2])["block_size"] == ["10"]
    page.evaluate("location.hash = 'n_slots=20000'")
    expect(says(page)).to_contain_text("This address holds other settings")
    expect(page.locator(".kv-experiment svg")).to_have_count(0)
    for label, value in (("slots in the pool", "20000"), ("slots in a block", "16"), ("first seed", "0")):
        expect(page.get_by_label(label)).to_have_value(value)


@pytest.mark.parametrize("guess", ["1e12", "-1"])
def test_a_guess_that_no_picture_can_show_is_refused(visit, guess):
    page = visit()
    field = page.get_by_label("your guess")
    field.press_sequentially(guess)
    run(page)
    assert not field.evaluate("field => field.validity.valid")
    expect(says(page)).to_contain_text("Run loads Python")
