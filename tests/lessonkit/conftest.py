"""A small lesson of its own in an empty folder: the engine is tested without the real lesson's subject."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from typed import typed

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

LIBRARY = '''
"""A toy library: enough of a subject for one page with every kind of binding."""
from dataclasses import dataclass

__all__ = ["LLAMA3_8B", "OPT_13B", "kv_bytes_per_token", "kv_bytes", "sharing_factor", "other_factors", "sizes",
           "pairs", "factors", "walk"]


@dataclass(frozen=True)
class Model:
    name: str
    layers: int
    kv_heads: int


LLAMA3_8B = Model("Llama 3 8B", 32, 8)
OPT_13B = Model("OPT-13B", 40, 40)


def kv_bytes_per_token(model):
    return 2 * model.layers * model.kv_heads * 128 * 2


def kv_bytes(model, tokens):
    return tokens * kv_bytes_per_token(model)


def sharing_factor(a, b):
    return 4


def other_factors(a, b):
    return 1.5625


def pairs(n):
    """Formula: n(n+1)/2"""
    return n * (n + 1) // 2


@dataclass(frozen=True)
class Table:
    columns: list
    rows: list


def sizes(*models):
    rows = [[m.name, m.kv_heads, f"{kv_bytes_per_token(m) // 1024} KiB"] for m in models]
    return Table(["model", "KV heads", "per token"], rows)


@dataclass(frozen=True)
class Picture:
    text: str

    def svg(self, standalone=False):
        return f'<svg class="kv-svg" role="img" aria-label="{self.text}"><text>{self.text}</text></svg>'


def factors(*models):
    return Picture("; ".join(f"{m.name}: 2 x {m.layers} x {m.kv_heads} x 128 x 2 bytes" for m in models))


@dataclass(frozen=True)
class Frame:
    event: str
    picture: Picture


@dataclass(frozen=True)
class Walk:
    frames: list


def walk(*models):
    return Walk([Frame(f"{m.name} comes", factors(m)) for m in models])
'''

PAGE = """---
title: How big is it?
module: toylib
---

# How big is it?

```python
from toylib import LLAMA3_8B, OPT_13B, kv_bytes_per_token

for model in (LLAMA3_8B, OPT_13B):
    print(model.name, kv_bytes_per_token(model))
```

```text
Llama 3 8B 131072
OPT-13B 819200
```

One token costs [128 KiB][=llama3-token] in Llama 3 8B and [6.25 times][=opt-over-llama] as much in OPT-13B,
[mostly][=mostly-sharing] because KV heads are shared. The paper counted [20.4%][@orca-max-used] in use, and
pairs grow as [n(n+1)/2][=pairs-formula].

<!-- table: sizes(LLAMA3_8B, OPT_13B) -->
| model | KV heads | per token |
| --- | --: | --: |
| Llama 3 8B | 8 | 128 KiB |
| OPT-13B | 40 | 800 KiB |
<!-- end -->

<!-- figure factors: factors(LLAMA3_8B, OPT_13B) -->
![Llama 3 8B: 2 x 32 x 8 x 128 x 2 bytes; OPT-13B: 2 x 40 x 40 x 128 x 2 bytes](../figures/factors.svg)
<!-- end -->

<!-- stepper arrivals: walk(LLAMA3_8B, OPT_13B) -->
1. Llama 3 8B comes
    ![Llama 3 8B: 2 x 32 x 8 x 128 x 2 bytes](../figures/arrivals-1.svg)
2. OPT-13B comes
    ![OPT-13B: 2 x 40 x 40 x 128 x 2 bytes](../figures/arrivals-2.svg)
<!-- end -->

[=llama3-token]: ../numbers.md#llama3-token "= kib(kv_bytes_per_token(LLAMA3_8B))"
[=opt-over-llama]: ../numbers.md#opt-over-llama "= times(kv_bytes_per_token(OPT_13B), kv_bytes_per_token(LLAMA3_8B))"
[=mostly-sharing]: ../numbers.md#mostly-sharing "= choose(sharing_factor(OPT_13B, LLAMA3_8B) > other_factors(OPT_13B, LLAMA3_8B), 'mostly', 'partly')"
[=pairs-formula]: ../numbers.md#pairs-formula "= formula(pairs)"
[@orca-max-used]: ../sources.md#orca-max-used "Kwon et al., SOSP, fig. 2"
"""

FACTS = """
[source.kwon2023]
citation = "Kwon et al., SOSP"
year = "2023"

[fact.orca-max-used]
value = "20.4"
unit = "%"
source = "kwon2023"
where = "fig. 2"
read = "2026-11-29"
"""

GLOSSARY = """# Glossary

## block

A fixed number of slots. They lie side by side.

## token

A piece of text that a model reads or writes at once.
"""


@dataclass
class Lesson:
    root: Path

    @property
    def page(self) -> Path:
        return self.root / "docs/lesson/2-how-big.md"

    @property
    def library(self) -> Path:
        return self.root / "src/toylib/__init__.py"

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return typed(SCRIPTS / "lesson.py", "--root", self.root, *arguments)

    def edit(self, old: str, new: str, path: Path | None = None) -> None:
        path = path or self.page
        text = path.read_text("utf-8")
        assert text.count(old) >= 1, f"{old!r} is not in {path.name}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    def files(self) -> dict[str, bytes]:
        kept = (p for p in self.root.rglob("*") if p.is_file() and ".git" not in p.parts)
        return {str(p.relative_to(self.root)): p.read_bytes() for p in kept}

    def line_of(self, text: str, path: Path | None = None) -> int:
        lines = (path or self.page).read_text("utf-8").splitlines()
        return next(n for n, line in enumerate(lines, 1) if text in line)


@pytest.fixture(scope="session")
def lesson_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("template")
    for name, text in {
        "pyproject.toml": '[tool.lessonkit]\nlibrary = "toylib"\nmodules = []\n',
        "src/toylib/__init__.py": LIBRARY,
        "docs/lesson/2-how-big.md": PAGE,
        "docs/facts.toml": FACTS,
        "docs/glossary.md": GLOSSARY,
        "docs/names.txt": "Llama 3 8B\nOPT-13B\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


@pytest.fixture
def lesson(lesson_template: Path, tmp_path: Path) -> Lesson:
    root = tmp_path / "lesson"
    shutil.copytree(lesson_template, root)
    return Lesson(root)
