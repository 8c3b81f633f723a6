"""`SummaryWriter`: tensorboardX's, over the native writer."""

# The parameters are tensorboardX's, in its order.
# mypy: disable-error-code="assignment, override, misc"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false

from __future__ import annotations

import collections
import os
import time
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

from stepline import _native, _protos
from stepline._base import default_directory
from stepline._model_calls import ModelCalls
from stepline.tensorboardX import _encode
from stepline.tensorboardX._files import DummyFileWriter, FileWriter
from stepline.tensorboardX._media_calls import MediaCalls, logger
from stepline.tensorboardX._number_calls import NumberCalls
from stepline.tensorboardX.embedding import (
    append_pbtxt,  # noqa: F401
    check_sprite,
    make_mat,  # noqa: F401
    make_sprite,  # noqa: F401
    make_tsv,  # noqa: F401
)
from stepline.tensorboardX.event_file_writer import EventFileWriter  # noqa: F401
from stepline.tensorboardX.onnx_graph import load_onnx_graph  # noqa: F401
from stepline.tensorboardX.openvino_graph import (
    encode_openvino_graph,
    load_openvino_graph,  # noqa: F401
)
from stepline.tensorboardX.summary import (  # noqa: F401
    audio,
    custom_scalars,
    histogram,
    histogram_raw,
    hparams,
    image,
    image_boxes,
    mesh,
    pr_curve,
    pr_curve_raw,
    scalar,
    text,
    video,
)
from stepline.tensorboardX.utils import figure_to_image  # noqa: F401
from stepline.tensorboardX.x2num import make_np

__all__ = ["DummyFileWriter", "FileWriter", "SummaryWriter", "logger"]

_protos.add_names(
    __name__, {"Event": "event", "SessionLog": "event", "event_pb2": "", "summary_pb2": ""}
)


class SummaryWriter(_native.PlainScalarFront, NumberCalls, MediaCalls, ModelCalls):
    """Logs into TensorBoard event files.

    As stepline.SummaryWriter, with tensorboardX's parameters, directories and
    tags: what is not a letter, a digit or one of "_-./" becomes "_" in the tags
    of scalars, histograms, images and videos.
    """

    _has_purged = False

    def __init__(
        self,
        logdir: Any = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        write_to_disk: bool = True,
        log_dir: Any = None,
        comet_config: Mapping[str, Any] | None = {"disabled": True},  # noqa: B006
        **kwargs: Any,
    ) -> None:
        """`logdir`, or `log_dir`: by default runs/<date>_<host><comment>.

        `purge_step`: readers drop what earlier files of the directory have at
        and after this step. `flush_secs`: data reach the file at most so much
        later. `write_to_disk` False: nothing is written. `max_queue` is taken
        for compatibility; the queue is bounded in bytes.
        """
        if comet_config is not None and comet_config.get("disabled") is not True:
            raise NotImplementedError("nothing is sent to Comet: disable it in comet_config")
        self.logdir: Any = (log_dir if logdir is None else logdir) or default_directory(comment)
        self.purge_step = purge_step
        self._max_queue = max_queue
        self._flush_secs = flush_secs
        self._filename_suffix = filename_suffix
        self._write_to_disk = write_to_disk
        self._comet_config = comet_config
        self.kwargs = kwargs
        self.scalar_dict: MutableMapping[str, collections.deque[list[Any]]] = {}
        self._get_file_writer()

    def add_onnx_graph(self, onnx_model_file: Any) -> None:
        """Logs the graph of an ONNX file."""
        super().add_onnx_graph(onnx_model_file)

    def add_openvino_graph(self, xmlname: str | os.PathLike[str]) -> None:
        """Logs the graph of the .xml file of an OpenVINO model."""
        self._message_writer().add_openvino_graph(encode_openvino_graph(xmlname))

    def add_embedding(
        self,
        mat: Any,
        metadata: Sequence[Any] | None = None,
        label_img: Any = None,
        global_step: Any = None,
        tag: str = "default",
        metadata_header: Sequence[str] | None = None,
    ) -> None:
        """Logs points [N, D] for the projector, with a label and a square
        picture each."""
        points = make_np(mat)
        if label_img is not None:
            label_img = make_np(label_img)
            if label_img.shape[0] != points.shape[0]:
                raise AssertionError("there must be a picture for each point")
            check_sprite(label_img.shape)
        super().add_embedding(points, metadata, label_img, global_step, tag, metadata_header)

    def add_hparams(
        self,
        hparam_dict: dict[str, Any],
        metric_dict: dict[str, Any],
        name: str | None = None,
        global_step: Any = None,
    ) -> None:
        """Logs hyperparameters and what came of them, as a run below this one."""
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        summaries = _encode.hparams(hparam_dict, metric_dict)
        directory = os.path.join(str(self.logdir), name or str(time.time()))
        directory = self._from_home(directory)
        with SummaryWriter(directory, write_to_disk=self._write_to_disk) as run:
            for summary in summaries:
                run._get_file_writer().add_summary(summary)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    def _open(self) -> FileWriter | DummyFileWriter:
        if not self._write_to_disk:
            return DummyFileWriter(self.logdir)
        # Once: another time it would drop what this writer has written itself.
        purge_step = None if self._has_purged else self.purge_step
        self._has_purged = True
        return FileWriter(
            self._from_home(self.logdir),
            self._max_queue,
            self._flush_secs,
            self._filename_suffix,
            purge_step=purge_step,
            session=self._shared_session(),
            **self.kwargs,
        )
