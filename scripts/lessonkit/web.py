"""A built site as a browser gets it: a server on loopback that compresses as a static host would, and which Chromium looks.

Invariant: `sent` holds every answer with the bytes of its body as sent; what stands in its head is each host's own affair.
Bodies are compressed before the first is asked for, so that no time which is measured goes into it. It builds nothing, and
no other machine can reach it.
Cost: a second or two for a whole site, and its compressed bytes in memory.
"""

import functools
import gzip
import os
import shutil
import threading
from collections.abc import Sequence
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
# The same pages without what draws a window around them: a page costs half as much. Debian has it as a package.
WITHOUT_WINDOW = ("chromium-headless-shell", *CHROMIUMS)
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
NEEDS_CHROMIUM = "needs Chromium: apt-get install chromium, or name one: CHROMIUM=/path/to/it"
# Until a page has fetched all that it fetches by itself, and done with it. Last comes the theme's script, whenever the browser
# has time for it, and asks which pages there are. (A browser with several pages may never call one of them idle. And not
# wait_for_function: no page allows the eval that it needs.)
SETTLED = """
() => new Promise((settled) => {
  const asked = ({ name, responseEnd }) => name.endsWith("/sitemap.xml") && responseEnd;
  const look = () => {
    if (performance.getEntriesByType("resource").some(asked) && !document.querySelector("script[data-src]"))
      requestIdleCallback(settled, { timeout: 1000 });
    else setTimeout(look, 20);
  };
  look();
})
"""
TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".xml": "application/xml",
}  # what is worth compressing; the rest, such as .zip and .whl, is compressed already
KEPT = "/assets/runtime/"  # an address below it never changes its meaning


def chromium(names: Sequence[str] = CHROMIUMS) -> str | None:
    """The browser that is asked for, or the first of these that is there."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


class Served:
    """A folder behind an address; `load` it once it has been built for that address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bodies: dict[str, bytes] = {}  # by address, as they are sent
        self.sent: list[tuple[str, int]] = []  # (address, bytes)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, site=self))
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def load(self) -> None:
        for path in self.folder.rglob("*"):
            if path.is_file():
                self.add("/" + path.relative_to(self.folder).as_posix(), path.read_bytes())

    def add(self, address: str, body: bytes) -> None:
        self.bodies[address] = gzip.compress(body, mtime=0) if compressed(address) else body

    def bytes_sent(self) -> int:
        """Since this was asked before."""
        sent, self.sent = self.sent, []
        return sum(number for _, number in sent)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def compressed(address: str) -> bool:
    return Path(address).suffix in TYPES


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = (
        True  # headers and body are two writes: the second would wait for an answer to the first
    )

    def __init__(self, *given, site: Served) -> None:
        self.site = site
        super().__init__(*given)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].partition("#")[0]
        address = path + "index.html" if path.endswith("/") else path
        status = 200
        if address not in self.site.bodies:
            status, address = 404, "/404.html"
        body = self.site.bodies.get(address, b"")
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(Path(address).suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        if compressed(address):
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        age = "31536000, immutable" if address.startswith(KEPT) else "600"
        self.send_header("Cache-Control", f"max-age={age}")
        self.site.sent.append((path, len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None: ...

    def handle(self) -> None:
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):  # the page went away
            self.close_connection = True
