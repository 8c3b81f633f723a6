"""Configurations of frameworks as hyperparameters: names with a value each."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np


def flatten(parameters: Any, name: str = "") -> dict[str, Any]:
    """{"a": {"b": 1}} is {"a/b": 1}; what is neither a number, a text nor a
    tensor of one number is its str()."""
    parts = _parts(parameters)
    if parts is None:
        return {name: _value(parameters)}
    flat: dict[str, Any] = {}
    for key, part in parts.items():
        flat.update(flatten(part, f"{name}/{key}" if name else str(key)))
    return flat


def _parts(parameters: Any) -> Mapping[Any, Any] | None:
    if isinstance(parameters, Mapping):
        return parameters
    if isinstance(parameters, argparse.Namespace):
        return vars(parameters)
    if dataclasses.is_dataclass(parameters) and not isinstance(parameters, type):
        return dataclasses.asdict(parameters)
    if isinstance(parameters, list) and all(isinstance(item, Mapping) for item in parameters):
        return dict(enumerate(parameters))
    return None


def _value(value: Any) -> Any:
    if type(value) in (bool, int, float, str):
        return value
    if isinstance(value, (np.bool_, np.integer, np.floating)):
        return value.item()
    if hasattr(value, "detach") and value.numel() == 1:
        return value.item()
    return str(value)
