"""Programs from npm that only look at the built site, each with the versions and hashes of its package-lock.json.

Invariant: no package's own scripts are run; what is set up is whole, or not there.
Cost: a download, once; then none.
"""

import hashlib
import shutil
import subprocess
from pathlib import Path

PINS = ("package.json", "package-lock.json")


class Unavailable(Exception):
    """Why there is nothing to be had: this machine has no npm, or npm can ask nobody."""


class OtherBytes(Exception):
    """A package is not what package-lock.json asks for: somebody should look."""


def set_up(pins: Path, into: Path) -> Path:
    """The packages that the folder `pins` names, in `into`/node_modules; done once for these pins."""
    wanted = hashlib.sha256(b"".join((pins / name).read_bytes() for name in PINS)).hexdigest()
    stamp = into / "complete"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return into
    npm = shutil.which("npm")
    if not npm:
        raise Unavailable("there is no npm here (apt-get install npm)")
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for name in PINS:
        shutil.copy(pins / name, into)
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--logs-max=0"]
    run = subprocess.run([npm, "ci", *options], cwd=into, capture_output=True, text=True, check=False)
    if "EINTEGRITY" in run.stderr:
        raise OtherBytes(
            f"A package is not what {pins.name}/package-lock.json asks for:\n{run.stderr.strip()}"
        )
    if run.returncode:
        raise Unavailable("npm could not fetch its packages")
    stamp.write_text(wanted, "utf-8")
    return into
