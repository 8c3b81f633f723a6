"""Pictures in the order of dimensions that files have."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from stepline import _pixels
from stepline._figures import figure_to_image

__all__ = [
    "convert_to_HWC",
    "convert_to_NTCHW",
    "figure_to_image",
    "graphviz_to_image",
    "make_grid",
]


def graphviz_to_image() -> None:
    """Does nothing, as tensorboardX's."""


def convert_to_HWC(tensor: NDArray[Any], input_format: str) -> NDArray[Any]:  # noqa: N802
    """[H, W, C] of a picture, or of a grid of pictures where there is an N."""
    return _pixels.to_hwc(tensor, input_format, alpha_in_grids=True)


def convert_to_NTCHW(tensor: NDArray[Any], input_format: str) -> NDArray[Any]:  # noqa: N802
    """[N, T, C, H, W] of videos with dimensions in any order."""
    if len(input_format) != 5:
        raise AssertionError(f"videos have five dimensions, got {input_format!r}")
    return _pixels.ordered(tensor, input_format, "NTCHW")


def make_grid(I: NDArray[Any], ncols: int = 8) -> NDArray[Any]:  # noqa: E741, N803
    """[C, H, W] of [N, C, H, W]."""
    return _pixels.make_grid(I, ncols, alpha=True)


def _prepare_video(V: NDArray[Any]) -> NDArray[Any]:  # noqa: N803
    """[T, H, W, C] of [N, T, C, H, W]."""
    return _pixels.tile_videos(V)
