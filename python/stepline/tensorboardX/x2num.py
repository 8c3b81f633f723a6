"""Anybody's numbers as numpy arrays."""

from __future__ import annotations

import logging
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline._arrays import as_numpy

# By the original's name, so that its filters work.
logger: logging.Logger = logging.getLogger("tensorboardX.x2num")


def check_nan(array: Any) -> Any:
    """`array`, after a warning if not all of its values are finite."""
    kind = getattr(getattr(array, "dtype", None), "kind", "")
    if kind in "iub" and kind:
        return array
    # A sum is quick, and finite but for an overflow where all values are.
    with np.errstate(all="ignore"):
        total = np.sum(array)
        if not np.isfinite(total) and not np.isfinite(array).all():
            logger.warning("there are values that are NaN or infinite")
    return array


def make_np(x: Any) -> NDArray[Any]:
    """Any array, list or number; a number has no dimension."""
    if isinstance(x, list):
        array = _of_list(x)
    elif np.isscalar(x):
        array = np.asarray(x)
    else:
        array = as_numpy(x)
    if array.dtype.kind in "USO":
        raise TypeError(f"numbers are wanted, got {array.dtype} of {type(x)}")
    checked: NDArray[Any] = check_nan(array)
    return checked


def _of_list(x: list[Any]) -> NDArray[Any]:
    if any(hasattr(item, "__array__") or hasattr(item, "__dlpack__") for item in x):
        return np.stack([as_numpy(item) for item in x])
    return np.array(x)


def checked(x: Any) -> Any:
    """`x` as something that the native writer takes, after the same warning;
    types that numpy has not are not converted."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(x, torch.Tensor) or not x.is_floating_point():
        return make_np(x)
    if x.itemsize > 2 or x.dtype is torch.float16:
        return make_np(x)
    values = x.detach()
    if x.itemsize == 1:
        values = values.float()
    if not values.isfinite().all():
        logger.warning("there are values that are NaN or infinite")
    return x


def prepare_pytorch(x: Any) -> NDArray[Any]:
    """A tensor as an array, without the warning."""
    return as_numpy(x)


def prepare_mxnet(x: Any) -> NDArray[Any]:
    """An array of mxnet's."""
    array: NDArray[Any] = x.asnumpy()
    return array


def prepare_chainer(x: Any) -> NDArray[Any]:
    """A variable of chainer's."""
    return as_numpy(x.data)


def prepare_theano(x: Any) -> None:
    """Does nothing, as tensorboardX's."""
