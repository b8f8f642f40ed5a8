"""What make firefox looks for before it builds anything. That cells run there it says itself."""

import shutil

import pytest
from click.testing import CliRunner

import try_firefox


def test_without_a_browser_one_line_says_so(monkeypatch):
    monkeypatch.setattr(try_firefox, "firefox", lambda: None)
    monkeypatch.setattr(try_firefox.npm, "set_up", lambda *_: pytest.fail("it was set up"))
    run = CliRunner().invoke(try_firefox.main)
    assert run.exit_code == 1
    assert run.output.strip() == f"Error: make firefox {try_firefox.NEEDS_FIREFOX}"


def test_without_npm_one_line_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(try_firefox, "firefox", lambda: "/bin/true")
    monkeypatch.setattr(try_firefox, "INSTALLED", tmp_path / "there")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    run = CliRunner().invoke(try_firefox.main)
    assert run.exit_code == 1
    assert "make firefox cannot drive a browser: there is no npm here" in run.output


def test_pages_are_those_with_a_cell(tmp_path):
    for name, text in {
        "": 'class="language-python highlight"',
        "a": "",
        "b/c": 'class="language-python highlight"',
    }.items():
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "index.html").write_text(text)
    assert try_firefox.pages(tmp_path) == ["", "b/c"]
