"""What the writers' classes ask of arguments before they hand them on."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from stepline._arrays import as_array, as_numpy
from stepline._native import Array


def as_tag(tag: Any) -> str:
    if isinstance(tag, str):
        if not tag.isascii():
            tag.encode("utf-8")  # UnicodeEncodeError of half a surrogate pair.
        return tag
    if isinstance(tag, bytes):
        return tag.decode("utf-8")
    if tag is None:
        return ""
    raise TypeError(f"a tag is a str, got {type(tag)}")


def as_picture(pixels: Any, dataformats: str) -> Array:
    known = getattr(pixels, "shape", None)
    if known is None and np.isscalar(pixels):
        known = (1,)
    _check_letters(known, dataformats)
    picture = as_array(pixels)
    shape = picture.shape
    if shape != known:
        _check_letters(shape, dataformats)
    if "N" in dataformats.upper() and shape[dataformats.upper().index("N")] == 0:
        raise ZeroDivisionError(f"there is no picture: {dataformats!r} of {shape}")
    channels = dataformats.upper().find("C")
    if channels >= 0 and shape[channels] not in (1, 3, 4):
        if shape[channels] != 2:
            raise TypeError(f"there must be 1 to 4 channels: {dataformats!r} of {shape}")
        # Grey with alpha.
        return as_array(as_numpy(pixels).take([0, 0, 0, 1], axis=channels))
    return picture


def _check_letters(shape: Any, dataformats: str) -> None:
    if len(set(dataformats)) != len(dataformats):
        raise AssertionError(f"a letter is twice in the dataformats {dataformats!r}")
    if shape is not None and len(shape) != len(dataformats):
        raise AssertionError(f"the dataformats {dataformats!r} do not fit the shape {shape}")


def as_values(values: Any) -> Array:
    """What a histogram is made of: of complex numbers the real part."""
    if isinstance(values, np.ndarray):
        is_complex = values.dtype.kind == "c"
    else:
        is_complex = hasattr(values, "is_complex") and values.is_complex()  # torch's
    return as_array(np.real(as_numpy(values)) if is_complex else values)


def as_bins(bins: Any, values: Any) -> str | int | list[float]:
    """A rule's name, a number of bins, or edges, which must have some of the
    values between them, unless there are just two."""
    if isinstance(bins, str):
        return bins
    if np.ndim(bins) == 0:
        return operator.index(bins)
    edges = [float(edge) for edge in bins]
    if len(edges) > 2 and edges[0] <= edges[-1]:
        _check_inside(np.real(as_numpy(values)), edges[0], edges[-1])
    return edges


def _check_inside(numbers: Any, low: float, high: float) -> None:
    if numbers.size == 0 or low <= numbers.min() <= high:
        return
    if not ((numbers >= low) & (numbers <= high)).any() and np.isfinite(numbers).any():
        raise ValueError(f"no value is between the edges {low} and {high}")


def as_max_bins(max_bins: int | None) -> int:
    """0: as many as there are."""
    if max_bins is None:
        return 0
    if max_bins == 0:
        raise ZeroDivisionError("max_bins is 0")
    return max_bins


def without_leaving(name: Any) -> Any:
    """A path that stays where it begins: for each ".." in it there is "__"."""
    if not isinstance(name, str):
        return name  # Others say what it should be.
    return "/".join("__" if part == ".." else part for part in name.split("/"))


def check_embedding(points: Any, metadata: Any, images: Any, header: Any) -> None:
    if metadata is not None:
        if len(metadata) != points.shape[0]:
            raise AssertionError("there must be a label for each point")
        if header and len(header) != len(metadata[0]):
            raise AssertionError("there must be as many labels in a row as in the header")
    if images is not None and images.shape[0] != points.shape[0]:
        raise AssertionError("there must be a picture for each point")
    if len(points.shape) != 2:
        raise AssertionError("the points must be a matrix: a row for each point")
