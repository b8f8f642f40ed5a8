"""The two ways side by side: the lesson's own pictures, true counts, and what was refused."""

import pytest

from kvlesson import drawing, play_actions, read_actions


def shown(text):
    moments = play_actions(read_actions(text))
    return moments, drawing.both_ways(moments)


def test_it_is_the_lessons_own_drawing():
    moments, both = shown("add A 6; append A")
    assert both.blocks == drawing.pool_and_tables(moments[-1].blocks, moments[-2].blocks)
    assert both.slabs == drawing.memory_row(moments[-1].slabs)
    html = both._repr_html_()
    assert html.count("<svg") == 2
    assert both.blocks.svg() in html


def test_what_is_said_is_counted():
    _, both = shown("add A 6; add B 3; fork A C")
    assert both.event == "fork A C"
    assert both.blocks_said == "9 of 32 slots hold a token; held and empty: 3; free: 20."
    assert (
        both.slabs_said
        == "Refused: no 12 adjacent slots are free. 9 of 32 slots hold a token; held and empty: 15; free: 8."
    )
    assert both.requests == ("A", "B", "C")
    assert 'data-requests="A B C"' in both._repr_html_()
    assert "Refused" in both.text


def test_an_empty_pool():
    _, both = shown("")
    assert both.requests == ()
    assert both.blocks_said == both.slabs_said == "0 of 32 slots hold a token; held and empty: 0; free: 32."
    with pytest.raises(ValueError, match="at least one"):
        drawing.both_ways([])


def test_a_live_pool_holds_all_that_its_page_needs():
    live = drawing.live_pool("add A 6;append A ; ", (4, 4, 8))
    html = live._repr_html_()
    assert live.story == "add A 6; append A"
    assert 'data-story="add A 6; append A" data-sizes="4 4 8"' in html
    assert "pool.append(&quot;A&quot;)" in html
    assert repr(live) == repr(live.both)
    assert drawing.live_pool().sizes == (8, 4, 12)


@pytest.mark.parametrize(
    ("story", "sizes", "says"),
    [
        ("add <script> 1", (), "one letter from A to Z"),
        ("add A 1", (8, 4), "sizes must be num_blocks, block_size, slab, got"),
        ("add A 1", (99, 4, 4), "at most 16"),
    ],
)
def test_a_malformed_address_is_told_what_is_wrong(story, sizes, says):
    with pytest.raises(ValueError, match=says):
        drawing.live_pool(story, sizes)
