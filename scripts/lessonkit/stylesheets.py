"""The theme's style sheets without what the built site has no use for: two fifths of them style what it never shows.

Invariant: a rule goes only when each of its selectors names a class that stands in no page and in no script of the site, or
is `_SWITCHING`: while the theme sets the colours, at every load, its rule has all elements of a page styled twice more, only
so that a change of colours is not seen to glide; or, where every table of the site has a class, is about `_PLAIN_TABLE`s,
for which a browser styles all that stands below the root anew whenever the theme changes the classes of that.
Cost: a few hundred milliseconds for a build; nothing while serving.
"""

import hashlib
import re
from collections.abc import Iterable, Set
from pathlib import Path

import tinycss2
from tinycss2.ast import Node

_SWITCHING = "[data-md-color-switching]"
_PLAIN_TABLE = "table:not([class])"
_NESTING = ("media", "supports")
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_IS_PLAIN_TABLE = re.compile(r"<table\b(?![^>]*\sclass=)")
_NOT = re.compile(r":not\([^()]*\)")  # what must be absent does no harm where it is


def prune(site: Path) -> dict[str, str]:
    """Prune the theme's style sheets where they lie. Returns by which name to ask for each: a digest follows its own."""
    words = words_of(site)
    names = {}
    for path in sorted(site.glob("assets/stylesheets/*.css")):
        text = pruned(path.read_text("utf-8"), words)
        path.write_text(text, "utf-8")
        names[path.name] = f"{path.name}?{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return names


def words_of(site: Path) -> set[str]:
    """Everything in the site's pages and scripts that can be the name of a class; and `_PLAIN_TABLE`, where a page has one."""
    files = [*site.rglob("*.html"), *site.glob("assets/*.js"), *site.glob("assets/javascripts/*.js")]
    words = set()
    for path in files:
        text = path.read_text("utf-8")
        words.update(re.findall(r"[\w-]+", text))
        if path.suffix == ".html" and _IS_PLAIN_TABLE.search(text):
            words.add(_PLAIN_TABLE)
    return words


def pruned(css: str, words: Set[str]) -> str:
    return _pruned(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True), words)


def _pruned(rules: Iterable[Node], words: Set[str]) -> str:
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [s for s in _selectors(rule.prelude) if _is_needed(s, words)]
            if selectors:
                kept.append(f"{','.join(selectors)}{{{tinycss2.serialize(rule.content)}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in _NESTING:
            inside = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            if text := _pruned(inside, words):
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{text}}}")
        elif rule.type == "error":
            raise ValueError(f"line {rule.source_line}: {rule.message}")
        else:
            kept.append(rule.serialize())
    return "".join(kept)


def _selectors(prelude: list[Node]) -> list[str]:
    """A rule's selectors, one by one; commas inside brackets part nothing."""
    parts: list[list[Node]] = [[]]
    for node in prelude:
        if node == ",":
            parts.append([])
        else:
            parts[-1].append(node)
    return [tinycss2.serialize(part).strip() for part in parts]


def _is_needed(selector: str, words: Set[str]) -> bool:
    if _SWITCHING in selector or (_PLAIN_TABLE in selector and _PLAIN_TABLE not in words):
        return False
    return all(name in words for name in _CLASS.findall(_NOT.sub("", selector)))
