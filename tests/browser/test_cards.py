"""What a term means, and what gives a number, is shown beside it: at a pointer, a finger or the focus, and only for that time."""

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect
from reader import Reader

PAGE = "lesson/4-paging/"


@pytest.fixture
def term(tab):
    tab.visit(PAGE)
    return tab.page.locator("article abbr").first


def card(word):
    return word.page.locator("#kv-card")


def shown(term, meaning):
    expect(card(term)).to_have_text(meaning)
    expect(card(term)).to_have_role("tooltip")
    expect(term).not_to_have_attribute("title", meaning)  # the browser would show it too
    expect(term).to_have_attribute("aria-describedby", card(term).get_attribute("id"))


def gone(term, meaning):
    expect(card(term)).to_have_count(0)
    expect(term).to_have_attribute("title", meaning)
    expect(term).not_to_have_attribute("aria-describedby", "kv-card")


def test_it_stays_while_the_pointer_is_on_the_term_or_on_the_box(term):
    meaning = term.get_attribute("title")
    assert meaning.endswith(".")
    term.hover()
    shown(term, meaning)
    card(term).hover()
    shown(term, meaning)
    term.page.locator("h1").hover()
    gone(term, meaning)


@pytest.mark.parametrize("how", ["Escape", "another page"])
def test_it_goes_when(tab, term, how):
    meaning = term.get_attribute("title")
    term.hover()
    shown(term, meaning)
    if how == "Escape":
        tab.page.keyboard.press("Escape")
    else:
        tab.visit("glossary/")
        tab.page.locator("h1").hover()
        expect(card(term)).to_have_count(0)
        tab.visit(PAGE)
    gone(term, meaning)


def test_each_term_has_its_own_meaning_and_keeps_it(term):
    terms = term.page.locator("article abbr")
    meanings = [one.get_attribute("title") for one in terms.all()]
    assert len(set(meanings)) == len(meanings) > 3
    for one, meaning in zip(terms.all(), meanings, strict=True):
        one.hover()
        shown(one, meaning)
    assert terms.evaluate_all("all => all.filter(one => !one.title).length") == 1
    term.page.locator("h1").hover()
    assert [one.get_attribute("title") for one in terms.all()] == meanings


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("at", ["start", "end"])
def test_it_is_whole_on_the_screen_and_beside_its_term(term, width, at):
    """Above where there is no room below. Nothing of the page moves for it, and it goes along with what it stands beside."""
    term.page.set_viewport_size({"width": width, "height": 500})
    for one in term.page.locator("article abbr").all()[::5]:
        one.evaluate("(term, block) => term.scrollIntoView({ block, behavior: 'instant' })", at)
        if at == "start":  # from below the header
            one.evaluate("() => scrollBy({ top: -100, behavior: 'instant' })")
        whole = term.page.evaluate("document.documentElement.scrollHeight")
        one.hover()
        beside(one, width)
        assert term.page.evaluate("document.documentElement.scrollHeight") == whole
    one.evaluate("() => scrollBy({ top: -3, behavior: 'instant' })")
    beside(one, width)


def beside(term, width, height=500):
    expect(card(term)).to_be_visible()
    term.page.evaluate("new Promise(told => requestAnimationFrame(() => requestAnimationFrame(told)))")
    box, of = card(term).bounding_box(), term.bounding_box()
    assert 0 <= box["x"] <= width - box["width"]
    assert 0 <= box["y"] <= height - box["height"]
    assert (
        abs(box["x"] - of["x"]) < 1 or abs(box["x"] + box["width"] - width) < 20
    )  # or as far right as it can be
    assert abs(box["y"] - of["y"] - of["height"]) < 1 or abs(box["y"] + box["height"] - of["y"]) < 1


def test_of_a_broken_word_it_is_beside_the_part_at_the_pointer_and_can_be_reached(term):
    term.page.set_viewport_size({"width": 320, "height": 640})
    lines = "word => [...word.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }))"
    words = term.page.locator("article abbr").all()
    broken = next(word for word in words if len(word.evaluate(lines)) > 1)
    broken.evaluate("word => word.scrollIntoView({ block: 'center', behavior: 'instant' })")
    for part in broken.evaluate(lines):
        term.page.locator("h1").dispatch_event("pointerover")
        expect(card(term)).to_have_count(0)
        middle = part["x"] + part["width"] / 2, part["y"] + part["height"] / 2
        term.page.mouse.move(*middle)
        expect(card(term)).to_be_visible()
        box = card(term).bounding_box()
        assert abs(box["y"] - part["y"] - part["height"]) < 1
        assert abs(box["x"] - min(part["x"], 320 - box["width"])) < 1
        term.page.mouse.move(middle[0], box["y"] + 5, steps=20)
        expect(card(term)).to_be_visible()


