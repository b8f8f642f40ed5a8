"""The editor of a cell: CodeMirror, or a plain text field where that was not made or does not come. Both do what is asked."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect
from reader import PAGES, Reader

PAGING = "lesson/4-paging/"
FIRST = PAGES[PAGING][0][0].strip()
EDITOR = "**/assets/editor/**"
RUNTIME = "**/assets/runtime/**"
NOON = datetime(2026, 1, 1, 12)


def codemirror(page, site):
    pass


def not_made(page, site):
    """The page as it is built where there is no npm."""
    built = site.file(PAGING).read_text("utf-8")
    text, found = re.subn(r"&amp;editor=\w+", "", built)
    assert found == 1
    page.route(f"**/{PAGING}", lambda route: route.fulfill(body=text, content_type="text/html"))


def not_to_be_had(page, site):
    page.route(EDITOR, lambda route: route.abort())


def look(context, site, kind):
    reader = Reader(context.new_page(), site)
    kind(reader.page, site)
    reader.open(PAGING)
    return reader


def is_plain(reader):
    return reader.editor(1).evaluate("box => box.matches('textarea')")


@pytest.fixture(scope="module", params=[codemirror, not_made, not_to_be_had], ids=lambda kind: kind.__name__)
def one(request, context, site):
    """A tab of each kind, which goes from page to page."""
    if request.param is not not_to_be_had:
        request.getfixturevalue("codemirror")
    reader = look(context, site, request.param)
    reader.settled()
    reader.page.evaluate("window.kvSameDocument = true")
    yield reader, request.param
    reader.page.close()


@pytest.fixture
def reader(one):
    reader, kind = one
    reader.as_at_first()
    reader.visit(PAGING)
    reader.press(1, "Edit")
    expect(reader.editor(1)).to_be_focused()
    assert is_plain(reader) == (kind is not codemirror)
    yield reader
    heard = reader.heard[:]
    reader.heard.clear()
    if kind is not_to_be_had:  # the browser itself speaks of what it could not fetch
        heard = [line for line in heard if not line.startswith("Failed to load resource")]
    assert (heard, reader.foreign) == ([], [])


@pytest.fixture
def rich(request, context, site):
    request.getfixturevalue("codemirror")
    reader = look(context, site, codemirror)
    yield reader
    reader.page.close()
    assert (reader.heard, reader.foreign) == ([], [])


def test_it_shows_the_code_and_nothing_moves(reader):
    reader.holds(1, FIRST)
    height = "document.querySelector('footer').getBoundingClientRect().top + scrollY"
    opened = reader.page.evaluate(height)
    reader.press(1, "Close")
    assert abs(reader.page.evaluate(height) - opened) < 1


def test_tab_leaves_it_and_comes_back(reader):
    reader.page.keyboard.press("Tab")
    expect(reader.cell(1).get_by_role("button", name="Run")).to_be_focused()
    reader.page.keyboard.press("Shift+Tab")
    expect(reader.editor(1)).to_be_focused()
    reader.page.keyboard.press("Shift+Tab")
    expect(reader.editor(1)).not_to_be_focused()
    reader.holds(1, FIRST)


def test_a_new_line_is_indented_as_python_wants_it(reader):
    reader.write(1, "")
    for line in ("for i in range(2):", "print(i)", "print(-i)"):
        reader.editor(1).press_sequentially(line)
        reader.editor(1).press("Enter")
    reader.holds(1, "for i in range(2):\n    print(i)\n    print(-i)\n    ")


def test_what_was_typed_is_undone(reader):
    reader.editor(1).press_sequentially("a = 1")
    reader.editor(1).press("Enter")
    reader.holds(1, f"a = 1\n{FIRST}")
    for _ in range(9):
        reader.editor(1).press("Control+z")
    reader.holds(1, FIRST)
    expect(reader.cell(1).get_by_role("button", name="Reset")).to_be_hidden()


def test_control_enter_runs_the_cell_and_writes_nothing(reader):
    reader.says(1, "+Enter runs it")
    reader.page.route(RUNTIME, lambda route: None)  # a network that never answers
    for key in ("Control+Enter", "Meta+Enter"):
        reader.editor(1).press(key)
        reader.says(1, "Loading Python")
        reader.press(1, "Stop")
        reader.says(1, "Stopped")
    reader.page.unroute(RUNTIME)
    reader.holds(1, FIRST)


def test_close_shows_what_was_written_and_reset_what_was_there(reader):
    code = reader.page.locator(".kv-runnable pre > code").first
    before = code.evaluate("code => code.cloneNode(true).innerHTML")
    reader.write(1, "a = 1\nb = 2")
    assert code.text_content() == "a = 1\nb = 2\n"
    expect(code).to_be_hidden()
    reader.press(1, "Close")
    expect(code).to_be_visible()
    expect(reader.editor(1)).to_have_count(0)
    reader.press(1, "Edit")
    reader.holds(1, "a = 1\nb = 2")
    reader.press(1, "Reset")
    reader.holds(1, FIRST)
    assert code.inner_html() == before
    reader.write(1, "a = 1")
    reader.press(1, "Close")
    reader.press(1, "Reset")
    assert code.inner_html() == before


def test_on_a_telephone_a_long_line_is_scrolled_and_the_page_is_not(reader):
    reader.page.set_viewport_size({"width": 320, "height": 640})
    reader.write(1, "a = '" + "long " * 40 + "'")
    assert reader.page.evaluate("document.documentElement.scrollWidth") == 320
    scrolls = "box => { const b = box.closest('.cm-scroller') ?? box; return b.scrollWidth > b.clientWidth }"
    assert reader.editor(1).evaluate(scrolls)


def test_on_paper_there_are_no_buttons_and_no_editor(reader):
    reader.write(1, "print('on paper')")
    reader.page.emulate_media(media="print")
    expect(reader.page.get_by_role("button", name="Run").first).to_be_hidden()
    expect(reader.editor(1)).to_be_hidden()
    expect(reader.page.locator(".kv-editor")).to_be_hidden()
    code = reader.page.locator(".kv-runnable pre").first
    expect(code).to_be_visible()
    expect(code).to_contain_text("on paper")


def colour(locator):
    return locator.first.evaluate("part => getComputedStyle(part).color")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_have_the_colours_that_they_have_on_the_page(rich, scheme):
    rich.page.emulate_media(color_scheme=scheme)
    code = rich.page.locator(".kv-runnable pre > code").first
    names = ["k", "s2", "n", "p", "o"]
    printed = {name: colour(code.locator(f".{name}")) for name in names}
    assert len(set(printed.values())) > 3
    rich.press(1, "Edit")
    expect(rich.editor(1)).to_be_focused()
    for name in set(names) - {"n"}:
        assert colour(rich.editor(1).locator(f".{name}")) == printed[name]
    assert colour(rich.editor(1)) == printed["n"]


def test_a_line_takes_no_colour_of_its_own(rich):
    """Who types over a word can have its colour stay, in the style of the line; the other colour scheme has another."""
    rich.write(2, "from kvlesson import BlockTables\nBlockTables(4, 4)")
    line = rich.editor(2).locator(".cm-line").first
    line.evaluate("line => { line.style.color = 'red' }")
    assert colour(line) == colour(rich.editor(2))


def test_brackets_show_their_others(rich):
    rich.write(1, "print((1, 2)")
    expect(rich.editor(1).locator(".cm-matchingBracket")).to_have_text(["(", ")"])
    rich.editor(1).press("Home")
    for _ in "print":
        rich.editor(1).press("ArrowRight")
    expect(rich.editor(1).locator(".cm-nonmatchingBracket")).to_have_text("(")


def test_its_rules_are_no_part_of_the_head_and_outlast_another_page(rich):
    """The theme exchanges the head too, when it goes from page to page."""

    def opened():
        rich.press(1, "Edit")
        expect(rich.editor(1)).to_be_focused()
        assert not any(".cm-" in rules for rules in rich.page.locator("head style").all_text_contents())
        return rich.editor(1).evaluate(
            "box => [getComputedStyle(box).whiteSpace, getComputedStyle(box).padding]"
        )

    before = opened()
    rich.page.locator('.md-nav--primary a[href$="lesson/5-pieces/"]').first.click()
    expect(rich.page.get_by_role("heading", name="lies in pieces").first).to_be_visible()
    expect(rich.page.locator(".kv-editor")).to_have_count(0)
    assert opened() == before
    assert rich.page.evaluate("document.adoptedStyleSheets.length") == 1


@pytest.fixture
def slow(empty, codemirror, site):
    """A network that answers when it is told to, and a clock that goes when it is told to.

    The clock has to be there before the page: what began by the one before, such as the theme, could not be ended by this one.
    """
    reader = Reader(empty.new_page(), site)
    reader.slow = []
    reader.page.clock.install(time=NOON)
    reader.page.route(EDITOR, lambda route: reader.slow.append(route))
    reader.open(PAGING)
    reader.page.clock.pause_at(NOON + timedelta(hours=1))
    reader.press(1, "Edit")
    reader.says(1, "Loading the editor")
    yield reader
    assert (reader.heard, reader.foreign) == ([], [])


def test_who_need_not_wait_gets_a_plain_field_and_the_other_the_next_time(slow):
    slow.press(1, "Edit")  # again, which changes nothing
    expect(slow.editor(1)).to_have_count(0)
    slow.page.clock.run_for(6000)
    expect(slow.editor(1)).to_be_focused()
    assert is_plain(slow)
    for route in slow.slow:
        route.continue_()
    slow.press(1, "Close")
    slow.press(1, "Edit")
    expect(slow.editor(1)).to_be_focused()
    assert not is_plain(slow)


def test_the_focus_stays_with_a_reader_who_went_on(slow):
    slow.cell(2).get_by_role("button", name="Run").focus()
    for route in slow.slow:
        route.continue_()
    expect(slow.editor(1)).to_be_visible()
    expect(slow.cell(2).get_by_role("button", name="Run")).to_be_focused()
