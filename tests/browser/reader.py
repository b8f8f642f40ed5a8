"""Who looks at the built pages, the server that they come from, and the cells that their sources hold."""

import contextlib
import functools
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect

from lessonkit import labs, web
from lessonkit.page import parse
from lessonkit.project import read

ROOT = Path(__file__).resolve().parents[2]
# What the site is built for where nobody says otherwise; each process that runs tests maps it to a port of its own.
HOST = "127.0.0.1:8000"
ADDRESS = f"http://{HOST}/"
WIDE = {"width": 1280, "height": 900}

# Every text that Python sends to the page, whatever the page makes of it; and every shift of the layout.
LISTEN = """
window.kvSaid = [];
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.out) kvSaid.push(data.out);
    });
  }
};
window.kvShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) kvShift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def pages_with_cells() -> dict[str, list[tuple[str, str]]]:
    """Address in the site: the cells of that page's source, each with what is printed below it."""
    found = {}
    for path in [ROOT / "docs/index.md", *sorted((ROOT / "docs/lesson").glob("*.md"))]:
        page = parse(path.relative_to(ROOT).as_posix(), read(path))
        address = page.path.removeprefix("docs/").removesuffix(".md").removesuffix("index")
        found[f"{address}/".lstrip("/")] = [(c.code, c.output.code if c.output else "") for c in page.cells]
    return {address: cells for address, cells in found.items() if cells}


PAGES = pages_with_cells()
# Address of each lab: the cells of its script.
LABS = {f"labs/{Path(lab.path).stem}/": lab.code for lab in labs.read_all(ROOT)}


class Site:
    """The built pages, and what was asked of their server."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, []
        site = self

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                site.asked.append(self.path.split("?")[0])
                super().do_GET()

            def copyfile(self, source, target):
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the page went away
                    super().copyfile(source, target)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.address = ADDRESS
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def file(self, asked: str) -> Path:
        path = self.folder / asked.lstrip("/")
        return path / "index.html" if path.is_dir() else path


class Reader:
    """Somebody in front of the browser."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.heard: list[str] = []  # by the console
        self.foreign: list[str] = []
        page.add_init_script(LISTEN)
        page.on("console", lambda message: self.heard.append(message.text))
        page.on("pageerror", lambda error: self.heard.append(str(error)))
        page.context.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        if not url.startswith((self.site.address, "data:", "blob:")):
            self.foreign.append(url)

    def open(self, address: str) -> None:
        self.page.goto(self.site.address + address)
        expect(self.cell(1).get_by_role("button", name="Run")).to_be_visible()

    def as_at_first(self) -> None:
        """What somebody who had the same tab before may have left otherwise."""
        self.page.set_viewport_size(WIDE)
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.mouse.move(0, 0)

    def settled(self) -> None:
        self.page.evaluate(web.SETTLED)

    def visit(self, address: str) -> None:
        """By a link, so that the page is not loaded anew and its Python stays; of the page itself, by way of another."""
        to = self.site.address + address
        if not self.page.evaluate("window.kvSameDocument"):
            self.page.goto(self.site.address + "glossary/")
            self.settled()  # the theme goes to no page that it does not know of
            self.page.evaluate("window.kvSameDocument = true")
        if self.page.url.partition("#")[0] == to.partition("#")[0]:
            self.visit("404.html" if address.startswith("glossary/") else "glossary/")
        self.page.evaluate(
            """to => {
              document.querySelector("article").dataset.kvBefore = "";
              const link = document.createElement("a");
              link.href = to;
              document.querySelector("article").append(link);
              link.click();
            }""",
            to,
        )
        expect(self.page).to_have_url(to)
        expect(self.page.locator("article[data-kv-before]")).to_have_count(0)
        assert self.page.evaluate("window.kvSameDocument"), "the page was loaded anew"

    def cell(self, number: int | str):
        return self.page.get_by_role("group", name=f"Cell {number}", exact=True)

    def press(self, number: int | str, name: str) -> None:
        self.cell(number).get_by_role("button", name=name).click()

    def says(self, number: int | str, text: str) -> None:
        expect(self.cell(number).get_by_role("status")).to_contain_text(text)

    def editor(self, number: int | str):
        return self.page.get_by_role("textbox", name=f"Python code of cell {number}", exact=True)

    def write(self, number: int | str, source: str) -> None:
        if not self.editor(number).is_visible():
            self.press(number, "Edit")
        self.editor(number).fill(source)

    def holds(self, number: int | str, source: str) -> None:
        """The editor of a cell, whichever it is, shows this."""
        editor = self.editor(number)
        expect(editor).to_be_visible()
        if editor.evaluate("box => box.matches('textarea')"):
            expect(editor).to_have_value(source)
        else:
            lines = [re.compile(f"^{re.escape(line)}$") for line in source.split("\n")]
            expect(editor.locator(".cm-line")).to_have_text(lines)

    def yours(self, number: int | str):
        return self.page.get_by_label(f"Yours: what cell {number} printed")

    def said(self) -> str:
        """All that Python has sent since this was asked before."""
        return self.page.evaluate("kvSaid.splice(0).join('')")
