"""Summary messages in tensorboardX's form. They need protobuf, which comes
with TensorBoard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stepline import _capture, _messages, _pixels, _protos, _summaries
from stepline._arrays import as_array, as_float
from stepline._messages import (
    compute_curve,
    custom_scalars,
    draw_boxes,
    histogram_raw,
    image_summary,
    make_histogram,
    make_image,
    make_video,
    pr_curve,
    pr_curve_raw,
    text,
)
from stepline.tensorboardX import _encode, _sound
from stepline.tensorboardX._encode import (
    INVALID_TAG_CHARACTERS as _INVALID_TAG_CHARACTERS,  # noqa: F401
)
from stepline.tensorboardX._encode import clean_tag as _clean_tag
from stepline.tensorboardX._encode import logger
from stepline.tensorboardX.utils import (
    _prepare_video,  # noqa: F401
    convert_to_HWC,
    convert_to_NTCHW,
)
from stepline.tensorboardX.x2num import checked, make_np

__all__ = [
    "audio",
    "compute_curve",
    "custom_scalars",
    "draw_boxes",
    "histogram",
    "histogram_raw",
    "hparams",
    "image",
    "image_boxes",
    "logger",
    "make_histogram",
    "make_image",
    "make_video",
    "mesh",
    "pr_curve",
    "pr_curve_raw",
    "scalar",
    "text",
    "video",
]

_protos.add_names(
    __name__, _protos.OF_SUMMARIES | {"MeshPluginData": "plugin_mesh"}
)


def scalar(
    name: str, scalar: Any, display_name: str = "", summary_description: str = ""
) -> Any:
    """A number."""
    tag, value = _clean_tag(name), as_float(make_np(scalar))
    if display_name or summary_description:
        content = _encode.described_scalar(tag, value, display_name, summary_description)
        return _protos.summary(content)
    return _protos.summary(_summaries.simple_scalar(tag, value))


def histogram(name: str, values: Any, bins: Any, max_bins: int | None = None) -> Any:
    """How values are distributed."""
    return _messages.histogram(_clean_tag(name), checked(values), bins, max_bins)


def image(tag: str, tensor: Any, rescale: float = 1, dataformats: str = "CHW") -> Any:
    """A picture, or a grid of them."""
    pixels = _pixels.to_bytes(convert_to_HWC(make_np(tensor), dataformats))
    return image_summary(_clean_tag(tag), make_image(pixels, rescale))


def image_boxes(
    tag: str,
    tensor_image: Any,
    tensor_boxes: Any,
    rescale: float = 1,
    dataformats: str = "CHW",
    labels: Sequence[str] | None = None,
) -> Any:
    """A picture with boxes drawn in."""
    pixels = _pixels.to_bytes(convert_to_HWC(make_np(tensor_image), dataformats))
    return image_summary(tag, make_image(pixels, rescale, make_np(tensor_boxes), labels))


def video(tag: str, tensor: Any, fps: float = 4, dataformats: str = "NTCHW") -> Any:
    """An animation; several are tiled."""
    videos = convert_to_NTCHW(make_np(tensor), dataformats)
    return _messages.video(_clean_tag(tag), videos, fps)


def audio(tag: str, tensor: Any, sample_rate: int = 44100) -> Any:
    """Sound: [L] or [L, C] with one or two channels."""
    samples = as_array(_sound.samples(make_np(tensor)))
    return _capture.summary(lambda writer: writer.add_audio(tag, samples, 0, None, int(sample_rate)))


def mesh(
    tag: str,
    vertices: Any,
    colors: Any,
    faces: Any,
    config_dict: Mapping[str, Any] | None = None,
) -> Any:
    """A mesh or a point cloud."""
    parts = [None if part is None else make_np(part) for part in (vertices, faces, colors)]
    return _protos.summary(_encode.mesh(tag, parts, config_dict))


def hparams(
    hparam_dict: Mapping[str, Any] | None = None, metric_dict: Mapping[str, Any] | None = None
) -> tuple[Any, Any, Any]:
    """The experiment, the session's start and its end."""
    parts = _encode.hparams(hparam_dict or {}, metric_dict or {})
    experiment, start, end = (_protos.summary(part) for part in parts)
    return experiment, start, end

