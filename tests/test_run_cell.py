"""A cell of a page in the reader's browser, under plain Python: what it prints, gives, and how it fails."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

PLACE = Path(__file__).resolve().parent.parent / "docs/assets/run_cell.py"
spec = importlib.util.spec_from_file_location("run_cell", PLACE)
run_cell = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run_cell)


class Reader:
    """One page's namespace, and what the page is sent."""

    def __init__(self):
        self.namespace = {"__name__": "__main__"}
        self.sent = []

    def run(self, source, number=1):
        self.sent.clear()
        result = run_cell.run(number, source, self.namespace, self.sent.append)
        return "".join(self.sent), result["html"], result["error"]


@pytest.fixture
def reader():
    return Reader()


def test_what_is_printed_is_sent_exactly(reader):
    assert reader.run("print('a', 1)\nprint()\nprint('  b', end='')") == ("a 1\n\n  b", "", "")


def test_what_is_written_to_stderr_is_sent_too(reader):
    assert reader.run("import sys\nprint('careful', file=sys.stderr)")[0] == "careful\n"


def test_cells_of_a_page_share_their_names(reader):
    reader.run("a = 2")
    assert reader.run("print(a + 1)", number=2)[0] == "3\n"


def test_a_cell_sees_only_its_namespace(reader):
    assert "NameError: name 'linecache'" in reader.run("linecache")[2]
    assert reader.run("print(__name__)")[0] == "__main__\n"


def test_the_value_of_the_last_line_is_printed(reader):
    assert reader.run("a = 'x'\na") == ("'x'\n", "", "")
    assert reader.run("None") == ("", "", "")
    assert reader.run("a\nb = 1") == ("", "", "")
    assert reader.run("") == ("", "", "")


def test_a_picture_is_given_as_html(reader):
    picture = "class Picture:\n    def _repr_html_(self): return '<svg/>'\n"
    assert reader.run(picture + "print(1)\nPicture()") == ("1\n", "<svg/>", "")
    assert reader.run("Picture")[1:] == ("", "")  # the class is no picture
    assert "ZeroDivisionError" in reader.run("Picture._repr_html_ = lambda self: 1 / 0\nPicture()")[2]


def test_an_error_shows_the_readers_frames_and_no_others(reader):
    reader.run("import json\ndef parse(text):\n    return json.loads(text)", number=1)
    printed, _, error = reader.run("print('before')\nparse('{')", number=2)
    assert printed == "before\n"
    assert "File \"<cell 2>\", line 2, in <module>\n    parse('{')" in error
    assert 'File "<cell 1>", line 3, in parse\n    return json.loads(text)' in error
    assert error.count("File ") == 2
    assert error.splitlines()[-1].startswith("json.decoder.JSONDecodeError: ")


def test_causes_are_cut_too(reader):
    error = reader.run(
        "import json\ntry:\n    json.loads('{')\nexcept ValueError as e:\n    raise KeyError('k') from e"
    )[2]
    assert "direct cause" in error
    assert error.count("File ") == error.count('File "<cell 1>"') == 2


def test_groups_of_errors_are_cut_too(reader):
    error = reader.run(
        "import json\ntry:\n    json.loads('{')\nexcept ValueError as e:\n    raise ExceptionGroup('all', [e])"
    )[2]
    assert "JSONDecodeError" in error
    assert error.count("File ") == error.count('File "<cell 1>"') > 0


def test_what_is_not_python_is_shown_where_it_stands(reader):
    error = reader.run("a = 1\nb = (", number=4)[2]
    assert 'File "<cell 4>", line 2' in error
    assert error.splitlines()[-1].startswith("SyntaxError: ")
    assert error.count("File ") == 1


@pytest.mark.parametrize(
    "source", ["raise SystemExit(3)", "raise KeyboardInterrupt", "def f(): f()\nf()", "input()", "\0"]
)
def test_nothing_that_a_cell_raises_escapes(reader, source):
    assert reader.run(source)[2]
    assert reader.run("print(1)") == ("1\n", "", "")


def test_endless_printing_is_cut(reader):
    printed, _, error = reader.run("while True:\n    print('again')")
    assert len(printed) == run_cell.MOST_PRINTED
    assert printed.startswith("again\nagain\n")
    assert error == "The cell was stopped: it printed more than 100,000 characters."


def test_endless_printing_is_no_exception_to_swallow(reader):
    source = "for _ in range(5):\n    try:\n        print('x' * 60_000)\n    except Exception:\n        pass"
    printed, _, error = reader.run(source)
    assert len(printed) == run_cell.MOST_PRINTED
    assert "it printed more" in error


def test_one_long_text_is_cut(reader):
    assert len(reader.run(f"print('x' * {10 * run_cell.MOST_PRINTED})")[0]) == run_cell.MOST_PRINTED
    exactly = f"print('x' * {run_cell.MOST_PRINTED - 1})"
    assert reader.run(exactly)[2] == ""


def test_a_long_error_is_cut_in_its_middle(reader):
    error = reader.run("raise ValueError('x' * 1_000_000 + ' and its end')")[2]
    assert len(error) < run_cell.MOST_TOLD + 100
    assert error.startswith("Traceback")
    assert error.endswith("x and its end")
    assert re.search(r"\n… 990,\d{3} characters left out …\n", error)
    short = f"raise ValueError('x' * {run_cell.MOST_TOLD // 2})"
    assert "left out" not in reader.run(short)[2]


def test_a_picture_that_no_page_can_show_is_told(reader):
    source = "class Big:\n    def _repr_html_(self): return '<p>' * {}\nBig()"
    assert len(reader.run(source.format(run_cell.MOST_DRAWN // 3))[1]) == run_cell.MOST_DRAWN // 3 * 3
    _, picture, error = reader.run(source.format(run_cell.MOST_DRAWN // 3 + 1))
    assert picture == ""
    assert error == "The cell was stopped: its picture has more than 2,000,000 characters."


def test_what_is_printed_goes_out_in_parcels():
    now, sent = [0.0], []
    printed = run_cell.Printed(sent.append, lambda: now[0])
    for now[0] in (0, 0.01, 0.02, 0.06, 0.07):
        printed.write(f"{now[0]} ")
    assert sent == ["0 ", "0.01 0.02 0.06 "]
    printed.flush()
    printed.flush()
    assert sent == ["0 ", "0.01 0.02 0.06 ", "0.07 "]


def test_the_streams_are_put_back(reader):
    before = sys.stdout, sys.stderr
    reader.run("1 / 0")
    assert (sys.stdout, sys.stderr) == before


def test_an_edited_cell_shows_its_new_lines(reader):
    reader.run("a = 1")
    assert "    1 / 0\n" in reader.run("1 / 0")[2]


def test_a_cell_inherits_no_future(reader):
    reader.run("def f(x: int): pass")
    assert reader.run("print(f.__annotations__['x'] is int)")[0] == "True\n"
