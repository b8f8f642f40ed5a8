"""Importing the library with one file of it changed, in a process that is thrown away afterwards. Nothing is written."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import CodeType


class Altered(importlib.abc.MetaPathFinder):
    """Imports the module in `path` from `source`, and every other one as it is."""

    def __init__(self, path: Path, source: str) -> None:
        package = path.parent
        while (package.parent / "__init__.py").exists():
            package = package.parent
        self.package = package.name
        self.module = ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        )
        self.path, self.source = path, source

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        there = str(self.path)
        return importlib.util.spec_from_file_location(name, there, loader=_Loader(name, there, self.source))

    def take_over(self, forget: str = "") -> None:
        """From now on, here. What was imported of the library, or of the part of it to `forget`, is imported anew."""
        part = forget or self.package
        for name in [n for n in sys.modules if n == part or n.startswith(f"{part}.")]:
            del sys.modules[name]
        sys.meta_path.insert(0, self)
        sys.dont_write_bytecode = True


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)
