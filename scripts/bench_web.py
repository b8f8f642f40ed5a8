"""Measures the built site in Chromium: what a page weighs, whether it stands still, how soon a cell answers, what Lighthouse says.

The site is built anew for a loopback port and served compressed, as a static host would. Each figure is printed beside its
bound. Times are those of this machine: ask it while it has nothing else to do. Without npm there are no scores by
Lighthouse, and all else is measured.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]

import click
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from lessonkit import measured, npm
from lessonkit.web import FLAGS, NEEDS_CHROMIUM, SETTLED, Served, chromium

PAIRS = 7  # of cold runs, ours beside the bare page's
SCORED = 5  # runs of Lighthouse for a chapter: its scores are their medians
WIDTHS = (1280, 360)
COMMAND = "make bench-web"
PARTS = ("weight", "shift", "warm", "cold", "lighthouse")
LIGHTHOUSE = ROOT / "scripts/lighthouse"  # package.json and package-lock.json
INSTALLED = ROOT / ".cache/lighthouse"
REPORTS = ROOT / ".cache/lighthouse-reports"  # the last of each chapter, to read why a score is what it is
MINUTE = 60_000  # milliseconds


@dataclass(frozen=True)
class Bound:
    key: str  # of the measured record
    what: str
    limit: float
    told: Callable[[float], str]  # a figure as the text says it
    at_least: bool = False

    def verdict(self, value: float | None) -> str:
        if value is None:
            return "not measured"
        return "met" if (value >= self.limit if self.at_least else value <= self.limit) else "NOT met"


def whole_bytes(value: float) -> str:
    return f"{value:,.0f} bytes"


def megabytes(value: float) -> str:
    return f"{value / 1e6:.2f} MB"


def shift(value: float) -> str:
    return f"{value:.3f}"


def seconds(value: float) -> str:
    return f"{value:.2f} s"


def times(value: float) -> str:
    return f"{value:.2f} times"


def points(value: float) -> str:
    return f"{value:.0f}"


BOUNDS = (
    Bound("web-page", "before anything is pressed, the heaviest lesson page", 95_000, whole_bytes),
    Bound("web-first-run", "what the first Run fetches", 9.4e6, megabytes),
    Bound("web-shift", "layout shift on load, the largest of all pages", 0.02, shift),
    Bound("web-warm", "a later Run, click to output, median", 0.2, seconds),
    Bound("web-cold", "the first Run beside a bare page with NumPy, median", 1.25, times),
    Bound("web-performance", "Lighthouse, mobile: performance, the lowest chapter", 95, points, True),
    Bound("web-accessibility", "Lighthouse, mobile: accessibility, the lowest chapter", 100, points, True),
    Bound("web-best-practices", "Lighthouse, mobile: best practices, the lowest chapter", 100, points, True),
    Bound("web-seo", "Lighthouse, mobile: SEO, the lowest chapter", 100, points, True),
)
CATEGORIES = tuple(bound.key.removeprefix("web-") for bound in BOUNDS if bound.at_least)


def table(values: dict[str, float]) -> str:
    """A line for each bound: what, the figure, its bound, the verdict."""
    rows = [("what", "figure", "bound", "verdict")]
    for bound in BOUNDS:
        value = values.get(bound.key)
        sign = "≥" if bound.at_least else "≤"
        told = "" if value is None else bound.told(value)
        rows.append((bound.what, told, f"{sign} {bound.told(bound.limit)}", bound.verdict(value)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{what:<{widths[0]}}  {told:>{widths[1]}}  {limit:>{widths[2]}}  {verdict}"
        for what, told, limit, verdict in rows
    )


def all_met(values: dict[str, float]) -> bool:
    """What was not measured has not been missed."""
    return all(bound.verdict(values[bound.key]) == "met" for bound in BOUNDS if bound.key in values)


def records(values: dict[str, float]) -> dict[str, str]:
    return {bound.key: bound.told(values[bound.key]) for bound in BOUNDS if bound.key in values}


def median_ratio(pairs: list[tuple[float, float]]) -> float:
    """Of the ratios within a pair: what slows the machine down for a while slows both of it."""
    return statistics.median(ours / bare for ours, bare in pairs)


def lowest_scores(reports: dict[str, list[dict[str, float]]]) -> dict[str, float]:
    """Of the medians of each page's runs, the lowest page's; a score is out of a hundred, a report's out of one."""
    return {
        f"web-{category}": min(
            round(100 * statistics.median(run[category] for run in runs)) for runs in reports.values()
        )
        for category in CATEGORIES
    }


