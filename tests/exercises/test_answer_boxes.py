"""The boxes of a page: something to fill in for each part, and no number."""

import re

import pytest
from bs4 import BeautifulSoup

from kvlesson.exercises import EXERCISES, box
from kvlesson.exercises.parts import Choice, Code


@pytest.mark.parametrize("key", EXERCISES)
def test_a_box_has_a_labelled_field_for_each_part(key: str) -> None:
    exercise = EXERCISES[key]
    (made,) = BeautifulSoup(box(exercise), "html.parser").find_all(recursive=False)
    assert (made["data-exercise"], made["role"]) == (key, "group")
    fields = made.select(".kv-field")
    assert len(fields) == len(exercise.parts)
    for field, part in zip(fields, exercise.parts, strict=True):
        assert part.label in field.get_text()
        if isinstance(part, Choice):
            options = field.select("label")
            assert [option.get_text(strip=True) for option in options] == list(part.options)
            assert len({option.input["name"] for option in options}) == 1
        elif isinstance(part, Code):
            assert field.textarea.get_text() == part.begun
        else:
            assert field.input["inputmode"] == "decimal"
    assert [hint.get_text() for hint in made.select(".kv-hint")] == list(exercise.hints)
    assert made.find(attrs={"role": "status"}).get_text() == ""
    assert not re.search(r"\d", made.get_text())


def test_names_of_choices_are_never_shared() -> None:
    made = BeautifulSoup("".join(map(box, EXERCISES.values())), "html.parser")
    assert len({radio["name"] for radio in made.select("input[type=radio]")}) == 2


def test_what_is_there_at_first() -> None:
    made = BeautifulSoup(box(EXERCISES["blocks-for"]), "html.parser")
    acts = made.select(".kv-acts > button")
    assert [act.get_text() for act in acts if not act.has_attr("hidden")] == ["Check", "Hint", "Another one"]
    assert [act.get_text() for act in acts if act.has_attr("hidden")] == ["Stop", "As in the text"]
    assert made.textarea["rows"] == "3"  # two lines of code, and one to go on
