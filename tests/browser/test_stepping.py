"""Steppers: by buttons, by keys, by themselves; what a step changes is said; nobody is shown motion who asked for little."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect
from reader import Reader

NOON = datetime(2026, 1, 1, 12)


@pytest.fixture
def steps(context, site):
    reader = Reader(context.new_page(), site)
    reader.page.clock.install(time=NOON)
    reader.page.goto(f"{site.address}lesson/4-paging/")
    box = reader.page.locator(".kv-stepper:has(.kv-bar)").first
    expect(box.locator(".kv-bar")).to_be_visible()
    reader.page.clock.pause_at(NOON + timedelta(hours=1))  # from here on it goes when it is told to
    yield box
    reader.page.close()
    assert (reader.heard, reader.foreign) == ([], [])


def now(box, number):
    expect(box.locator("output")).to_have_text(f"{number} of {box.locator('ol > li').count()}")
    expect(box.locator("li.kv-now")).to_have_count(1)
    caption = box.locator("ol > li").nth(number - 1).locator(".kv-event").inner_text()
    expect(box.locator("li.kv-now .kv-event")).to_have_text(caption)
    return caption


def test_by_buttons_and_what_changes_is_said(steps):
    now(steps, 1)
    steps.get_by_role("button", name="Next step").click()
    caption = now(steps, 2)
    expect(steps.locator("p[role=status]")).to_contain_text(caption)
    steps.get_by_role("button", name="Previous step").click()
    now(steps, 1)


def test_by_keys_alone(steps):
    steps.get_by_role("slider").focus()
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 1), ("End", None)):
        steps.page.keyboard.press(key)
        now(steps, number or steps.locator("ol > li").count())


def test_it_plays_until_somebody_takes_over_or_it_is_over(steps):
    last = steps.locator("ol > li").count()
    steps.get_by_role("button", name="Play").click()
    steps.page.clock.run_for(2500)  # longer than a step
    now(steps, 2)
    steps.get_by_role("button", name="Next step").click()
    now(steps, 3)
    expect(steps.get_by_role("button", name="Play")).to_be_visible()
    steps.page.clock.run_for(10_000)  # nothing goes on by itself
    now(steps, 3)
    steps.get_by_role("slider").focus()
    steps.page.keyboard.press("End")
    steps.page.keyboard.press("ArrowLeft")
    steps.get_by_role("button", name="Play").click()
    steps.page.clock.run_for(10_000)
    now(steps, last)
    expect(steps.get_by_role("button", name="Play")).to_be_visible()


def test_little_motion_means_none(chromium, site):
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site.address}lesson/4-paging/")
    expect(page.locator(".kv-bar").first).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    context.close()
