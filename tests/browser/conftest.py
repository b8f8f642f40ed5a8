"""A site built for a loopback port, served from this process, and one Chromium that looks at it.

Any test of a page fails whose console speaks, or that asks another address for something.
"""

import os
import subprocess
import sys

import pytest
from playwright.sync_api import expect, sync_playwright
from reader import ROOT, Reader, Site

from lessonkit import web

expect.set_options(
    timeout=60_000
)  # Python may have to be loaded, on a slow machine; nothing here measures time


@pytest.fixture(scope="session")
def chromium():
    path = web.chromium()
    if not path:
        if os.environ.get("CI"):
            pytest.fail(web.NEEDS_CHROMIUM)
        pytest.skip(web.NEEDS_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=web.FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(chromium, tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("site"))
    # The theme goes from page to page without loading only where the address is the one built for.
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", site.folder],
        cwd=ROOT,
        env={**os.environ, "SITE_URL": site.address},
        check=True,
    )
    yield site
    site.server.shutdown()


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
def context(chromium, site):
    """One for each file of tests: what was loaded once is kept."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture
def reader(context, site):
    """A new tab."""
    reader = Reader(context.new_page(), site)
    yield reader
    reader.page.close()
    assert (reader.heard, reader.foreign) == ([], [])
