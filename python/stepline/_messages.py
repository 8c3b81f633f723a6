"""Summary messages that have one form in torch's package and in tensorboardX's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline import _boxes, _capture, _protos, _summaries, _wire
from stepline._arrays import as_array, as_numpy
from stepline._checks import as_bins, as_max_bins, as_values


def histogram_raw(
    name: str,
    min: float,
    max: float,
    num: float,
    sum: float,
    sum_squares: float,
    bucket_limits: Any,
    bucket_counts: Any,
) -> Any:
    """A histogram counted elsewhere."""
    limits = [float(limit) for limit in bucket_limits]
    counts = [float(count) for count in bucket_counts]
    if not limits and not counts:
        numbers = (min, max, num, sum, sum_squares)
        return _protos.summary(_summaries.empty_histogram(name, numbers))
    return _capture.summary(
        lambda writer: writer.add_histogram_raw(
            name, min, max, num, sum, sum_squares, limits, counts
        )
    )


def histogram(name: str, values: Any, bins: Any, max_bins: int | None = None) -> Any:
    """How values are distributed."""
    array, most = as_values(values), as_max_bins(max_bins)
    bins = as_bins(bins, values)
    return _capture.summary(
        lambda writer: writer.add_histogram(name, array, 0, None, bins, most)
    )


def make_histogram(values: NDArray[Any], bins: Any, max_bins: int | None = None) -> Any:
    """The same as a HistogramProto."""
    return histogram("", values, bins, max_bins).value[0].histo


def draw_boxes(disp_image: Any, boxes: Any, labels: Sequence[str] | None = None) -> Any:
    """Draws boxes into a PIL image, which is returned."""
    return _boxes.draw(disp_image, as_numpy(boxes), labels or [])


def make_image(
    tensor: NDArray[Any],
    rescale: float = 1,
    rois: Any = None,
    labels: Sequence[str] | None = None,
) -> Any:
    """A Summary.Image of [H, W, C] bytes."""
    height, width, channels = tensor.shape
    if rescale == 1 and rois is None:
        array = as_array(tensor)
        made = _capture.summary(lambda writer: writer.add_image("", array, 0, None, "HWC"))
        return made.value[0].image
    boxes = np.zeros((0, 4)) if rois is None else _boxes.rows_of(np.asarray(rois))
    encoded = _boxes.draw_rescaled(tensor, boxes, labels or [], rescale)
    content = _wire.image_value("", height, width, channels, encoded)
    return _protos.summary(_wire.summary(content)).value[0].image


def video(tag: str, tensor: Any, fps: float = 4) -> Any:
    """An animation of [N, T, C, H, W]; several are tiled."""
    videos = as_array(tensor)
    return _capture.summary(
        lambda writer: writer.add_video(tag, videos, 0, None, "NTCHW", fps)
    )


def make_video(tensor: NDArray[Any], fps: float) -> Any:
    """A Summary.Image, which is an animation, of [T, H, W, C] bytes."""
    return video("", tensor.transpose(0, 3, 1, 2)[None], fps).value[0].image


def text(tag: str, text: str) -> Any:
    """Markdown."""
    return _protos.summary(_summaries.text(tag, text))


def pr_curve(
    tag: str, labels: Any, predictions: Any, num_thresholds: int = 127, weights: Any = None
) -> Any:
    """Precision and recall at thresholds."""
    num_thresholds = min(num_thresholds, 127)
    rows = compute_curve(labels, predictions, num_thresholds, weights)
    return _protos.summary(_summaries.pr_curve_raw(tag, rows, num_thresholds))


def pr_curve_raw(
    tag: str,
    tp: Any,
    fp: Any,
    tn: Any,
    fn: Any,
    precision: Any,
    recall: Any,
    num_thresholds: int = 127,
    weights: Any = None,
) -> Any:
    """A curve computed elsewhere."""
    rows = (tp, fp, tn, fn, precision, recall)
    return _protos.summary(_summaries.pr_curve_raw(tag, rows, num_thresholds))


def compute_curve(
    labels: Any, predictions: Any, num_thresholds: int | None = None, weights: Any = None
) -> NDArray[Any]:
    """[6, num_thresholds]: true and false positives, true and false negatives,
    precision, recall."""
    rows: NDArray[Any] = _summaries.curve(
        as_numpy(labels), as_numpy(predictions), num_thresholds or 127, weights
    )
    return rows


def custom_scalars(layout: Mapping[str, Mapping[str, Sequence[Any]]]) -> Any:
    """What charts to show."""
    return _protos.summary(_summaries.custom_scalars(layout))


def image_summary(tag: str, image: Any) -> Any:
    """A Summary of a Summary.Image."""
    summary_class = _protos.module("summary").Summary
    return summary_class(value=[summary_class.Value(tag=tag, image=image)])
