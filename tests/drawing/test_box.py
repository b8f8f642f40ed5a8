"""The multiplying box: strips, sheets, bar and words are the shape's own numbers, and the sizes the library's."""

from itertools import product

import drawn
import pytest

from kvlesson import LLAMA3_8B, OPT_13B, ModelConfig, drawing, kv_bytes_per_token

HEADS, LAYERS, SHARING = (32, 40), (32, 40), (4, 1)
BOX = drawing.multiplying_box(HEADS, LAYERS, SHARING)
SHAPES = list(product(SHARING, HEADS, LAYERS))


def test_three_switches():
    assert BOX.controls == (
        ("KV heads", ("shared by 4", "one each")),
        ("heads", ("32", "40")),
        ("layers", ("32", "40")),
    )


@pytest.mark.parametrize(("shape", "frame"), list(zip(SHAPES, BOX.frames, strict=True)))
def test_every_frame_is_the_size_that_the_library_computes(shape, frame):
    sharing, heads, layers = shape
    kv_heads = heads // sharing
    size = kv_bytes_per_token(ModelConfig("any", layers, kv_heads, 128, 2, 1))
    tree = drawn.tree(frame.picture)
    boxes = drawn.having(tree, "kv-box")
    assert len(boxes) == 2
    for sheets, strips in boxes:
        assert sheets.get("d").count("M") == layers - 1  # behind the one in front
        assert strips.get("d").count("M") == kv_heads
    (numbers,) = drawn.having(tree, "kv-numbers")
    assert numbers.get("d").count("M") == 128
    (bar,) = drawn.having(tree, "kv-share-of-all")
    assert float(bar.get("width")) == pytest.approx(288 * size / kv_bytes_per_token(OPT_13B), abs=0.01)
    (words,) = drawn.texts(tree, "kv-product")
    (total,) = drawn.texts(tree, "kv-total")
    assert words == f"2 × {layers} layers × {kv_heads} KV heads × 128 numbers"
    assert total == f"{size // 2:,} numbers × 2 bytes = {size / 1024:g} KiB"
    assert frame.text == f"one token: {words} = {total}"
    assert frame.event.endswith(f", in {layers} layers: {size / 1024:g} KiB for one token.")
    assert "dashed: room for the largest choice" in drawn.texts(tree, "kv-word")


def test_the_first_and_the_last_are_the_lessons_models():
    assert BOX.frames[0].text.endswith(f"= {kv_bytes_per_token(LLAMA3_8B) / 1024:g} KiB")
    assert BOX.frames[-1].text.endswith(f"= {kv_bytes_per_token(OPT_13B) / 1024:g} KiB")


def test_choices_that_are_known_models_say_their_names():
    names = {(32, 32, 4): "Llama 3 8B", (40, 40, 1): "OPT-13B"}
    made = drawing.multiplying_box(HEADS, LAYERS, SHARING, names=names)
    assert [frame.event for frame in made.frames[::7]] == [
        "32 query heads, 4 to a KV head, in 32 layers: 128 KiB for one token, as in Llama 3 8B.",
        "40 query heads with a KV head each, in 40 layers: 800 KiB for one token, as in OPT-13B.",
    ]
    assert made.frames[0].text.startswith("one token of Llama 3 8B: 2 × 32 layers")
    assert [frame.text for frame in made.frames[1:-1]] == [frame.text for frame in BOX.frames[1:-1]]
    with pytest.raises(ValueError, match=r"names has \(32, 4, 32\), which is none of the choices"):
        drawing.multiplying_box(HEADS, LAYERS, SHARING, names={(32, 4, 32): "heads, sharing, layers"})


def test_other_widths_and_bytes():
    frame = drawing.multiplying_box([4], [2], [1], head_dim=64, bytes_per_number=1).frames[0]
    assert frame.text == "one token: 2 × 2 layers × 4 KV heads × 64 numbers = 1,024 numbers × 1 byte = 1 KiB"


@pytest.mark.parametrize(
    ("heads", "layers", "sharing", "message"),
    [
        ((32, 0), (2,), (1,), r"heads must be 1 to 64; got \[32, 0\]"),
        ((32,), (65,), (1,), r"layers must be 1 to 64; got \[65\]"),
        ((32,), (2,), (0,), r"sharing must be 1 to 64"),
        ((32,), (2,), (3,), "32 heads cannot share KV heads by 3"),
        ((32, 32), (2,), (1,), "heads needs options that differ"),
    ],
)
def test_shapes_that_cannot_be_drawn(heads, layers, sharing, message):
    with pytest.raises(ValueError, match=message):
        drawing.multiplying_box(heads, layers, sharing)


def test_the_limits_themselves_are_allowed():
    assert len(drawing.multiplying_box((1, 64), (1, 64), (1,)).frames) == 4


def test_the_first_that_is_wrong_is_named():
    with pytest.raises(ValueError, match=r"^8 heads cannot share KV heads by 5$"):
        drawing.multiplying_box((8, 6, 9), (2,), (1, 4, 5))
