"""Histograms of what a torch model is made of."""

from __future__ import annotations

import dataclasses
import fnmatch
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# What compile(), FSDP and checkpointing put into the names of what they wrap.
_OF_WRAPPERS = {"_orig_mod", "_fsdp_wrapped_module", "_checkpoint_wrapped_module"}


class Selection:
    """The parameters and modules of a model that are looked at, by their names
    in the model as its author wrote it: without the wrappers that
    DataParallel, DistributedDataParallel and torch.compile put around it."""

    def __init__(self, only: str | Sequence[str] | None = None, frozen: bool = False) -> None:
        self._patterns = [only] if isinstance(only, str) else only
        self._frozen = frozen

    def parameters(self, model: Any) -> Iterator[tuple[str, Any]]:
        """Each once, though several modules share it."""
        for name, parameter in unwrapped(model).named_parameters():
            name = _plain(name)
            if (parameter.requires_grad or self._frozen) and self._has(name):
                yield name, parameter

    def modules(self, model: Any) -> Iterator[tuple[str, Any]]:
        """Those that have no modules inside, or that a pattern names."""
        for name, module in unwrapped(model).named_modules():
            name = _plain(name) or "output"
            is_leaf = next(module.children(), None) is None
            if self._has(name) if self._patterns is not None else is_leaf:
                yield name, module

    def _has(self, name: str) -> bool:
        return self._patterns is None or any(
            fnmatch.fnmatchcase(name, pattern) for pattern in self._patterns
        )


def unwrapped(model: Any) -> Any:
    """The model inside of DataParallel and its like."""
    from torch.nn.parallel import DataParallel, DistributedDataParallel

    while True:
        if isinstance(model, (DataParallel, DistributedDataParallel)):
            model = model.module
        elif "_orig_mod" in model._modules:
            model = model._orig_mod
        else:
            return model


def add_weights(writer: Any, named: Iterable[tuple[str, Any]], step: int, prefix: str = "") -> None:
    for name, parameter in named:
        add_histogram(writer, f"{prefix}weights/{name}", parameter, step)


def add_gradients(
    writer: Any, named: Iterable[tuple[str, Any]], step: int, prefix: str = ""
) -> None:
    """Those that there are."""
    for name, parameter in named:
        if parameter.grad is not None:
            add_histogram(writer, f"{prefix}gradients/{name}", parameter.grad, step)


def add_outputs(writer: Any, tag: str, output: Any, step: int) -> None:
    """Of all tensors of floats in what a module has returned."""
    for name, tensor in _tensors(output):
        add_histogram(writer, f"{tag}/{name}" if name else tag, tensor, step)


def add_histogram(writer: Any, tag: str, tensor: Any, step: int) -> None:
    """Of a sparse tensor, of what it stores. One that has no values here, being
    on another process or nowhere, is left out."""
    tensor = tensor.detach()
    if hasattr(tensor, "full_tensor"):
        warnings.warn(
            "parameters that are distributed over processes (DTensor) have no histograms",
            stacklevel=2,
        )
        return
    if tensor.is_sparse:
        tensor = tensor.coalesce().values()
    if tensor.numel() and not tensor.is_meta:
        writer.add_histogram(tag, tensor, step)


def _plain(name: str) -> str:
    return ".".join(part for part in name.split(".") if part not in _OF_WRAPPERS)


def _tensors(output: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """With the way to them: indices, keys, names of fields."""
    import torch

    if isinstance(output, torch.Tensor):
        if output.is_floating_point():
            yield name, output
        return
    parts: Iterable[tuple[Any, Any]]
    if isinstance(output, Mapping):
        parts = output.items()
    elif hasattr(output, "_fields"):
        parts = zip(output._fields, output)
    elif isinstance(output, (list, tuple)):
        parts = enumerate(output)
    elif dataclasses.is_dataclass(output):
        parts = vars(output).items()
    else:
        return
    for key, part in parts:
        yield from _tensors(part, f"{name}/{key}" if name else str(key))
