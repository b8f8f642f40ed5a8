"""What NumPy draws for the library is what it drew when the lesson was written; if not, it is said which version differs."""

import hashlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import kvlesson as kv
from kvlesson import churn

LIBRARY = Path(kv.__file__).parent

# For each module that draws: a call, and the digest of all that it draws.
DRAWS: dict[str, tuple[Callable[[], object], str]] = {
    "beams": (lambda: kv.run_beams(4), "11d42e6a58fb884bc62050a370c56d2ffb601686999c2c1c12c5e469e1a39f14"),
    "block_sizes": (
        lambda: kv.admitted_in_many_draws(range(3)),
        "2be975b3041f56d2b8eefa626a9f3971549f2649b6a1e0e7cfb08ecb18f0f734",
    ),
    "capacity": (
        lambda: kv.drawn_lengths(),
        "68e2d6a79223cd4db75482c929a8827c242058619b2b2c34e630a73b6d0eedc5",
    ),
    "churn": (lambda: churn._traffic(0), "7b85ad3d07d19283cbb33dbc0ad0956946bb964baccb531872304a26c7eb1495"),
    "edited_prompt": (
        lambda: kv.entries_kept(2),
        "5a54560021c1b877255f39f891810edca1a563f7eb371533607a3c25bc6f4e9d",
    ),
    "kv_sizes": (
        lambda: kv.decode_both_ways(8),
        "9f13b0f8675b7cb2e5ace0d25af0ed2e180c261286a284909252aa2c96085131",
    ),
    "scattered": (
        lambda: kv.scattered_pool(16),
        "b979341af7f524fbbc945be5c552d6bfc0ce3e3d03e1d4be707b85cd03562c6d",
    ),
    "workload": (
        lambda: list(islice(kv.queue_of_requests(), 1500)),
        "36b07dc878266b8dfac5922fb0b473301d06aa27e79a7faa7b24b2fe892ef874",
    ),
}

default_rng = np.random.default_rng


class Overheard:
    """A generator whose every draw goes into a digest, with the digits on which all machines agree."""

    def __init__(self, seed: int, digest: "hashlib._Hash") -> None:
        self.rng, self.digest = default_rng(seed), digest

    def __getattr__(self, name: str) -> Callable[..., object]:
        def draw(*args: object, **options: object) -> object:
            drawn = getattr(self.rng, name)(*args, **options)
            flat = np.asarray(drawn)
            # lognormal and the rarest normals pass through the machine's exp and log, which may differ in the last bit
            self.digest.update(flat.astype("<f4" if flat.dtype.kind == "f" else "<i8").tobytes())
            return drawn

        return draw


def digest_of(call: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> str:
    digest = hashlib.sha256()
    monkeypatch.setattr(np.random, "default_rng", lambda seed: Overheard(seed, digest))
    call()
    return digest.hexdigest()


@pytest.mark.parametrize("module", DRAWS)
def test_numpy_still_draws_the_same(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    call, digest = DRAWS[module]
    now = digest_of(call, monkeypatch)
    assert now == digest, (
        f"NumPy {np.__version__} draws other numbers for kvlesson.{module} than the lesson was written with "
        f"(now {now}). The lesson is not wrong: NumPy may change its streams. Install the version in "
        "requirements.lock; or, if the library's own draws were meant to change, put this digest here, "
        "run make build, and read whether the text around the new numbers is still true"
    )


def test_no_module_draws_unpinned() -> None:
    drawing = {path.stem for path in LIBRARY.rglob("*.py") if "np.random" in path.read_text("utf-8")}
    assert drawing == DRAWS.keys()
