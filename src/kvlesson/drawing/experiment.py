"""An experiment of the reader's own: ten dots in slabs, ten in blocks, and the guess that came before them."""

from dataclasses import dataclass
from html import escape
from statistics import fmean

from kvlesson.drawing.dots import dot_rows
from kvlesson.drawing.svg import Picture
from kvlesson.own_experiment import OwnExperiment


@dataclass(frozen=True)
class DrawnExperiment:
    """The picture, a sentence about it, and what repeats it."""

    said: str
    picture: Picture
    python: str

    def __repr__(self) -> str:
        return f"<{self.said}>"

    def _repr_html_(self) -> str:
        return (
            f'<p class="kv-found">{escape(self.said)}</p><figure class="kv-figure">{self.picture.svg()}</figure>'
            f"<pre><code>{escape(self.python)}</code></pre>"
        )


def drawn_experiment(experiment: OwnExperiment, guess: float | None = None) -> DrawnExperiment:
    """`experiment` as rows of dots, with `guess` (requests in the pool, in blocks) in a row above them.

    ValueError for a guess below 0 or beyond all numbers.
    """
    slabs, blocks = (
        [run.settled.live for run in runs] for runs in (experiment.in_slabs, experiment.in_blocks)
    )
    gain = fmean(blocks) / fmean(slabs)
    said = f"In slabs {fmean(slabs):.1f} requests are in the pool, in blocks {fmean(blocks):.1f}: {gain:.2f} times as many."
    rows = {} if guess is None else {"your guess, in blocks": [guess]}
    picture = dot_rows(
        {**rows, "in slabs": slabs, "in blocks": blocks},
        f"requests in the pool, leaving {_LEAVING[experiment.leave]}",
        note="each dot: the mean of the second half of one run",
    )
    return DrawnExperiment(said, picture, experiment.python)


_LEAVING = {"random": "in random order", "arrival": "in order of arrival", "last in": "the youngest first"}
