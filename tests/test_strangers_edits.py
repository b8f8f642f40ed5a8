"""A stranger's edits: somebody who never saw the engine changes the lesson with a text editor and runs the check.

What leaves every number as it was passes, with nothing else done: a sentence put another way, paragraphs in another
order, a paragraph more, a typo mended, the same words laid out differently.  A change that makes text and code differ
fails, and one line of the answer says where, what stands there, what the code gives and what to do next.

When the lesson moves on and a case says "must be updated", choose another place for the same kind of edit.
"""

import itertools
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest
from typed import typed

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "src", "scripts", "overrides")
FILES = ("README.md", "mkdocs.yml", "pyproject.toml")
FRONT, GLOSSARY, README, FACTS = "docs/index.md", "docs/glossary.md", "README.md", "docs/facts.toml"
WHY, BIG, SLABS = "docs/lesson/1-why-cache.md", "docs/lesson/2-how-big.md", "docs/lesson/3-slabs.md"
PAGING, PIECES = "docs/lesson/4-paging.md", "docs/lesson/5-pieces.md"
SHARING, MANY = "docs/lesson/6-sharing.md", "docs/lesson/7-how-many-more.md"
LIBRARY, DRAWING = "src/kvlesson/", "src/kvlesson/drawing/"


def once(text: str, part: str, edit: "Edit") -> int:
    """Where `part` stands; it must stand there exactly once, or the edit would mean another place."""
    count = text.count(part)
    assert count == 1, f"the case {edit.name!r} must be updated: {part!r} occurs {count} times in {edit.file}"
    return text.index(part)


