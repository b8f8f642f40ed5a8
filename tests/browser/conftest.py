"""The built site, served from each process, and one Chromium that looks at it.

`make browser` has built the site and names its folder; whoever runs pytest alone has one built for the run.

Any test of a page fails whose console speaks, or that asks another address for something.
"""

import os
import subprocess
import sys
import tempfile

import pytest
from playwright.sync_api import expect, sync_playwright
from reader import ADDRESS, HOST, ROOT, WIDE, Reader, Site

from lessonkit import web

expect.set_options(
    timeout=60_000
)  # Python may have to be loaded, on a slow machine; nothing here measures time

BROWSER = web.chromium(web.WITHOUT_WINDOW)
FOLDER = "KVLESSON_SITE"  # where the site has been built, for ADDRESS


def pytest_configure(config):
    """Before the processes start that run the tests: they inherit where the site is."""
    if config.option.collectonly or not BROWSER or is_built_for_us(os.environ.get(FOLDER)):
        return
    built = tempfile.TemporaryDirectory(prefix="kvlesson-site-")
    config.add_cleanup(built.cleanup)
    # The theme goes from page to page without loading only where the address is the one built for.
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", built.name],
        cwd=ROOT,
        env={**os.environ, "SITE_URL": ADDRESS},
        check=True,
    )
    os.environ[FOLDER] = built.name
    config.add_cleanup(lambda: os.environ.pop(FOLDER))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Who shares what has been loaded runs in one process: all with the warm tab, else each file by itself."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group("warm" if "tab" in item.fixturenames else item.path.name))


def is_built_for_us(folder):
    return bool(folder) and f"<loc>{ADDRESS}</loc>" in (ROOT / folder / "sitemap.xml").read_text()


@pytest.fixture(scope="session")
def site():
    if not BROWSER:
        if os.environ.get("CI"):
            pytest.fail(web.NEEDS_CHROMIUM)
        pytest.skip(web.NEEDS_CHROMIUM)
    site = Site(ROOT / os.environ[FOLDER])
    yield site
    site.server.shutdown()


@pytest.fixture(scope="session")
def chromium(site):
    here = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{site.server.server_port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=[*web.FLAGS, here])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def codemirror(site):
    """Its file, for tests that are about it."""
    made = next(site.folder.glob("assets/editor/*/editor.js"), None)
    if not made:
        need = "needs the editor: make runtime says why it was not made"
        if os.environ.get("CI"):
            pytest.fail(need)
        pytest.skip(need)
    return made


@pytest.fixture(scope="module")
def context(chromium):
    """One for each file of tests: what was loaded once is kept."""
    context = chromium.new_context(viewport=WIDE)
    yield context
    context.close()


@pytest.fixture
def empty(chromium):
    """A context in which nothing was loaded yet."""
    context = chromium.new_context(viewport=WIDE)
    yield context
    context.close()


@pytest.fixture
def reader(context, site):
    """A new tab."""
    site.asked.clear()
    reader = Reader(context.new_page(), site)
    yield reader
    reader.page.close()
    assert (reader.heard, reader.foreign) == ([], [])


@pytest.fixture(scope="session")
def warm(chromium, site):
    context = chromium.new_context(viewport=WIDE)
    yield Reader(context.new_page(), site)
    context.close()


@pytest.fixture
def tab(warm):
    """One tab for many tests, whose Python stays warm from page to page: loading it takes longer than most tests."""
    warm.as_at_first()
    yield warm
    warm.page.evaluate("localStorage.clear()")
    heard, foreign = warm.heard[:], warm.foreign[:]
    warm.heard.clear()
    warm.foreign.clear()
    assert (heard, foreign) == ([], [])
