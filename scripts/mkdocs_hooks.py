"""The bridge from MkDocs to lessonkit: pages as the check shows them, ledgers and pictures made before each build.

The check runs in a process of its own, so that `mkdocs serve` sees today's library and not the one it imported.
"""

import atexit
import hashlib
import importlib.metadata
import json
import logging
import os
import posixpath
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import mkdocs_jupyter.config
import nbclient.exceptions
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.utils import CountHandler

sys.path.insert(0, str(Path(__file__).resolve().parent))
from lessonkit import boxes, comments, editor, glossary, labs, policy, runtime, site, stylesheets

log = logging.getLogger("mkdocs.hooks.lesson")
made = {"pages": {}, "files": {}, "findings": [], "terms": [], "drawings": [], "labs": {}, "boxes": {}}
ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache/runtime"
EDITORS = ROOT / ".cache/editor"
LABS = ROOT / ".cache/labs"
MOST_KEPT = 40  # labs as they were run


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
    settle_jupyter()
    return config


def settle_jupyter():
    """What runs the labs reads no settings of whoever builds, and gives an executed notebook as it is."""
    mkdocs_jupyter.config.settings.templates_dir = str(labs.JUPYTER)
    if "LESSON_IPYTHON" not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="lesson-ipython-")
        atexit.register(folder.cleanup)
        os.environ["LESSON_IPYTHON"] = folder.name
    os.environ["IPYTHONDIR"] = os.environ["LESSON_IPYTHON"]
    os.environ["JUPYTER_CONFIG_DIR"] = str(labs.JUPYTER)
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # a debugger's warning, on stderr
    for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH", "JUPYTER_NO_CONFIG"):
        os.environ.pop(name, None)


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
    for lab in labs.read_all(ROOT):
        here = posixpath.dirname(lab.path.removeprefix("docs/"))

        def address_of(target, here=here):
            path, mark, anchor = target.partition("#")
            file = files.get_file_from_path(posixpath.normpath(posixpath.join(here, path)))
            return f"{config.site_url}{file.url}{mark}{anchor}" if file else target

        name = lab.path.removeprefix("docs/").replace(".py", ".ipynb")
        content = labs.download(lab, address_of)
        # Included, though one that an author's Jupyter has left beside the script is not.
        files.append(File.generated(config, name, content=content, inclusion=InclusionLevel.INCLUDED))
    return files


def on_pre_page(page, config, files):
    """mkdocs-jupyter renders a lab in its own way; here it only runs it, and MkDocs renders what comes of that."""
    if is_lab(page):
        page.run_lab = page.__dict__.pop("render")
    return page


def is_lab(page):
    return labs.is_lab(f"docs/{page.file.src_uri}")


def on_page_read_source(page, config):
    return "" if is_lab(page) else made["pages"].get(page.file.src_uri)


def on_page_markdown(markdown, page, config, files):
    if is_lab(page):
        return lab_markdown(page, config, files)
    number = re.match(r"lesson/(\d+)-", page.file.src_uri)
    if number:
        page.meta["title"] = f"{number[1]}. {page.meta.get('title', '')}"
    return markdown


def digest_of(lab):
    """Of all that what its cells give depends on: itself, the library, and what both run on."""
    digest = hashlib.sha256(f"{sys.version} {importlib.metadata.version('numpy')} {lab.text}".encode())
    for path in sorted((ROOT / "src").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def keep(lab, notebook):
    """For a server, which asks again at every save; of each lab the last few, since edits are taken back."""
    LABS.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=LABS, delete=False) as new:
        json.dump(notebook, new)
    os.replace(new.name, LABS / f"{digest_of(lab)}.json")
    if serving():  # nobody else is at it
        for path in sorted(LABS.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
            path.unlink()


def lab_markdown(page, config, files):
    """A lab, run: what stops one stops a build. A server shows it unrun, and runs again only what has changed."""
    lab = labs.Lab(f"docs/{page.file.src_uri}", Path(page.file.abs_src_path).read_text("utf-8"))
    page.meta["description"] = lab.description
    banner = made["labs"].get(lab.path, "")
    kept = LABS / f"{digest_of(lab)}.json" if serving() else None
    try:
        if kept and kept.exists():
            notebook = json.loads(kept.read_text("utf-8"))
        else:
            page.run_lab(config, files)
            notebook = labs.executed(page.content)
            keep(lab, notebook)
    except (nbclient.exceptions.CellControlSignal, nbclient.exceptions.DeadKernelError) as error:
        finding = labs.failure(lab, error)
        if not serving():
            raise PluginError(str(finding)) from None
        log.error(str(finding))
        banner, notebook = site.banner([finding]), labs.not_run(lab)
    name = posixpath.basename(page.file.src_uri).replace(".py", ".ipynb")
    return banner + labs.markdown(notebook, name, made["drawings"])


def on_page_content(html, page, config, files):
    if (page.file.src_uri in made["pages"] or is_lab(page)) and page.file.src_uri != "glossary.md":
        return glossary.mark_first_uses(html, tuple(glossary.Term(*term) for term in made["terms"]))
    return html


def on_post_page(output, page, config):
    told = site.labelled(site.scrollable(site.announced(output)))
    return boxes.put_in(site.drawn_in(told, made["drawings"]), made["boxes"])


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
    comments.strip(folder)  # first: a comment names classes that no page has
    sheets = stylesheets.prune(folder)
    pages = {path: path.read_text("utf-8") for path in folder.rglob("*.html")}
    for name, asked in sheets.items():
        pages = {path: text.replace(f"/{name}", f"/{asked}") for path, text in pages.items()}
    said = policy.policy(script for text in pages.values() for script in policy.inline_scripts(text))
    for path, text in pages.items():
        path.write_text(policy.with_policy(text, said), "utf-8")
