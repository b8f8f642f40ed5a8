"""What the library gives back is a value: nobody who holds one can change it for somebody else."""

import dataclasses
import importlib
import pkgutil

import kvlesson

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(kvlesson.__path__, "kvlesson.")
    if not module.name.endswith("__main__")
]
CLASSES = {
    value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type) and dataclasses.is_dataclass(value) and value.__module__ == module.__name__
}


def test_every_dataclass_is_frozen():
    assert len(CLASSES) > 20
    assert [c.__name__ for c in CLASSES if not c.__dataclass_params__.frozen] == []