class Edit(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def file(self) -> str: ...
    def applied(self, text: str) -> str: ...


@dataclass(frozen=True)
class Replace:
    """`old` becomes `new`."""

    name: str
    file: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        once(text, self.old, self)
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Swap:
    """What begins with `first` and what begins with `second`, right behind it and up to `end`, change places."""

    name: str
    file: str
    first: str
    second: str
    end: str

    def applied(self, text: str) -> str:
        a, b, c = (once(text, part, self) for part in (self.first, self.second, self.end))
        assert a < b < c, f"the case {self.name!r} must be updated: its parts stand in another order"
        return text[:a] + text[b:c] + text[a:b] + text[c:]


@dataclass(frozen=True)
class Insert:
    """`new` becomes a paragraph in front of the one that begins with `before`."""

    name: str
    file: str
    before: str
    new: str

    def applied(self, text: str) -> str:
        at = once(text, self.before, self)
        return f"{text[:at]}{self.new}\n\n{text[at:]}"


@dataclass(frozen=True)
class Wrap:
    """The paragraph that holds `within` is broken into lines of `width`, as an editor's command does it."""

    name: str
    file: str
    within: str
    width: int

    def applied(self, text: str) -> str:
        at = once(text, self.within, self)
        start, end = text.rfind("\n\n", 0, at) + 2, text.find("\n\n", at)
        lines = textwrap.fill(text[start:end], self.width, break_long_words=False, break_on_hyphens=False)
        assert lines != text[start:end]
        return text[:start] + lines + text[end:]


@dataclass(frozen=True)
class WholeFile:
    """What an editor does to all of a file when it saves."""

    name: str
    file: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        assert self.old in text
        return text.replace(self.old, self.new)


REWORDED = [
    Replace("question", FRONT, "How can that be?\n</div>", "How does that come about?\n</div>"),
    Replace("heading", SHARING, "## Does a round prompt cost less?", "## Is a round prompt cheaper?"),
    Replace("list item with a link", FRONT, "The heart of the lesson: blocks, a table,", "It all turns on this: blocks, a table,"),
    Replace("prediction", PAGING, "Settle on a number. Then step through.", "Commit yourself, then go through the steps."),
    Replace("folded answer", PIECES, "took the index for the id.", "mistook an index for an id."),
    Replace("glossary entry", GLOSSARY, "so that the gaps between them become one.", "until all gaps are a single gap."),
    Replace("README", README, "You don't. Change what it is computed from,", "Never by hand. Change its origin,"),
    Replace("description in front matter", SLABS, "the three things that fill it with nothing.", "what it is filled with instead."),
    Replace("table written by hand", PAGING, "handed out and given back together |", "which come and go together |"),
    Replace("around a bound number", BIG, "One token takes [128 KiB]", "So for a single token it needs [128 KiB]"),
]  # fmt: skip

REORDERED = [
    Swap("paragraphs", PAGING, "**It is not swapping.**", "**It does not make the pool smaller.**", "**It does not pool"),
    Swap("paragraphs with bound numbers", FRONT, "The paper's own figure is", "So memory that holds so little", "## The lesson"),
    Swap("exercises with their answers", PIECES, "**Look it up.**", "**Zeros don't matter", "**What does the table cost?"),
    Swap("sections with table and stepper", PAGING, "## Where can waste hide?", "## Does it matter which", "## What paging is not"),
    Swap("paragraph and figure", SLABS, "<!-- figure life-of-a-slot", "It is free. Then a request", "## A row of slots"),
    Swap("glossary entries", GLOSSARY, "## fork\n", "## free list\n", "## grouped-query attention"),
    Swap("sections of README", README, "## How to add a chapter", "## Where things are", "Code is under the MIT"),
    Swap("definitions", PAGING, "[=prompt-a]:", "[=prompt-b]:", "[=prompt-c]:"),
    Swap("rows of a table by hand", README, "| `src/kvlesson/` |", "| `scripts/lesson.py` |", "| `scripts/mkdocs_hooks.py` |"),
    Swap("sentences with bound numbers", MANY, "Knowing every length is worth", "Blocks are worth", "That last factor"),
]  # fmt: skip

ADDED = [
    Insert("prose", WHY, "Most of what it finds there", "People do something like it when they take notes."),
    Insert("section with a heading", SHARING, "## How much can sharing save?", "## A word on trust\n\nNobody can tell who else reads a block."),
    Insert("link to another chapter", SLABS, "Watch one slot", "[How does paging fix it?](4-paging.md) shows the way out."),
    Insert("glossary entry", GLOSSARY, "## fork\n", "## eviction\n\nThrowing a stored prompt away to make room."),
    Insert("folded remark", PIECES, "## The end matters too", "<details markdown>\n<summary>An aside</summary>\n\nThe order is the table's.\n</details>"),
    Insert("quotation", FRONT, "## What you need", "> Memory is the thing you forget with."),
    Insert("inline code", PAGING, "## Does it matter which blocks?", "In the library it is called `free_list`, and a `deque`."),
    Insert("README", README, "## How to add a chapter", "Ask before you add a dependency."),
    Insert("table", PIECES, "## Exercises", "| what | where |\n|---|---|\n| the id | in the table |"),
    Insert("note to oneself", WHY, "## Drawers", "<!-- todo: is a drawer the best picture? -->"),
    Insert("link to elsewhere", FRONT, "## Is this still true?", "See [the project's page](https://vllm.ai/) for more."),
]  # fmt: skip

TYPOS = [  # the lesson's own word, and a slip in its place: neither it nor its repair concerns the check
    Replace("letters swapped", WHY, "label on its front", "lable on its front"),
    Replace("no comma", PIECES, "To bring it back takes one line of arithmetic,", "To bring it back takes one line of arithmetic"),
    Replace("small letter", SHARING, "All is well as long", "all is well as long"),
    Replace("curly apostrophe", BIG, "If Llama's heads did not share,", "If Llama’s heads did not share,"),
    Replace("American spelling", BIG, "weights are *quantised*:", "weights are *quantized*:"),
    Replace("in a heading", SLABS, "## What do departures do?", "## What do departurs do?"),
    Replace("in the glossary", GLOSSARY, "A request's list of the blocks", "A requests list of the blocks"),
    Replace("in README", README, "the author's command:", "the autor's command:"),
    Replace("in front matter", SHARING, "a copy at the last moment.", "a copy at the last momment."),
    Replace("dash beside a bound word", SHARING, "whoever it is. It sees a count", "whoever it is — it sees a count"),
    Replace("no stop behind a bound number", FRONT, "are left for the cache. Each token", "are left for the cache; Each token"),
]  # fmt: skip

LAID_OUT = [
    Wrap("narrow lines", PAGING, "It is the worst that can", 58),
    Wrap("link over two lines", FRONT, "says what that costs.)", 45),
    Wrap("bound number over two lines", BIG, "the room of Llama's.", 44),
    Replace("bold around a bound number", PAGING, "[9][=worst-waste]. The", "**[9][=worst-waste]**. The"),
    Replace("emphasis around a bound word", FRONT, "the pool holds [five][=gain] times", "the pool holds *[five][=gain] times*"),
    Replace("bound number in a quotation", WHY, "[3.4][=late-slower], not", "> [3.4][=late-slower], not"),
    Replace("no-break space in a bound number", BIG, "One token takes [128 KiB]", "One token takes [128\N{NO-BREAK SPACE}KiB]"),
    Replace("more empty lines", SHARING, "\n## Two tables, one prompt\n", "\n\n\n## Two tables, one prompt\n\n"),
    Replace("space at a line's end", PIECES, "## One block at a time\n", "## One block at a time  \n"),
    WholeFile("line ends of another system", SHARING, "\n", "\r\n"),
]  # fmt: skip


@dataclass(frozen=True)
class Wrong:
    """`old` becomes `new`.  One line of the answer then holds all of `says`: at the line of the edit, or where `at` stands.

    `page` is what is checked, if not the file itself; `at` are words of it, where text and code differ.
    """

    name: str
    file: str
    old: str
    new: str
    says: tuple[str, ...]
    page: str = ""
    at: str = ""
    place: str = ""  # where `at` stands, if not on the page

    def applied(self, text: str) -> str:
        once(text, self.old, self)
        return text.replace(self.old, self.new)


BUILD = "If the code is right: make build"

NUMBERS = [
    Wrong("prose", PAGING, "[6][=wasted-after-prompts] slots", "[5][=wasted-after-prompts] slots", ('text says "5"', "steps[3].wasted gives", '"6"', BUILD)),
    Wrong("heading", SHARING, "## Two tables, one prompt", "## The 2 tables of one prompt", ('"2" is bound to nothing', "Write [2][=some-key]")),
    Wrong("row of a table", PAGING, "| B finishes | 14 | 20 | 6 |", "| B finishes | 14 | 20 | 7 |", ("row B finishes, column empty", "text says 7", "gives 6", BUILD)),
    Wrong("printed output", SHARING, "'S2': [0, 1]} counts [2, 2, 0,", "'S2': [0, 1]} counts [2, 3, 0,", ("the cell at line", "counts [2, 3, 0,", "code gives", "counts [2, 2, 0,", BUILD)),
    Wrong("alt text", WHY, "![cache off | 1 [#] | 1 computed", "![cache off | 1 [#] | 2 computed", ("the stepper's text says", "2 computed", "gives", "1 computed", BUILD)),
    Wrong("caption", WHY, "2. Without a cache, step 4 computes 4 keys", "2. Without a cache, step 4 computes 5 keys", ("computes 5 keys", "gives", "computes 4 keys", BUILD)),
    Wrong("glossary", GLOSSARY, "An answer step gives each of them a token.", "An answer step gives each of the 16 a token.", ('"16" is bound to nothing', "[16][=some-key]")),
    Wrong("README", README, "A new number is written", "Each of the 415 numbers is written", ('"415" is bound to nothing', "[415][=some-key]")),
    Wrong("number word", BIG, "[four][=sharing-factor-word] query", "[five][=sharing-factor-word] query", ('text says "five"', 'gives "four"', BUILD)),
    Wrong("number word typed", GLOSSARY, "Slots that are set aside", "Two thousand slots that are set aside", ('"Two thousand slots" counts something', "Write [Two][=some-key]", "= word(")),
    Wrong("claim", BIG, "So [most of it][=mostly-sharing]", "So [all of it][=mostly-sharing]", ('text says "all of it"', 'gives "most of it"', BUILD)),
    Wrong("cited figure", FRONT, "measured [20.4%][@orca-max-used]", "measured [24.0%][@orca-max-used]", ('text says "24.0%"', "the fact orca-max-used in docs/facts.toml", 'gives "20.4%"', "make build")),
    Wrong("title of a link", FRONT, "4. [How does paging fix it?]", "4. [How does paging mend it?]", ('text says "How does paging mend it?"', "the title of 4-paging.md", "make build")),
]  # fmt: skip

CELLS = [
    Wrong("argument", WHY, "decode_both_ways(LATE_STEP)\n", "decode_both_ways(LATE_STEP - 1)\n", ("the cell at line", 'text says "pairs computed: 500500', 'code gives "pairs computed: 499500', BUILD), at="pairs computed: 500500 without"),
    Wrong("rounding", FRONT, "{run.used:.1%} of the pool used", "{run.used:.0%} of the pool used", ("the cell at line", 'text says "7.0 in flight, ', 'code gives "7.0 in flight, ', BUILD), at="7.0 in flight, "),
    Wrong("name misspelt", PIECES, "pool = torn_pool()", "pool = torn_pol()", ("raised NameError: name 'torn_pol' is not defined (did you mean torn_pool?)", "mend the cell")),
    Wrong("parenthesis missing", BIG, "    full = kv_bytes(model, model.max_tokens)", "    full = kv_bytes(model, model.max_tokens", ("not Python", "never closed", "mend")),
    Wrong("name that the library lacks", SHARING, "import prefix_sharing_example\n", "import prefix_sharing\n", ("cannot import name 'prefix_sharing'", "mend the cell")),
    Wrong("nothing printed", SHARING, '    print(f"{step.event}: {step.tables} counts {step.ref_counts}")', "    step.tables", ("prints nothing", "take this fence out"), at="```text"),
    Wrong("one line more printed", PAGING, "pool = BlockManager(NUM_BLOCKS, BLOCK_SIZE)\n", 'pool = BlockManager(NUM_BLOCKS, BLOCK_SIZE)\nprint("empty")\n', ('text says "A holds [0, 1] and 6 are free"', 'code gives "empty"', BUILD), at="A holds [0, 1] and 6 are free"),
    Wrong("arguments swapped", BIG, "size_factors(OPT_13B, OPT_13B_QUERY_HEADS, LLAMA3_8B, LLAMA3_8B_QUERY_HEADS)", "size_factors(LLAMA3_8B, LLAMA3_8B_QUERY_HEADS, OPT_13B, OPT_13B_QUERY_HEADS)", ('text says "4"', 'ratio(factors.sharing) gives "0.25"', BUILD), at="[4][=factor-sharing] times"),
    Wrong("name that expressions use", BIG, "print(factors)\n", "print(factors)\ndel factors\n", ("raised NameError: name 'factors' is not defined", "mend the expression, or what it names"), at="[=factor-sharing]: "),
    Wrong("name that is taken", PIECES, "pool = torn_pool()\n", "word = pool = torn_pool()\n", ("word is a name that expressions rely on", "call yours something else")),
]  # fmt: skip

LIBRARIES = [
    Wrong("constant", LIBRARY + "worked_examples.py", "SHARING_BLOCK_SIZE: Final = 4", "SHARING_BLOCK_SIZE: Final = 5", ('text says "4"', 'SHARING_BLOCK_SIZE gives "5"', BUILD), SHARING, "[4][=sharing-block-size] slots"),
    Wrong("formula", LIBRARY + "kv_sizes.py", "return 2 * cfg.n_layers", "return cfg.n_layers", ('text says "128 KiB"', "kib(kv_bytes_per_token(LLAMA3_8B))", 'gives "64 KiB"', BUILD), BIG, "One token takes [128 KiB]"),
    Wrong("off by one", LIBRARY + "kv_sizes.py", "return n * (n + 1) // 2", "return n * (n - 1) // 2", ("pairs_without_cache", "its formula n(n+1)/2 gives", "mend"), WHY, "[=pairs-formula]: "),
    Wrong("rounding", LIBRARY + "tables.py", "slowdown_without_cache(tokens):.1f} times", "slowdown_without_cache(tokens):.0f} times", ("row 100, column time, estimated", "text says 1.0 times", "recomputing_costs() gives 1 times", BUILD), WHY, "| 100 | 50.5 times"),
    Wrong("order of the free list", LIBRARY + "block_allocator.py", "self.free_list.popleft()", "self.free_list.pop()", ("text says", "block 0, slot 0", "gives", "block 7, slot 0", BUILD), PIECES, "1. Position 0, read through"),
    Wrong("blocks rounded down", LIBRARY + "bookkeeping.py", "return -(-tokens // block_size)", "return tokens // block_size", ("the library's exercises cannot be posed", "ZeroDivisionError", "mend"), PIECES, "    tail_share = fit", LIBRARY + "block_sizes.py"),
    Wrong("column of a table", LIBRARY + "tables.py", '("samples", "predicted", "measured")', '("samples", "predicted", "published")', ('table columns: text says "samples | predicted | measured"', 'gives "samples | predicted | published"', BUILD), SHARING, "| samples | predicted |"),
    Wrong("row of a table", LIBRARY + "tables.py", "SAVING_SAMPLES: Final = (2, 4, 6, 100)", "SAVING_SAMPLES: Final = (2, 4, 6)", ("the table has 4 rows", "saving_table() gives 3", 'text says "100 | 11.9%', "code gives no more", BUILD), SHARING, "| 100 | 11.9%"),
    Wrong("name misspelt", LIBRARY + "torn_sentence.py", "steps = worked_example()\n", "steps = worked_exampel()\n", ("raised NameError: name 'worked_exampel' is not defined", "src/kvlesson/torn_sentence.py:"), PIECES, "pool = torn_pool()"),
    Wrong("parenthesis missing", LIBRARY + "tail.py", "def mean_tail(", "def mean_tail((", ("the library does not import", "SyntaxError", "mend"), GLOSSARY),
    Wrong("public name that is not there", LIBRARY + "tail.py", '"mean_tail",', '"mean_tial",', ("the library does not import", "mean_tial", "did you mean mean_tail?", "mend"), GLOSSARY, "from .tail import *", LIBRARY + "__init__.py"),
]  # fmt: skip

FACTS_CHANGED = [
    Wrong("value", FACTS, '[fact.orca-max-used]\nvalue = "20.4"', '[fact.orca-max-used]\nvalue = "20.5"', ('text says "20.4%"', "the fact orca-max-used in docs/facts.toml", 'gives "20.5%"', "make build"), PAGING, "measured [20.4%]"),
    Wrong("unit", FACTS, '[fact.claimed-waste]\nvalue = "4"\nunit = "%"', '[fact.claimed-waste]\nvalue = "4"\nunit = "percent"', ('text says "4%"', 'gives "4"', "make build"), PAGING, '"Under [4%]'),
    Wrong("place in the source", FACTS, 'where = "section 6.1"\nread', 'where = "section 6.2"\nread', ('text says "section 6.1"', 'gives "section 6.2"', "make build"), SLABS, "[section 6.1]"),
    Wrong("place, in the citation", FACTS, 'where = "launch post, 2023-06-20"', 'where = "launch post, 2023-06-21"', ("2023-06-20", "2023-06-21", "docs/facts.toml", "make build"), PAGING, "[@claimed-waste]: "),
    Wrong("year", FACTS, 'SOSP 2023"\nyear = "2023"', 'SOSP 2023"\nyear = "2024"', ('text says "2023"', 'gives "2024"', "make build"), PAGING, "[2023][@batch-orca-max.year]"),
    Wrong("key renamed", FACTS, "[fact.claimed-waste]", "[fact.waste-in-the-claim]", ("no fact [@claimed-waste] in docs/facts.toml", "write [fact.claimed-waste] there, or bind another fact"), PAGING, '"Under [4%]'),
    Wrong("entry removed", FACTS, '[fact.claimed-waste]\nvalue = "4"\nunit = "%"\nsource = "vllm-blog-2023"\nwhere = "launch post, 2023-06-20"\nread = "2026-11-29"\n', "", ("no fact [@claimed-waste] in docs/facts.toml", "write [fact.claimed-waste] there, or bind another fact"), PAGING, '"Under [4%]'),
    Wrong("date that no calendar has", FACTS, 'where = "fig. 2"\nread = "2026-11-29"\nnote = "No split', 'where = "fig. 2"\nread = "2026-11-31"\nnote = "No split', ("[fact.paged-used] read", "2026-11-31", "not a date such as", "write when it was read"), GLOSSARY),
    Wrong("source that is not there", FACTS, 'source = "vllm-cow"', 'source = "vllm-cwo"', ("[fact.vllm-cow] has an unknown source vllm-cwo", "did you mean vllm-cow?"), GLOSSARY),
    Wrong("number without quotes", FACTS, '[fact.claimed-waste]\nvalue = "4"', "[fact.claimed-waste]\nvalue = 4", ("[fact.claimed-waste] value is not text", "put it in quotes"), PAGING),
    Wrong("quote missing", FACTS, 'value = "161.31"', 'value = "161.31', ("not readable as TOML", "Mend this line: each value in quotes"), GLOSSARY),
    Wrong("field removed", FACTS, 'unit = "billion weights"\n', "", ("[fact.llama3-weights] lacks unit", 'write unit = "..."'), GLOSSARY, "[fact.llama3-weights]", FACTS),
    Wrong("field misspelt", FACTS, 'unit = "billion weights"', 'units = "billion weights"', ("[fact.llama3-weights] units", "did you mean unit?"), GLOSSARY),
    Wrong("digit of an address", FACTS, "llama.cpp/pull/17997", "llama.cpp/pull/17979", ("llama-cpp-slots", "17997", "[source.llama-cpp] ends with 17979", "make them one"), GLOSSARY, 'value = "17997"', FACTS),
]  # fmt: skip

DRAWINGS = [
    Wrong("word", DRAWING + "snapshot.py", "| free list {_ids", "| queue {_ids", ("text says", "free list", "gives", "queue", BUILD), README, "![A: 0 1 5, C: 3 4 7"),
    Wrong("name of a state", DRAWING + "palette.py", '"crossed", "x", "never used"', '"crossed", "x", "wasted"', ("text says", "never used", "gives", "wasted", BUILD), SLABS, "![A slot's life"),
    Wrong("caption", DRAWING + "triangle.py", "{computed} so far, {read} read.", "{computed} in all, {read} read.", ("1 so far", "gives", "1 in all", BUILD), WHY, "1. Without a cache, step 1"),
    Wrong("key", DRAWING + "legend.py", "a triangle: just written", "a triangle: new", ("just written", "gives", "new", BUILD), PAGING, "![How to read it"),
    Wrong("fewer frames", DRAWING + "torn.py", 'ORDERS = ("through the table", "in physical order")', 'ORDERS = ("through the table",)', ("the stepper has the line", "gives no such line", BUILD), PIECES, "10. Position 0, read in physical"),
    Wrong("off by one", DRAWING + "torn.py", "both[order][: position + 1]", "both[order][: position]", ("raised IndexError", "src/kvlesson/drawing/torn.py:", "mend"), PIECES, "<!-- stepper torn"),
    Wrong("number in a picture", DRAWING + "box.py", '"{shape.heads} query heads, {shape.sharing} to', '"{shape.heads} query heads, {shape.kv_heads} to', ("4 to a KV head", "gives", "8 to a KV head", BUILD), BIG, "1. 32 query heads, 4 to"),
    Wrong("rounding", DRAWING + "shares.py", "{100 * self.share:.0f}%", "{100 * self.share:.1f}%", ("% used, ", "gives", BUILD), FRONT, "![In slabs, simulated"),
    Wrong("what happened in a step", DRAWING + "changes.py", 'f"{owner} came"', 'f"{owner} arrived"', ("came", "gives", "arrived", BUILD), SHARING, "now: S2 came](../figures/first-writer-2.svg)"),
    Wrong("only lines and colours", DRAWING + "palette.py", 'TEXT = Ink("#23272D"', 'TEXT = Ink("#23272E"', ("is not what the code draws", BUILD), README, "<svg", "docs/assets/readme.svg"),
]  # fmt: skip


@dataclass(frozen=True)
class Stranger:
    """The lesson's files in a folder of their own, committed, as a clone has them."""

    root: Path

    @contextmanager
    def editing(self, edit: Edit) -> Iterator[str]:
        path = self.root / edit.file
        before = path.read_bytes()
        text = edit.applied(before.decode())
        path.write_bytes(text.encode())
        try:
            yield text
        finally:
            path.write_bytes(before)

    def check(self, *pages: str) -> subprocess.CompletedProcess[str]:
        return typed(self.root / "scripts/lesson.py", "check", *pages, cwd=self.root)


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    root = tmp_path_factory.mktemp("stranger")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, root / name)
    # Else each check would compile the library anew, since it keeps nothing.
    subprocess.run([sys.executable, "-m", "compileall", "-q", "src", "scripts"], cwd=root, check=True)
    (root / ".gitignore").write_text("__pycache__\n")
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "as it was"]):
        subprocess.run([*git, *command], check=True)
    return Stranger(root)


