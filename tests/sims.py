"""An independent version of the experiments, kept outside this repository: imported by path, where it is there."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

PATH = Path(__file__).parents[2] / "shared" / "experiments" / "sims.py"


def load_sims() -> ModuleType:
    """The module.  Skips the test, saying so, where the folder is not beside this one."""
    if not PATH.exists():
        pytest.skip(f"{PATH} is not here, so there is nothing to compare with")
    spec = importlib.util.spec_from_file_location("sims", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
