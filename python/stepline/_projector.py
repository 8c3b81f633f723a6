"""The files that TensorBoard's projector reads."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline._pixels import make_grid


def write_labels(
    labels: Sequence[Any], folder: Any, header: Sequence[str] | None = None
) -> str:
    """metadata.tsv: a label a line, or with a `header` a row of them."""
    if header:
        if len(header) != len(labels[0]):
            raise AssertionError("there must be as many labels in a row as in the header")
        lines = ["\t".join(str(label) for label in row) for row in [header, *labels]]
    else:
        lines = [str(label) for label in labels]
    path = os.path.join(folder, "metadata.tsv")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path


def write_points(points: Iterable[Any], folder: Any) -> str:
    """tensors.tsv: a point a line."""
    path = os.path.join(folder, "tensors.tsv")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("\t".join(str(x.item()) for x in point) + "\n" for point in points)
    return path


def write_sprite(pictures: NDArray[Any], folder: Any) -> str:
    """sprite.png: pictures [N, C, H, W] in a square, the rest black."""
    from PIL import Image

    grid = make_grid(pictures, math.ceil(math.sqrt(len(pictures)))).transpose(1, 2, 0)
    height, width, _ = grid.shape
    square = np.zeros((width, width, 3))
    square[:height] = grid[:width]
    path = os.path.join(folder, "sprite.png")
    Image.fromarray((square * 255).clip(0, 255).astype(np.uint8)).save(path)
    return path


def describe(
    tensor_name: str, subdir: str, has_labels: bool, picture_size: tuple[int, int] | None
) -> str:
    """An entry of projector_config.pbtxt; `picture_size` is width and height."""
    lines = [
        f'tensor_name: "{tensor_name}"',
        f'tensor_path: "{subdir}/tensors.tsv"',
    ]
    if has_labels:
        lines.append(f'metadata_path: "{subdir}/metadata.tsv"')
    if picture_size is not None:
        dims = "".join(f" single_image_dim: {size}" for size in picture_size)
        lines.append(f'sprite {{ image_path: "{subdir}/sprite.png"{dims} }}')
    return "embeddings {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
