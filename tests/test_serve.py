"""`mkdocs serve` shows drift where it stands, lives through broken edits, and never touches an author's file."""

import html
import io
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

from lessonkit import runtime

ROOT = Path(__file__).resolve().parents[1]
CHAPTER = "docs/lesson/4-paging.md"
LAB = "labs/fill-the-pool/"

pytestmark = pytest.mark.xdist_group("serve")  # one server is enough, and each rebuild costs seconds


def says(page: str, words: str) -> bool:
    return words in html.unescape(page)


def left_alone(texts):
    for path, text in texts.items():
        assert path.read_bytes() == text


class Served:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.kept: dict[Path, bytes] = {}  # as they were: files that a test has changed
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        address = f"127.0.0.1:{self.port}"
        self.log = (root / "serve.log").open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", address],
            cwd=root,
            env={
                **os.environ,
                "SITE_URL": f"http://{address}/",
                "PYTHONPATH": str(root / "src"),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def page(self, place: str = "lesson/4-paging/") -> str:
        return self.get(place).decode()

    def get(self, place: str) -> bytes:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{place}", timeout=5) as answer:
                return answer.read()
        except OSError:
            return b""

    def until(self, seen, seconds: float = 180.0, address: str = "lesson/4-paging/") -> str:
        """The page, once it is as `seen` wants it. The limit is only there to end a test that fails."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            page = self.page(address)
            if page and seen(page):
                return page
            assert self.process.poll() is None, (self.root / "serve.log").read_text()
            time.sleep(0.1)
        raise AssertionError((self.root / "serve.log").read_text()[-3000:])


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    root = tmp_path_factory.mktemp("served")
    for name in ("docs", "src", "scripts", "overrides"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root / name)
    pins = runtime.read_pins(root)
    fetched = runtime.cached(root / ".cache/runtime", pins)
    fetched.mkdir(parents=True)
    for name in pins.sha256:  # what they hold is nothing to the server
        (fetched / name).touch()
    zipfile.ZipFile(fetched / runtime.STANDARD_LIBRARY, "w").close()
    if (kept := ROOT / ".cache/labs").is_dir():  # labs that were run for the same library need not run again
        shutil.copytree(kept, root / ".cache/labs")
    server = Served(root)
    server.until(lambda page: "How does paging fix it?" in page)
    yield server
    server.process.terminate()
    server.process.wait(10)
    server.log.close()


@pytest.fixture
def edit(served):
    """Save changed files; what was changed before is put back with them, so that each rebuild serves a test."""

    def save(changes):
        paths = {served.root / name: change for name, change in changes.items()}
        for changed in served.kept.keys() - paths.keys():
            changed.write_bytes(served.kept.pop(changed))
        texts = {}
        for path, change in paths.items():
            right = served.kept.setdefault(path, path.read_bytes())
            texts[path] = change(right)
            assert texts[path] != right
        for path, text in texts.items():
            path.write_bytes(text)
        return texts

    return save


def test_a_right_page_is_not_marked(served):
    page = served.page()
    assert "kv-drift" not in page
    assert 'class="kv-num"' in page
    assert "kv-num kv-cited" in page
    assert "<abbr title=" in page


def test_where_no_editor_was_made_the_page_names_none(served):
    assert re.search(r'src="[^"]*cells\.js\?runtime=\w{16}"', served.page())


def wheel(served, page):
    address = re.search(r"cells\.js\?runtime=(\w{16})", page)[1]
    return zipfile.ZipFile(
        io.BytesIO(served.get(f"assets/runtime/{address}/kvlesson-0.1.0-py3-none-any.whl"))
    )


def test_a_lab_that_fails_is_shown_unrun_with_what_is_wrong(served, edit):
    page = served.page(LAB)
    assert "kv-output" in page
    assert "kv-drift" not in page
    edit({f"docs/{LAB[:-1]}.py": lambda text: text.replace(b"row.release(", b"1 / 0\nrow.release(")})
    page = served.until(lambda page: "this cell stopped with ZeroDivisionError" in page, address=LAB)
    assert "kv-output" not in page


def test_a_wrong_number_is_marked_and_the_file_is_left_alone(served, edit):
    texts = edit({CHAPTER: lambda text: text.replace(b"block [5][=ninth-block]", b"block [6][=ninth-block]")})
    page = served.until(lambda page: says(page, 'text says "6"'))
    assert "kv-drift" in page
    assert "make build" in page
    left_alone(texts)


def test_a_changed_library_marks_what_depends_on_it_and_is_what_cells_run(served, edit):
    texts = edit(
        {
            "src/kvlesson/worked_examples.py": lambda text: text.replace(
                b"NUM_BLOCKS: Final = 8", b"NUM_BLOCKS: Final = 9"
            )
        }
    )
    page = served.until(lambda page: says(page, 'text says "eight"'))
    assert "kv-drift" in page
    assert (served.root / CHAPTER).read_bytes() == (ROOT / CHAPTER).read_bytes()
    (library,) = texts.values()
    assert wheel(served, page).read("kvlesson/worked_examples.py") == library


BROKEN_PAGES = {
    "lesson/4-paging": (
        lambda text: text.replace(b"steps = worked_example()", b"steps = worked_exampel()"),
        "raised NameError: name 'worked_exampel'",
    ),
    "lesson/5-pieces": (lambda text: text + b"\n```python\n", "is never closed"),
    "lesson/3-slabs": (lambda text: b"\xff\xfe" + text, "this file is not UTF-8"),
    "lesson/6-sharing": (lambda text: text.replace(b"title: ", b"title: ["), "front matter is not YAML"),
}


def test_each_broken_page_says_what_is_wrong_with_it(served, edit):
    texts = edit({f"docs/{page}.md": change for page, (change, _) in BROKEN_PAGES.items()})
    for page, (_, said) in BROKEN_PAGES.items():
        served.until(
            lambda html, said=said: "kv-drift-banner" in html and says(html, said), address=f"{page}/"
        )
    assert served.process.poll() is None
    left_alone(texts)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("src/kvlesson/bookkeeping.py", lambda text: text + b"\ndef (:\n", "the library does not import"),
        ("docs/facts.toml", lambda text: text + b"\n[fact.\n", "not readable as TOML"),
    ],
    ids=["library", "facts"],
)
def test_what_all_pages_depend_on_may_be_broken(served, edit, name, change, said):
    texts = edit({name: change})
    served.until(lambda page: "kv-drift-banner" in page and says(page, said))
    assert served.process.poll() is None
    left_alone(texts)


def test_a_broken_engine_is_survived_and_what_is_right_again_is_shown_right(served, edit):
    edit({"scripts/lessonkit/cells.py": lambda text: text + b"\ndef (:\n"})
    log = served.root / "serve.log"
    served.until(
        lambda page: "the check could not run" in log.read_text() and "You don't. That is the trick" in page
    )
    for path, right in served.kept.items():
        path.write_bytes(right)
    served.until(lambda page: "kv-drift" not in page and "You don't. That is the trick" in page)
    served.until(lambda page: "kv-drift" not in page and "kv-output" in page, address=LAB)
    for path in served.kept:
        assert path.read_bytes() == (ROOT / path.relative_to(served.root)).read_bytes()
