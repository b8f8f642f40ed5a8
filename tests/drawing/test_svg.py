"""What every picture promises: well-formed, deterministic, side by side in one page, nothing outside its frame."""

import re
import subprocess
import sys
from itertools import pairwise

import drawn
import pytest
from hypothesis import given
from snapshots_by_hand import ANY_NAME, by_hand, snapshots

from kvlesson import ContiguousPool, drawing, prefix_sharing_example, worked_example
from kvlesson.drawing.palette import STATES
from kvlesson.drawing.slots import patterns, slot
from kvlesson.drawing.svg import element, escape
from kvlesson.slab_example import FINAL_LENGTHS, WAITING, row_after
from kvlesson.torn_sentence import torn_pool

FRAMES = [*drawing.steps(worked_example()).frames, *drawing.steps(prefix_sharing_example()).frames]
PICTURES = [
    *(frame.picture for frame in FRAMES),
    drawing.memory_row(ContiguousPool(40), wanted=41),
    drawing.slot_life(),
    drawing.legend(),
    drawing.legend(shared=False),
    *(frame.picture for frame in drawing.triangle(11).frames[-2:]),
    drawing.multiplying_box((32, 40), (32, 40), (4, 1)).frames[-1].picture,
    *(frame.picture for frame in drawing.row_views({"now": row_after()}, FINAL_LENGTHS, WAITING).frames),
    drawing.dot_rows(
        {"a": [1.0, 2.0, 2.0], "b": [14.9]},
        "an axis",
        note="each dot: the mean of departures 750 to 1,500 of one seed",
    ),
    drawing.page_to_slab([6, 3, 5], 16, {4: 2, 1: 3}).frames[0].picture,
    drawing.who_writes_first({"S1": prefix_sharing_example()}).frames[2].picture,
    drawing.torn_sentence(torn_pool(), "A").frames[-1].picture,
    drawing.share_bars(
        [
            drawing.ShareBar(
                "A title that is too long for one line, and so has two",
                [drawing.Part("leftover", 1.0, "x")],
                [0.4, 0.9],
            )
        ]
    ),
    drawing.share_bars(
        [drawing.ShareBar("All", [drawing.Part("stored", 0.97, "used"), drawing.Part("free", 0.03, "free")])]
    ),
]
EACH = pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.text[:40])


def ids(picture):
    return [node.get("id") for node in drawn.tree(picture).iter() if node.get("id")]


def spans(picture):
    """(left, right) of every text, as wide as in a wide font, and what it says."""
    moved = re.search(
        r'<g transform="translate\((-?[\d.]+) [^"]*"><g', picture.body
    )  # the legend moves all it has
    for node in drawn.tree(picture).iter("text"):
        classes = {*node.get("class").split()}
        each = 5.6 if "kv-word" in classes else 7.3 if "kv-owner" in classes else 6.7
        width = len(node.text) * (6.02 if classes & {"kv-index", "kv-label", "kv-sign"} else each)
        x = float(node.get("x")) + (float(moved[1]) if moved else 0)
        left = x if classes & {"kv-start", "kv-head"} else x - width * (1 if "kv-end" in classes else 0.5)
        yield left, left + width, node.text


def extents(node):
    """(x, y) of every corner and base point of rects, circles and texts."""
    for each in node.iter():
        x, y = float(each.get("x", 0)), float(each.get("y", 0))
        if each.tag == "rect":
            yield from ((x, y), (x + float(each.get("width")), y + float(each.get("height"))))
        elif each.tag == "text":
            yield x, y


@EACH
def test_it_is_named_by_its_text(picture):
    for standalone in (False, True):
        tree = drawn.tree(picture, standalone)
        assert (tree.tag, tree.get("aria-label")) == ("svg", picture.text)
    assert repr(picture) == picture.text
    assert "\n" not in picture.text
    assert picture._repr_html_() == picture.svg()


@EACH
def test_what_can_be_focused_is_never_inside_an_image(picture):
    inline, alone = drawn.tree(picture), drawn.tree(picture, standalone=True)
    links = drawn.having(inline, "kv-link")
    assert inline.get("role") == ("group" if links else "img")
    assert alone.get("role") == "img"
    assert drawn.having(alone, "kv-link") == []
    for link in links:
        assert link.get("tabindex") == "0"
        assert re.fullmatch(r".+, entry \d+: block \d+, \d+ filled", link.get("aria-label"))


def test_every_table_entry_links_to_its_block():
    step = worked_example()[-1]
    tree = drawn.tree(drawing.pool_and_tables(step))
    by_id = {node.get("id"): node for node in tree.iter() if node.get("id")}
    linked = []
    for link in drawn.having(tree, "kv-link"):
        cell, block = (by_id[use.get("{http://www.w3.org/1999/xlink}href")[1:]] for use in link.iter("use"))
        assert drawn.texts(cell, "kv-id") == [block.get("data-block")]
        linked.append(int(block.get("data-block")))
    assert linked == [block for table in step.tables.values() for block in table]


def test_pictures_side_by_side_share_no_id():
    everything = [each for picture in PICTURES for each in ids(picture)]
    assert len(everything) == len(set(everything))


