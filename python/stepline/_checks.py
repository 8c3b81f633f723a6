"""What the writers' classes ask of arguments before they hand them on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    picture = as_array(pixels)
    shape = picture.shape
    if len(set(dataformats)) != len(dataformats):
        raise AssertionError(f"a letter is twice in the dataformats {dataformats!r}")
    if len(shape) != len(dataformats):
        raise AssertionError(f"the dataformats {dataformats!r} do not fit the shape {shape}")
    channels = dataformats.upper().find("C")
    if channels >= 0 and shape[channels] not in (1, 3, 4):
        if shape[channels] != 2:
            raise TypeError(f"there must be 1 to 4 channels: {dataformats!r} of {shape}")
        # Grey with alpha.
        return as_array(as_numpy(pixels).take([0, 0, 0, 1], axis=channels))
    return picture


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
