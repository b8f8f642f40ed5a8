"""Exercises that check themselves: judged in the page, with the reason, again with other numbers; and nothing leaves it."""

import pytest
from playwright.sync_api import expect
from reader import Reader

from kvlesson.exercises import EXERCISES, ask, check

PAGING = "lesson/4-paging/"


@pytest.fixture
def reader(tab):
    tab.visit(PAGING)
    return tab


@pytest.fixture
def new(context, site):
    """A tab of its own, for what is about loading; nothing is kept from another."""
    new = Reader(context.new_page(), site)
    new.open(PAGING)
    new.settled()
    new.site.asked.clear()
    yield new
    new.page.evaluate("localStorage.clear()")
    new.page.close()
    assert (new.heard, new.foreign) == ([], [])


def box(reader, key):
    return reader.page.locator(f'[data-exercise="{key}"]')


def fill(reader, key, *values):
    for field, value in zip(box(reader, key).locator(".kv-field").all(), values, strict=True):
        field.locator("input, textarea").fill(str(value))


def press(reader, key, name):
    box(reader, key).get_by_role("button", name=name, exact=True).click()


def says(reader, key, text):
    expect(box(reader, key).get_by_role("status")).to_contain_text(text)


def answer(reader, key, *values):
    fill(reader, key, *values)
    press(reader, key, "Check")


def marked(reader):
    found = reader.page.locator(".kv-is-solved")
    return [one.get_attribute("data-exercise") for one in found.all()]


def test_a_right_answer_and_a_near_miss_with_its_reason(reader):
    answer(reader, "free-blocks", 0, 0)
    says(reader, "free-blocks", f"Not yet. {check('free-blocks', (0, 0)).why}")
    assert marked(reader) == []
    answer(reader, "free-blocks", 0, 3)
    says(reader, "free-blocks", f"Right. {check('free-blocks', (0, 3)).why}")
    expect(box(reader, "free-blocks").get_by_text("Solved")).to_be_visible()
    assert marked(reader) == ["free-blocks"]


def test_other_numbers_and_those_of_the_text_again(reader):
    fill(reader, "free-blocks", 0, 3)
    asked = box(reader, "free-blocks").locator(".kv-asked")
    expect(asked).to_be_hidden()
    reader.page.evaluate("window.kvRandom = Math.random; Math.random = () => 6 / 999999")
    press(reader, "free-blocks", "Another one")
    expect(asked).to_have_text(f"Free blocks. {ask('free-blocks', 7).question}")
    reader.page.evaluate("Math.random = kvRandom")
    assert box(reader, "free-blocks").locator("input").first.input_value() == ""
    exercise = EXERCISES["free-blocks"]
    answer(reader, "free-blocks", *exercise.answer(exercise.given(7)))
    says(reader, "free-blocks", "Right.")
    press(reader, "free-blocks", "As in the text")
    expect(asked).to_be_hidden()
    expect(box(reader, "free-blocks").get_by_role("button", name="Another one")).to_be_focused()
    answer(reader, "free-blocks", 0, 3)
    says(reader, "free-blocks", "Right.")


def test_hints_come_one_by_one_without_python(new):
    for number, hint in enumerate(EXERCISES["last-token"].hints, 1):
        press(new, "last-token", "Hint")
        expect(box(new, "last-token").locator(".kv-hint:visible")).to_have_count(number)
        expect(box(new, "last-token").get_by_text(hint)).to_be_visible()
    assert new.site.asked in (["/assets/exercise.js"], [])  # kept from another tab


def test_the_answer_is_told_and_is_nobodys_progress(reader):
    for name in [*["Hint"] * len(EXERCISES["last-token"].hints), "Answer"]:
        press(reader, "last-token", name)
    says(reader, "last-token", str(ask("last-token").solution))
    assert marked(reader) == []


def test_nothing_is_sent_and_progress_outlives_the_page_until_cleared(reader):
    press(reader, "free-blocks", "Check")
    says(reader, "free-blocks", "Type")  # Python is there
    sent = []

    def hear(request):
        sent.append(request.url)

    reader.page.context.on("request", hear)
    answer(reader, "free-blocks", 987, 654)
    says(reader, "free-blocks", "Not yet.")
    answer(reader, "free-blocks", 0, 3)
    says(reader, "free-blocks", "Right.")
    reader.page.context.remove_listener("request", hear)
    assert sent == []
    assert "?" not in reader.page.url

    another = Reader(reader.page.context.new_page(), reader.site)
    another.open(PAGING)
    assert marked(another) == ["free-blocks"]
    another.settled()
    assert another.page.evaluate("kvShift") < 0.01
    press(another, "free-blocks", "Clear progress")
    says(another, "free-blocks", "Cleared")
    assert marked(another) == []
    another.open(PAGING)
    assert marked(another) == []
    assert another.page.evaluate("localStorage.getItem('kvlesson.solved')") is None
    another.page.close()
    assert (another.heard, another.foreign) == ([], [])


