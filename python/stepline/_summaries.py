"""Summaries that are made in Python: each function gives a Summary's bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from stepline import _wire as wire
from stepline._arrays import as_float, as_numpy

_STRING, _FLOAT64 = 1, 3  # DataType
_STATUS_SUCCESS = 1
_MOST_THRESHOLDS = 127
_LEAST_COUNT = 1e-7  # So that nothing is divided by zero.


def simple_scalar(tag: str, value: float, about: bytes = b"") -> bytes:
    """`about`: the value's metadata."""
    # Within a oneof a zero is written, too.
    number = wire.varint(2 << 3 | 5) + wire.packed_floats([value])
    return wire.summary(wire.text(1, tag) + number + about)


def tensor_scalar(tag: str, value: float, double_precision: bool) -> bytes:
    tensor = wire.double_tensor(value) if double_precision else wire.float_tensor([value], None)
    return wire.summary(wire.tensor_value(tag, tensor, wire.metadata("scalars")))


def text(tag: str, content: str) -> bytes:
    tensor = wire.string_tensor(content.encode("utf-8"), (1,))
    return wire.summary(wire.tensor_value(f"{tag}/text_summary", tensor, wire.metadata("text")))


def empty_histogram(tag: str, numbers: Iterable[float]) -> bytes:
    """Without buckets; `numbers`: minimum, maximum, count, sum, sum of squares."""
    content = b"".join(wire.double(i + 1, number) for i, number in enumerate(numbers))
    return wire.summary(wire.text(1, tag) + wire.message(5, content))


def pr_curve_raw(tag: str, rows: Iterable[Any], num_thresholds: int) -> bytes:
    """`rows`: true and false positives, true and false negatives, precision,
    recall."""
    data = np.stack([np.asarray(row) for row in rows])
    content = wire.integer(2, min(num_thresholds, _MOST_THRESHOLDS))
    tensor = wire.float_tensor(data.reshape(-1).tolist(), (data.shape[0], data.shape[1]))
    return wire.summary(wire.tensor_value(tag, tensor, wire.metadata("pr_curves", content)))


def curve(labels: Any, predictions: Any, num_thresholds: int, weights: Any = None) -> Any:
    """The rows of pr_curve_raw(): labels are 0 or 1, predictions in [0, 1]."""
    buckets = np.floor(predictions * (num_thresholds - 1)).astype(np.int32)
    weights = 1.0 if weights is None else weights
    true = labels.astype(np.float64)

    def count_from(weights: Any) -> Any:
        counts = np.histogram(buckets, num_thresholds, (0, num_thresholds - 1), weights=weights)
        return counts[0][::-1].cumsum()[::-1]

    tp, fp = count_from(true * weights), count_from((1.0 - true) * weights)
    tn, fn = fp[0] - fp, tp[0] - tp
    precision = tp / np.maximum(tp + fp, _LEAST_COUNT)
    recall = tp / np.maximum(tp + fn, _LEAST_COUNT)
    return np.stack([tp, fp, tn, fn, precision, recall])


def custom_scalars(layout: Mapping[str, Mapping[str, Sequence[Any]]]) -> bytes:
    """`layout`: {category: {chart: ["Multiline" or "Margin", tags]}}."""
    categories = b""
    for category, charts in layout.items():
        content = wire.text(1, category)
        for title, chart in charts.items():
            content += wire.message(2, wire.text(1, title) + _chart(chart))
        categories += wire.message(2, content)
    tensor = wire.string_tensor(categories, ())
    return wire.summary(
        wire.tensor_value("custom_scalars__config__", tensor, wire.metadata("custom_scalars"))
    )


def _chart(chart: Sequence[Any]) -> bytes:
    kind, tags = chart[0], chart[1]
    if kind != "Margin":
        lines = (wire.text(1, tag) or wire.message(1, b"") for tag in tags)
        return wire.message(2, b"".join(lines))
    if len(tags) != 3:
        raise AssertionError("a margin chart has three tags: value, lower, upper")
    series = b"".join(wire.text(i + 1, tag) for i, tag in enumerate(tags))
    return wire.message(3, wire.message(1, series))


def hparams(
    hparam_dict: Mapping[str, Any],
    metric_dict: Mapping[str, Any],
    domain_discrete: Mapping[str, list[Any]] | None = None,
) -> tuple[bytes, bytes, bytes]:
    """The experiment, the session's start and its end."""
    domains = domain_discrete or {}
    _check_domains(hparam_dict, domains)
    experiment = session = b""
    for name, value in hparam_dict.items():
        if value is None:
            continue
        kind, content = _hparam(value)
        session += wire.message(1, wire.text(1, name) + wire.message(2, content))
        info = wire.text(1, name) + wire.integer(4, kind)
        if name in domains:
            choices = (wire.message(1, _hparam(choice)[1]) for choice in domains[name])
            info += wire.message(5, b"".join(choices))
        experiment += wire.message(4, info)
    return hparams_session(experiment, session, metric_dict)


def hparams_session(
    experiment: bytes, session: bytes, metric_dict: Mapping[str, Any]
) -> tuple[bytes, bytes, bytes]:
    """Of the HParamInfo fields of an Experiment and the hparams of a
    SessionStartInfo."""
    for tag in metric_dict:
        experiment += wire.message(5, wire.message(1, wire.text(2, tag)))
    return (
        _hparams_summary("experiment", wire.message(2, experiment)),
        _hparams_summary("session_start_info", wire.message(3, session)),
        _hparams_summary("session_end_info", wire.message(4, wire.integer(1, _STATUS_SUCCESS))),
    )


def _hparams_summary(what: str, content: bytes) -> bytes:
    value = wire.text(1, f"_hparams_/{what}") + wire.metadata("hparams", content)
    return wire.summary(value)


def _hparam(value: Any) -> tuple[int, bytes]:
    """DataType and google.protobuf.Value. A bool is a number, as in torch's."""
    if isinstance(value, (int, float, np.number, np.bool_)):
        return _FLOAT64, number_value(float(value))
    if isinstance(value, str):
        return _STRING, wire.message(3, value.encode())
    if hasattr(value, "detach"):
        return _FLOAT64, number_value(float(value.detach().reshape(-1)[0]))
    if hasattr(value, "__array__") and as_numpy(value).size == 1:
        return _FLOAT64, number_value(as_float(value))
    raise ValueError("value should be one of int, float, str, bool, or torch.Tensor")


def number_value(value: float) -> bytes:
    # Within a oneof a zero is written, too.
    return wire.double(2, value) or wire.varint(2 << 3 | 1) + bytes(8)


def _check_domains(hparam_dict: Mapping[str, Any], domains: Any) -> None:
    if not isinstance(domains, dict):
        raise TypeError("hparam_domain_discrete should be a dictionary")
    for name, choices in domains.items():
        if (
            name not in hparam_dict
            or not isinstance(choices, list)
            or not all(isinstance(choice, type(hparam_dict[name])) for choice in choices)
        ):
            raise TypeError(
                f"hparam_domain_discrete[{name}] should be a list of the type of "
                f"hparam_dict[{name}]"
            )