def named(edits: Sequence[Edit]) -> dict[str, Any]:
    return {"argvalues": edits, "ids": [edit.name for edit in edits]}


def passes(stranger: Stranger, edit: Edit) -> None:
    with stranger.editing(edit):
        run = stranger.check(edit.file)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout + run.stderr


@pytest.mark.parametrize("edit", **named(REWORDED))
def test_rewording_passes(stranger: Stranger, edit: Edit) -> None:
    passes(stranger, edit)


@pytest.mark.parametrize("edit", **named(REORDERED))
def test_another_order_passes(stranger: Stranger, edit: Edit) -> None:
    passes(stranger, edit)


@pytest.mark.parametrize("edit", **named(ADDED))
def test_a_paragraph_more_passes(stranger: Stranger, edit: Edit) -> None:
    passes(stranger, edit)


@pytest.mark.parametrize("edit", **named(TYPOS))
def test_a_typo_passes_and_so_does_its_repair(stranger: Stranger, edit: Edit) -> None:
    passes(stranger, edit)


@pytest.mark.parametrize("edit", **named(LAID_OUT))
def test_another_layout_passes(stranger: Stranger, edit: Edit) -> None:
    passes(stranger, edit)


def test_all_that_was_added_passes_on_every_page(stranger: Stranger) -> None:
    """What one page says, such as a word more in the glossary, concerns others."""
    with ExitStack() as edits:
        for edit in ADDED:
            edits.enter_context(stranger.editing(edit))
        run = stranger.check()
    assert (run.returncode, run.stderr) == (0, ""), run.stdout + run.stderr


