"""`SummaryWriter`: torch.utils.tensorboard's, over the native writer."""

from __future__ import annotations

import os
import time
from typing import Any

from stepline import _summaries
from stepline._arrays import as_float
from stepline._base import default_directory
from stepline._checks import as_tag
from stepline._file_writer import FileWriter, to_step
from stepline._media_calls import MediaCalls
from stepline._model_calls import ModelCalls
from stepline._number_calls import NumberCalls

__all__ = ["FileWriter", "SummaryWriter"]


class SummaryWriter(NumberCalls, MediaCalls, ModelCalls):
    """Logs into TensorBoard event files.

    Every `add_*` copies what it is given and returns; a background thread
    encodes and writes. Arrays may be numpy's, torch's (of any device and
    dtype), or anything else with DLPack, the buffer protocol or `__array__`.
    Steps may be anything that int() takes; None is 0. `walltime` is in seconds
    since the epoch, now by default.

    Many threads may use one writer. After a fork the child writes to a file of
    its own; a pickled writer does when it is first used.
    """

    def __init__(
        self,
        log_dir: Any = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
    ) -> None:
        """`log_dir`: by default runs/<date>_<host><comment>.

        `purge_step`: readers drop what earlier files of the directory have at
        and after this step. `flush_secs`: data reach the file at most so much
        later. `max_queue` is taken for compatibility; the queue is bounded in
        bytes.
        """
        self.log_dir: Any = log_dir or default_directory(comment)
        self.purge_step = purge_step
        self.max_queue = max_queue
        self.flush_secs = flush_secs
        self.filename_suffix = filename_suffix
        self._get_file_writer()

    # add_scalar() is the base class's, for what it does not take at once:
    def _add_scalar(
        self,
        tag: str,
        scalar_value: Any,
        global_step: Any = None,
        walltime: float | None = None,
        new_style: bool = False,
        double_precision: bool = False,
    ) -> None:
        value = as_float(scalar_value)
        if new_style:
            summary = _summaries.tensor_scalar(as_tag(tag), value, double_precision)
            self._message_writer().add_summary(summary, global_step, walltime)
        else:
            self._opened().add_scalar(as_tag(tag), value, to_step(global_step), walltime)

    def add_hparams(
        self,
        hparam_dict: dict[str, Any],
        metric_dict: dict[str, Any],
        hparam_domain_discrete: dict[str, list[Any]] | None = None,
        run_name: str | None = None,
        global_step: Any = None,
    ) -> None:
        """Logs hyperparameters and what came of them, as a run below this one."""
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        summaries = _summaries.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        directory = os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))
        with SummaryWriter(self._from_home(directory)) as run:
            for summary in summaries:
                run._get_file_writer().add_summary(summary, global_step)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    def get_logdir(self) -> Any:
        """The directory, as it was given."""
        return self.log_dir

    def _open(self) -> FileWriter:
        files = FileWriter(
            self._from_home(self.log_dir),
            self.max_queue,
            self.flush_secs,
            self.filename_suffix,
            purge_step=self.purge_step,
            session=self._shared_session(),
        )
        self.purge_step = None  # As torch's, once it has been said.
        return files
