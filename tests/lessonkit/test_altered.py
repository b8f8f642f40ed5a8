"""A library with one file changed: imported as changed, here only, and nothing is written."""

from lessonkit import children
from lessonkit.altered import Altered


def seen(library, source, then):
    def work(_: None) -> object:
        import sys

        sys.path.insert(0, str(library.parents[1]))
        Altered(library, source).take_over()
        return then()

    return children.each([None], work, 20)[0]


def models():
    import toylib

    return toylib.LLAMA3_8B.layers, toylib.__name__


def test_the_changed_source_is_what_runs(lesson):
    before = lesson.files()
    text = lesson.library.read_text("utf-8")
    assert seen(lesson.library, text, models) == (32, "toylib")
    assert seen(lesson.library, text.replace("32, 8", "33, 8"), models) == (33, "toylib")
    assert lesson.files() == before


def test_a_module_inside_a_package_is_found_by_its_path(lesson):
    part = lesson.library.with_name("part.py")
    part.write_text("N = 1\n", "utf-8")

    def number():
        from toylib.part import N

        return N

    assert seen(part, "N = 2\n", number) == 2
    assert Altered(part, "").module == "toylib.part"
    assert Altered(lesson.library, "").module == "toylib"
