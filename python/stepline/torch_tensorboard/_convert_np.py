"""Anybody's numbers as numpy arrays."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from stepline._arrays import as_numpy


def make_np(x: Any) -> NDArray[Any]:
    """Any array, list or number; a number is an array of one element."""
    return as_numpy(x)


_prepare_pytorch = as_numpy
