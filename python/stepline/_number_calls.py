"""The calls of the writers that log numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from stepline import _summaries
from stepline._arrays import as_array, as_float, as_numpy
from stepline._base import WriterBase
from stepline._checks import as_bins, as_max_bins, as_tag, as_values, without_leaving
from stepline._file_writer import to_step


class NumberCalls(WriterBase):
    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, Any],
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs several numbers for one chart, each as a run of its own."""
        values = [(_run_name(tag), as_float(value)) for tag, value in tag_scalar_dict.items()]
        native = self._opened()
        if values:
            native.add_scalars(as_tag(main_tag), values, to_step(global_step), walltime)

    def add_histogram(
        self,
        tag: str,
        values: Any,
        global_step: Any = None,
        bins: Any = "tensorflow",
        walltime: float | None = None,
        max_bins: int | None = None,
    ) -> None:
        """Logs how values are distributed; those that are not finite are left out.

        `bins`: "tensorflow", a rule of numpy.histogram_bin_edges, a number of
        bins or their edges.
        """
        self._opened().add_histogram(
            as_tag(tag),
            as_values(values),
            to_step(global_step),
            walltime,
            as_bins(bins, values),
            as_max_bins(max_bins),
        )

    def add_histogram_raw(
        self,
        tag: str,
        min: float,
        max: float,
        num: float,
        sum: float,
        sum_squares: float,
        bucket_limits: Any,
        bucket_counts: Any,
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs a histogram counted elsewhere; limits are the upper edges."""
        limits = [float(limit) for limit in bucket_limits]
        counts = [float(count) for count in bucket_counts]
        if len(limits) != len(counts):
            raise ValueError("there must be as many bucket_limits as bucket_counts")
        if not limits:
            summary = _summaries.empty_histogram(as_tag(tag), (min, max, num, sum, sum_squares))
            self._message_writer().add_summary(summary, global_step, walltime)
            return
        self._opened().add_histogram_raw(
            as_tag(tag),
            min,
            max,
            num,
            sum,
            sum_squares,
            limits,
            counts,
            to_step(global_step),
            walltime,
        )

    def add_tensor(
        self, tag: str, tensor: Any, global_step: Any = None, walltime: float | None = None
    ) -> None:
        """Logs a whole tensor, for TensorBoard and for SummaryReader."""
        self._opened().add_tensor(
            as_tag(tag), as_array(tensor), to_step(global_step), walltime, tensorboard=True
        )

    def add_pr_curve(
        self,
        tag: str,
        labels: Any,
        predictions: Any,
        global_step: Any = None,
        num_thresholds: int = 127,
        weights: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs precision and recall at thresholds; labels are 0 or 1."""
        guesses = as_array(predictions)
        if weights is not None:
            weights = np.broadcast_to(as_numpy(weights), guesses.shape)
        if guesses.size == 0 or num_thresholds == 1:
            thresholds = min(num_thresholds, 127)
            rows = _summaries.curve(as_numpy(labels), as_numpy(predictions), thresholds, weights)
            summary = _summaries.pr_curve_raw(as_tag(tag), rows, num_thresholds)
            self._message_writer().add_summary(summary, global_step, walltime)
            return
        self._opened().add_pr_curve(
            as_tag(tag),
            as_array(labels),
            guesses,
            to_step(global_step),
            walltime,
            num_thresholds,
            None if weights is None else as_array(weights),
        )

    def add_pr_curve_raw(
        self,
        tag: str,
        true_positive_counts: Any,
        false_positive_counts: Any,
        true_negative_counts: Any,
        false_negative_counts: Any,
        precision: Any,
        recall: Any,
        global_step: Any = None,
        num_thresholds: int = 127,
        weights: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs a curve computed elsewhere."""
        rows = (
            true_positive_counts,
            false_positive_counts,
            true_negative_counts,
            false_negative_counts,
            precision,
            recall,
        )
        summary = _summaries.pr_curve_raw(
            as_tag(tag), [as_numpy(row) for row in rows], num_thresholds
        )
        self._message_writer().add_summary(summary, global_step, walltime)


def _run_name(name: Any) -> Any:
    """Of a run below the log directory. The main tag goes in front of it, and so
    makes a name of whatever it begins with."""
    if not isinstance(name, str) or ".." not in name:
        return name
    first, slash, rest = name.partition("/")
    return first + slash + without_leaving(rest)
