"""Labs: their cells run as a chapter's do, a newcomer builds a block manager in one, and all can be taken along."""

import json
import re

import nbformat
import pytest
from playwright.sync_api import expect
from reader import LABS

from kvlesson.conformance import BUILD_STEPS, SKELETON

BUILD = "labs/build-your-own/"
CLASS, FIRST_STEP, LAST_STEP = 2, 3, 2 + len(BUILD_STEPS)
SOLUTION = LABS[BUILD][-1].partition("\n\n\nconformance.run")[0]
IMPORTS = SKELETON.partition("\n\n\n")[0]


@pytest.mark.parametrize("address", LABS)
def test_every_cell_of_a_lab_gives_what_the_page_shows(tab, address):
    reader = tab
    tab.visit(address)
    reader.page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    for number in range(1, len(LABS[address]) + 1):
        box = reader.page.locator(".kv-runnable").nth(number - 1)
        below = box.locator("xpath=following-sibling::*[1]")
        printed = (
            below.locator("code").text_content()
            if "kv-output" in (below.get_attribute("class") or "")
            else ""
        )
        reader.said()
        reader.press(number, "Run")
        expect(reader.cell(number).get_by_role("status")).to_have_text(
            re.compile(r"^(The same as printed\.|It ran\.)$")
        )
        assert reader.said() == printed


@pytest.fixture
def newcomer(tab):
    """Somebody who comes by the navigation."""
    reader = tab
    reader.visit("")
    reader.page.locator('.md-nav--primary a[href$="labs/build-your-own/"]').first.click()
    expect(reader.page.get_by_role("heading", name="Build your own")).to_be_visible()
    expect(reader.cell(LAST_STEP)).to_be_visible()
    return reader


def test_a_newcomer_fails_with_the_skeleton_and_passes_with_a_right_class(newcomer):
    newcomer.write(CLASS, SKELETON)
    newcomer.press(FIRST_STEP, "Run")
    newcomer.says(FIRST_STEP, "The same as printed")
    expect(newcomer.yours(CLASS)).to_have_count(0)  # it ran, and printed nothing
    printed = newcomer.page.locator(".kv-output").first
    expect(printed).to_contain_text("The first test of step 1 stops here:\n--> mgr = MyManager(3, 2)")

    newcomer.write(CLASS, f"{IMPORTS}\n\n\n{SOLUTION}")
    newcomer.press(LAST_STEP, "Run")
    newcomer.says(LAST_STEP, "It ran")
    for number in range(FIRST_STEP, LAST_STEP + 1):
        yours = newcomer.yours(number)
        expect(yours).to_contain_text(f"The first test of step {number - CLASS} passes.")
        expect(yours).to_contain_text("MyManager keeps its promises")


def test_a_slip_is_shown_in_frames_and_an_endless_loop_ends(newcomer):
    wrong = SOLUTION.replace("self.let_go(block)", "self.free_list.append(block)")
    newcomer.write(CLASS, f"{IMPORTS}\n\n\n{wrong}")
    newcomer.press(LAST_STEP, "Run")
    newcomer.says(LAST_STEP, "It ran")
    told = newcomer.yours(LAST_STEP)
    expect(told).to_contain_text("MyManager breaks a promise: ")
    expect(told).to_contain_text("What should happen:")
    assert told.locator("svg").count() > 1

    endless = SOLUTION.replace("return block\n", "while True:\n            pass\n        return block\n")
    newcomer.write(CLASS, f"{IMPORTS}\n\n\n{endless}")
    newcomer.press(FIRST_STEP + 1, "Run")
    newcomer.says(FIRST_STEP + 1, "Other than printed: both are shown")
    expect(newcomer.yours(FIRST_STEP + 1)).to_contain_text("It does not end: an endless loop?")


def test_the_solution_is_folded_until_asked_for(newcomer):
    solution = newcomer.page.get_by_role("group", name=f"Cell {len(LABS[BUILD])}", exact=True)
    expect(solution).to_be_hidden()
    newcomer.page.get_by_text("A class that passes").click()
    expect(solution).to_be_visible()


@pytest.mark.parametrize("address", LABS)
def test_a_lab_can_be_taken_along(reader, address):
    reader.open(address)
    with reader.page.expect_download() as waiting:
        reader.page.get_by_role("link", name="Download this lab as a notebook").click()
    made = json.loads(waiting.value.path().read_text("utf-8"))
    nbformat.validate(made)
    code = ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code"]
    assert code == LABS[address]
    assert waiting.value.suggested_filename == f"{address.split('/')[1]}.ipynb"
    addresses = re.findall(r"\]\(([^)#]+)", "".join("".join(cell["source"]) for cell in made["cells"]))
    assert addresses
    assert all(target.startswith(reader.site.address) for target in addresses)
    assert not [
        target for target in addresses if not reader.site.file(target[len(reader.site.address) :]).exists()
    ]
