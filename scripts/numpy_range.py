"""Runs the check and the tests with the lowest and with the newest NumPy that pyproject.toml allows.

Each gets an environment of its own below .venv-numpy/, with the packages of requirements.lock and another NumPy.
Which versions there are is asked of pip; only those with a ready-made wheel for this Python count.
"""

import hashlib
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Iterable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
READY_MADE = ["--only-binary", ":all:"]
LOCKED = re.compile(r"^numpy==(?:.*\\\n)*.*\n(?:    #.*\n)*", re.M)


def allowed() -> Requirement:
    """What pyproject.toml says of NumPy."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return next(r for r in map(Requirement, project["dependencies"]) if r.name == "numpy")


def published() -> list[Version]:
    """Every NumPy that pip knows of, whether or not this Python can use it."""
    said = subprocess.run([*PIP, "index", "versions", "numpy"], stdout=subprocess.PIPE, text=True, check=True)
    listed = re.search(r"^Available versions: (.+)$", said.stdout, re.M)
    return [Version(version) for version in listed[1].split(", ")] if listed else []


def has_wheel(numpy: Version) -> bool:
    """Whether it is ready made for this Python and this machine; to compile an old one is not what is tested here."""
    asked = [*PIP, "install", "--dry-run", "--ignore-installed", "--no-deps", *READY_MADE, f"numpy=={numpy}"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def ends(
    wanted: Requirement, versions: Iterable[Version], usable: Callable[[Version], bool] = has_wheel
) -> list[Version]:
    """The lowest and the newest of these versions that are allowed and usable, once if they are the same."""
    fit = sorted(wanted.specifier.filter(versions))
    low, high = (next(filter(usable, some), None) for some in (fit, reversed(fit)))
    if low is None or high is None:
        raise SystemExit(f"there is no wheel of {wanted} for Python {sys.version.split()[0]} here")
    return sorted({low, high})


def without_numpy(lock: str) -> str:
    """The lock without its NumPy; everything else stays pinned."""
    rest, taken = LOCKED.subn("", lock)
    if taken != 1:
        raise SystemExit("requirements.lock does not pin numpy once")
    return rest


def environment(numpy: Version) -> Path:
    """The Python of an environment with this NumPy, made anew when the lock has changed or it was left half made."""
    folder = ROOT / ".venv-numpy" / str(numpy)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    lock = without_numpy((ROOT / "requirements.lock").read_text("utf-8"))
    stamp = folder / "complete"
    state = hashlib.sha256(f"{folder} {sys.version} {lock}".encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == state:
        return python
    venv.create(folder, clear=True, with_pip=True)
    rest = folder / "requirements.txt"
    rest.write_text(lock, "utf-8")
    install = [python, *PIP[1:], "--quiet", "install", "--no-deps"]
    run(*install, "--require-hashes", "--requirement", rest)
    run(*install, *READY_MADE, f"numpy=={numpy}")
    run(*install, "--no-build-isolation", "--editable", ROOT)
    run(python, *PIP[1:], "check")
    stamp.write_text(state)
    return python


def run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def main() -> None:
    wanted = allowed()
    for numpy in ends(wanted, published()):
        print(f"== NumPy {numpy}, for {wanted} and Python {sys.version.split()[0]}", flush=True)
        python = environment(numpy)
        run(python, "-c", f"import numpy; assert numpy.__version__ == '{numpy}', numpy.__version__")
        run(python, "scripts/lesson.py", "check")
        run(python, "-m", "pytest", "-n", "auto")


if __name__ == "__main__":
    main()
