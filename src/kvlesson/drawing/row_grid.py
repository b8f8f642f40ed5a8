"""Where slots stand in a row of contiguous memory: lines of 16, each slot as wide as in a request that waits."""

from collections.abc import Iterator

SLOT, STEP = 16, 18
PER_LINE = 16
LINE_STEP = 64
LEFT, TOP = 6, 26  # to the first slot
WORDS_NEED = 3  # slots, to stand above
WAITING_STEP = 22  # one line of a waiting request's slots


def at(number: int, top: float) -> tuple[int, float]:
    line, column = divmod(number, PER_LINE)
    return LEFT + column * STEP, top + line * LINE_STEP


def pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a run, one a line."""
    while start < end:
        stop = min(end, (start // PER_LINE + 1) * PER_LINE)
        yield start, stop
        start = stop
