"""Turns shapes into SVG text: an escaping element builder and `Picture`, which every drawing function returns.

The same data give the same bytes everywhere: whole or half units on a fixed grid, no font metrics, no clock, no random
ids. Ids inside a picture start with a digest of its content, so many pictures can stand in one page.
"""

import hashlib
from dataclasses import dataclass
from xml.sax.saxutils import escape as _escape

from kvlesson.drawing.names import UNPRINTABLE
from kvlesson.drawing.style import css

ID = "\x01"  # stands for the picture's own id prefix until the picture is complete; escape() keeps it out of names


def escape(text: object) -> str:
    """Any text as XML text or attribute value; characters that XML cannot hold become U+FFFD."""
    return _escape(UNPRINTABLE.sub("\ufffd", str(text)), {'"': "&quot;"})


def element(tag: str, *children: str, **attributes: object) -> str:
    """One element. `class_` and `font_size` become class and font-size; None leaves an attribute out."""
    pairs = (
        (name.strip("_").replace("_", "-"), value) for name, value in attributes.items() if value is not None
    )
    head = "".join([f"<{tag}", *(f' {name}="{_value(value)}"' for name, value in pairs)])
    return f"{head}>{''.join(children)}</{tag}>" if children else f"{head}/>"


def text(x: float, y: float, content: object, class_: str, **attributes: object) -> str:
    """A line of text, centred on x unless its class says otherwise."""
    return element("text", escape(content), x=x, y=y, class_=class_, **attributes)


def group(*children: str, **attributes: object) -> str:
    return element("g", *children, **attributes) if any(children) else ""


def at(value: float) -> str:
    """A coordinate or a length, in hundredths of a unit: finer than any screen shows."""
    return f"{round(value, 2):g}"


def _value(value: object) -> str:
    if isinstance(value, float):
        return at(value)
    return str(value) if isinstance(value, str) and ID in value else escape(value)


@dataclass(frozen=True)
class Picture:
    """One picture and the same data as one line of text.

    `body` is what everybody sees; `links` are the focusable shapes that an inline picture adds on top (a table cell that
    shows its block); `salt` keeps the ids of two equal pictures apart where both stand in one page.
    """

    text: str
    body: str
    width: float
    height: float
    links: str = ""
    salt: str = ""

    def __repr__(self) -> str:
        return self.text

    def svg(self, standalone: bool = False) -> str:
        """The complete <svg>: to put into a page, or (`standalone`) to save as a file of its own.

        Inline it follows the page's `color-scheme`; standalone it follows whatever embeds it, and holds no links.
        """
        links = "" if standalone else self.links
        content = group(self.body, class_="kv-all", aria_hidden="true" if links else None) + links
        digest = hashlib.sha256(f"{self.salt}|{self.text}|{content}".encode()).hexdigest()[:8]
        return element(
            "svg",
            element("style", css(content if standalone else None)),
            content.replace(ID, f"kv{digest}-"),
            xmlns="http://www.w3.org/2000/svg" if standalone else None,
            **({"xmlns:xlink": "http://www.w3.org/1999/xlink"} if links else {}),
            class_="kv-svg",
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            width=self.width if standalone else None,
            height=self.height if standalone else None,
            style="color-scheme:light dark" if standalone else self._size,
            # What is focusable must not sit inside role="img": readers of a screen would never reach it.
            role="group" if links else "img",
            aria_label=self.text,
        )

    @property
    def _size(self) -> str:
        """As wide as the column, but neither so small that labels blur nor so large that it shouts.

        The shape is said too, for a browser that has not yet looked inside.
        """
        width = f"width:100%;min-width:{self.width * 0.85:.0f}px;max-width:{self.width * 1.6:.0f}px"
        return f"{width};aspect-ratio:{self.width:g}/{self.height:g}"

    def _repr_html_(self) -> str:
        return self.svg()
