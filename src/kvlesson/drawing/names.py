"""How a request is called in pictures and in text: any hashable id becomes one printable line."""

import re
from collections.abc import Iterable
from typing import Any

from kvlesson.drawing.palette import STATES

UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold
LONGEST = 8  # characters of a name that are drawn
CHARACTER = 7.5  # the width of a bold one, on the safe side


def name(rid: Any) -> str:
    """The id on one line; characters that no SVG can hold become U+FFFD."""
    return UNPRINTABLE.sub("\ufffd", " ".join(str(rid).split())) or "(unnamed)"


def check_distinct(rids: Iterable[Any]) -> None:
    """ValueError when two ids would read the same, such as 1 and "1"."""
    seen: dict[str, Any] = {}
    for rid in rids:
        if name(rid) in seen:
            raise ValueError(f"requests {seen[name(rid)]!r} and {rid!r} would both be drawn as {name(rid)!r}")
        seen[name(rid)] = rid


def shown(owner: str, longest: int = LONGEST) -> str:
    """A name as drawn: long ones are cut, the text alternative has them whole."""
    return owner if len(owner) <= longest else owner[: max(1, longest - 1)] + "…" * (longest > 1)


def sign(owner: str) -> str:
    """What stands for a slot that holds one of its tokens in text: a capital letter's own, else A."""
    return owner if len(owner) == 1 and owner.isupper() else STATES["stored"].sign


def tag_width(owner: str) -> float:
    return max(22, 10 + CHARACTER * len(shown(owner)))


def label(owner: str, position: int) -> str:
    """Owner and position in one: `A6`, or `S1 6` where the two would run into each other."""
    return f"{owner}{position}" if len(owner) == 1 and owner.isalpha() else f"{owner} {position}"
