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
# Loaded already it stays: writers that are open send such messages to their
# other process, and pickle wants to find the class where its name says.
_KEPT = "tensorboardX.proto"

# By the identity of something of theirs: that, and ours in its place.
_Swap = dict[int, tuple[Any, Any]]


def _our_name(name: str) -> str | None:
    for theirs, ours in _OURS.items():
        if _is_in(name, theirs):
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
        self._modules = {name: sys.modules[name] for name in _names_of_theirs()}
        for name in self._modules:
            if not _is_in(name, _KEPT):
                del sys.modules[name]
        for name in self._modules:
            if name in _OURS:
                self._replace_package(name, importlib.import_module(name))

    def _replace_package(self, name: str, ours: ModuleType) -> None:
        theirs = self._modules[name]
        parent, _, own_name = name.rpartition(".")
        if parent in sys.modules:
            # The import has put ours there.
            self._attributes.append((sys.modules[parent], own_name, theirs, ours))
        inside = {n: module for n, module in self._modules.items() if _is_in(n, name)}
        swap: _Swap = {}
        for module_name, module in inside.items():
            if not _is_in(module_name, _KEPT):
                swap.update(_counterparts(module_name, module))
        # Writers of theirs that are open go on with what is theirs.
        own_modules = {id(module) for module in inside.values()} - {id(theirs)}
        for module in list(sys.modules.values()) + [theirs]:
            if id(module) not in own_modules:
                self._swap_names(module, swap)

    def _swap_names(self, module: Any, swap: _Swap) -> None:
        """In a module that has taken names of the originals."""
        names = getattr(module, "__dict__", None)
        if not isinstance(module, ModuleType) or not isinstance(names, dict):
            return
        for name, value in list(names.items()):
            before, after = swap.get(id(value), (None, None))
            if after is not None and value is before:
                names[name] = after
                self._attributes.append((module, name, before, after))

    def end(self) -> None:
        sys.meta_path.remove(self._finder)
        for module, name, before, after in self._attributes:
            if vars(module).get(name) is after:
                vars(module)[name] = before
        their_own = {id(module) for module in self._modules.values()}
        imported = {name: sys.modules.pop(name) for name in _names_of_theirs()}
        for name, ours in imported.items():
            parent_name, _, own_name = name.rpartition(".")
            parent = sys.modules.get(parent_name) or imported.get(parent_name)
            is_theirs = _our_name(parent_name) is None or id(parent) in their_own
            if id(ours) not in their_own and parent is not None and is_theirs:
                if vars(parent).get(own_name) is ours:
                    delattr(parent, own_name)
        sys.modules.update(self._modules)
        _children.end()


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _counterparts(name: str, theirs: ModuleType) -> _Swap:
    """Of a module, and of the classes and functions that it defines."""
    ours = _import_ours(name)
    if ours is None:
        return {}
    swap: _Swap = {id(theirs): (theirs, ours)}
    for own_name, value in vars(theirs).items():
        is_own = callable(value) and getattr(value, "__module__", None) == name
        if is_own and hasattr(ours, own_name):
            swap[id(value)] = (value, getattr(ours, own_name))
    return swap


def _import_ours(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name != name:
            raise
        return None


def _names_of_theirs() -> list[str]:
    return [name for name in sys.modules if _our_name(name) is not None]


_present: _Installation | None = None


def install() -> None:
    """Lets `torch.utils.tensorboard` and `tensorboardX` be Stepline's from now
    on, in this process and in those that it starts.

    It does not matter whether they are installed, or imported already: in
    modules that have taken modules, classes or functions from them these are
    replaced, too. What else holds one (a subclass, a default argument, a list)
    keeps it, and so do writers that are open.
    """
    global _present
    if _present is None:
        _present = _Installation()
        _present.begin()


def uninstall() -> None:
    """Undoes install(), for processes started from now on, too. Writers that are
    open, and names that were taken meanwhile, stay what they are."""
    global _present
    if _present is not None:
        _present.end()
        _present = None
