"""Pictures with boxes at another size, which PIL has to be there for."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def rows_of(boxes: NDArray[Any]) -> NDArray[Any]:
    """[N, 4]; what there is beside is left out. IndexError when there is less."""
    if len(boxes) == 0:
        return np.zeros((0, 4))
    if boxes.ndim < 2 or boxes.shape[1] < 4:
        raise IndexError(f"the boxes must be [N, 4], got the shape {boxes.shape}")
    return boxes[:, :4]


def draw_rescaled(
    pixels: NDArray[Any], boxes: NDArray[Any], labels: Sequence[str], rescale: float
) -> bytes:
    """A PNG of [H, W, 3] or [H, W, 4] bytes with boxes drawn in, then scaled."""
    from PIL import Image

    picture = draw(Image.fromarray(pixels), boxes, labels)
    height, width = pixels.shape[:2]
    picture = picture.resize((int(width * rescale), int(height * rescale)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, format="PNG")
    return out.getvalue()


def draw(picture: Any, boxes: NDArray[Any], labels: Sequence[str]) -> Any:
    """Draws boxes into a PIL image, which is returned."""
    from PIL import ImageDraw

    pen = ImageDraw.Draw(picture)
    for i, box in enumerate(boxes.tolist()):
        _draw(pen, box, labels[i] if labels else "")
    return picture


def _draw(draw: Any, box: Sequence[float], label: str) -> None:
    left, top, right, bottom = box
    corners = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]
    draw.line(corners, width=2, fill="red")
    if not label:
        return
    x0, y0, x1, y1 = draw.textbbox((0, 0), label)
    margin = np.ceil(0.05 * (y1 - y0))
    text_top = bottom - (y1 - y0) - margin
    draw.rectangle([(left, text_top - margin), (left + x1 - x0, bottom)], fill="red")
    draw.text((left + margin, text_top), label, fill="black")


def as_pixels(image: NDArray[Any], dataformats: str) -> NDArray[Any]:
    """[H, W, C] bytes; grey has three equal channels."""
    letters = dataformats.upper()
    image = image.transpose([letters.index(letter) for letter in "HWC" if letter in letters])
    if image.ndim == 2:
        image = image[:, :, None]
    if image.shape[2] == 1:
        image = np.repeat(image, 3, axis=2)
    if image.dtype == np.uint8:
        return image
    return (image.astype(np.float32) * 255).clip(0, 255).astype(np.uint8)
