"""Names of modules that are looked for when somebody asks for them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    _lazy_names: dict[str, Callable[[], Any]]

    def __getattr__(self, name: str) -> Any:
        if name not in self.__dict__["_lazy_names"]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return self._lazy_names[name]()

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._lazy_names})


def add_names(module_name: str, names: Mapping[str, Callable[[], Any]]) -> None:
    """Has a module get the value of each name by a call, every time."""
    module = sys.modules[module_name]
    vars(module)["_lazy_names"] = dict(names)
    module.__class__ = _LazyModule
