"""Packages that need not be there, for annotations: `typing.get_type_hints()`
evaluates these where type checkers do not help."""

from __future__ import annotations

import importlib
from typing import Any


class LatePackage:
    """Imports the package when an attribute is asked for; where it is not
    installed each is Any."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(importlib.import_module(self._name), name)
        except ImportError:
            return Any
