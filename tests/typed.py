"""A Python program as somebody types it, begun from a process that has loaded what it will ask for.

`typed(script, ...)` gives what subprocess.run would give, half a second sooner: NumPy, Beautiful Soup and the like are
there already, and so is the folder `lessonkit` beside the script, as it was when the first program of that folder began.
The library is not, since tests change it.  Each program is a process of its own, forked from one that has run none before
it, and ends as any Python does.  test_typed.py holds both ways against each other.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

LOADED = (
    "bs4",
    "click",
    "importlib.metadata",
    "markdown.extensions.attr_list",
    "markdown.extensions.def_list",
    "markdown.extensions.md_in_html",
    "markdown.extensions.tables",
    "markdown.extensions.toc",
    "markdown_it",
    "mdit_py_plugins",
    "multiprocessing.connection",
    "numpy.random",
    "numpy.typing",
    "xml.sax.saxutils",
)


def typed(
    script: Path, *arguments: object, cwd: Path | None = None, seconds: int = 120
) -> subprocess.CompletedProcess[str]:
    """`python script arguments ...`, with its answer."""
    command = [str(script), *map(str, arguments)]
    with tempfile.TemporaryDirectory() as folder:
        asked = {"command": command, "cwd": str(cwd or Path.cwd()), "folder": folder, "seconds": seconds}
        beside = script.resolve().with_name("lessonkit")
        server = _server(beside if beside.is_dir() else None)
        assert server.stdin
        assert server.stdout
        server.stdin.write(json.dumps(asked) + "\n")
        server.stdin.flush()
        status = int(server.stdout.readline())
        out, err = ((Path(folder) / name).read_text("utf-8") for name in ("out", "err"))
    return subprocess.CompletedProcess(command, os.waitstatus_to_exitcode(status), out, err)


@cache
def _server(kit: Path | None) -> subprocess.Popen[str]:
    server = subprocess.Popen(
        [sys.executable, __file__, *([kit] if kit else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(server.kill)
    return server


def _serve() -> None:
    """Until nobody asks any more. The child returns from here, to run what it was forked for."""
    names = [*LOADED]
    for kit in map(Path, sys.argv[1:]):
        sys.path[0] = str(kit.parent)
        names += [f"{kit.name}.{path.stem}" for path in kit.glob("*.py")]
    for name in names:
        __import__(name)
    gc.freeze()  # children need not look through all that again and again
    while line := sys.stdin.readline():
        asked = json.loads(line)
        child = os.fork()
        if not child:
            _become(**asked)
            return
        print(os.waitpid(child, 0)[1], flush=True)
    sys.exit()


def _become(command: list[str], cwd: str, folder: str, seconds: int) -> None:
    os.chdir(cwd)
    for number, place, kind in (
        (0, os.devnull, os.O_RDONLY),
        (1, f"{folder}/out", os.O_WRONLY | os.O_CREAT),
        (2, f"{folder}/err", os.O_WRONLY | os.O_CREAT),
    ):
        os.dup2(os.open(place, kind), number)
    signal.alarm(seconds)
    sys.argv = command
    sys.path[0] = str(Path(command[0]).resolve().parent)


if __name__ == "__main__":
    keeps_nothing, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    _serve()
    sys.dont_write_bytecode = keeps_nothing
    runpy.run_path(sys.argv[0], run_name="__main__")
