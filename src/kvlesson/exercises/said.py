"""Something said in plain words: at a prompt as it is, in a notebook and on the lesson's page as paragraphs.

Invariant: what is shown is text; nothing in it is read as HTML.
Not here: what is said (result.py, asked.py).
Cost: O(words).
"""

from html import escape

__all__ = ["Said", "joined", "number"]


class Said:
    """``str``, ``repr`` and ``_repr_html_`` of whatever can say itself as lines of text."""

    def _lines(self) -> list[str]:
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in self._lines())


def number(value: float) -> str:
    """A number for the eye: thousands set apart, and four digits of what is not whole.

    >>> number(111371), number(159.5268), number(0.75), number(-4)
    ('111,371', '159.5', '0.75', '-4')
    """
    if value == round(value):
        return f"{round(value):,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def joined(words: list[str]) -> str:
    """Words one after the other, as a sentence lists them.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