def test_equal_steps_of_a_sequence_share_no_id():
    step = by_hand({"A": "0"}, "1", A=2)
    _, second, third = drawing.steps([step, step, step]).frames
    assert second.text == third.text
    assert not set(ids(second.picture)) & set(ids(third.picture))


@EACH
def test_every_reference_is_to_the_pictures_own_ids(picture):
    svg = picture.svg()
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg)) <= set(ids(picture))
    assert "\x01" not in svg


def test_same_data_same_bytes_in_another_process():
    code = "from kvlesson import drawing, worked_example; print(drawing.steps(worked_example()).frames[6].picture.svg())"
    for seed in ("1", "2"):
        result = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        )
        assert result.stdout == FRAMES[6].picture.svg() + "\n"


@given(snapshots(names=ANY_NAME))
def test_nothing_stands_outside_the_frame(step):
    picture = drawing.pool_and_tables(step, step)
    for x, y in extents(drawn.tree(picture)):
        assert 0 <= x <= picture.width
        assert 0 <= y <= picture.height


@EACH
def test_no_text_runs_out_of_its_picture(picture):
    for left, right, words in spans(picture):
        assert left >= -1, words
        assert right <= picture.width + 1, words


@given(snapshots())
def test_labels_are_narrower_than_their_slots(step):
    for label in drawn.having(drawn.tree(drawing.pool_and_tables(step)), "kv-label"):
        size = re.search(r"font-size:([\d.]+)px", label.get("style") or "font-size:10px").group(1)
        assert len(label.text) * float(size) * 0.602 <= 24


@given(snapshots(names=ANY_NAME))
def test_blocks_do_not_overlap(step):
    tree = drawn.tree(drawing.pool_and_tables(step))
    boxes = []
    for block in drawn.having(tree, "kv-block"):
        corners = list(extents(block))
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for i, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:i]:
            apart = right < other_left or other_right < left or bottom < other_top or other_bottom < top
            assert apart


@EACH
def test_both_colour_schemes_and_old_browsers_are_served(picture):
    sheet = drawn.tree(picture).find("style").text
    for light, dark in re.findall(r"light-dark\((#\w+),(#\w+)\)", sheet):
        assert light != dark
    for property_, light in re.findall(r"(fill|stroke):light-dark\((#\w+),", sheet):
        assert f"{property_}:{light};{property_}:light-dark({light}," in sheet
    assert "color-scheme:light dark" in picture.svg(standalone=True)
    assert "color-scheme" not in picture.svg()


def test_all_pictures_share_one_style_sheet_that_touches_nothing_else():
    sheets = {drawn.tree(picture).find("style").text for picture in PICTURES}
    assert len(sheets) == 1
    selectors = re.findall(r"([^{}]+)\{", sheets.pop())
    assert all(
        part.startswith(".kv-") for selector in selectors for part in re.split(r",(?![^(]*\))", selector)
    )


@pytest.mark.parametrize("name", STATES)
def test_every_state_can_be_drawn(name):
    shape = slot(0, 0, 16, name)
    assert f'data-state="{name}"' in shape
    if STATES[name].pattern in ("slanted", "crossed", "dotted", "dashes"):
        assert re.search(r"url\(#(.*?)\)", shape).group(1) in patterns(name)


def test_an_unknown_state_is_refused():
    with pytest.raises(ValueError, match=r"state must be one of stored, .* got 'lost'"):
        slot(0, 0, 16, "lost")


def test_escaping():
    assert escape('<b>&"\x00\x01\ud800') == "&lt;b&gt;&amp;&quot;\ufffd\ufffd\ufffd"
    assert (
        element("a", "x", class_="c", left_out=None, font_size=1.50) == '<a class="c" font-size="1.5">x</a>'
    )


def test_the_key_says_what_each_mark_means_beside_it():
    assert drawing.legend(shared=False).text == (
        "How to read it | a full frame: some table names this block; A1: the token of request A at position 1 | "
        "a bar at the left: changed in this step; a triangle: just written; ?: empty, but nobody else may have it | "
        "a dashed frame: the block is in the free list"
    )
    assert "several tables name it; the black 2: so many do" in drawing.legend().text
    for picture in (drawing.legend(), drawing.legend(shared=False)):
        tree, step = drawn.tree(picture), 44 if "double" in picture.text else 41
        tops = [float(next(block.iter("rect")).get("y")) for block in drawn.having(tree, "kv-block")]
        words = sorted(float(word.get("y")) for word in drawn.having(tree, "kv-word"))
        for top in tops:  # all beside the block's frame
            assert any(top < y <= top + 36 for y in words)
        assert all(any(top < y <= top + 36 for top in tops) for y in words)
        assert all(after - before >= 12 for before, after in pairwise(words))
        assert [after - before for before, after in pairwise(tops)] == [step] * (len(tops) - 1)


def test_the_alphabet_is_taught_in_one_line():
    assert drawing.slot_life().text == (
        "A slot's life: free . -> empty, reserved ? -> reserved r -> used A -> free .; "
        "or empty, reserved ? -> never used x"
    )
    states = [each.get("data-state") for each in drawn.having(drawn.tree(drawing.slot_life()), "kv-slot")]
    assert states == ["free", "unknown", "reserved", "stored", "free", "never"]
    assert [block.frame for block in drawn.blocks(drawing.legend())] == ["full", "full", "double", "dashed"]
