"""A slot's label stays inside the slot."""

import pytest

from kvlesson.drawing.slots import _smaller


@pytest.mark.parametrize(("label", "pixels"), [("999", None), ("1000", 9.5), ("10000", 7.5), ("100000", 7.5)])
def test_long_labels_are_set_smaller(label, pixels):
    assert _smaller(label) == (pixels and f"font-size:{pixels}px")