# What the page says once a cell has run; the stopwatch is the page's own, so that driving the browser costs nothing.
RUN = """
(number) => new Promise((resolve) => {
  const bar = document.querySelectorAll(".kv-runner")[number];
  const status = bar.querySelector("[role=status]");
  const start = performance.now();
  new MutationObserver((_, observer) => {
    if (!/^(The same as|Other than|It |Not |Python does)/.test(status.textContent)) return;
    observer.disconnect();
    resolve([(performance.now() - start) / 1000, status.textContent]);
  }).observe(status, { childList: true, characterData: true, subtree: true });
  bar.querySelector("button").click();
})
"""
BARE = """<!doctype html><html lang="en"><title>Bare</title><button>Run</button><pre></pre><script type="module">
document.querySelector("button").onclick = async () => {
  const { loadPyodide } = await import("RUNTIME/pyodide.mjs");
  const python = await loadPyodide({ indexURL: "RUNTIME/", packages: ["numpy"] });
  document.querySelector("pre").textContent = python.runPython("import numpy\\nstr(numpy.arange(3).sum())");
};
</script></html>"""
BARE_PAGE = "bare/"
RUN_BARE = """
() => new Promise((resolve) => {
  const output = document.querySelector("pre");
  const start = performance.now();
  new MutationObserver(() => resolve([(performance.now() - start) / 1000, output.textContent]))
    .observe(output, { childList: true });
  document.querySelector("button").click();
})
"""
SHIFT = """
window.kvShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) kvShift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Look:
    """One look at a built site, with one browser."""

    playwright: Playwright
    browser: str
    site: Served
    pages: list[str] = field(default_factory=list)  # addresses in the site
    runtime: str = ""

    def __post_init__(self) -> None:
        built = sorted(
            path.relative_to(self.site.folder).as_posix() for path in self.site.folder.rglob("*.html")
        )
        self.pages = [re.sub(r"(^|(?<=/))index\.html$", "", path) for path in built]
        (runtime,) = (self.site.folder / "assets/runtime").iterdir()
        self.runtime = "/" + runtime.relative_to(self.site.folder).as_posix()
        self.site.add(f"/{BARE_PAGE}index.html", BARE.replace("RUNTIME", self.runtime).encode())

    @property
    def chapters(self) -> list[str]:
        return [page for page in self.pages if page.startswith("lesson/")]

    @contextmanager
    def profile(self, width: int = WIDTHS[0]) -> Iterator[BrowserContext]:
        """A browser that has never been anywhere."""
        with tempfile.TemporaryDirectory(prefix="profile-", ignore_cleanup_errors=True) as folder:
            context = self.playwright.chromium.launch_persistent_context(
                folder, executable_path=self.browser, args=FLAGS, viewport={"width": width, "height": 900}
            )
            context.set_default_timeout(5 * MINUTE)
            context.set_default_navigation_timeout(MINUTE)
            yield context
            context.close()

    def opened(self, context: BrowserContext, address: str) -> Page:
        page = context.new_page()
        page.goto(self.site.address + address)
        page.evaluate(SETTLED)
        return page

    def page_bytes(self) -> float:
        weights = []
        for address in ["", *self.chapters]:
            with self.profile() as context:
                self.site.bytes_sent()
                self.opened(context, address)
                weights.append(self.site.bytes_sent())
        return max(weights)

    def first_run_bytes(self) -> float:
        with self.profile() as context:
            page = self.opened(context, self.chapters[0])
            self.site.bytes_sent()
            ran(page, 0)
        return self.site.bytes_sent()

    def largest_shift(self) -> float:
        shifts = []
        for width in WIDTHS:
            with self.profile(width) as context:
                context.add_init_script(SHIFT)
                shifts += [self.opened(context, address).evaluate("kvShift") for address in self.pages]
        return max(shifts)

    def warm(self) -> list[float]:
        """Each cell of the lesson once, in order, after Python has run something."""
        found = []
        with self.profile() as context:
            for address in ["", *self.chapters]:
                page = self.opened(context, address)
                cells = page.locator(".kv-runner").count()
                ran(page, 0)
                found += [ran(page, number) for number in range(cells)]
        return found

    def cold_pairs(self) -> list[tuple[float, float]]:
        """The first cell of one chapter after the other, each in a profile of its own, beside a bare page in another."""
        pairs = []
        for number in range(PAIRS):
            chapter = self.chapters[number % len(self.chapters)]
            work = [lambda chapter=chapter: self.cold(chapter), self.cold_bare]
            if number % 2:
                bare, ours = [part() for part in reversed(work)]
            else:
                ours, bare = [part() for part in work]
            pairs.append((ours, bare))
            click.echo(f"  cold: {ours:.2f} s here, {bare:.2f} s bare ({chapter})")
        return pairs

    def cold(self, chapter: str) -> float:
        with self.profile() as context:
            return ran(self.opened(context, chapter), 0)

    def cold_bare(self) -> float:
        with self.profile() as context:
            page = context.new_page()
            page.goto(self.site.address + BARE_PAGE)  # which fetches nothing by itself
            took, said = page.evaluate(RUN_BARE)
            if said != "3":
                raise click.ClickException(f"the bare page gave {said!r}")
            return took

    def scores(self, lighthouse: Path) -> dict[str, float]:
        """All chapters in turn, and again: what slows the machine for a minute spoils one run of each, not all of one."""
        reports: dict[str, list[dict[str, float]]] = {chapter: [] for chapter in self.chapters}
        for _ in range(SCORED):
            for chapter, runs in reports.items():
                runs.append(scored(lighthouse, self.browser, self.site.address + chapter))
        for chapter, runs in reports.items():
            told = [f"{c} {' '.join(points(100 * run[c]) for run in runs)}" for c in CATEGORIES]
            click.echo(f"  Lighthouse: {', '.join(told)} ({chapter})")
        return lowest_scores(reports)


def ran(page: Page, number: int) -> float:
    """Seconds from the click to what the page says; a cell that gives anything else than is printed is no measurement."""
    took, said = page.evaluate(RUN, number)
    if said not in ("The same as printed.", "It ran."):
        raise click.ClickException(f"cell {number + 1} of {page.url}: {said}")
    return took


def install_lighthouse() -> Path | None:
    """Its command, set up once in .cache; None where it cannot be, which is said."""
    try:
        return npm.set_up(LIGHTHOUSE, INSTALLED) / "node_modules/lighthouse/cli/index.js"
    except npm.Unavailable as why:
        click.echo(f"Lighthouse is left out, since {why}; all else is measured")
        return None
    except npm.OtherBytes as error:
        raise click.ClickException(str(error)) from None


def scored(lighthouse: Path, browser: str, address: str) -> dict[str, float]:
    """One run for a phone, in a fresh profile: the score of each category, out of one."""
    command = ["node", lighthouse, address, "--quiet", "--output=json", "--no-enable-error-reporting"]
    command += [
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    ]
    run = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": browser}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise click.ClickException(f"Lighthouse could not look at {address}:\n{run.stderr}")
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / f"{address.strip('/').rpartition('/')[2]}.json").write_text(run.stdout, "utf-8")
    categories = json.loads(run.stdout)["categories"]
    return {category: categories[category]["score"] or 0 for category in CATEGORIES}


def version(browser: str) -> str:
    """`Chromium 156`"""
    said = subprocess.run([browser, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\w+) (\d+)\.", said)
    return f"{found[1]} {found[2]}" if found else said.strip()


def build(site: Served) -> None:
    """For the address that it is served at: the theme goes from page to page without loading only there."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", site.folder]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, "SITE_URL": site.address}, check=False)
    if run.returncode:
        raise click.ClickException("the site could not be built: see above")
    site.load()


