"""What the figures of a browser are made into: medians, verdicts, a table, records; and what is said where a program is missing."""

import gzip
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

import bench_web
from bench_web import BOUNDS, CATEGORIES, Bound, all_met, lowest_scores, median_ratio, records, table
from lessonkit import measured, npm, web

AT_THE_BOUND = {bound.key: bound.limit for bound in BOUNDS}


def bound(key: str) -> Bound:
    return next(bound for bound in BOUNDS if bound.key == key)


@pytest.mark.parametrize(
    ("key", "value", "verdict"),
    [
        ("web-page", 95_000, "met"),
        ("web-page", 95_001, "NOT met"),
        ("web-cold", 1.2501, "NOT met"),
        ("web-seo", 100, "met"),
        ("web-performance", 94, "NOT met"),
        ("web-performance", 95, "met"),
        ("web-shift", 0, "met"),
        ("web-warm", None, "not measured"),
    ],
)
def test_a_bound_is_still_within_it(key, value, verdict):
    assert bound(key).verdict(value) == verdict


def test_all_is_met_unless_something_is_missed():
    assert all_met(AT_THE_BOUND)
    assert all_met({})
    assert not all_met(AT_THE_BOUND | {"web-warm": 0.3})


def test_the_table_has_a_line_for_each_bound_whatever_was_measured():
    lines = table({"web-page": 92_173, "web-seo": 91.0}).splitlines()
    assert len(lines) == 1 + len(BOUNDS)
    assert lines[1].split()[-5:] == ["bytes", "≤", "95,000", "bytes", "met"]
    assert "92,173 bytes" in lines[1]
    assert lines[-1].split()[-5:] == ["91", "≥", "100", "NOT", "met"]
    assert sum(line.endswith("not measured") for line in lines) == len(BOUNDS) - 2


def test_figures_are_told_with_their_unit():
    assert records(AT_THE_BOUND) == {
        "web-page": "95,000 bytes",
        "web-first-run": "9.40 MB",
        "web-shift": "0.020",
        "web-warm": "0.20 s",
        "web-cold": "1.25 times",
        "web-performance": "95",
        "web-accessibility": "100",
        "web-best-practices": "100",
        "web-seo": "100",
    }
    assert records({}) == {}


def test_pairs_are_compared_before_the_median_is_taken():
    assert median_ratio([(2, 1), (30, 10), (5, 5)]) == 2
    assert median_ratio([(1, 1), (3, 1)]) == 2


def test_a_chapter_counts_by_its_median_and_the_lesson_by_its_lowest_chapter():
    good, bad = dict.fromkeys(CATEGORIES, 1.0), dict.fromkeys(CATEGORIES, 0.9)
    assert lowest_scores({"a": [good, bad, good]}) == {f"web-{c}": 100 for c in CATEGORIES}
    assert lowest_scores({"a": [good], "b": [bad, bad, good]}) == {f"web-{c}": 90 for c in CATEGORIES}


def test_without_a_browser_one_line_says_so_and_nothing_is_built(monkeypatch):
    monkeypatch.setattr(bench_web, "chromium", lambda: None)
    monkeypatch.setattr(bench_web, "build", lambda _: pytest.fail("it was built"))
    run = CliRunner().invoke(bench_web.main)
    assert run.exit_code == 1
    assert run.output.strip() == f"Error: make bench-web {web.NEEDS_CHROMIUM}"


@pytest.mark.parametrize(("error", "line"), [
    (npm.Unavailable("there is no npm here"), "Lighthouse is left out, since there is no npm here; all else is measured\n"),
    (npm.Unavailable("npm could not fetch its packages"), "Lighthouse is left out, since npm could not fetch its packages; all else is measured\n"),
])  # fmt: skip
def test_without_lighthouse_one_line_says_so(monkeypatch, capsys, error, line):
    def unavailable(*_):
        raise error

    monkeypatch.setattr(npm, "set_up", unavailable)
    assert bench_web.install_lighthouse() is None
    assert capsys.readouterr().out == line


def test_other_bytes_than_the_lock_file_asks_for_stop_it(monkeypatch):
    def others(*_):
        raise npm.OtherBytes("EINTEGRITY")

    monkeypatch.setattr(npm, "set_up", others)
    with pytest.raises(bench_web.click.ClickException, match="EINTEGRITY"):
        bench_web.install_lighthouse()


def test_a_record_says_with_which_browser(tmp_path):
    (tmp_path / "docs").mkdir()
    measured.record(tmp_path, "make bench-web", {"web-page": "92,173 bytes"}, "Chromium 156")
    measured.record(tmp_path, "make measure", {"gather-time": "2.7 times"})
    found = measured.load(tmp_path / measured.FILE).records
    assert found["web-page"].machine == f"{measured.machine()}, Chromium 156"
    assert found["gather-time"].machine == measured.machine()


@pytest.fixture
def served(tmp_path):
    site = web.Served(tmp_path)
    yield site
    site.close()


PAGE = b"<!doctype html>" + b"<p>again</p>" * 100


def test_a_site_is_served_compressed_and_each_byte_is_counted(served):
    for name, body in {"index.html": PAGE, "404.html": b"none", "a/index.html": PAGE, "a.whl": PAGE}.items():
        path = Path(served.folder, name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    served.load()
    for address, packed in (("", True), ("a/?x=1", True), ("a.whl", False)):
        with urllib.request.urlopen(served.address + address) as answer:
            body = answer.read()
            assert (answer.headers["Content-Encoding"] == "gzip") == packed
        assert (gzip.decompress(body) if packed else body) == PAGE
        assert served.bytes_sent() == len(body)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(served.address + "b/")
    assert served.bytes_sent() > 0
    assert served.bytes_sent() == 0
