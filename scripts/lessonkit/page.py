"""One page of Markdown, cut into the stretches that the other modules work on.

A page is tokenised once. Everything found carries its place in the text (`start`, `end`, in characters), so
that a check compares strings and `build` replaces them, and neither parses again. What no stretch claims
is left in `prose`: the page's text, same length, with every claimed character blanked.

It does not run code and does not know what is right; it only knows what stands where, and says what
cannot be read.
"""

import io
import re
import tokenize
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import yaml
from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from .findings import Finding

# Digits, and whatever else Unicode gives a numeric value: superscripts, fractions, circled digits; and numerals as
# Chinese and Japanese write them, of which only the common ones are listed.
_NUMERIC = "".join(
    c
    for c in map(chr, [*range(0x3400), *range(0x1F100, 0x1F10D)])
    if unicodedata.numeric(c, None) is not None
)
_NUMERIC += "〇一二三四五六七八九十百千万億兆\U0001f51f"
DIGIT = re.compile(rf"[\d{re.escape(_NUMERIC)}]")
HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
BINDING = re.compile(r"\[([^\[\]\n]*)\]\[([=@!])([^\[\]\n]*)\]")
DEFINITION = re.compile(r'^\[([=@!])([^\]\n]+)\]:[ \t]*(\S*)(?:[ \t]+"(.*)")?[ \t]*$', re.M)
MARKER = re.compile(r"^<!-- *(table|figure|stepper|picture)\b([^:\n]*):([^\n]*)-->[ \t]*$", re.M)
MARKER_LIKE = re.compile(
    r"^[ \t]*<!-- *(?:(?:table|figure|stepper|picture|end)\b[^\n]*|[a-z]+\b[^\n:]*:[^\n]*)$", re.M
)
END = re.compile(r"^<!-- *end *-->[ \t]*$", re.M)
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*(\.(year|where|source|read|note|date|machine|command))?")
FIGURE_NAME = re.compile(r"[a-z]+(-[a-z]+)*")
LINK = re.compile(r"(?<!\\)(!?)\[((?:[^\[\]\n\\]|\[[^\[\]\n\\]*\])*)\]\(([^()\s]*)(?:[ \t]+\"[^\"\n]*\")?\)")
CODE_SPAN = re.compile(r"(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)", re.S)
TAG = re.compile(r"</?[A-Za-z][\w-]*(?:\s+[\w:-]+(?:=\"[^\"<>\n]*\")?)*\s*/?>")
HEADING_ID = re.compile(r"^ {0,3}#{1,6} [^\n]*?(\{ *#[\w-]+ *\})[ \t]*$", re.M)
HIDDEN_ATTRIBUTE = re.compile(r'\s([\w:-]+)(?:="([^"]*)")?')
QUIET_ATTRIBUTES = {"class", "id", "markdown", "for", "href", "src", "open"}


@dataclass(frozen=True)
class Stretch:
    start: int
    end: int
    line: int


@dataclass(frozen=True)
class Fence(Stretch):
    info: str
    code: str
    inner: tuple[int, int]  # where `code` stands

    @property
    def language(self) -> str:
        return re.split(r"[\s{]", self.info, maxsplit=1)[0] if self.info else ""


@dataclass(frozen=True)
class Cell(Stretch):
    """A Python fence, and the text fence below it that holds what it prints (or None)."""

    number: int
    code: str
    output: Fence | None


@dataclass(frozen=True)
class Block(Stretch):
    """What stands between `<!-- kind name: expression -->` and `<!-- end -->`."""

    kind: str
    name: str
    expression: str
    body: tuple[int, int]


@dataclass(frozen=True)
class Binding(Stretch):
    """`[literal][=key]`: `start` to `end` is the whole, `literal_at` the text that the reader sees."""

    sign: str
    key: str
    literal: str
    literal_at: tuple[int, int]


@dataclass(frozen=True)
class Definition(Stretch):
    sign: str
    key: str
    target: str
    target_at: tuple[int, int]
    title: str | None


@dataclass(frozen=True)
class Link(Stretch):
    text: str
    text_at: tuple[int, int]
    target: str


@dataclass(frozen=True)
class CodeSpan(Stretch):
    code: str


