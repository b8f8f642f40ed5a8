"""A reader runs and changes cells, in one tab whose Python stays warm from test to test."""

import pytest
from playwright.sync_api import expect
from reader import PAGES

PAGING = "lesson/4-paging/"


@pytest.fixture
def reader(tab):
    """The fourth chapter as somebody finds it who comes there from another page."""
    tab.visit(PAGING)
    return tab


@pytest.mark.parametrize("address", PAGES)
def test_every_cell_prints_what_the_page_prints(tab, address):
    tab.visit(address)
    tab.said()
    for number, (_, printed) in enumerate(PAGES[address], 1):
        tab.press(number, "Run")
        tab.says(number, "The same as printed")
        assert tab.said() == printed
        expect(tab.yours(number)).to_have_count(0)


def test_the_cells_above_run_first(reader):
    reader.said()
    reader.press(3, "Run")
    reader.says(3, "The same as printed")
    assert reader.said() == "".join(printed for _, printed in PAGES[PAGING])
    reader.says(1, "The same as printed")


def test_a_cell_prints_the_same_each_time(reader):
    """The second of the page changes what the first has made: it may not find its own changes."""
    for _ in range(2):
        reader.press(2, "Run")
        reader.says(2, "The same as printed")
    reader.write(1, "steps = []")
    reader.write(2, "steps.append(1)\nprint(steps)")
    for _ in range(2):
        reader.said()
        reader.press(2, "Run")
        reader.says(2, "both are shown")
        assert reader.said() == "[1]\n"


def test_an_edited_cell_shows_printed_and_yours(reader):
    reader.write(2, "print('mine', len(steps))")
    reader.page.keyboard.press("Control+Enter")
    reader.says(2, "both are shown")
    expect(reader.page.locator(".kv-yours > .kv-whose")).to_have_text("yours")
    assert reader.yours(2).locator("pre").inner_text() == "mine 9\n"
    printed = reader.page.locator(".kv-output.kv-printed")
    assert printed.inner_text().strip() == PAGES[PAGING][1][1].strip()
    assert printed.evaluate("box => getComputedStyle(box, '::before').content") == '"printed"'
    reader.press(2, "Reset")
    expect(reader.yours(2)).to_have_count(0)
    reader.holds(2, PAGES[PAGING][1][0].strip())
    reader.press(2, "Run")
    reader.says(2, "The same as printed")


def test_a_changed_cell_is_run_again_before_those_below(reader):
    reader.press(2, "Run")
    reader.says(2, "The same as printed")
    reader.write(1, "steps = 'changed'")
    reader.press(1, "Close")
    reader.write(2, "print(steps)")
    reader.press(2, "Run")
    expect(reader.yours(2).locator("pre")).to_have_text("changed\n")


def test_another_visit_begins_with_no_names(reader):
    reader.write(1, "left = 1")
    reader.press(1, "Run")
    reader.says(1, "both are shown")
    reader.visit(PAGING)
    reader.write(1, "print(left)")
    reader.press(1, "Run")
    expect(reader.yours(1)).to_contain_text("NameError: name 'left' is not defined")


def test_an_error_shows_the_readers_frames_and_the_line(reader):
    reader.write(2, "from kvlesson import BlockManager\n\nBlockManager(0, 0)")
    reader.press(2, "Run")
    reader.says(2, "stopped with an error")
    expect(reader.yours(2)).to_contain_text('File "<cell 2>", line 3, in <module>')
    expect(reader.yours(2)).to_contain_text("BlockManager(0, 0)")
    expect(reader.yours(2)).to_contain_text("ValueError")
    assert reader.yours(2).inner_text().count("File ") == 1


def test_an_error_above_is_named_where_run_was_pressed(reader):
    reader.write(1, "1 / 0")
    reader.press(3, "Run")
    reader.says(3, "Not run: cell 1 stopped with an error")
    expect(reader.yours(1)).to_contain_text("ZeroDivisionError")
    reader.press(1, "Reset")
    reader.press(3, "Run")
    reader.says(3, "The same as printed")


FAR = "http://192.0.2.1/x"
HOSTILE = [  # what a cell gives, and what is left of it
    (f"<p onclick='a()'></p><script>a()</script><img src='{FAR}' onerror='a()'>", "<p></p><img>"),
    ("<a href='javascript:a()'>b</a>", "<a>b</a>"),
    (f"<img srcset='{FAR} 2x'><video poster='{FAR}'></video>", "<img><video></video>"),
    (f"<p background='{FAR}'></p><p style='background: url({FAR})'></p>", "<p></p><p></p>"),
    (
        f"<style>p {{ background: url({FAR}) }}</style><p style='color: red'></p>",
        '<p style="color: red"></p>',
    ),
    ("<svg><rect fill='url(#g)'></rect></svg>", '<svg><rect fill="url(#g)"></rect></svg>'),
    ("<svg><a><set attributeName='href' to='javascript:a()'></set></a></svg>", "<svg><a></a></svg>"),
    ("<template><img src=x onerror=a()></template>", ""),
]


