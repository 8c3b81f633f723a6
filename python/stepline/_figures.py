"""Pictures of matplotlib's figures, and of PIL."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray


def figure_to_image(figures: Any, close: bool = True) -> NDArray[Any]:
    """[3, H, W] of a figure; [N, 3, H, W] of a list of them. `close` closes
    them afterwards."""
    if isinstance(figures, list):
        return np.stack([_render(figure, close) for figure in figures])
    return _render(figures, close)


def _render(figure: Any, close: bool) -> NDArray[Any]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    if not hasattr(figure, "canvas"):
        raise AttributeError(f"a matplotlib figure is wanted, got {type(figure)}")
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    image = np.asarray(canvas.buffer_rgba())[:, :, :3]
    if close:
        import matplotlib.pyplot as plt

        plt.close(figure)
    return np.moveaxis(image, 2, 0)


def is_pil_image(x: Any) -> bool:
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(x, module.Image)


def pil_to_array(image: Any) -> tuple[NDArray[Any], str]:
    """The pixels, and the letters of their dimensions."""
    if image.mode not in ("L", "RGB", "RGBA"):
        image = image.convert("RGBA" if "A" in image.mode else "RGB")
    return np.asarray(image), "HW" if image.mode == "L" else "HWC"
