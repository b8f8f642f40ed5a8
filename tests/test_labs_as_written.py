"""The labs of the lesson: they teach what the library says, their folded class is right, and what fails stops a build."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest
import yaml

from kvlesson.conformance import BUILD_STEPS, SKELETON, run
from lessonkit import labs

ROOT = Path(__file__).resolve().parents[1]
LABS = {Path(lab.path).stem: lab for lab in labs.read_all(ROOT)}


class Loader(yaml.SafeLoader):
    pass


Loader.add_multi_constructor("", lambda loader, suffix, node: None)


def test_every_lab_is_in_the_navigation():
    listed = re.findall(r"- labs/([\w-]+)\.py$", (ROOT / "mkdocs.yml").read_text(), re.M)
    assert sorted(listed) == sorted(LABS)


def test_mkdocs_jupyter_runs_them_and_forgives_nothing():
    plugins = yaml.load((ROOT / "mkdocs.yml").read_text(), Loader)["plugins"]
    settings = next(p["mkdocs-jupyter"] for p in plugins if isinstance(p, dict) and "mkdocs-jupyter" in p)
    assert (settings["execute"], settings["allow_errors"], settings["cache"]) == (True, False, False)


@pytest.mark.parametrize("name", LABS)
def test_a_lab_has_its_question_predictions_and_something_to_change(name):
    text = LABS[name].text
    assert text.count('<div class="question" markdown>') == 1
    assert 'class="predict"' in text or name == "build-your-own"
    assert "## Your turn" in text or name == "build-your-own"
    assert "formats: ipynb,py:percent" in text


@pytest.fixture(scope="module")
def build():
    return LABS["build-your-own"]


def test_the_lab_begins_with_the_librarys_skeleton(build):
    assert build.code[1].strip() == SKELETON.strip()


def test_each_step_has_the_librarys_brief_and_a_cell(build):
    prose = [" ".join(cell.text.split()) for cell in build.cells if not cell.is_code]
    briefs = [" ".join(textwrap.dedent(f"## {step.title} {step.brief}").split()) for step in BUILD_STEPS]
    assert [text for text in prose if text in briefs] == briefs
    assert build.code[2:-1] == [f"try_step({step.number})" for step in BUILD_STEPS]
    assert "conformance.run(MyManager, step=step, quick=True)" in build.code[0]


def test_the_folded_class_keeps_every_promise_and_nothing_else_is_given_away(build):
    namespace = {}
    exec("\n".join([*build.code[:2], build.code[-1]]), namespace)
    verdict = run(namespace["MyManager"])
    assert verdict.kept, verdict
    cells = build.notebook["cells"]
    assert cells[-1]["metadata"]["jupyter"] == {"source_hidden": True}
    assert not any("BlockManager" in code or "BlockTables" in code for code in build.code)


def test_a_cell_that_fails_fails_the_build_and_is_named(tmp_path):
    for name in ("docs", "src", "scripts", "overrides"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    config = tmp_path / "mkdocs.yml"
    config.write_text(re.sub(r" +- labs/(?!fill-the-pool).*\n", "", config.read_text()))
    for path in (tmp_path / "docs/labs").glob("*.py"):
        if path.stem != "fill-the-pool":
            path.unlink()
    lab = tmp_path / "docs/labs/fill-the-pool.py"
    broken = lab.read_text().replace("row.release(", "1 / 0\nrow.release(")
    lab.write_text(broken)
    line = broken[: broken.index("1 / 0")].count("\n") + 1
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    said = "this cell stopped with ZeroDivisionError: division by zero"
    assert f"docs/labs/fill-the-pool.py:{line}: {said}" in done.stderr + done.stdout


def test_the_extra_for_jupyter_is_there():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert any(name.startswith("jupyterlab") for name in extras["lab"])
