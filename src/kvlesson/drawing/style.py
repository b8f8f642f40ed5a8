"""The look that all pictures share: one style sheet.

Each colour is written twice, plainly and as light-dark(): a browser that does not know the second keeps the first.
Class names are the same in every picture, so several sheets in one page agree; patterns carry the picture's own ids.
"""

import re

from kvlesson.drawing.palette import LETTER, PAGE, QUIET, STATES, TEXT, Ink

MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
WORDS = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


def paint(what: str, ink: Ink) -> str:
    """`fill:#1F5FA8;fill:light-dark(#1F5FA8,#6FB1FF);`"""
    return f"{what}:{ink.light};{what}:light-dark({ink.light},{ink.dark});"


def css(content: str | None = None) -> str:
    """The style sheet, the same for every picture in a page; for `content` that stands alone, the rules that it needs."""
    rules = _rules()
    if content is not None:
        used = {*_classes(content)}
        rules = {selector: rule for selector, rule in rules.items() if used.issuperset(_classes(selector))}
    return "".join(f"{selector}{{{rule}}}" for selector, rule in rules.items())


def _classes(where: str) -> list[str]:
    return re.findall(r"\bkv-[a-z-]+", where)


def _rules() -> dict[str, str]:
    fill = {name: paint("fill", state.ink) for name, state in STATES.items()}
    stroke = {name: paint("stroke", state.ink) for name, state in STATES.items()}
    rules = {
        # Single classes only: a <use> copy of a table cell or block has no ancestors that a selector could name.
        ".kv-word": f"{paint('fill', QUIET)}font:400 10px {WORDS};text-anchor:middle",
        ".kv-head": f"{paint('fill', TEXT)}font:600 11px {WORDS};text-anchor:start",
        ".kv-id": f"{paint('fill', TEXT)}font:500 11px {MONO};text-anchor:middle",
        ".kv-index": f"{paint('fill', QUIET)}font:400 10px {MONO};text-anchor:middle",
        ".kv-new": f"{paint('fill', TEXT)}font-weight:700",
        ".kv-sign": f"{paint('fill', QUIET)}font:500 11px {MONO};text-anchor:middle",
        ".kv-label": f"{paint('fill', LETTER)}font:600 10px {MONO};text-anchor:middle",
        ".kv-owner": f"{paint('fill', TEXT)}font:700 12px {MONO};text-anchor:middle",
        ".kv-on-ink": paint("fill", PAGE),
        ".kv-start": "text-anchor:start",
        ".kv-end": "text-anchor:end",
        ".kv-ink": paint("fill", TEXT),
        ".kv-cell": f"{paint('fill', PAGE)}{paint('stroke', QUIET)}stroke-width:1",
        ".kv-frame": f"fill:none;{paint('stroke', QUIET)}stroke-width:1.5",
        ".kv-frame-free": f"fill:none;{paint('stroke', QUIET)}stroke-width:1.5;stroke-dasharray:4 3",
        ".kv-double": f"fill:none;{paint('stroke', QUIET)}stroke-width:1.25",
        ".kv-tab": f"{paint('fill', QUIET)}fill-opacity:.16;{paint('stroke', QUIET)}stroke-width:1.5",
        ".kv-tube": f"{paint('fill', QUIET)}fill-opacity:.1;stroke:none",
        ".kv-wall": f"fill:none;{paint('stroke', QUIET)}stroke-width:1.5",
        ".kv-arrow": f"fill:none;{paint('stroke', QUIET)}stroke-width:1.5",
        ".kv-bracket": f"fill:none;{paint('stroke', TEXT)}stroke-width:1.5",
        ".kv-copy": f"fill:none;{paint('stroke', TEXT)}stroke-width:1.5;stroke-dasharray:4 3",
        ".kv-stored": fill["stored"],
        ".kv-free": f"fill:none;{stroke['free']}stroke-width:1;stroke-dasharray:2.5 2.5",
        ".kv-unknown": f"{fill['unknown']}fill-opacity:.12;{stroke['unknown']}stroke-width:1",
        ".kv-leftover": f"{fill['leftover']}fill-opacity:.28;{stroke['leftover']}stroke-width:1.5",
        ".kv-read": f"fill:none;{stroke['stored']}stroke-width:1.5",
        ".kv-sheets": f"fill:none;{stroke['stored']}stroke-width:.6",
        ".kv-halo": f"{paint('stroke', PAGE)}stroke-width:3;stroke-linejoin:round;paint-order:stroke",
        ".kv-cut": f"fill:none;{paint('stroke', PAGE)}stroke-width:1.25",
        ".kv-grid": f"fill:none;{paint('stroke', QUIET)}stroke-width:1;stroke-opacity:.3",
        ".kv-dot": f"{paint('stroke', PAGE)}stroke-width:1",
        ".kv-mean": f"fill:none;{paint('stroke', TEXT)}stroke-width:2",
        ".kv-later": paint("fill", QUIET),
        ".kv-link": "outline:none",
        ".kv-link .kv-hit": "fill:transparent",
        ".kv-link .kv-shown": "visibility:hidden;pointer-events:none",
        ".kv-link:hover .kv-shown,.kv-link:focus .kv-shown": "visibility:visible",
        # One line at a time: hovering wins over a cell that still has the focus.
        ".kv-svg:has(.kv-link:hover) .kv-link:not(:hover) .kv-shown": "visibility:hidden",
        ".kv-line": f"fill:none;{paint('stroke', TEXT)}stroke-width:1.5",
        ".kv-ring": f"fill:none;{paint('stroke', TEXT)}stroke-width:2",
        ".kv-svg:has(.kv-link:hover,.kv-link:focus) .kv-all": "opacity:.3",
    }
    for name in ("reserved", "never", "gap", "rounded"):
        rules[f".kv-{name}"] = f"{fill[name]}{stroke[name]}"
    rules[".kv-outline"] = "fill:none;stroke-width:1"
    rules[".kv-tint"] = "stroke:none;fill-opacity:.15"
    return rules
