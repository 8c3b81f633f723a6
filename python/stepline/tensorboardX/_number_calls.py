"""The calls of the writer that log numbers, where they differ from torch's."""

# The parameters are tensorboardX's, in its order.
# mypy: disable-error-code="assignment, override, misc"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false

from __future__ import annotations

import collections
import contextlib
import json
import math
import os
import time
from collections.abc import Mapping, MutableMapping
from typing import Any

from stepline import _number_calls
from stepline._arrays import as_float
from stepline._checks import without_leaving
from stepline._file_writer import to_step
from stepline.tensorboardX import _encode
from stepline.tensorboardX._timing import Timed
from stepline.tensorboardX.x2num import checked, make_np

# Of each of add_scalars' curves, for export_scalars_to_json().
_KEPT_POINTS = 1 << 16


class NumberCalls(Timed, _number_calls.NumberCalls):
    logdir: Any
    scalar_dict: MutableMapping[str, collections.deque[list[Any]]]

    # add_scalar() is the base class's, for what it does not take at once:
    def _add_scalar(
        self,
        tag: str,
        scalar_value: Any,
        global_step: Any = None,
        walltime: float | None = None,
        display_name: str = "",
        summary_description: str = "",
    ) -> None:
        tag, value = _encode.clean_tag(tag), _number(scalar_value)
        if display_name or summary_description:
            summary = _encode.described_scalar(tag, value, display_name, summary_description)
            self._message_writer().add_summary(summary, global_step, walltime)
        else:
            step, walltime = self._moment(global_step, walltime)
            self._opened().add_scalar(tag, value, to_step(step), walltime)

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, Any],
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs several numbers for one chart, each as a run of its own: in the
        directory <main_tag>/<its name> below this one."""
        values = [(tag, _number(value)) for tag, value in tag_scalar_dict.items()]
        native = self._opened()
        if not values:
            return
        step, walltime = self._moment(global_step, walltime)
        directory = os.fspath(main_tag).lstrip("/")
        if not directory:
            raise ValueError("the main tag is empty")
        tag = _encode.clean_tag(main_tag)
        inside = [(without_leaving(name), value) for name, value in values]
        native.add_scalars(tag, inside, to_step(step), walltime, without_leaving(directory))
        now = time.time() if walltime is None else walltime
        for name, value in values:
            path = os.path.join(str(self.logdir), directory, name)
            points = self.scalar_dict.setdefault(path, collections.deque(maxlen=_KEPT_POINTS))
            points.append([now, None if step is None else int(step), value])

    def export_scalars_to_json(self, path: str | os.PathLike[str]) -> None:
        """Writes what add_scalars() got since the last export, the newest 65536
        points of each curve: {directory: [[time, step, value], ...]}."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump({name: list(points) for name, points in self.scalar_dict.items()}, file)
        self.scalar_dict = {}

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
        step, walltime = self._moment(global_step, walltime)
        super().add_histogram(
            _encode.clean_tag(tag), checked(values), step, bins, walltime, max_bins
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
        step, walltime = self._moment(global_step, walltime)
        super().add_histogram_raw(
            tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, step, walltime
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
        step, walltime = self._moment(global_step, walltime)
        super().add_pr_curve(
            tag, make_np(labels), make_np(predictions), step, num_thresholds, weights, walltime
        )


def _number(value: Any) -> float:
    if isinstance(value, (float, int)) or hasattr(value, "numel"):
        with contextlib.suppress(OverflowError):
            number = as_float(value)
            if math.isfinite(number):
                return number
    return as_float(make_np(value))