def test_by_a_finger(chromium, site):
    context = chromium.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    reader = Reader(context.new_page(), site)
    reader.open(PAGE)
    term = reader.page.locator("article abbr").first
    meaning = term.get_attribute("title")
    term.tap()
    shown(term, meaning)
    reader.page.locator("h1").tap()
    gone(term, meaning)
    context.close()
    assert (reader.heard, reader.foreign) == ([], [])


def test_by_keys_alone_where_sources_are_shown(reader):
    page = reader.page
    reader.open(PAGE)
    term = page.locator("article abbr").first
    meaning = term.get_attribute("title")
    expect(term).to_have_attribute("tabindex", "-1")  # else a page would have a tab stop for each
    page.get_by_role("button", name="Show where the numbers come from").click()
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('abbr')"):
            break
    expect(term).to_be_focused()
    shown(term, meaning)
    page.mouse.move(300, 10)  # the header: somewhere there is a pointer too
    page.mouse.move(5, 300)
    shown(term, meaning)
    page.keyboard.press("Escape")
    gone(term, meaning)
    expect(term).to_be_focused()
    page.evaluate("localStorage.clear()")


def test_a_pointer_that_is_somewhere_takes_it_from_the_keys_no_earlier_than_later(reader):
    late = []
    reader.page.route("**/card.js", lambda route: late.append(route))
    reader.open(PAGE)
    term = reader.page.locator("article abbr").first
    meaning = term.get_attribute("title")
    reader.page.keyboard.press("Tab")  # the focus that follows is that of keys
    with reader.page.expect_request("**/card.js"):
        term.focus()
    reader.page.locator("h1").hover()
    late.pop().continue_()
    shown(term, meaning)
    reader.page.mouse.move(5, 5)
    shown(term, meaning)


@pytest.fixture
def number(tab, term):
    return tab.page.locator("article a.kv-num:not([title])").first


def entry(tab, number):
    """What its ledger says of it, as text."""
    ledger = tab.site.file(number.evaluate("link => link.pathname")).read_text("utf-8")
    key = number.evaluate("link => link.hash").removeprefix("#")
    return BeautifulSoup(ledger, "html.parser").find("h3", id=key).find_next_sibling("p").get_text()


def test_what_gives_a_number_is_its_entry_in_the_ledger(tab, number):
    number.hover()
    expect(card(number)).to_have_text(entry(tab, number))
    expect(card(number)).to_have_role("note")
    expect(number).to_have_attribute("aria-describedby", "kv-card")
    page = card(number).get_by_role("link").first
    assert (
        page.evaluate("link => link.href") == tab.site.address + PAGE
    )  # where it is used, from wherever it is read
    page.hover()
    expect(card(number)).to_be_visible()
    tab.page.locator("h1").hover()
    expect(card(number)).to_have_count(0)


def test_with_its_source_first_where_it_has_one(tab, term):
    number = tab.page.locator("article a.kv-cited").first
    source = number.get_attribute("title")
    assert "SOSP 2023" in source
    number.hover()
    expect(card(number).locator("p")).to_have_text([source, entry(tab, number)])
    tab.page.keyboard.press("Escape")
    gone(number, source)


@pytest.mark.parametrize("answer", [lambda route: route.abort(), lambda route: route.fulfill(status=404)])
def test_where_the_ledger_cannot_be_fetched_the_source_is_there_and_the_rest_the_next_time(reader, answer):
    reader.open(PAGE)
    cited = reader.page.locator("article a.kv-cited").first
    source, says = cited.get_attribute("title"), entry(reader, cited)
    reader.page.route("**/sources/", answer)
    cited.hover()
    expect(card(cited).locator("p")).to_have_text([source])
    reader.page.unroute("**/sources/")
    reader.page.locator("h1").hover()
    cited.hover()
    expect(card(cited).locator("p")).to_have_text([source, says])
    assert reader.heard.pop().startswith("Failed to load resource")