@pytest.mark.parametrize("kept", ["[", "null", "7", '["free-blocks"]', '{"x": 1}'])
def test_what_somebody_else_has_kept_there_does_no_harm(reader, kept):
    reader.page.evaluate("kept => localStorage.setItem('kvlesson.solved', kept)", kept)
    reader.visit(PAGING)
    assert marked(reader) == []
    answer(reader, "free-blocks", 0, 3)
    says(reader, "free-blocks", "Right.")
    assert marked(reader) == ["free-blocks"]


HOSTILE = [
    "<img src=x onerror=document.title='hit'>", '"); raise SystemExit; ("', "'; import os; '", "\u2028\\", "0]); 1/0",
    "__import__('js').document", "{0}", "9" * 39,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_is_never_code(reader, text):
    title = reader.page.title()
    answer(reader, "free-blocks", text, 3)
    says(reader, "free-blocks", "Not yet.")
    assert box(reader, "free-blocks").locator("img").count() == 0
    assert reader.page.title() == title
    answer(reader, "free-blocks", 0, 3)
    says(reader, "free-blocks", "Right.")


def test_code_is_run_judged_and_can_be_stopped(reader):
    answer(reader, "blocks-for", "def blocks_for(tokens, block_size):\n    return tokens // block_size")
    says(reader, "blocks-for", "You rounded down")
    answer(reader, "blocks-for", "def blocks_for(tokens, block_size):\n    while True: pass")
    stop = box(reader, "blocks-for").get_by_role("button", name="Stop")
    expect(box(reader, "blocks-for").get_by_role("status")).to_have_text("…")
    press(reader, "free-blocks", "Check")  # another has to wait
    stop.click()
    says(reader, "blocks-for", "Stopped.")
    expect(stop).to_be_hidden()
    expect(box(reader, "blocks-for").get_by_role("button", name="Check")).to_be_focused()
    fill(reader, "blocks-for", "def blocks_for(tokens, block_size):\n    return -(-tokens // block_size)")
    box(reader, "blocks-for").locator("textarea").press("Control+Enter")
    says(reader, "blocks-for", "Right.")


def test_an_exercise_and_the_cells_leave_each_other_alone(reader):
    answer(reader, "free-blocks", 0, 3)
    says(reader, "free-blocks", "Right.")
    reader.press(1, "Run")
    reader.says(1, "The same as printed")
    answer(
        reader,
        "blocks-for",
        "steps = worked_example = None\nblocks_for = lambda tokens, size: -(-tokens // size)",
    )
    says(reader, "blocks-for", "Right.")
    reader.press(2, "Run")
    reader.says(2, "The same as printed")
    reader.write(3, "while True: pass")
    reader.press(3, "Run")
    reader.says(3, "Running…")
    press(reader, "free-blocks", "Check")
    says(reader, "free-blocks", "Python is at work")
    reader.press(3, "Stop")
    reader.says(3, "Stopped")
    press(reader, "free-blocks", "Check")
    says(reader, "free-blocks", "Right.")
    reader.press(2, "Run")
    reader.says(2, "The same as printed")


def test_by_keyboard_alone_and_a_choice(reader):
    reader.visit("lesson/6-sharing/")
    first = box(reader, "stuck-together").locator("input").first
    first.focus()
    reader.page.keyboard.type("0")
    reader.page.keyboard.press("Enter")
    says(reader, "stuck-together", "Choose")
    first.focus()
    reader.page.keyboard.press("Tab")
    reader.page.keyboard.press("Space")
    reader.page.keyboard.press("ArrowRight")
    reader.page.keyboard.press("Enter")
    says(reader, "stuck-together", "who names them")
    reader.page.keyboard.press("ArrowLeft")
    reader.page.keyboard.press("Tab")
    expect(box(reader, "stuck-together").get_by_role("button", name="Check")).to_be_focused()
    reader.page.keyboard.press("Space")
    says(reader, "stuck-together", "Right.")


def test_without_script_there_is_no_box_and_the_text_is_whole(chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.address + PAGING)
    assert page.locator(".kv-exercise").count() == 5
    assert page.locator(".kv-exercise:visible").count() == 0
    expect(page.get_by_text("Free blocks.", exact=True)).to_be_visible()
    expect(page.get_by_text("Answer", exact=True).first).to_be_visible()
    context.close()


def test_what_cannot_be_fetched_is_told_and_tried_again(new):
    new.page.route("**/exercise.js*", lambda route: route.abort())
    press(new, "last-token", "Hint")
    says(new, "last-token", "Could not be fetched: try again")
    new.page.unroute("**/exercise.js*")
    press(new, "last-token", "Hint")
    expect(box(new, "last-token").locator(".kv-hint:visible")).to_have_count(1)
    new.heard.clear()  # the browser itself speaks of what it could not fetch
