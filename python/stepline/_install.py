"""Lets imports of torch.utils.tensorboard and tensorboardX give ours."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from stepline import _children

_OURS = {
    "torch.utils.tensorboard": "stepline.torch_tensorboard",
    "tensorboardX": "stepline.tensorboardX",
}
# What programs take from those packages by name, perhaps before install().
_CLASSES = ("FileWriter", "GlobalSummaryWriter", "RecordWriter", "SummaryWriter", "TorchVis")


def _our_name(name: str) -> str | None:
    for theirs, ours in _OURS.items():
        if name == theirs or name.startswith(f"{theirs}."):
            return ours + name[len(theirs) :]
    return None


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        ours = _our_name(fullname)
        if ours is None:
            return None
        try:
            module = importlib.import_module(ours)
        except ModuleNotFoundError as problem:
            if problem.name != ours:
                raise
            # Not even the original's: it would take the other's place.
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname) from None
        spec = importlib.machinery.ModuleSpec(
            fullname, _Loader(module), is_package=hasattr(module, "__path__")
        )
        spec.origin = getattr(module, "__file__", None)
        return spec


class _Loader(importlib.abc.Loader):
    """Gives a module that is loaded already, under another name."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # The import has put its own.


class _Installation:
    """What was changed, and how it was before."""

    def __init__(self) -> None:
        self._finder = _Finder()
        self._modules: dict[str, ModuleType] = {}
        self._attributes: list[tuple[ModuleType, str, Any, Any]] = []

    def begin(self) -> None:
        sys.meta_path.insert(0, self._finder)
        _children.begin()
        self._modules = {name: sys.modules.pop(name) for name in _names_of_theirs()}
        for name in self._modules:
            if name in _OURS:
                self._replace_package(name, importlib.import_module(name))

    def _replace_package(self, name: str, ours: ModuleType) -> None:
        theirs = self._modules[name]
        parent, _, own_name = name.rpartition(".")
        if parent in sys.modules:
            # The import has put ours there.
            self._attributes.append((sys.modules[parent], own_name, theirs, ours))
        swap = {
            id(getattr(theirs, kind)): (getattr(theirs, kind), getattr(ours, kind))
            for kind in _CLASSES
            if hasattr(theirs, kind)
            and hasattr(ours, kind)
            and getattr(theirs, kind).__module__.startswith(name)
        }
        own_modules = {id(module) for module in self._modules.values()} - {id(theirs)}
        for module in list(sys.modules.values()) + [theirs]:
            if id(module) not in own_modules:
                self._swap_names(module, theirs, ours, swap)

    def _swap_names(
        self,
        module: Any,
        theirs: ModuleType,
        ours: ModuleType,
        swap: dict[int, tuple[Any, Any]],
    ) -> None:
        """In a module that has taken the originals' names, be they classes or
        the package."""
        names = getattr(module, "__dict__", None)
        if not isinstance(module, ModuleType) or not isinstance(names, dict):
            return
        for name, value in list(names.items()):
            before, after = (theirs, ours) if value is theirs else swap.get(id(value), (None, None))
            if after is not None and value is before:
                names[name] = after
                self._attributes.append((module, name, before, after))

    def end(self) -> None:
        sys.meta_path.remove(self._finder)
        for module, name, before, after in self._attributes:
            if vars(module).get(name) is after:
                vars(module)[name] = before
        for name in _names_of_theirs():
            ours = sys.modules.pop(name)
            parent, _, own_name = name.rpartition(".")
            # Of an import since install().
            if _our_name(parent) is None and parent in sys.modules:
                if vars(sys.modules[parent]).get(own_name) is ours:
                    delattr(sys.modules[parent], own_name)
        sys.modules.update(self._modules)
        _children.end()


def _names_of_theirs() -> list[str]:
    return [name for name in sys.modules if _our_name(name) is not None]


_present: _Installation | None = None


def install() -> None:
    """Lets `torch.utils.tensorboard` and `tensorboardX` be Stepline's from now
    on, in this process and in those that it starts.

    It does not matter whether they are installed, or imported already: names
    that modules have taken from them are replaced, too. What was made of the
    original classes before, writers and subclasses, stays.
    """
    global _present
    if _present is None:
        _present = _Installation()
        _present.begin()


def uninstall() -> None:
    """Undoes install(), for processes started from now on, too. Writers that are
    open stay what they are."""
    global _present
    if _present is not None:
        _present.end()
        _present = None