@dataclass
class Page:
    path: str  # relative to the project, for messages
    text: str
    front: dict[str, object] = field(default_factory=dict)
    body_at: int = 0  # where the text after the front matter begins
    fences: list[Fence] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    code_spans: list[CodeSpan] = field(default_factory=list)
    prose: str = ""
    ordered_lists: list[int] = field(default_factory=list)  # how many items each is written with
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._line_starts = [0] + [m.end() for m in re.finditer(r"\n", self.text)]

    def line(self, at: int) -> int:
        return bisect_right(self._line_starts, at)

    def line_start(self, line_index: int) -> int:
        return self._line_starts[line_index] if line_index < len(self._line_starts) else len(self.text)

    def say(self, at: int, message: str) -> None:
        self.findings.append(Finding(self.path, self.line(at), message))

    @property
    def title(self) -> str:
        return str(self.front.get("title", ""))


def parse(path: str, text: str) -> Page:
    """Cut `text` up. What cannot be read is in the page's `findings`, one each, never an exception."""
    page = Page(path, text)
    visible = list(text)
    _front_matter(page, visible)
    tokens, references = _tokens(page)
    _fences(page, tokens, visible)
    _blocks(page, visible)
    _list_markers(page, tokens, visible)
    _definitions(page, references, visible)
    _inline(page, visible)
    page.prose = "".join(visible)
    return page


def title_of(text: str) -> str:
    """The title in a page's front matter, without reading the rest."""
    page = Page("", text)
    _front_matter(page, list(text))
    return page.title


def _blank(visible: list[str], start: int, end: int, keep: str = "\n") -> None:
    """Blank what is claimed. Newlines stay, so that lines keep their numbers."""
    for i in range(start, end):
        if visible[i] not in keep:
            visible[i] = " "


def _front_matter(page: Page, visible: list[str]) -> None:
    if not page.text.startswith("---\n"):
        return
    close = re.compile(r"^---[ \t]*$", re.M).search(page.text, 4)
    if close is None:
        page.say(0, "front matter opened with --- is never closed: end it with a line ---")
        return
    try:
        front = yaml.safe_load(page.text[4 : close.start()])
    except (yaml.YAMLError, ValueError, AttributeError, TypeError) as error:
        page.say(0, f"front matter is not YAML: {' '.join(str(error).split())}")
        front = {}
    page.front = front if isinstance(front, dict) else {}
    page.body_at = min(close.end() + 1, len(page.text))
    # Keys of front matter are syntax; its values (a title, a description) are read by people.
    _blank(visible, 0, 3)
    _blank(visible, close.start(), close.end())


_MARKDOWN = MarkdownIt("commonmark").enable("table")


def _tokens(page: Page) -> tuple[list[Token], dict[str, dict[str, str]]]:
    """CommonMark's own reading of the page's structure, with line numbers of the whole file."""
    body = "\n" * page.text.count("\n", 0, page.body_at) + page.text[page.body_at :]
    env: dict[str, dict[str, dict[str, str]]] = {}
    return _MARKDOWN.parse(body, env), env.get("references", {})


def _fences(page: Page, tokens: list[Token], visible: list[str]) -> None:
    for token in tokens:
        if token.type not in ("fence", "code_block") or token.map is None:
            continue
        first, last = token.map
        start, end = page.line_start(first), page.line_start(last)
        line = first + 1
        if token.type == "code_block":
            page.say(start, "indented code is not checked: write it as a ``` fence")
            continue
        closing = page.text[page.line_start(last - 1) : end].strip()
        if last - first < 2 or set(closing) != {token.markup[0]} or len(closing) < len(token.markup):
            page.say(start, f"the fence opened here is never closed: end it with {token.markup}")
        elif not page.text.startswith(token.markup, start):
            page.say(start, "a fence stands at the left margin, outside lists and quotes")
        elif closing != token.markup or token.markup != "```":
            page.say(start, "a fence opens and closes with three backticks")
        elif re.search(r"^ {0,3}(```|~~~)", token.content, re.M):
            page.say(
                start, "the fence opened here is never closed: another begins inside it; end it with ```"
            )
        if DIGIT.search(token.info) or not re.fullmatch(
            r"[\w-]*(?: *\{ *continuation *\})?", token.info.strip()
        ):
            page.say(
                start,
                f"a fence says its language and, for a later cell, {{ continuation }}: not {token.info.strip()}",
            )
        inner = (page.line_start(first + 1), page.line_start(last - 1))
        page.fences.append(Fence(start, end, line, token.info.strip(), token.content, inner))
        _blank(visible, start, end)
    _cells(page)


