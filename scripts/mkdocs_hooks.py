"""The bridge from MkDocs to lessonkit: pages as the check shows them, ledgers and pictures made before each build.

The check runs in a process of its own, so that `mkdocs serve` sees today's library and not the one it imported.
"""

import atexit
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File
from mkdocs.utils import CountHandler

sys.path.insert(0, str(Path(__file__).resolve().parent))
from lessonkit import boxes, editor, glossary, policy, runtime, site, stylesheets

log = logging.getLogger("mkdocs.hooks.lesson")
made = {"pages": {}, "files": {}, "findings": [], "terms": [], "drawings": [], "boxes": {}}
ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache/runtime"
EDITORS = ROOT / ".cache/editor"


def on_startup(command, dirty):
    # MkDocs loads this file anew for every rebuild, but says only once what it was started for.
    if command == "serve":
        folder = tempfile.TemporaryDirectory(prefix="lesson-")
        atexit.register(folder.cleanup)
        os.environ["LESSON_IS_SERVED"] = str(Path(folder.name) / "earlier")
    else:
        os.environ.pop("LESSON_IS_SERVED", None)


def serving():
    return "LESSON_IS_SERVED" in os.environ


def on_config(config):
    if serving():  # a broken edit is shown on the page; it must not stop the server
        config.strict = False
        logger = logging.getLogger(
            "mkdocs"
        )  # MkDocs read `strict` before this event, and counts warnings by now
        for handler in [h for h in logger.handlers if isinstance(h, CountHandler)]:
            logger.removeHandler(handler)
    return config


def on_pre_build(config):
    put_runtime_together(config)
    find_editor(config)
    prepare_pages()


def put_runtime_together(config):
    """What runs the cells, from today's library; its address, for overrides/main.html."""
    try:
        config.extra["runtime"] = runtime.assemble(ROOT, runtime.read_pins(ROOT), CACHE).name
    except (OSError, ValueError) as error:
        config.extra["runtime"] = ""
        log.warning("no cell of a page can be run in a browser: %s", error)


def find_editor(config):
    """The address of the editor of cells, for overrides/main.html; none where it was not made."""
    place = editor.cached(ROOT, EDITORS)
    config.extra["editor"] = runtime.digest(place) if place.is_dir() else ""


def prepare_pages():
    global made
    script = Path(__file__).with_name("lesson.py")
    command = [sys.executable, script, "prepare"]
    if serving():  # an edit of one page need not run the others again
        command += ["--earlier", os.environ["LESSON_IS_SERVED"]]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        if not serving():
            raise PluginError(f"lesson.py prepare failed:\n{run.stderr}")
        log.error("the check could not run, so the pages are as it left them:\n%s", run.stderr)
        return
    try:
        made = json.loads(run.stdout)
    except json.JSONDecodeError:
        raise PluginError(f"lesson.py prepare gave no answer:\n{run.stderr}") from None
    for finding in made["findings"]:
        log.warning(finding)
    if made["findings"] and not serving():
        raise PluginError("text and code differ, or a number is bound to nothing: see above")


def on_files(files, config):
    for name, content in made["files"].items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_read_source(page, config):
    return made["pages"].get(page.file.src_uri)


def on_page_markdown(markdown, page, config, files):
    number = re.match(r"lesson/(\d+)-", page.file.src_uri)
    if number:
        page.meta["title"] = f"{number[1]}. {page.meta.get('title', '')}"
    return markdown


def on_page_content(html, page, config, files):
    if page.file.src_uri in made["pages"] and page.file.src_uri != "glossary.md":
        return glossary.mark_first_uses(html, tuple(glossary.Term(*term) for term in made["terms"]))
    return html


def on_post_page(output, page, config):
    return boxes.put_in(site.drawn_in(output, made["drawings"]), made["boxes"])


def on_post_build(config):
    if name := config.extra["runtime"]:
        give(CACHE / name, Path(config.site_dir, "assets/runtime", name))
    if name := config.extra["editor"]:
        give(editor.cached(ROOT, EDITORS), Path(config.site_dir, "assets/editor", name))
    if not serving():  # MkDocs' own script that loads a page again is another one each time
        finish(Path(config.site_dir))


def give(folder, place):
    """What lies in a folder of the cache, in one of the site."""
    place.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if not (place / path.name).exists():
            runtime.link(path, place / path.name)


def finish(folder):
    """Style sheets that are no longer than they need to be, and in each page what may run there."""
    sheets = stylesheets.prune(folder)
    pages = {path: path.read_text("utf-8") for path in folder.rglob("*.html")}
    for name, asked in sheets.items():
        pages = {path: text.replace(f"/{name}", f"/{asked}") for path, text in pages.items()}
    said = policy.policy(script for text in pages.values() for script in policy.inline_scripts(text))
    for path, text in pages.items():
        path.write_text(policy.with_policy(text, said), "utf-8")
