"""No digit of a built page is there without something that answers for it."""

import re

import pytest

from lessonkit import completeness
from lessonkit.page import parse

NAMES = re.compile(r"A100")
SOURCE = """# How big?

A card called A100 holds [40 GB][@card], [16][=slots] slots each.

```python
print(2 + 5)
```

```text
7
```

<!-- table: t() -->
| n |
| --: |
| 31 |
<!-- end -->

<!-- figure one: f() -->
![A: 0 1](../figures/one.svg)
<!-- end -->

<!-- stepper two: g() -->
1. Block 4 is taken
    ![B: 4](../figures/two-1.svg)
<!-- end -->

[=slots]: ../numbers.md#slots "= n"
"""
BUILT = """<html><head><title>3. How big? - Lesson</title><meta name="description" content="Sizes.">
<meta name="generator" content="mkdocs-1.6.1"><script>let x = 5</script></head><body>
<nav><a href="../2-why/">2. Why?</a><a href="../3-how-big/">3. How big?</a></nav>
<nav class="md-nav--secondary"><a href="#big">How big?</a></nav>
<article><h1 id="big">How big?</h1>
<p>A card called A100 holds <a class="kv-num" href="#" title="Data sheet 2021">40 GB</a>,
<a class="kv-num" href="#">16</a> slots each.</p>
<div class="highlight"><pre><code>print(2 + 5)</code></pre></div>
<div class="kv-output"><pre><code>7</code></pre></div>
<table><tr><th>n</th></tr><tr><td>31</td></tr></table>
<figure class="kv-figure"><svg role="img" aria-label="A: 0 1" viewBox="0 0 9 9"><text>0</text><text>1</text></svg></figure>
<div class="kv-stepper" data-controls='["4"]'><ol><li><p class="kv-event">Block 4 is taken</p>
<svg role="img" aria-label="B: 4"><text>4</text></svg></li></ol></div>
</article><a href="../2-why/" aria-label="Previous: 2. Why?">2. Why?</a>
<p>Source: <code>docs/lesson/3-how-big.md</code></p></body></html>
"""


def digits(source=SOURCE, built=BUILT):
    return completeness.of_page(parse("docs/lesson/3-how-big.md", source), built, NAMES)


def test_a_right_page_has_every_digit_answered_for():
    found = digits()
    assert found.problems == []
    assert +found.counts == {
        "bound numbers": 4, "cells": 2, "printed outputs": 1, "tables": 2, "texts of pictures": 3, "captions of steppers": 1,
        completeness.DRAWN: 4, completeness.SOURCE: 4, completeness.NAME: 3, completeness.CHAPTER: 5,
        completeness.OWN_PLACE: 1,
    }  # fmt: skip


CHANGES = [
    ('"big">How big?', '"big">How big? 7'),
    ("slots each", "slots each, 8 of them"),
    ("How big?</h1>", "How big?</h1><p title='9'>x</p>"),
    ('content="Sizes."', 'content="5 sizes."'),
    ("<p>Source", "<p>12 pages</p><p>Source"),
    ("called A100", "called A200"),
    ("2. Why?</a><a", "4. Why?</a><a"),
    ('aria-label="Previous: 2.', 'aria-label="Previous: 1.'),
    ("<title>3.", "<title>4."),
    ("lesson/3-how-big.md", "lesson/4-how-big.md"),
    (">40 GB<", ">41 GB<"),
    ("print(2 + 5)", "print(3 + 5)"),
    ("<code>7<", "<code>8<"),
    ("<td>31", "<td>32"),
    ('aria-label="A: 0 1"', 'aria-label="A: 0 2"'),
    ('aria-label="B: 4"', 'aria-label="B:"'),
    ('<p class="kv-event">Block 4', '<p class="kv-event">Block 3'),
    ("</table>", "</table><table><tr><td>5</td></tr></table>"),
    ("<article>", "<section>"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_digit_that_no_source_has_is_a_problem(old, new):
    assert BUILT.count(old) == 1
    assert digits(built=BUILT.replace(old, new)).problems


def test_a_heading_that_holds_a_number_stands_in_the_contents_too():
    source = SOURCE.replace("A card", "## How wide are [16][=slots]? {#wide}\n\nA card")
    heading = '<h2 id="wide">How wide are <a class="kv-num" href="#">16</a>?</h2>'
    built = BUILT.replace("<p>A card", f"{heading}<p>A card")
    contents = '<a href="#wide">How wide are 16?</a></nav>'
    built = built.replace('<a href="#big">How big?</a></nav>', contents)
    assert digits(source, built).problems == []
    assert digits(source, built).counts[completeness.HEADING] == 2
    assert digits(source, built.replace("16?</a></nav>", "17?</a></nav>")).problems


def test_a_page_without_a_source_answers_for_itself_but_not_for_what_stands_around_it():
    ledger = "<nav class='md-nav--secondary'>q8</nav><article>128 KiB</article>"
    found = completeness.of_ledger("docs/numbers.md", f"{ledger}<p>none</p>", NAMES)
    assert (found.problems, found.counts) == ([], {completeness.LEDGER: 4})
    assert completeness.of_ledger("docs/numbers.md", f"{ledger}<p>5</p>", NAMES).problems
