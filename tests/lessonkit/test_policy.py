"""What a page may load and run is said in it, and is as little as the theme needs."""

import base64
import hashlib

import pytest

from lessonkit.policy import inline_scripts, policy, with_policy

PAGE = """<html><head><title>T</title><script>let a = 1 < 2</script></head><body>
<script src="x.js"></script><script type="application/json">{"b": 1}</script><script type="module">go()</script>
</body></html>"""


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_scripts_that_run_are_found_as_they_stand():
    assert inline_scripts(PAGE) == ["let a = 1 < 2", "go()"]


def test_only_those_and_the_sites_own_files_may_run():
    rules = dict(rule.split(" ", 1) for rule in policy(inline_scripts(PAGE)).split("; "))
    assert rules["default-src"] == "'none'"
    assert set(rules["script-src"].split()) == {"'self'", digest("let a = 1 < 2"), digest("go()")}
    everything = " ".join(rules.values())
    assert "http" not in everything
    assert "unsafe-eval" not in everything
    assert "*" not in everything


def test_the_order_of_pages_makes_no_difference():
    assert policy(["a", "b", "a"]) == policy(["b", "a"])


def test_it_stands_first_in_the_head():
    page = with_policy(PAGE, policy([]))
    assert page.index("Content-Security-Policy") < page.index("<title>")
    with pytest.raises(ValueError, match="one <head>"):
        with_policy("<p>x</p>", policy([]))