@click.command(help=__doc__)
@click.option("--record", is_flag=True, help="Write the figures into docs/measured.toml.")
@click.option("--only", type=click.Choice(PARTS), multiple=True, help="Only these.")
def main(record: bool, only: tuple[str, ...]) -> None:
    browser = chromium()
    if not browser:
        raise click.ClickException(f"{COMMAND} {NEEDS_CHROMIUM}")
    asked = only or PARTS
    values: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="bench-web-") as folder, sync_playwright() as playwright:
        site = Served(Path(folder))
        build(site)
        look = Look(playwright, browser, site)
        if "weight" in asked:
            values |= {"web-page": look.page_bytes(), "web-first-run": look.first_run_bytes()}
        if "shift" in asked:
            values["web-shift"] = look.largest_shift()
        if "warm" in asked:
            values["web-warm"] = statistics.median(look.warm())
        if "cold" in asked:
            values["web-cold"] = median_ratio(look.cold_pairs())
        if "lighthouse" in asked and (lighthouse := install_lighthouse()):
            values |= look.scores(lighthouse)
        site.close()
    click.echo(table(values))
    if record:
        measured.record(ROOT, COMMAND, records(values), version(browser))
        click.echo(f"wrote {measured.FILE}; make build writes them into the pages")
    sys.exit(not all_met(values))


if __name__ == "__main__":
    main()
