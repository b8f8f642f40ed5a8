"""Published sums come out as published when counted their way, and as they are when counted ours."""

from pathlib import Path

import pytest

import kvlesson as kv
from kvlesson import published_sums as module
from lessonkit import facts

PUBLISHED = {  # what the claims themselves print, in bytes
    "one head for a layer": 512,
    "unshared heads": 32e9,
    "one layer": 17.875 * 2**20,
}
FOUND = {  # what those say who found the error, or the claim's own example
    "heads counted twice": 8,
    "hidden size for KV width": 4,
    "head size, too large": 1.25,
    "head size, too small": 0.703,
    "one head for a layer": 1 / 32,
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_counted_their_way(name):
    assert kv.PUBLISHED_SUMS[name].said == pytest.approx(PUBLISHED[name])


@pytest.mark.parametrize("name", FOUND)
def test_as_whoever_found_it_says(name):
    assert kv.PUBLISHED_SUMS[name].off == pytest.approx(FOUND[name], abs=0.001)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("heads counted twice", 2 * 32 * 32 * 128 * 2),
        ("hidden size for KV width", 131_072),
        ("a latent stored twice", 70_272),
        ("unshared heads", 83.2e9),
        ("8 bits", 7218.75 * 2**20),
        ("4 bits", 1.125e9),
        ("a thousand for 1,024", 16 * 2**30),
        ("one layer", 1098 * 2**20),
    ],
)
def test_as_it_is(name, right):
    assert kv.PUBLISHED_SUMS[name].right == pytest.approx(right)


@pytest.mark.parametrize("name", kv.PUBLISHED_SUMS)
def test_each_is_off(name):
    each = kv.PUBLISHED_SUMS[name]
    assert each.off == each.said / each.right != 1
    assert each.error == pytest.approx(abs(each.said - each.right) / each.right)
    assert each.error > 0.02


def test_a_thousand_for_1024():
    assert kv.PUBLISHED_SUMS["a thousand for 1,024"].said == 15.625 * 2**30


@pytest.mark.parametrize(("heads", "ranks", "each"), [(8, 1, 8), (8, 2, 4), (8, 8, 1), (4, 8, 1), (1, 8, 1)])
def test_heads_per_rank(heads, ranks, each):
    assert kv.heads_per_rank(heads, ranks) == each
    assert isinstance(kv.heads_per_rank(heads, ranks), int)
    assert each * ranks >= heads  # every head is somewhere


@pytest.mark.parametrize(("heads", "ranks"), [(8, 3), (4, 6)])
def test_heads_that_cannot_be_spread(heads, ranks):
    with pytest.raises(ValueError, match=f"{heads} KV heads cannot be spread over {ranks} ranks"):
        kv.heads_per_rank(heads, ranks)


@pytest.mark.parametrize(
    ("common", "size", "found"),
    [(0, 16, 0), (5, 1, 5), (15, 16, 0), (16, 16, 16), (100, 16, 96), (480, 528, 0)],
)
def test_shared_prefix_tokens(common, size, found):
    assert kv.shared_prefix_tokens(common, size) == found


@pytest.mark.parametrize(
    ("prompt", "cached", "left"), [(512, 512, 1), (512, 511, 1), (512, 256, 256), (5, 0, 5), (1, 0, 1)]
)
def test_tokens_left_to_compute(prompt, cached, left):
    assert kv.tokens_left_to_compute(prompt, cached) == left


@pytest.mark.parametrize("wrong", [lambda: kv.heads_per_rank(0, 1), lambda: kv.heads_per_rank(1, 0),
                                   lambda: kv.shared_prefix_tokens(1, 0), lambda: kv.shared_prefix_tokens(-1, 1),
                                   lambda: kv.tokens_left_to_compute(0, 0), lambda: kv.tokens_left_to_compute(2, 3)])  # fmt: skip
def test_bad_input(wrong):
    with pytest.raises(ValueError, match="must be at"):
        wrong()


FACTS = facts.load(Path(__file__).resolve().parents[1] / "docs/facts.toml").facts


def cited(key):
    return float(FACTS[key].value)


def test_the_sums_are_of_the_cited_figures():
    assert kv.PUBLISHED_SUMS["head size, too large"].said == cited("mistral-small-hidden") // cited(
        "mistral-small-heads"
    )
    assert kv.PUBLISHED_SUMS["head size, too large"].right == cited("mistral-small-head")
    assert kv.PUBLISHED_SUMS["head size, too small"].said == cited("gpt-oss-hidden") // cited("gpt-oss-heads")
    assert kv.PUBLISHED_SUMS["head size, too small"].right == cited("gpt-oss-head")
    assert cited("deepseek-latent") == kv.LATENT
    assert kv.PUBLISHED_SUMS["unshared heads"].said == cited("lessons-unshared") * kv.GB
    shared, heads = cited("lessons-shared") * kv.GB, cited("lessons-heads")
    assert kv.PUBLISHED_SUMS["unshared heads"].right == pytest.approx(shared * heads / kv.LLAMA3_70B_KV_HEADS)
    assert kv.PUBLISHED_SUMS["8 bits"].said == cited("nano-int8-before") * kv.MIB / 2
    assert kv.PUBLISHED_SUMS["8 bits"].right == pytest.approx(cited("nano-int8-after") * kv.MIB, rel=1e-4)
    assert kv.PUBLISHED_SUMS["4 bits"].said == cited("ollama-before") / 4 * kv.GB
    assert kv.PUBLISHED_SUMS["4 bits"].right == pytest.approx(cited("ollama-after") * kv.GB, rel=0.03)
    assert kv.PUBLISHED_SUMS["one layer"].said == cited("gguf-cache") * kv.MIB
    assert kv.PUBLISHED_SUMS["a thousand for 1,024"].said == pytest.approx(
        cited("llama31-128k") * kv.GIB, rel=1e-3
    )


def test_shapes():
    assert (module.LATENT + module.FOR_POSITIONS) * module.LATENT_LAYERS * 2 == 70_272
    assert module.INT8_BITS == 8.25
    assert module.Q4_BITS == 4.5