def _cells(page: Page) -> None:
    taken: set[int] = set()
    for here, after in pairwise([*page.fences, None]):
        if here and here.language == "python":
            output = None
            if after and after.language == "text" and not page.text[here.end : after.start].strip():
                output = after
                taken.add(after.start)
            if re.search(r"\bnotest\b", here.info):
                page.say(here.start, "notest keeps a cell from being run: take it out")
            if bool(page.cells) != ("continuation" in here.info):
                page.say(
                    here.start,
                    "a later cell goes on where the first ended: open it with ```python { continuation }"
                    if page.cells
                    else "a page's first cell continues nothing: take continuation out",
                )
            for line, comment in _comments(here.code):
                if DIGIT.search(comment):
                    at = page.line_start(here.line + line - 1)
                    page.say(at, "a number in a comment is bound to nothing: say it in words")
            page.cells.append(Cell(here.start, here.end, here.line, len(page.cells) + 1, here.code, output))
    for fence in page.fences:
        if fence.language == "python" or fence.start in taken:
            continue
        if fence.language == "text":
            page.say(
                fence.start, "this ```text fence follows no cell: put it right under the cell that prints it"
            )
        elif DIGIT.search(fence.code) and page.path != "README.md":
            page.say(fence.start, "numbers in this fence are bound to nothing: use a ```python cell")


