"""A guess is drawn beside what the page says, and is asked for in every box that has a number for an answer."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from reader import PAGES, ROOT

BOXES = {
    page: (ROOT / "docs" / Path(f"{page.rstrip('/') or 'index'}.md")).read_text().count("data-answer=")
    for page in PAGES
}


@pytest.mark.parametrize("address", [page for page, boxes in BOXES.items() if boxes])
def test_every_answer_is_a_number(reader, address):
    reader.open(address)
    boxes = reader.page.locator(".predict[data-answer]")
    assert boxes.count() == BOXES[address]
    for box in boxes.all():
        height = box.evaluate("box => box.offsetHeight")
        box.get_by_label("Your guess").fill("3")
        box.get_by_role("button", name="Compare").click()
        expect(box.get_by_role("status")).to_have_text(
            re.compile(r"^You said 3%?\. It is (\d[\d.,]*( times|%)?|[a-z]+)\.$", re.I)
        )
        widths = box.locator(".kv-length").evaluate_all(
            "bars => bars.map((bar) => parseFloat(bar.style.width))"
        )
        assert max(widths) == 100
        assert min(widths) >= 0
        assert box.evaluate("box => box.offsetHeight") > height


def test_a_guess_without_a_number_is_no_guess(reader):
    reader.open("")
    box = reader.page.locator(".predict[data-answer]").first
    box.get_by_role("button", name="Compare").click()
    expect(box.locator(".kv-length")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 320])
def test_room_is_kept_for_the_question(reader, width):
    reader.page.set_viewport_size({"width": width, "height": 900})
    reader.open("lesson/4-paging/")
    box = reader.page.locator(".predict[data-answer]").first
    there = box.evaluate("box => box.offsetHeight")
    box.evaluate("box => box.querySelectorAll('form, .kv-guessed, .kv-sr').forEach((part) => part.remove())")
    assert abs(box.evaluate("box => box.offsetHeight") - there) <= 1


def test_no_guess_makes_a_page_wider(reader):
    reader.page.set_viewport_size({"width": 320, "height": 900})
    reader.open("")
    box = reader.page.locator(".predict[data-answer]").first
    for guess, shown in (("1e308", 0), ("999999999", 2)):
        box.get_by_label("Your guess").fill(guess)
        box.get_by_role("button", name="Compare").click()
        expect(box.locator(".kv-length")).to_have_count(shown)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 320
        assert all(
            part.evaluate("part => part.scrollWidth <= part.clientWidth + 1")
            for part in box.locator(".kv-guessed").all()
        )
