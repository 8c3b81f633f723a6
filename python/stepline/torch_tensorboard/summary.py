"""Summary messages in torch's form. They need protobuf, which comes with
TensorBoard."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline import _capture, _pixels, _protos, _summaries
from stepline._arrays import as_array, as_float, as_numpy
from stepline._messages import (
    compute_curve,
    custom_scalars,
    draw_boxes,
    histogram,
    histogram_raw,
    image_summary,
    make_histogram,
    make_image,
    make_video,
    pr_curve,
    pr_curve_raw,
    text,
    video,
)
from stepline.torch_tensorboard._convert_np import make_np
from stepline.torch_tensorboard._utils import _prepare_video, convert_to_HWC  # noqa: F401

__all__ = [
    "audio",
    "compute_curve",
    "custom_scalars",
    "convert_to_HWC",
    "draw_boxes",
    "half_to_int",
    "histogram",
    "histogram_raw",
    "hparams",
    "image",
    "image_boxes",
    "int_to_half",
    "logger",
    "make_histogram",
    "make_image",
    "make_np",
    "make_video",
    "mesh",
    "pr_curve",
    "pr_curve_raw",
    "scalar",
    "tensor_proto",
    "text",
    "video",
]

# By the original's name, so that its filters work.
logger: logging.Logger = logging.getLogger("torch.utils.tensorboard.summary")

_protos.add_names(__name__, _protos.OF_SUMMARIES)


def half_to_int(f: float) -> int:
    """The bits of a number as float32."""
    return int(np.array(f, np.float32).view(np.int32))


def int_to_half(i: int) -> float:
    """The float32 of these bits."""
    return float(np.array(i, np.int32).view(np.float32))


def scalar(
    name: str,
    tensor: Any,
    collections: Any = None,
    new_style: bool = False,
    double_precision: bool = False,
) -> Any:
    """A number."""
    value = as_float(tensor)
    if new_style:
        return _protos.summary(_summaries.tensor_scalar(name, value, double_precision))
    return _protos.summary(_summaries.simple_scalar(name, value))


def tensor_proto(tag: str, tensor: Any) -> Any:
    """A whole tensor."""
    array = as_array(tensor)
    return _capture.summary(lambda writer: writer.add_tensor(tag, array, tensorboard=True))


def image(tag: str, tensor: Any, rescale: float = 1, dataformats: str = "NCHW") -> Any:
    """A picture, or a grid of them."""
    pixels = _to_bytes(convert_to_HWC(as_numpy(tensor), dataformats))
    return image_summary(tag, make_image(pixels, rescale))


def image_boxes(
    tag: str,
    tensor_image: Any,
    tensor_boxes: Any,
    rescale: float = 1,
    dataformats: str = "CHW",
    labels: Sequence[str] | None = None,
) -> Any:
    """A picture with boxes drawn in."""
    pixels = _to_bytes(convert_to_HWC(as_numpy(tensor_image), dataformats))
    return image_summary(tag, make_image(pixels, rescale, as_numpy(tensor_boxes), labels))


def audio(tag: str, tensor: Any, sample_rate: int = 44100) -> Any:
    """Sound in [-1, 1]."""
    samples = as_numpy(tensor).squeeze()
    if samples.ndim != 1:
        raise AssertionError(f"sound has one dimension, got {samples.shape}")
    array = as_array(samples)
    return _capture.summary(
        lambda writer: writer.add_audio(tag, array, 0, None, int(sample_rate))
    )


def mesh(
    tag: str,
    vertices: Any,
    colors: Any,
    faces: Any,
    config_dict: Mapping[str, Any] | None,
    display_name: str | None = None,
    description: str | None = None,
) -> Any:
    """A mesh or a point cloud."""
    points = as_array(vertices)
    colored, faced = (None if part is None else as_array(part) for part in (colors, faces))
    config = "" if config_dict is None else json.dumps(config_dict, sort_keys=True)
    made = _capture.summary(
        lambda writer: writer.add_mesh(tag, points, 0, None, colored, faced, config)
    )
    for value in made.value:
        value.metadata.display_name = display_name or ""
        value.metadata.summary_description = description or ""
    return made


def hparams(
    hparam_dict: Mapping[str, Any] | None = None,
    metric_dict: Mapping[str, Any] | None = None,
    hparam_domain_discrete: Mapping[str, list[Any]] | None = None,
) -> tuple[Any, Any, Any]:
    """The experiment, the session's start and its end."""
    for given in (hparam_dict, metric_dict):
        if not isinstance(given, dict):
            raise TypeError(f"a dictionary is wanted, got {type(given)}")
    parts = _summaries.hparams(hparam_dict or {}, metric_dict or {}, hparam_domain_discrete)
    experiment, start, end = (_protos.summary(part) for part in parts)
    return experiment, start, end


def _to_bytes(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    return _pixels.to_bytes(pixels if pixels.dtype == np.uint8 else pixels.astype(np.float32))