def _comments(code: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each comment; a cell that is not Python is reported when it is run."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    except (tokenize.TokenError, SyntaxError):
        return


def _blocks(page: Page, visible: list[str]) -> None:
    text = "".join(visible)
    ends = list(END.finditer(text))
    understood = {m.start() for m in ends}
    last = 0
    for match in MARKER.finditer(text):
        understood.add(match.start())
        if match.start() < last:
            page.say(
                match.start(), "a block begins inside another: end the one above with <!-- end --> first"
            )
            continue
        kind, name, expression = match[1], match[2].strip(), match[3].strip()
        body_start = min(match.end() + 1, len(text))
        following = MARKER.search(text, body_start)
        end = next((m for m in ends if m.start() >= body_start), None)
        if end is None or (following and following.start() < end.start()):
            page.say(
                match.start(), f"the {kind} opened here is never ended: close it with a line <!-- end -->"
            )
            continue
        if kind in ("figure", "stepper") and not FIGURE_NAME.fullmatch(name):
            page.say(
                match.start(),
                f"a {kind} has a name of small letters and hyphens: <!-- {kind} some-name: {expression} -->",
            )
            continue
        if any(block.name == name for block in page.blocks if name):
            page.say(match.start(), f"two blocks are called {name}: give each its own name")
        last = end.end()
        if stray := _author_text(kind, text[body_start : end.start()]):
            page.say(
                body_start + stray[0],
                f'"{stray[1]}" stands inside a {kind}, where build writes: is an <!-- end --> missing above it?',
            )
            continue
        page.blocks.append(
            Block(
                match.start(),
                end.end(),
                page.line(match.start()),
                kind,
                name,
                expression,
                (body_start, end.start()),
            )
        )
    begun = {block.end for block in page.blocks}
    for match in MARKER_LIKE.finditer(text):
        if match.start() not in understood:
            page.say(
                match.start(), "this marker is not understood: <!-- table: expression --> ... <!-- end -->"
            )
        elif END.match(match[0]) and match.end() not in begun and not page.findings:
            page.say(match.start(), "this <!-- end --> ends nothing: take it out")
    for block in page.blocks:
        _blank(visible, block.start, block.end)


_MADE_LINES = {
    "table": r"\|.*",
    "figure": r"!\[.*",
    "picture": r"!\[.*",
    "stepper": r"\d+\. .*|    !\[.*",
}


def _author_text(kind: str, body: str) -> tuple[int, str] | None:
    """The first line between a block's markers that no build ever wrote, with its place."""
    for match in re.finditer(r"^[^\n]*\S[^\n]*$", body, re.M):
        if not re.fullmatch(_MADE_LINES[kind], match[0]):
            return match.start(), match[0][:40]
    return None


def _list_markers(page: Page, tokens: list[Token], visible: list[str]) -> None:
    """Numbers of an ordered list are syntax, as long as they count 1, 2, 3."""
    expected: list[int] = []  # the next number of each list that is open, 0 for bullets
    opened: list[int] = []  # where in page.ordered_lists the open numbered lists count
    for token in tokens:
        if token.type == "ordered_list_open":
            expected.append(1)
            opened.append(len(page.ordered_lists))
            page.ordered_lists.append(0)
        elif token.type == "bullet_list_open":
            expected.append(0)
        elif token.type == "bullet_list_close":
            expected.pop()
        elif token.type == "ordered_list_close":
            expected.pop()
            opened.pop()
        elif token.type == "list_item_open" and token.info and token.map and expected[-1]:
            start = page.line_start(token.map[0])
            marker = re.compile(r"[ \t>]*(?:[-*+][ \t]+)*(\d+)[.)]").match(
                "".join(visible[start : start + 200])
            )
            if marker:
                if int(token.info) != expected[-1]:
                    page.say(
                        start,
                        f"list item {token.info} should be {expected[-1]}: a list counts from 1 without gaps",
                    )
                page.ordered_lists[opened[-1]] += 1
                _blank(visible, start + marker.start(1), start + marker.end(1))
            expected[-1] += 1
    page.ordered_lists = [count for count in page.ordered_lists if count]  # without those that blocks hold


def _definitions(page: Page, references: dict[str, dict[str, str]], visible: list[str]) -> None:
    seen: dict[str, Definition] = {}
    for match in DEFINITION.finditer("".join(visible)):
        sign, key, target, title = match[1], match[2], match[3], match[4]
        at = match.start()
        definition = Definition(at, match.end(), page.line(at), sign, key, target, match.span(3), title)
        _blank(visible, at, match.end())
        if not KEY.fullmatch(key):
            page.say(at, f"key {key} is not kebab-case: small letters, digits and hyphens")
        elif title is not None and re.search(r"\"|\\|&\w+;|&#", title):
            page.say(
                at, f"[{sign}{key}]: no double quote, backslash or entity inside the title; use single quotes"
            )
        elif sign + key in seen:
            if seen[sign + key].title != title:
                page.say(
                    at, f"[{sign}{key}] is defined twice, also at line {seen[sign + key].line}: keep one"
                )
            else:
                page.say(at, f"[{sign}{key}] stands twice, also at line {seen[sign + key].line}: keep one")
        else:
            read = references.get(normalizeReference(sign + key))
            if target and (read is None or read.get("title", "") != (title or "")):
                page.say(
                    at,
                    f"Markdown does not read [{sign}{key}] as a definition: put an empty line above the definitions",
                )
            seen[sign + key] = definition
            page.definitions.append(definition)


def _inline(page: Page, visible: list[str]) -> None:
    text = "".join(visible)
    for match in HIDDEN.finditer(text):
        page.say(match.start(), f"an invisible character, U+{ord(match[0]):04X}, stands here: take it out")
    for match in re.finditer(r"&(#|half;|frac)", text):
        page.say(match.start(), "a number written as an entity is bound to nothing")
    for match in CODE_SPAN.finditer(text):
        if re.search(r"\]\[[=@!]|\n *([-*+>#|]|\d+\.)", match[2]):
            page.say(match.start(), "a backtick here opens inline code that never ends in its paragraph")
            continue
        page.code_spans.append(
            CodeSpan(match.start(), match.end(), page.line(match.start()), match[2].strip())
        )
        _blank(visible, match.start(), match.end())
    text = "".join(visible)
    for match in BINDING.finditer(text):
        page.bindings.append(
            Binding(
                match.start(),
                match.end(),
                page.line(match.start()),
                match[2],
                match[3],
                match[1],
                match.span(1),
            )
        )
        _blank(visible, match.start(), match.end())
    bound = [b.start for b in page.bindings]
    for match in LINK.finditer(text):
        if any(match.start(2) <= b < match.end(2) for b in bound):
            page.say(
                match.start(),
                "a bound number inside a link's text does not work: put it before or after the link",
            )
        link = Link(match.start(), match.end(), page.line(match.start()), match[2], match.span(2), match[3])
        page.links.append(link)
        if not re.match(r"https?:", match[3]):
            _blank(visible, *match.span(3))
    for match in TAG.finditer("".join(visible)):
        for start, end in _hidden_in_tag(match[0]):
            _blank(visible, match.start() + start, match.start() + end)
    for match in HEADING_ID.finditer("".join(visible)):
        _blank(visible, *match.span(1))
    for match in re.finditer(r"\]\[[=@!]|\[[=@!][a-z]", "".join(visible)):
        shown = re.match(r"[^\n]{0,60}", page.text[match.start() :])
        page.say(
            match.start(),
            f'"{shown[0] if shown else ""}" is not a bound number: write [value][=key], on one line',
        )


def _hidden_in_tag(tag: str) -> Iterator[tuple[int, int]]:
    """The parts of an HTML tag that no reader sees or hears: its name, classes, ids, inner addresses."""
    name = re.match(r"</?[A-Za-z][\w-]*", tag)
    if name:
        yield name.span()
    for match in HIDDEN_ATTRIBUTE.finditer(tag):
        if match[1] in QUIET_ATTRIBUTES and not re.match(r"https?:", match[2] or ""):
            yield match.span()
