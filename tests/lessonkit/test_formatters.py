"""How values are written in prose."""

import pytest

from lessonkit.formatters import (
    FORMATTERS,
    about_times,
    bits,
    choose,
    formula,
    gib,
    hundredths,
    kib,
    listed,
    mib,
    ordinal,
    pct,
    ratio,
    rounded,
    tenths,
    thousands,
    times,
    whole_pct,
    word,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (kib(131072), "128 KiB"),
        (mib(131072000), "125 MiB"),
        (gib(1677721600), "1.5625 GiB"),
        (gib(2**30), "1 GiB"),
        (gib(10**9), "0.93 GiB"),
        (bits(2), "16 bits"),
        (pct(0.1289), "12.9%"),
        (pct(913, 130800), "0.7%"),
        (pct(1, 3), "33.3%"),
        (whole_pct(1, 8), "13%"),
        (ratio(819200, 131072), "6.25"),
        (times(9, 3), "3 times"),
        (about_times(122, 16), "7.6 times"),
        (tenths(36.84), "36.8"),
        (hundredths(7), "7.00"),
        (rounded(2.5), "3"),
        (rounded(1234.4), "1,234"),
        (thousands(15728), "15,728"),
        (word(0), "zero"),
        (word(8), "eight"),
        (word(42), "forty-two"),
        (ordinal(3), "third"),
        (ordinal(9), "ninth"),
        (ordinal(12), "twelfth"),
        (ordinal(20), "twentieth"),
        (ordinal(21), "twenty-first"),
        (listed([0, 1, 5]), "0, 1 and 5"),
        (listed([5]), "5"),
        (choose(2 > 1, "more", "less"), "more"),
    ],
)
def test_written_as(text, expected):
    assert text == expected


def test_choose_wants_a_condition():
    with pytest.raises(TypeError, match="true or false"):
        choose(1, "yes", "no")


@pytest.mark.parametrize(
    "name", [n for n in FORMATTERS if n not in ("choose", "formula", "listed", "spaced", "capital")]
)
def test_no_formatter_takes_text_or_truth(name):
    for value in ("7", True, None):
        with pytest.raises((TypeError, AttributeError)):
            FORMATTERS[name](value)


def triangle(n):
    """Formula: n(n+1)/2"""
    return n * (n + 1) // 2


def blocks(tokens, size):
    """Formula: ceil(tokens / size)"""
    return -(-tokens // size)


def wrong(n):
    """Formula: n(n-1)/2"""
    return n * (n + 1) // 2


def test_a_formula_is_given_when_the_function_agrees():
    assert formula(triangle) == "n(n+1)/2"
    assert formula(blocks) == "ceil(tokens / size)"


def test_a_formula_that_the_function_contradicts():
    with pytest.raises(ValueError, match=r"wrong\(\{'n': 1\}\) is 1, but its formula n\(n-1\)/2 gives 0"):
        formula(wrong)


def test_a_function_without_a_formula():
    with pytest.raises(ValueError, match="no line 'Formula"):
        formula(test_a_formula_that_the_function_contradicts)
