"""Reads a drawn picture back: what its text elements say, where they stand, and which states its slots have."""

from typing import NamedTuple
from xml.etree import ElementTree

from kvlesson.drawing import Picture


class Block(NamedTuple):
    number: str  # in its tab
    labels: list[str]  # of its stored slots
    states: list[str]
    frame: str  # full, dashed or double
    owners: str  # beside it
    count: str  # in its badge
    written: list[int]  # slots with a triangle under them
    changed: bool


class Table(NamedTuple):
    blocks: list[int]
    filled: list[int]
    changed: list[int]  # entries with a bar


def tree(picture: Picture, standalone: bool = False) -> ElementTree.Element:
    """The picture's elements, without name spaces."""
    root = ElementTree.fromstring(picture.svg(standalone))
    for node in root.iter():
        node.tag = node.tag.split("}")[-1]
    return root


def having(root: ElementTree.Element, class_: str) -> list[ElementTree.Element]:
    """All elements of a class, in the order in which they are drawn."""
    return [node for node in root.iter() if class_ in node.get("class", "").split()]


def texts(root: ElementTree.Element, class_: str) -> list[str]:
    """What the text elements of a class say, from left to right and line by line."""
    found = sorted(having(root, class_), key=lambda node: (float(node.get("y", 0)), float(node.get("x", 0))))
    return [node.text or "" for node in found if node.tag == "text"]


def tables(picture: Picture) -> dict[str, Table]:
    """Every table by the name in its tag."""
    found = {}
    for table in having(tree(picture), "kv-table"):
        (tag,) = having(table, "kv-tag")
        cells = [node for node in table if having(node, "kv-id")]
        found[texts(tag, "kv-owner")[0]] = Table(
            [int(texts(cell, "kv-id")[0]) for cell in cells],
            [int(number) for number in texts(table, "kv-filled")],
            [index for index, cell in enumerate(cells) if having(cell, "kv-changed")],
        )
    return found


def blocks(picture: Picture) -> list[Block]:
    """Every block of the pool, in the order in which they are drawn."""
    return [_block(node) for node in having(tree(picture), "kv-block")]


def free_list(picture: Picture) -> list[int]:
    """The ids in the tube, from its mouth."""
    (tube,) = having(tree(picture), "kv-free-list")
    return [int(number) for number in texts(tube, "kv-id")]


def _block(node: ElementTree.Element) -> Block:
    slots = having(node, "kv-slot")
    lefts = [float(_box(slot).get("x", 0)) for slot in slots]
    assert lefts == sorted(lefts)
    tips = [float(mark.get("d", "")[1:].split()[0]) for mark in having(node, "kv-written")]
    full = bool(having(node, "kv-frame"))
    frame = "double" if having(node, "kv-double") else "full" if full else "dashed"
    return Block(
        number=having(node, "kv-id")[0].text or "",
        labels=[text for slot in slots for text in texts(slot, "kv-label")],
        states=[slot.get("data-state", "") for slot in slots],
        frame=frame,
        owners=" ".join(texts(node, "kv-owners")),
        count="".join(texts(node, "kv-count")),
        written=[i for i, left in enumerate(lefts) if any(left < tip < left + 24 for tip in tips)],
        changed=bool(having(node, "kv-changed")),
    )


def _box(slot: ElementTree.Element) -> ElementTree.Element:
    return next(node for node in slot.iter("rect"))
