"""How numbers and words are set in what exercises say."""

import pytest

from kvlesson.exercises.said import joined, number


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (111371, "111,371"), (1000.0, "1,000"), (9999.5, "10,000"), (1000.4, "1,000"), (-1234.5, "-1,234"),
        (999.74, "999.7"), (0.75, "0.75"), (-4, "-4"),
    ],
)  # fmt: skip
def test_a_number_for_the_eye(value: float, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize(
    ("words", "sentence"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_in_a_row(words: list[str], sentence: str) -> None:
    assert joined(words) == sentence
