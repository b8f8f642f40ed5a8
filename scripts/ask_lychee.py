"""A second opinion on the links of the built site: lychee, which shares no line with scripts/lessonkit/links.py.

It reads the files of site/ and asks nothing of the network. Where it has no ready-made binary it is left out.
"""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

LYCHEE = Path(sys.executable).with_name("lychee.exe" if sys.platform == "win32" else "lychee")


def remaps(home: str, place: str) -> list[str]:
    """What lies at the site's own address lies in the folder: also where an address begins with a slash, as in 404.html."""
    below = urlsplit(home).path.rstrip("/")
    addresses = [home.rstrip("/"), *([place + below] if below else [])]
    return [f"^{re.escape(address)}(?:/(.*))?$ {place}/$1" for address in addresses]


def main() -> int:
    site = Path(sys.argv[1]).resolve()
    if not LYCHEE.exists():
        print("skipped: lychee has no ready-made binary for this machine; check-site has read every link")
        return 0
    front = (site / "index.html").read_text("utf-8")
    home = re.search(r'<link rel="canonical" href="([^"]+)"', front)[1]
    command = [LYCHEE, "--offline", "--include-fragments", "--no-progress", "--index-files", "index.html"]
    command += ["--root-dir", site]
    for remap in remaps(home, site.as_uri()):
        command += ["--remap", remap]
    return subprocess.run(
        [*command, "--files-from", "-"], input=pages(site), text=True, check=False
    ).returncode


def pages(site: Path) -> str:
    return "".join(f"{path}\n" for path in sorted(site.rglob("*.html")))


if __name__ == "__main__":
    sys.exit(main())
