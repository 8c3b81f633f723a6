"""Anybody's arrays as `_native.Array`, without a copy where that is possible."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline._native import Array, trust_as_number, trust_item_of

# Types of elements that neither DLPack nor the buffer protocol always know, and
# what they are looked at as.
_SEEN_AS = {"bfloat16": "uint16", "float8_e4m3fn": "uint8", "float8_e5m2": "uint8"}

_NAMES = {
    *_SEEN_AS, "float16", "float32", "float64", "complex64", "complex128", "bool",
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
}  # fmt: skip
_by_item: set[type] = set()  # Kept for ever, as by the native side: not too many.
_MOST_BY_ITEM = 64
_TORCH_NAMES: dict[Any, str] = {}  # By torch.dtype, as they are met.

# kDLCPU, kDLCUDAHost, kDLROCMHost
_CPU_DEVICES = (1, 3, 11)

for _number in (
    np.float32, np.float16, np.int64, np.int32, np.int16, np.int8,
    np.uint64, np.uint32, np.uint16, np.uint8, bool, np.bool_,
):  # fmt: skip
    trust_as_number(_number)


def as_array(x: Any) -> Array:
    """Any array: by DLPack, by the buffer protocol or by `__array__`; a number
    is an array of one element, a list becomes one. NotImplementedError when it
    is none of these."""
    if isinstance(x, np.ndarray):
        return _of_numpy(x)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(x, torch.Tensor):
        return _of_torch(x, torch)
    if np.isscalar(x):
        return _of_numpy(np.array([x]))
    if hasattr(x, "__dlpack__") and x.__dlpack_device__()[0] in _CPU_DEVICES:
        try:
            return Array(x)
        except (TypeError, BufferError):
            pass
    return _of_numpy(_to_numpy(x))


def as_numpy(x: Any) -> NDArray[Any]:
    """The same as a numpy array, for what is computed in Python: bfloat16 and
    others that numpy has not become float32."""
    array = _to_numpy(x)
    if array.dtype.kind == "V" and array.dtype.names is None:
        return array.astype(np.float32)
    return array


def _to_numpy(x: Any) -> NDArray[Any]:
    if isinstance(x, np.ndarray):
        return x
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(x, torch.Tensor):
        x = _on_cpu(x, torch)
        if x.dtype == torch.bfloat16 or str(x.dtype).startswith("torch.float8"):
            x = x.float()
        if type(x) is not torch.Tensor:
            _address(x)
        return np.asarray(x.numpy())
    if np.isscalar(x):
        return np.array([x])
    if isinstance(x, (list, tuple)):
        if any(hasattr(item, "shape") and not isinstance(item, np.generic) for item in x):
            return np.stack([_to_numpy(item) for item in x])
        return np.asarray(x)
    if hasattr(x, "get") and hasattr(x, "__cuda_array_interface__"):
        return np.asarray(x.get())  # cupy
    if hasattr(x, "__array__") or hasattr(x, "__array_interface__"):
        return _by_array_method(x)
    try:
        return np.asarray(memoryview(x))
    except TypeError:
        raise NotImplementedError(
            f"got {type(x)}, but a numpy array, a torch tensor or another array is wanted"
        ) from None


def _by_array_method(x: Any) -> NDArray[Any]:
    try:
        return np.asarray(x)
    except ValueError:
        # TensorFlow gives a number, where bfloat16 has no dimension.
        return np.asarray(x.__array__())


def as_float(x: Any) -> float:
    """The number that `x` is, or has as its only element."""
    if isinstance(x, float):
        return x
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(x, torch.Tensor):
        if x.is_meta:
            return math.nan
        if x.numel() != 1:
            raise AssertionError(f"one element is wanted, got the shape {tuple(x.shape)}")
        if type(x) not in _by_item and len(_by_item) < _MOST_BY_ITEM:
            _by_item.add(type(x))
            trust_item_of(type(x))  # The next comes no longer here.
        return float(x.item())
    if bool(np.isscalar(x)):
        if isinstance(x, np.complexfloating):
            raise TypeError(f"a real number is wanted, got {type(x)}")
        return float(x)
    array = as_numpy(x)
    if array.size != 1:
        raise AssertionError(f"one element is wanted, got the shape {array.shape}")
    return float(array.reshape(()))


def _of_numpy(x: NDArray[Any]) -> Array:
    try:
        return Array(x)
    except TypeError:
        pass
    dtype = x.dtype
    if dtype.name in _SEEN_AS:
        return Array(x.view(_SEEN_AS[dtype.name]), dtype.name)
    if dtype.kind == "c":
        return Array(x.astype(np.complex128))
    if dtype.kind in "biuf" and dtype.itemsize <= 8:
        return Array(x.astype(dtype.newbyteorder("=")))
    return Array(x.astype(np.float64))


def _of_torch(x: Any, torch: Any) -> Array:
    x = _on_cpu(x, torch)
    name = _TORCH_NAMES.get(x.dtype)
    if name is None:
        name = _learn_torch(x.dtype, torch)
    if not name:
        # float8's other variants, complex32.
        x = x.to(torch.complex64 if x.is_complex() else torch.float32)
        name = _TORCH_NAMES.get(x.dtype) or _learn_torch(x.dtype, torch)
    return Array.at(_address(x), name, x.shape, x.stride(), x)


def _address(x: Any) -> int:
    """RuntimeError, as in torch, of a tensor whose elements are elsewhere, or
    nowhere."""
    address = 0
    if not hasattr(x, "fake_mode"):  # It would warn.
        try:
            address = int(x.data_ptr())
        except RuntimeError:
            pass
    if address == 0 and x.numel() > 0:
        hint = "; log its to_local() or full_tensor()" if hasattr(x, "full_tensor") else ""
        kind = type(x).__name__
        raise RuntimeError(f"a {kind} without elements in memory cannot be logged{hint}")
    return address


def _learn_torch(dtype: Any, torch: Any) -> str:
    """The name of a dtype; empty when its elements have to be converted."""
    name = str(dtype).removeprefix("torch.")
    _TORCH_NAMES[dtype] = name if name in _NAMES else ""
    return _TORCH_NAMES[dtype]


def _on_cpu(x: Any, torch: Any) -> Any:
    if x.is_meta:
        return torch.full((1,), math.nan)  # There are no data.
    if x.requires_grad:
        x = x.detach()
    if not x.is_cpu:
        x = x.cpu()
    if x.layout is not torch.strided:
        x = x.to_dense()
    if x.is_quantized:
        x = x.dequantize()
    if x.is_conj() or x.is_neg():
        x = x.resolve_conj().resolve_neg()
    return x
