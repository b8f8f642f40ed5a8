"""An exercise's box, as HTML: what to fill in, its buttons, its hints.  What the buttons do is the page's affair.

Invariant: no digit stands in a box: a page's numbers are all bound, and these would be bound to nothing.
Not here: any number, and any answer.
Cost: O(parts).
"""

from html import escape
from typing import Any

from .exercise import Exercise
from .parts import Choice, Code, Part

__all__ = ["box"]

_BUTTONS = (
    ("check", "Check"),
    ("hint", "Hint"),
    ("another", "Another one"),
    ("stop", "Stop"),
    ("text", "As in the text"),
)
_FIRST_SEEN = 3  # of the buttons


def box(exercise: Exercise[Any]) -> str:
    """What stands on a page below the exercise's question; seen only where a script can answer."""
    fields = "".join(_field(exercise.key, at, part) for at, part in enumerate(exercise.parts))
    buttons = "".join(
        f'<button type="button" data-act="{act}"{"" if at < _FIRST_SEEN else " hidden"}>{word}</button>'
        for at, (act, word) in enumerate(_BUTTONS)
    )
    hints = "".join(f'<p class="kv-hint" hidden>{escape(hint)}</p>' for hint in exercise.hints)
    return (
        f'<div class="kv-exercise" data-exercise="{exercise.key}" role="group" '
        f'aria-label="Your answer: {escape(exercise.title)}">'
        f'<div class="kv-asked" hidden></div>{fields}'
        f'<div class="kv-acts">{buttons}<span class="kv-solved">Solved'
        '<button type="button" data-act="clear">Clear progress</button></span></div>'
        f'{hints}<div class="kv-says" role="status"></div></div>'
    )


def _field(key: str, at: int, part: Part) -> str:
    if isinstance(part, Choice):
        options = "".join(
            f'<label><input type="radio" name="{key}-{at}"> <span>{escape(option)}</span></label>'
            for option in part.options
        )
        return f'<fieldset class="kv-field"><legend>{escape(part.label)}</legend>{options}</fieldset>'
    if isinstance(part, Code):
        rows = part.begun.count("\n") + 2
        return (
            f'<label class="kv-field kv-code">{escape(part.label)}<textarea rows="{rows}" spellcheck="false" '
            f'autocapitalize="off" autocomplete="off">{escape(part.begun)}</textarea></label>'
        )
    unit = getattr(part, "unit", "")
    return (
        f'<label class="kv-field">{escape(part.label)}<span><input inputmode="decimal" autocomplete="off" '
        f'maxlength="40"> {escape(unit)}</span></label>'
    )
