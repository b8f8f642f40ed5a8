"""The reader's own experiment is the lesson's, with other settings: nothing else differs, and it can be repeated."""

import pytest

import kvlesson as kv


def test_unchanged_it_is_the_lessons():
    experiment = kv.run_own_experiment()
    assert list(experiment.in_slabs) == kv.ten_runs(kv.churn_in_slabs)
    assert list(experiment.in_blocks) == kv.ten_runs(kv.churn_in_blocks)
    assert experiment.python == "from kvlesson import run_own_experiment\n\nrun_own_experiment()"


SETTINGS = {"leave": "arrival", "n_slots": 30_000, "block_size": 32, "slab_size": 2000, "first_seed": 7}


def test_each_setting_reaches_the_runs():
    experiment = kv.run_own_experiment(**SETTINGS)
    seeds = range(7, 17)
    assert list(experiment.in_slabs) == [kv.churn_in_slabs(seed, "arrival", 30_000, 2000) for seed in seeds]
    assert list(experiment.in_blocks) == [kv.churn_in_blocks(seed, "arrival", 30_000, 32) for seed in seeds]


@pytest.mark.parametrize("names", [[], ["leave"], ["n_slots", "slab_size"], [*SETTINGS]])
def test_its_python_repeats_it(names):
    experiment = kv.run_own_experiment(**{name: SETTINGS[name] for name in names})
    namespace = {}
    *imports, last = experiment.python.splitlines()
    exec("\n".join(imports), namespace)
    assert eval(last, namespace) == experiment


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"leave": "nobody"}, "leave must be one of"),
        ({"n_slots": 5}, "n_slots must lie between"),
        ({"n_slots": 999_999}, "n_slots must lie between"),
        ({"block_size": 0}, "block_size must be at least 1"),
        ({"slab_size": 100}, "slab_size must be at least 2000"),
        ({"first_seed": -1}, "seed"),
        ({"first_seed": 1.5}, "first_seed"),
    ],
)
def test_settings_that_cannot_be(settings, message):
    with pytest.raises((ValueError, TypeError), match=message):
        kv.run_own_experiment(**settings)


def test_it_is_shown_without_its_runs():
    shown = repr(kv.run_own_experiment(n_slots=20_000))
    assert shown.startswith("OwnExperiment(leave='random', n_slots=20000, ")
    assert "ChurnRun" not in shown
