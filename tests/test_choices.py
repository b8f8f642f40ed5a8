"""Three questions a chapter, each with one right choice among those that people really make."""

import re
from itertools import groupby
from pathlib import Path

import pytest

CHAPTERS = sorted((Path(__file__).resolve().parent.parent / "docs/lesson").glob("*.md"))
CHOICE = re.compile(
    r'<details class="choice" name="([a-z]+)" markdown>\n<summary>(.+?)</summary>\n\n(.+?)\n</details>', re.S
)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapters_questions(chapter):
    text = chapter.read_text("utf-8")
    choices = CHOICE.findall(text)
    assert len(choices) == text.count('class="choice"')
    questions = {name: list(of_one) for name, of_one in groupby(choices, key=lambda choice: choice[0])}
    assert len(questions) == 3
    for of_one in questions.values():
        assert len(of_one) == 3
        right = [why for _, _, why in of_one if re.match(r"(Yes|Right)\b", why)]
        assert len(right) == 1
        assert len({said for _, said, _ in of_one}) == 3
        assert all(len(why) > 15 for _, _, why in of_one)  # a wrong choice says why somebody would make it


def test_the_right_choice_is_not_always_in_one_place():
    places = []
    for chapter in CHAPTERS:
        choices = CHOICE.findall(chapter.read_text("utf-8"))
        places += [i % 3 for i, (_, _, why) in enumerate(choices) if re.match(r"(Yes|Right)\b", why)]
    assert all(places.count(place) >= 5 for place in range(3))