LATE = """
const now = window.fetch;
window.fetch = async (...asked) => {
  if (String(asked[0]).includes("/sources/")) await new Promise((go) => { window.kvGo = go; });
  return now(...asked);
};"""


def test_who_comes_back_before_the_ledger_is_there_gets_the_source_each_time(reader):
    reader.page.add_init_script(LATE)
    reader.open(PAGE)
    cited, away = reader.page.locator("article a.kv-cited").first, reader.page.locator("h1")
    source = cited.get_attribute("title")
    for _ in range(2):
        cited.hover()
        reader.page.wait_for_timeout(400)  # longer than a pointer has to rest
        away.hover()
    cited.hover()
    reader.page.wait_for_timeout(400)
    reader.page.evaluate("kvGo()")
    expect(card(cited).locator("p")).to_have_count(2)
    away.hover()
    gone(cited, source)


@pytest.mark.parametrize("height", [200, 256])
def test_what_does_not_fit_in_a_low_window_can_be_scrolled(tab, term, height):
    tab.page.set_viewport_size({"width": 320, "height": height})
    number = tab.page.locator("article a.kv-cited").first
    number.evaluate("word => word.scrollIntoView({ block: 'center', behavior: 'instant' })")
    number.hover()
    expect(card(number).locator("p")).to_have_count(2)
    box = card(number).bounding_box()
    assert 0 <= box["y"] <= height - box["height"]
    assert card(number).evaluate("box => box.scrollHeight > box.clientHeight")
    card(number).get_by_role("link").last.scroll_into_view_if_needed()
    expect(card(number).get_by_role("link").last).to_be_in_viewport()


def test_a_click_is_not_the_keys(tab, number, term):
    """Who clicked a term, or a link in a card, and goes away is rid of the card."""
    term.click()
    tab.page.keyboard.press("Shift")
    tab.page.mouse.move(5, 5)
    expect(card(term)).to_have_count(0)
    number.hover()
    link = card(number).get_by_role("link").first
    with tab.page.context.expect_page() as opened:
        link.click(modifiers=["Control"])
    opened.value.close()
    tab.page.mouse.move(5, 5)
    tab.page.locator("h1").hover()
    expect(card(number)).to_have_count(0)


def test_what_shows_them_comes_when_it_is_asked_for_and_is_asked_for_again(context, site):
    reader = Reader(context.new_page(), site)
    reader.page.route("**/card.js", lambda route: route.abort())
    reader.open(PAGE)
    reader.settled()
    assert reader.heard == []  # nobody asked
    term = reader.page.locator("article abbr").first
    meaning = term.get_attribute("title")
    with reader.page.expect_event("requestfailed"):
        term.hover()
    expect(card(term)).to_have_count(0)
    expect(term).to_have_attribute("title", meaning)  # which the browser shows
    reader.page.unroute("**/card.js")
    reader.page.locator("h1").hover()
    term.hover()
    shown(term, meaning)
    assert reader.heard.pop().startswith("Failed to load resource")
    assert reader.heard == []
    reader.page.close()


def test_a_pointer_that_passes_over_numbers_asks_for_nothing(reader):
    reader.open(PAGE)
    reader.settled()
    reader.page.locator("article abbr").first.hover()
    expect(card(reader)).to_be_visible()
    reader.site.asked.clear()
    numbers = reader.page.locator("article a.kv-num:not([title])")
    over = "all => all.forEach((one) => one.dispatchEvent(new Event('pointerover', { bubbles: true })))"
    numbers.evaluate_all(over)
    reader.page.locator("h1").hover()
    reader.page.wait_for_timeout(500)  # longer than a pointer has to rest
    assert reader.site.asked == []
    for number in numbers.all()[:2]:
        number.hover()
        expect(card(number)).to_be_visible()
        reader.page.locator("h1").hover()
    assert reader.site.asked == ["/numbers/"]  # once


def test_its_links_can_be_reached_by_keys(tab, number):
    tab.page.get_by_role("button", name="Show where the numbers come from").click()
    number.focus()
    expect(card(number)).to_have_text(entry(tab, number))
    tab.page.set_viewport_size({"width": 700, "height": 900})
    beside(number, 700, 900)
    tab.page.keyboard.press("Tab")
    expect(card(number).get_by_role("link").first).to_be_focused()
    tab.page.keyboard.press("Escape")
    expect(card(number)).to_have_count(0)
    expect(number).to_be_focused()