# What to do next, in the words of the check: each of its lines says one of them.
NEXT = re.compile(
    r"make build|[Ww]rite |[Mm]end|make them one|take |put |call |bind |open it|say it|did you mean"
)


def first_changed_line(before: str, after: str) -> int:
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return 1 + sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def line_of(at: str, text: str, case: Wrong) -> int:
    return 1 + text.count("\n", 0, once(text, at, case))


def fails(stranger: Stranger, case: Wrong) -> None:
    page = case.page or case.file
    before = (stranger.root / case.file).read_text("utf-8")
    with stranger.editing(case) as after:
        run = stranger.check(page)
        there = (stranger.root / (case.place or page)).read_text("utf-8")
    edited = place = f"{case.file}:{first_changed_line(before, after)}"
    if case.at:
        place = f"{case.place or page}:{line_of(case.at, there, case)}"
    assert run.returncode == 1, f"this passes the check: {case.old!r} -> {case.new!r}"
    assert "Traceback" not in run.stdout + run.stderr
    lines = run.stdout.splitlines()
    here = [line for line in lines if line.startswith(f"{place}: ")]
    assert any(all(part in line for part in case.says) for line in here), f"{place}: {case.says} in {lines}"
    if not place.startswith(case.file):  # nobody touched it; what was touched is named
        assert any(edited in line for line in lines if " changed since the last commit (" in line), lines
    for line in lines:
        assert " changed since the last commit (" in line or NEXT.search(line), f"no next step: {line}"


@pytest.mark.parametrize("case", **named(NUMBERS))
def test_a_changed_number_is_found(stranger: Stranger, case: Wrong) -> None:
    fails(stranger, case)


@pytest.mark.parametrize("case", **named(CELLS))
def test_a_changed_cell_is_found(stranger: Stranger, case: Wrong) -> None:
    fails(stranger, case)


@pytest.mark.parametrize("case", **named(LIBRARIES))
def test_a_changed_library_is_found(stranger: Stranger, case: Wrong) -> None:
    fails(stranger, case)


@pytest.mark.parametrize("case", **named(FACTS_CHANGED))
def test_a_changed_fact_is_found(stranger: Stranger, case: Wrong) -> None:
    fails(stranger, case)


@pytest.mark.parametrize("case", **named(DRAWINGS))
def test_a_changed_drawing_is_found(stranger: Stranger, case: Wrong) -> None:
    """By what it says.  A change of lines and colours alone is seen in README's picture only, whose file is committed."""
    fails(stranger, case)
