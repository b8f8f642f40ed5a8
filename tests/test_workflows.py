"""The host's automation runs what people run: targets that exist, on the Pythons that the project promises, with few rights."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from test_make import ROOT, TARGETS

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
assert WORKFLOWS, "there are no workflows, and so no tests of them"
each = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def read(path: Path) -> dict:
    """YAML takes the key `on` for true."""
    workflow = yaml.safe_load(path.read_text("utf-8"))
    return {"on" if key is True else key: value for key, value in workflow.items()}


def jobs(path):
    return read(path)["jobs"].values()


def steps(path):
    return [step for job in jobs(path) for step in job.get("steps", ())]


def pythons(path):
    for job in jobs(path):
        yield from job.get("strategy", {}).get("matrix", {}).get("python", ())


@each
def test_every_target_that_is_run_exists(path):
    commands = [step["run"] for step in steps(path) if "run" in step]
    assert commands or any("uses" in job for job in jobs(path))
    for command in commands:
        name, *words = command.split()
        assert name == "make", f"{command}: people could not run the same"
        assert {word for word in words if re.fullmatch(r"[a-z][a-z-]*", word)} <= TARGETS, command
        assert "${{" not in command, "what others wrote would become a part of the command; pass it by env"


@each
def test_the_pythons_are_those_that_the_project_promises(path):
    lowest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    lowest = lowest.removeprefix(">=")
    matrix = list(pythons(path))
    assert not matrix or matrix[0] == lowest
    assert all(isinstance(version, str) for version in matrix), "3.10 without quotes is the number 3.1"
    for step in steps(path):
        if "setup-python" in step.get("uses", ""):
            assert step["with"]["python-version"] in (lowest, "${{ matrix.python }}")


def test_the_check_runs_on_two_pythons_and_before_anything_is_published():
    check, pages = ({path.stem: path for path in WORKFLOWS}[name] for name in ("check", "pages"))
    assert len(set(pythons(check))) > 1
    assert any(step.get("run", "").split()[-1:] == ["test"] for step in steps(check))
    published = read(pages)["jobs"]
    first, site, deploy = published["check"], published["build"], published["deploy"]
    assert first["uses"].endswith(check.name)
    assert (site["needs"], deploy["needs"]) == ("check", "build")
    assert "refs/heads/main" in first["if"]
    assert read(pages)["on"]["push"] == {"branches": ["main"]}


@each
def test_no_job_has_more_rights_or_time_than_it_needs(path):
    assert read(path)["permissions"] == {}
    assert "concurrency" in read(path)
    for job in jobs(path):
        assert job["permissions"]
        assert "uses" in job or job["timeout-minutes"] <= 180
        if writes := {what for what, right in job["permissions"].items() if right == "write"}:
            assert (path.stem, writes) == ("pages", {"pages", "id-token"})
            assert [step["uses"].partition("@")[0] for step in job["steps"]] == ["actions/deploy-pages"]


def test_dependabot_renews_what_is_used():
    config = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text("utf-8"))
    updates = {update["package-ecosystem"]: update for update in config["updates"]}
    assert updates.keys() == {"pip", "npm", "github-actions"}
    folders = {f"/{path.parent.relative_to(ROOT)}" for path in (ROOT / "scripts").glob("*/package.json")}
    assert {*updates["npm"]["directories"]} == folders


def test_the_commit_hooks_see_every_page_and_all_that_pages_depend_on():
    (source,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    hooks = {hook["id"]: hook for hook in source["hooks"]}
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} | {"README.md"}
    assert all(re.search(hooks["pages"]["files"], page) for page in pages)
    library = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py")]
    assert all(re.search(hooks["lesson"]["files"], path) for path in [*library, "docs/facts.toml"])
    assert not re.search(hooks["lesson"]["files"], "docs/index.md"), (
        "one page is checked in a second, all are not"
    )
    for hook in hooks.values():
        assert hook["language"] == "system", "nothing is fetched"
        assert all((ROOT / word).exists() for word in hook["entry"].split() if word.startswith("scripts/"))
