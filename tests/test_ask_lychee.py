"""The second opinion on links: it finds what is broken by itself, wherever the site will live, or says that it is left out."""

import subprocess
import sys
from pathlib import Path

import pytest

import ask_lychee

SCRIPT = Path(ask_lychee.__file__)
needs_lychee = pytest.mark.skipif(
    not ask_lychee.LYCHEE.exists(), reason="no ready-made lychee for this machine"
)


def asked(folder, home, front='<a href="a/#one">a</a>', lost="/a/"):
    (folder / "a").mkdir(parents=True)
    (folder / "index.html").write_text(
        f'<link rel="canonical" href="{home}">{front}<a href="{home}a/">whole</a>'
    )
    (folder / "a/index.html").write_text('<h2 id="one">One</h2><a href="..">home</a>')
    (folder / "404.html").write_text(f'<a href="{home[home.index("/", 8) :].rstrip("/")}{lost}">a</a>')
    return subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False)


@needs_lychee
@pytest.mark.parametrize("home", ["http://127.0.0.1:8000/", "https://example.org/a.b/lesson/"])
def test_a_site_in_order(tmp_path, home):
    for folder in ("site", "a folder"):
        run = asked(tmp_path / folder, home)
        assert run.returncode == 0, run.stdout
        assert "0 Errors" in run.stdout
        assert "Excluded" not in run.stdout, "an address of the site's own was taken for one elsewhere"


@needs_lychee
@pytest.mark.parametrize("home", ["http://127.0.0.1:8000/", "https://example.org/a.b/lesson/"])
@pytest.mark.parametrize(
    "broken",
    [
        {"front": '<a href="b/">b</a>'},
        {"front": '<a href="a/#two">a</a>'},
        {"front": '<img src="a.png" alt="">'},
        {"lost": "/b/"},
    ],
    ids=["page", "anchor", "picture", "404"],
)
def test_what_leads_nowhere_fails(tmp_path, home, broken):
    assert asked(tmp_path / "site", home, **broken).returncode != 0


def test_where_there_is_no_lychee_one_line_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(ask_lychee, "LYCHEE", tmp_path / "lychee")
    monkeypatch.setattr(sys, "argv", ["ask_lychee.py", str(tmp_path)])
    assert ask_lychee.main() == 0
    assert capsys.readouterr().out.count("\n") == 1
