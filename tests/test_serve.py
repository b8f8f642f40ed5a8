"""`mkdocs serve` shows drift where it stands, lives through broken edits, and never touches an author's file."""

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


class Served:
    def __init__(self, root: Path) -> None:
        self.root = root
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
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{place}", timeout=5) as answer:
                return answer.read().decode()
        except OSError:
            return ""

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
    server = Served(root)
    server.until(lambda page: "How does paging fix it?" in page)
    yield server
    server.process.terminate()
    server.process.wait(10)
    server.log.close()


@pytest.fixture
def edit(served):
    """Save a changed file; put it back in the end, and see the page recover."""
    kept = {}

    def save(name, change):
        path = served.root / name
        kept.setdefault(path, path.read_bytes())
        new = change(kept[path])
        assert new != kept[path]
        path.write_bytes(new)
        return path, new

    yield save
    for path, content in kept.items():
        path.write_bytes(content)
    served.until(lambda page: "kv-drift" not in page and "You don't. That is the trick" in page)


def test_a_right_page_is_not_marked(served):
    page = served.page()
    assert "kv-drift" not in page
    assert 'class="kv-num"' in page
    assert "kv-num kv-cited" in page
    assert "<abbr title=" in page


def test_a_wrong_number_is_marked_and_the_file_is_left_alone(served, edit):
    path, new = edit(
        CHAPTER, lambda text: text.replace(b"block [5][=ninth-block]", b"block [6][=ninth-block]")
    )
    page = served.until(lambda page: "kv-drift" in page)
    assert "text says &quot;6&quot;" in page or 'text says "6"' in page
    assert "make build" in page
    assert path.read_bytes() == new


def test_a_changed_library_marks_what_depends_on_it(served, edit):
    edit(
        "src/kvlesson/worked_examples.py",
        lambda text: text.replace(b"NUM_BLOCKS: Final = 8", b"NUM_BLOCKS: Final = 9"),
    )
    page = served.until(lambda page: "kv-drift" in page)
    assert "text says &quot;eight&quot;" in page or 'text says "eight"' in page
    assert (served.root / CHAPTER).read_bytes() == (ROOT / CHAPTER).read_bytes()


def test_where_no_editor_was_made_the_page_names_none(served):
    assert re.search(r'src="[^"]*cells\.js\?runtime=\w{16}"', served.page())


def test_cells_run_todays_library(served, edit):
    def address(page):
        return re.search(r"cells\.js\?runtime=(\w{16})", page)[1]

    before = address(served.page())
    edit("src/kvlesson/tail.py", lambda text: text + b"\n# today\n")
    after = address(served.until(lambda page: address(page) != before))
    wheel = f"http://127.0.0.1:{served.port}/assets/runtime/{after}/kvlesson-0.1.0-py3-none-any.whl"
    with urllib.request.urlopen(wheel, timeout=5) as answer:
        package = zipfile.ZipFile(io.BytesIO(answer.read()))
    assert package.read("kvlesson/tail.py").endswith(b"\n# today\n")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (CHAPTER, lambda text: text.replace(b"steps = worked_example()", b"steps = worked_exampel()")),
        (CHAPTER, lambda text: text + b"\n```python\n"),
        (CHAPTER, lambda text: text.replace(b"You don't.", b"\xff\xfe You don't.")),
        (CHAPTER, lambda text: text.replace(b"title: How", b"title: [How")),
        ("src/kvlesson/bookkeeping.py", lambda text: text + b"\ndef (:\n"),
        ("docs/facts.toml", lambda text: text + b"\n[fact.\n"),
    ],
    ids=["name", "fence", "bytes", "front-matter", "library", "facts"],
)
def test_a_broken_edit_is_shown_and_survived(served, edit, name, change):
    path, new = edit(name, change)
    served.until(lambda page: "kv-drift-banner" in page)
    assert served.process.poll() is None
    assert path.read_bytes() == new


def test_a_lab_that_fails_is_shown_unrun_with_what_is_wrong(served):
    lab = served.root / "docs/labs/fill-the-pool.py"
    kept = lab.read_bytes()
    address = "labs/fill-the-pool/"
    assert "kv-output" in served.page(address)
    assert "kv-drift" not in served.page(address)
    lab.write_bytes(kept.replace(b"row.release(", b"1 / 0\nrow.release("))
    served.until(lambda page: "this cell stopped with ZeroDivisionError" in page, address=address)
    assert "kv-output" not in served.page(address)
    lab.write_bytes(kept)
    served.until(lambda page: "kv-drift" not in page and "kv-output" in page, address=address)


def test_a_broken_engine_is_survived(served, edit):
    edit("scripts/lessonkit/cells.py", lambda text: text + b"\ndef (:\n")
    served.until(lambda page: "You don't" in page)
    time.sleep(2)
    assert served.process.poll() is None