def test_a_picture_is_drawn_and_nothing_in_it_runs(reader):
    reader.write(2, "from kvlesson import drawing\n\ndrawing.pool_and_tables(steps[-1])")
    reader.press(2, "Run")
    expect(reader.yours(2).locator("svg.kv-svg")).to_be_visible()
    for page, kept in HOSTILE:
        reader.write(2, f'class Page:\n    def _repr_html_(self): return """{page}here"""\n\nPage()')
        reader.press(2, "Run")
        expect(reader.yours(2)).to_contain_text("here")
        assert reader.yours(2).locator(".kv-gives").inner_html() == f"{kept}here"
        reader.press(2, "Reset")
    assert all("Content Security Policy" in line for line in reader.heard)  # which would have stopped it too
    reader.heard.clear()


def test_endless_printing_is_cut_and_variables_stay(reader):
    reader.write(2, "while True:\n    print('again')")
    reader.press(2, "Run")
    expect(reader.yours(2)).to_contain_text("it printed more than 100,000 characters")
    assert len(reader.yours(2).inner_text()) < 101_000
    reader.press(1, "Run")
    reader.says(1, "The same as printed")


def test_an_endless_loop_is_stopped_and_the_page_lives_on(reader):
    reader.write(2, "print('round and round')\nwhile True:\n    pass")
    reader.press(2, "Run")
    expect(reader.yours(2)).to_contain_text("round and round")
    reader.cell(2).get_by_role("button", name="Run").click(force=True)  # again, which changes nothing
    reader.says(2, "Running…")
    reader.press(1, "Run")
    reader.says(1, "Another cell is running")
    reader.press(2, "Stop")
    reader.says(2, "Its variables are lost")
    expect(reader.cell(2).get_by_role("button", name="Run")).to_be_focused()
    expect(reader.cell(2).get_by_role("button", name="Stop")).to_be_hidden()
    reader.page.mouse.down()  # a second press, where Stop was: no other button has come there
    reader.page.mouse.up()
    expect(reader.editor(2)).to_be_visible()
    reader.press(2, "Reset")
    reader.press(3, "Run")
    reader.says(3, "The same as printed")


def test_what_a_cell_was_still_doing_is_not_shown_when_it_is_reset(reader):
    reader.write(2, "print('mine')\nwhile True:\n    pass")
    reader.press(3, "Run")
    expect(reader.yours(2)).to_contain_text("mine")
    reader.press(2, "Reset")
    expect(reader.yours(2)).to_have_count(0)
    reader.says(3, "Its variables are lost")
    reader.press(2, "Run")
    reader.says(2, "The same as printed")


def test_what_was_changed_meanwhile_is_not_said_to_have_run(reader):
    reader.write(1, "import time\ntime.sleep(1)")
    reader.press(1, "Run")
    reader.says(1, "Running…")
    reader.write(1, "1 / 0")
    reader.says(1, "before you changed it")


def test_what_is_too_deep_even_for_python_is_told_and_python_comes_again(reader):
    reader.write(1, "class Deep:\n    def __repr__(self):\n        return repr(self)\n\nDeep()")
    reader.press(1, "Run")
    reader.says(1, "called itself deeper than this browser allows")
    reader.heard.clear()  # Pyodide speaks of it too
    reader.press(1, "Reset")
    reader.press(1, "Run")
    reader.says(1, "The same as printed")


def test_leaving_the_page_ends_what_runs_there_and_the_next_can_be_left_while_python_is_loaded(reader):
    reader.write(1, "print('still here')\nwhile True:\n    pass")
    reader.press(1, "Run")
    expect(reader.yours(1)).to_contain_text("still here")
    reader.visit("lesson/1-why-cache/")
    reader.press(1, "Run")
    reader.says(1, "Loading Python")
    reader.visit("lesson/5-pieces/")
    reader.press(1, "Run")
    reader.says(1, "The same as printed")


def test_copy_takes_what_the_reader_writes(reader):
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.write(1, "a = 'mine'")
    copy = reader.page.locator(".kv-runnable").first.get_by_role("button", name="Copy to clipboard")
    copy.click()  # while it is written
    expect(reader.page.locator(".md-dialog")).to_contain_text("Copied")
    expect(reader.page.locator(".md-dialog")).to_have_role("status")
    assert reader.page.evaluate("navigator.clipboard.readText()").strip() == "a = 'mine'"


def test_what_a_run_gave_can_be_reached_and_has_a_name(reader):
    reader.write(1, "print('mine')")
    reader.press(1, "Run")
    expect(reader.page.get_by_role("region", name="Yours: what cell 1 printed")).to_have_attribute(
        "tabindex", "0"
    )


def test_without_a_network_cells_still_run(reader):
    reader.press(1, "Run")
    reader.says(1, "The same as printed")
    reader.write(2, "")  # the editor is there
    reader.page.context.set_offline(True)
    asked = len(reader.site.asked)
    try:
        reader.write(2, "import json, numpy.fft\nfrom kvlesson import *\nprint(worked_example()[0])")
        reader.press(2, "Run")
        reader.says(2, "both are shown")
        reader.press(3, "Run")
        reader.says(3, "The same as printed")
    finally:
        reader.page.context.set_offline(False)
    assert reader.site.asked[asked:] == []
