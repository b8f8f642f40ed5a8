"""Every cell of the lesson, run in Firefox, and cards shown: of what make browser does in Chromium, what another engine may do otherwise.

The site is built anew for a loopback port. Firefox is driven by Puppeteer over WebDriver BiDi, which the browser itself
speaks, so any Firefox of this machine will do.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "src")]

import click

from lessonkit import npm
from lessonkit.web import Served

PINS = ROOT / "scripts/firefox"
INSTALLED = ROOT / ".cache/firefox"
FIREFOXES = ("firefox-esr", "firefox")
NEEDS_FIREFOX = "needs Firefox: apt-get install firefox-esr, or name one: FIREFOX=/path/to/it"


def firefox() -> str | None:
    """The browser that is asked for, or the first that is there."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, FIREFOXES)), None)


def pages(site: Path) -> list[str]:
    """The addresses of all built pages that have a cell."""
    found = (
        path for path in site.rglob("index.html") if "language-python highlight" in path.read_text("utf-8")
    )
    return sorted(path.parent.relative_to(site).as_posix().removeprefix(".") for path in found)


@click.command(help=__doc__)
def main() -> None:
    browser = firefox()
    if not browser:
        raise click.ClickException(f"make firefox {NEEDS_FIREFOX}")
    try:
        installed = npm.set_up(PINS, INSTALLED)
    except (npm.Unavailable, npm.OtherBytes) as why:
        raise click.ClickException(f"make firefox cannot drive a browser: {why}") from None
    shutil.copy(PINS / "run_cells.mjs", installed)
    with tempfile.TemporaryDirectory(prefix="lesson-firefox-") as folder:
        site = Served(Path(folder))
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "SITE_URL": site.address}, check=True)
        site.load()
        names = [f"{name}/" if name else "" for name in pages(Path(folder))]
        run = subprocess.run(
            ["node", "run_cells.mjs", browser, site.address, *names], cwd=installed, check=False
        )
        site.server.shutdown()
    sys.exit(run.returncode)


if __name__ == "__main__":
    main()
