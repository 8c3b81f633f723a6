"""Pictures and videos as numpy has them, brought into one order of dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def check_letters(shape: tuple[int, ...], letters: str) -> None:
    """AssertionError unless there is a letter for each dimension."""
    if len(set(letters)) != len(letters):
        raise AssertionError(f"a letter is twice in the dataformats {letters!r}")
    if len(shape) != len(letters):
        raise AssertionError(f"the dataformats {letters!r} do not fit the shape {shape}")


def ordered(array: NDArray[Any], letters: str, wanted: str) -> NDArray[Any]:
    """`array` with its dimensions in the order of the letters that are wanted."""
    check_letters(array.shape, letters)
    return array.transpose([letters.upper().find(letter) for letter in wanted])


def to_hwc(array: NDArray[Any], letters: str, alpha_in_grids: bool) -> NDArray[Any]:
    """[H, W, C] of one picture, or of the grid of several."""
    if len(letters) == 4:
        return make_grid(ordered(array, letters, "NCHW"), 8, alpha_in_grids).transpose(1, 2, 0)
    if len(letters) == 2:
        return np.repeat(ordered(array, letters, "HW")[:, :, None], 3, axis=2)
    picture = ordered(array, letters, "HWC")
    return np.repeat(picture, 3, axis=2) if picture.shape[2] == 1 else picture


def make_grid(pictures: NDArray[Any], columns: int = 8, alpha: bool = False) -> NDArray[Any]:
    """[C, H, W] of [N, C, H, W], row by row on black; grey gets three channels."""
    if not isinstance(pictures, np.ndarray) or pictures.ndim != 4:
        raise AssertionError("an array [N, C, H, W] is wanted")
    if pictures.shape[1] == 1:
        pictures = np.repeat(pictures, 3, axis=1)
    count, channels, height, width = pictures.shape
    if channels not in ((3, 4) if alpha else (3,)):
        raise AssertionError(f"a grid has 1 or 3 channels, got {channels}")
    columns = min(count, columns)
    rows = -(-count // columns)
    grid = np.zeros((rows * columns, channels, height, width), pictures.dtype)
    grid[:count] = pictures
    grid = grid.reshape(rows, columns, channels, height, width).transpose(2, 0, 3, 1, 4)
    return grid.reshape(channels, rows * height, columns * width)


def tile_videos(videos: NDArray[Any]) -> NDArray[Any]:
    """[T, H, W, C] of [N, T, C, H, W]: as many rows as columns, or half as
    many. Bytes become floats in [0, 1]."""
    count, frames, channels, height, width = videos.shape
    if videos.dtype == np.uint8:
        videos = videos.astype(np.float32) / 255
    size = 1 << (count - 1).bit_length() if count else 1
    if size != count:
        black = np.zeros((size - count, *videos.shape[1:]), videos.dtype)
        videos = np.concatenate([videos, black])
    rows = 1 << ((count.bit_length() - 1) // 2) if count else 1
    columns = size // rows
    tiled = videos.reshape(rows, columns, frames, channels, height, width)
    tiled = tiled.transpose(2, 0, 4, 1, 5, 3)
    return tiled.reshape(frames, rows * height, columns * width, channels)


def to_bytes(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Bytes as they are, everything else from [0, 1]."""
    if pixels.dtype == np.uint8:
        return pixels
    scaled = np.nan_to_num(pixels * 255.0)
    return scaled.clip(0, 255).astype(np.uint8)
