"""Every exercise: the right answer is taken, usual wrong ones are refused with the reason that is theirs, for all numbers.

The answers of the chapters' own numbers are written down here, and so are wrong ones with a word of their reason.
"""

import re
from typing import Any

import numpy as np
import pytest
from variants import solved

from kvlesson.exercises import EXERCISES, check
from kvlesson.exercises.parts import SCALES, Choice, Code, Part

# Key: what is right, and wrong answers, each with words of its reason.
CHAPTERS: dict[str, tuple[Any, list[tuple[Any, str]]]] = {
    "one-conversation": (
        (498, 111_371),
        [
            ((499, 124_750), "a token at a time.*never fed back"),
            ((498, 124_251), "reads all 161 at once"),
            ((499, 111_371), "never fed back"),
            ((338, 111_371), "161 positions of the prompt"),
        ],
    ),
    "first-hundred": (
        1.0,
        [(50.5, "counted work, not time"), (100, "last step alone"), (0, "how many times as long")],
    ),
    "edited-prompt": (
        (0, 5),
        [((5, 5), "its own token only"), ((5, 0), "looks back, not ahead"), ((1, 6), "own drawer")],
    ),
    "whose-factors": (
        (4, 1.25),
        [
            ((5, 1.25), "mixes two causes"),
            ((6.25, 1.25), "is all of it"),
            ((1.5625, 1.25), "all but sharing"),
        ],
    ),
    "gb-or-gib": (
        (61_035, 65_536),
        [
            ((65_536, 65_536), "GB for GiB"),
            ((61_035, 61_035), "GiB for GB"),
            ((15_258, 16_384), "32 query heads"),
            ((61_036, 65_536), "rounded up"),
        ],
    ),
    "smaller-numbers": (
        (128, 68),
        [
            ((32, 68), "as if it were weights"),
            ((128, 64), "forgot the scales"),
            ((128, 32), "are the weights'"),
        ],
    ),
    "bytes-a-token": (
        lambda layers, query_heads, kv_heads, width, size: 2 * layers * kv_heads * width * size,
        [
            (
                lambda layers, heads, kv, width, size: 2 * layers * heads * width * size,
                "query heads.*4 times",
            ),
            (lambda layers, heads, kv, width, size: layers * kv * width * size, "half of it"),
            (lambda layers, heads, kv, width, size: 2 * kv * width * size, "one layer"),
            (lambda layers, heads, kv, width, size: 2 * layers * kv * width, "not yet their bytes"),
        ],
    ),
    "split-the-empty-ones": (7, [(14, "counter.*7 of them"), (18, "4 free slots")]),
    "derive-a-bar": (
        159.5,
        [
            (458, "all that a request holds"),
            (1117, "all 7 requests"),
            (299, "still has to write"),
            (161.31, "published elsewhere"),
        ],
    ),
    "slabs-of-one-size": (
        (12, 8, 3),
        [
            ((12, 8, 2), "in advance"),
            ((13, 8, 3), "count from 0"),
            ((12, 0, 3), "side by side"),
            ((12, 20, 3), "not one"),
        ],
    ),
    "too-slow": (16.6, [(8.3, "read and written"), (15.4, "GiB for GB"), (7.7, "twice.*GiB for GB")]),
    "free-blocks": (
        (0, 3),
        [((0, 0), "in the step that chose it"), ((3, 3), "rounded down"), ((2, 3), "poured all prompts")],
    ),
    "last-token": (
        (2, 3),
        [
            ((3, 3), "33 tokens.*never stored: 32"),
            ((2, 2), "rounded down"),
            ((1, 2), "prompt are stored too"),
        ],
    ),
    "whose-slack": (
        (11, 3, 14, 0),
        [
            ((14, 0, 14, 0), "Slack is private"),
            ((8, 3, 14, 0), "its own last block, 3 slots"),
            ((11, 0, 14, 0), "3 empty slots, and A cannot"),
        ],
    ),
    "under-how-much": (
        (180, 3060),
        [
            ((360, 3060), "whole block for empty"),
            ((192, 3060), "took 8 empty slots"),
            ((187.5, 3060), "handed out"),
            ((0, 0), "Not always"),
        ],
    ),
    "blocks-for": (
        lambda tokens, size: (tokens + size - 1) // size,
        [
            (lambda tokens, size: tokens // size, "rounded down: 17"),
            (lambda tokens, size: tokens // size + 1, "border"),
            (lambda tokens, size: tokens / size, "handed out whole"),
            (lambda tokens, size: max(1, -(-tokens // size)), "0 tokens"),
        ],
    ),
    "look-it-up": (
        (5, 7, 0),
        [((2, 2, 0), "index for the id"), ((1, 4, 3), "count from 0"), ((5, 7, 8), "0 to 3")],
    ),
    "zeros": (0.75, [(1, "did not matter"), (0.25, "weight of the empty slots"), (0, "values are 1")]),
    "table-cost": (
        (2, 1),
        [((32, 1), "each block of 16"), ((2, 1.0737), "is in GB"), ((2, 4), "32 query heads")],
    ),
    "locate": (
        lambda table, size, position: [table[position // size], position % size],
        [
            (lambda table, size, position: divmod(position, size), "the index, not the id"),
            (lambda table, size, position: (table[position // size], position), "within its block"),
            (lambda table, size, position: table[position // size], "give both"),
        ],
    ),
    "stuck-together": (
        (0, "yes"),
        [
            ((0, "no"), "who names them"),
            ((2, "yes"), "still names all 2"),
            ((1, "no"), "last block is shared"),
        ],
    ),
    "negative-waste": (
        (-4, 2),
        [
            ((2, 2), "counts the shared ones"),
            ((4, 2), "other way round"),
            ((-4, 0), "2 slots without a token"),
        ],
    ),
    "more-beams": (
        (75, 71),
        [
            ((25, 71), "what is left"),
            ((75, 53.13), "share of everything"),
            ((75, 21.9), "points that are missing"),
            ((100, 71), "One table"),
        ],
    ),
    "exactly-right": (
        122,
        [(16, "8,192"), (64, "2,048"), (123, "no longer fits"), (119, "mean of all 500")],
    ),
    "estimate-first": (
        (10.75, 49),
        [
            ((50, 50), "divide by the whole"),
            ((12.05, 49), "by the 1,058 tokens"),
            ((10.7, 95.8), "larger blocks you divided"),
            ((19.4, 49), "on average half"),
        ],
    ),
    "demand-or-limit": (
        (15.2, "a demand"),
        [
            ((60.84, "a demand"), "multiplied"),
            ((0.0657, "a demand"), "Upside down"),
            ((15.2, "how many fit"), "waiting"),
        ],
    ),
}
WRONG = [(key, answer, reason) for key, (_, wrong) in CHAPTERS.items() for answer, reason in wrong]


def test_every_exercise_is_in_the_table_with_two_wrong_answers() -> None:
    assert list(CHAPTERS) == list(EXERCISES)
    assert all(len(wrong) >= 2 for _, wrong in CHAPTERS.values())


@pytest.mark.parametrize("key", CHAPTERS)
def test_the_right_answer_is_taken(key: str) -> None:
    result = check(key, CHAPTERS[key][0])
    assert result.right
    assert result.why


@pytest.mark.parametrize(("key", "answer", "reason"), WRONG)
def test_a_wrong_answer_is_refused_with_its_reason(key: str, answer: Any, reason: str) -> None:
    result = check(key, answer)
    assert not result.right
    assert re.search(reason, result.why), result.why


@pytest.mark.parametrize("key", EXERCISES)
def test_some_variants_can_be_solved_and_tell_slips_apart(key: str) -> None:
    """Two hundred of each are tried in test_variants.py, which takes longer."""
    assert len(solved(EXERCISES[key], range(4))) > 1


@pytest.mark.parametrize("key", EXERCISES)
def test_what_stands_in_a_box_holds_no_number(key: str) -> None:
    exercise = EXERCISES[key]
    options = [option for part in exercise.parts if isinstance(part, Choice) for option in part.options]
    said = [*exercise.hints, exercise.title, *(part.label for part in exercise.parts), *options]
    assert not [text for text in said if re.search(r"\d", text)]
    assert all(option == option.strip().casefold() for option in options)


def test_there_are_numbers_choices_and_code() -> None:
    kinds = [type(part) for exercise in EXERCISES.values() for part in exercise.parts]
    assert kinds.count(Code) == 3
    assert kinds.count(Choice) == 2


@pytest.mark.parametrize("one", [3, 3.0, np.int64(3), np.float32(3)])
def test_a_number_is_a_number_of_whatever_type(one: Any) -> None:
    assert check("free-blocks", [0, one]).right


def test_an_answer_of_one_part_needs_no_tuple() -> None:
    assert check("exactly-right", 122).right
    assert check("exactly-right", (122,)).right


def test_rounding_is_allowed_where_a_number_is_measured_and_not_where_it_is_counted() -> None:
    assert check("derive-a-bar", 160).right
    assert not check("derive-a-bar", 158).right
    assert not check("gb-or-gib", (61_000, 65_536)).right


@pytest.mark.parametrize(
    ("key", "answer", "said"),
    [
        ("free-blocks", (1, 3), "Right so far: after the others. A hint: "),
        ("free-blocks", (0.5, 3), "0.5 is not a whole number of blocks."),
        ("more-beams", (0.75, 71), "0.75 is the right one in a share of one: asked is percent."),
        ("smaller-numbers", (131_072, 68), "131,072 is the right one in bytes: asked are KiB"),
        ("too-slow", 0.0166, "0.0166 is the right one in seconds: asked are milliseconds."),
        ("blocks-for", lambda tokens, size: 1, "blocks_for(17, 16) gave 1; 2 is right."),
        ("blocks-for", lambda tokens: 1, "blocks_for(17, 16) stopped with TypeError"),
        ("locate", lambda table, size, position: "?", "locate((0, 1, 5), 4, 0) gave '?'; (0, 0) is right."),
    ],
)
def test_what_no_slip_explains_is_told_as_far_as_it_can_be(key: str, answer: Any, said: str) -> None:
    result = check(key, answer)
    assert not result.right
    assert said in result.why
    assert EXERCISES[key].hints[0] in result.why


def test_a_function_cannot_pass_by_what_it_gives_being_odd() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            raise ValueError

    result = check("blocks-for", lambda tokens, size: Odd())
    assert not result.right
    assert "something of type Odd" in result.why
    assert not check("blocks-for", lambda tokens, size: float("nan")).right


def test_what_a_right_answer_in_another_unit_is_multiplied_by() -> None:
    factors = {unit: factor for unit, (factor, _) in SCALES.items()}
    assert factors == {"percent": 100, "KiB": 1 / 1024, "GiB": 1 / 1024**3, "ms": 1000}


@pytest.mark.parametrize(("key", "answer"), [("exactly-right", 61), ("free-blocks", (5, 3))])
def test_what_has_no_other_unit_is_never_right_in_one(key: str, answer: Any) -> None:
    assert "is the right one in" not in check(key, answer).why


def test_a_part_of_an_answer_says_all_that_is_asked_of_it() -> None:
    for missing in Part.__abstractmethods__:
        names = {name: None for name in Part.__abstractmethods__ if name != missing}
        with pytest.raises(TypeError, match=missing):
            type("Half", (Part,), names)()
    assert Part.__abstractmethods__ == {"read", "wanted"}
    assert isinstance(vars(Part)["wanted"], property)
