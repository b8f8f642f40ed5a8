"""Beams that choose their parents evenly, beside the published bars that nothing was fitted to."""

from typing import Any

import pytest
from sims import load_sims

import kvlesson as kv
from kvlesson import beams, run_beams, spread_of, ten_runs

WIDTHS = (2, 4, 6)
RUNS = {width: [run_beams(width, seed) for seed in kv.TEN_SEEDS] for width in WIDTHS}


def test_the_assumptions() -> None:
    assert (kv.BEAM_PROMPT_TOKENS, kv.BEAM_ANSWER_TOKENS, kv.REPETITIONS) == (19, 58, 20)


def test_blocks_saved_and_copied() -> None:
    saved = {width: spread_of(run.saved for run in runs) for width, runs in RUNS.items()}
    copied = {width: spread_of(run.copies_per_token for run in runs) for width, runs in RUNS.items()}
    assert {width: round(100 * s.mean, 1) for width, s in saved.items()} == {2: 34.8, 4: 51.2, 6: 56.1}
    assert {width: round(c.mean, 2) for width, c in copied.items()} == {2: 0.24, 4: 0.31, 6: 0.33}
    for width, printed in kv.BEAM_SAVING_PERCENT.items():
        assert abs(100 * saved[width].mean - printed) < 3
        assert saved[width].most < kv.beam_ceiling(width)


def test_the_last_token_stored_too_and_one_seed_are_the_teaching_notes(monkeypatch: Any) -> None:
    monkeypatch.setattr(beams, "BEAM_ANSWER_TOKENS", 59)
    assert [round(100 * run_beams(width).saved, 1) for width in WIDTHS] == [34.6, 51.4, 56.5]
    sims = load_sims()
    for width in WIDTHS:
        for seed in (0, 1):
            mine, theirs = run_beams(width, seed), sims.s6(width, seed=seed)
            assert theirs["saved"] == round(100 * mine.saved, 1)
            assert theirs["copies_per_token"] == round(mine.copies_per_token, 3)


def test_one_beam_shares_nothing_and_copies_nothing() -> None:
    run = run_beams(1)
    assert (run.saved, run.copies_per_token) == (0, 0)


def test_smaller_blocks_share_more_and_copy_less() -> None:
    runs = [run_beams(4, block_size=size) for size in (1, 4, 16, 128)]
    assert [run.saved for run in runs] == sorted((run.saved for run in runs), reverse=True)
    assert runs[0].copies_per_token == 0  # blocks of one token are never partly filled
    assert runs[-1].saved == 0  # one block holds a whole beam, and every beam its own


def test_seeds_matter_and_repeat() -> None:
    assert run_beams(4, 3) == RUNS[4][3]
    assert len({run.saved for run in RUNS[4]}) > 5
    assert ten_runs(lambda seed: run_beams(2, seed)) == RUNS[2]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"width": 0}, ValueError, "width .*0"),
        ({"width": 2.0}, TypeError, "width .*2.0"),
        ({"width": 2, "seed": -1}, ValueError, "seed .*-1"),
        ({"width": 2, "block_size": 0}, ValueError, "block_size .*0"),
    ],
)
def test_bad_input_is_named(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        run_beams(**arguments)
