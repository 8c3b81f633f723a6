"""`SummaryWriter`: tensorboardX's, over the native writer."""

# The parameters are tensorboardX's, in its order.
# mypy: disable-error-code="assignment, override, misc"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false

from __future__ import annotations

import collections
import contextlib
import json
import logging
import math
import os
import time
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any

import numpy as np

from stepline import _file_writer, _native, _pixels, _wire
from stepline import writer as _torch
from stepline._arrays import as_array, as_float, as_numpy
from stepline._base import Settings
from stepline._checks import as_tag
from stepline._figures import is_pil_image
from stepline._file_writer import to_step
from stepline.tensorboardX import _encode, _sound
from stepline.tensorboardX.embedding import check_sprite
from stepline.tensorboardX.event_file_writer import EventFileWriter
from stepline.tensorboardX.openvino_graph import encode_openvino_graph
from stepline.tensorboardX.x2num import checked, make_np

__all__ = ["DummyFileWriter", "FileWriter", "SummaryWriter"]

logger: logging.Logger = logging.getLogger("tensorboardX.writer")

# Of each of add_scalars' curves, for export_scalars_to_json().
_KEPT_POINTS = 1 << 16


class FileWriter(_file_writer.FileWriter):
    """Writes protobuf messages to an event file.

    `max_queue` is taken for compatibility; the queue is bounded in bytes.
    """

    event_writer: EventFileWriter

    def __init__(
        self,
        logdir: Any,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        *,
        purge_step: int | None = None,
    ) -> None:
        self.event_writer: EventFileWriter = EventFileWriter(
            logdir, max_queue, flush_secs, filename_suffix, purge_step=purge_step
        )
        self._default_metadata: dict[str, Any] = {}

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        step, walltime = self._moment(step, walltime)
        super().add_event(event, step, walltime)

    def add_graph(self, graph_profile: Any, walltime: float | None = None) -> None:
        """`graph_profile` is a pair: GraphDef and RunMetadata."""
        graph, run_metadata = (_bytes_of(part) for part in graph_profile)
        self._add(_wire.graph_field(graph), None, walltime)
        self._add(_wire.run_metadata_field("profiler", run_metadata), None, walltime)

    def add_openvino_graph(self, graph: Any, walltime: float | None = None) -> None:
        """`graph` is a GraphDef."""
        self._add(_wire.graph_field(_bytes_of(graph)), None, walltime)

    def reopen(self) -> None:
        """Lets a new file be begun after close()."""
        self.event_writer.reopen()

    @contextlib.contextmanager
    def use_metadata(
        self, *, global_step: Any = None, walltime: float | None = None
    ) -> Iterator[FileWriter]:
        """What is added within has this step and time, unless it has its own."""
        if self._default_metadata:
            raise AssertionError("there is a use_metadata() around this one")
        if global_step is None and walltime is None:
            raise AssertionError("a global_step or a walltime is wanted")
        self._default_metadata = {"global_step": global_step, "walltime": walltime}
        try:
            yield self
        finally:
            self._default_metadata = {}

    def _moment(self, step: Any, walltime: float | None) -> tuple[Any, float | None]:
        default = self._default_metadata
        if default:
            step = default["global_step"] if step is None else step
            walltime = default["walltime"] if walltime is None else walltime
        return step, walltime

    def _add(self, content: bytes, step: Any, walltime: float | None) -> None:
        step, walltime = self._moment(step, walltime)
        now = time.time() if walltime is None else walltime
        self.event_writer.add_bytes(_wire.event(content, to_step(step), now))


class DummyFileWriter:
    """A FileWriter that writes nothing."""

    def __init__(self, logdir: Any) -> None:
        self._logdir = logdir

    def get_logdir(self) -> Any:
        return self._logdir

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        pass

    def add_summary(
        self, summary: Any, global_step: Any = None, walltime: float | None = None
    ) -> None:
        pass

    def add_graph(self, graph_profile: Any, walltime: float | None = None) -> None:
        pass

    def add_onnx_graph(self, graph: Any, walltime: float | None = None) -> None:
        pass

    def add_openvino_graph(self, graph: Any, walltime: float | None = None) -> None:
        pass

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def reopen(self) -> None:
        pass

    @contextlib.contextmanager
    def use_metadata(
        self, *, global_step: Any = None, walltime: float | None = None
    ) -> Iterator[DummyFileWriter]:
        yield self

    def _moment(self, step: Any, walltime: float | None) -> tuple[Any, float | None]:
        return step, walltime


class SummaryWriter(_native.PlainScalarFront, _torch.SummaryWriter):
    """Logs into TensorBoard event files.

    As stepline.SummaryWriter, with tensorboardX's parameters, directories and
    tags: what is not a letter, a digit or one of "_-./" becomes "_" in the tags
    of scalars, histograms, images and videos.
    """

    _file_writer: FileWriter | DummyFileWriter

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
        comet_config: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """`logdir`, or `log_dir`: by default runs/<date>_<host><comment>.

        `purge_step`: readers drop what earlier files of the directory have at
        and after this step. `flush_secs`: data reach the file at most so much
        later. `write_to_disk` False: nothing is written. `max_queue` is taken
        for compatibility; the queue is bounded in bytes.
        """
        if kwargs and write_to_disk:
            raise TypeError(f"unexpected keyword argument {next(iter(kwargs))!r}")
        if comet_config is not None and comet_config.get("disabled") is not True:
            raise NotImplementedError("nothing is sent to Comet: disable it in comet_config")
        self._write_to_disk = write_to_disk
        self._max_queue = max_queue
        self._flush_secs = flush_secs
        self._filename_suffix = filename_suffix
        self._comet_config = comet_config
        self.kwargs = kwargs
        self.scalar_dict: MutableMapping[str, collections.deque[list[Any]]] = {}
        super().__init__(
            log_dir if logdir is None else logdir,
            comment,
            purge_step,
            max_queue,
            flush_secs,
            filename_suffix,
        )
        self.logdir: Any = self.log_dir
        self.purge_step = purge_step

    # --- Numbers -------------------------------------------------------------

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
            self._get_file_writer().add_summary(summary, global_step, walltime)
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
        native.add_scalars(tag, values, to_step(step), walltime, directory)
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

    # --- Media ---------------------------------------------------------------

    def add_image(
        self,
        tag: str,
        img_tensor: Any,
        global_step: Any = None,
        walltime: float | None = None,
        dataformats: str = "CHW",
    ) -> None:
        """Logs a picture; with an N among the letters, a grid of them.

        uint8 is taken as it is, everything else is in [0, 1].
        """
        step, walltime = self._moment(global_step, walltime)
        super().add_image(_encode.clean_tag(tag), _picture(img_tensor), step, walltime, dataformats)

    def add_images(
        self,
        tag: str,
        img_tensor: Any,
        global_step: Any = None,
        walltime: float | None = None,
        dataformats: str = "NCHW",
    ) -> None:
        """Logs a batch as one picture, eight columns wide; or a list of
        pictures, with the dataformats "CHW" or "HWC" of each."""
        if isinstance(img_tensor, list):
            if dataformats.upper() not in ("CHW", "HWC"):
                print(
                    "add_images: a list of images is wanted with the dataformats CHW or HWC, "
                    f"got {dataformats!r}; nothing is written"
                )
                return
            img_tensor = _stacked(img_tensor)
            dataformats = f"N{dataformats}"
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def add_image_with_boxes(
        self,
        tag: str,
        img_tensor: Any,
        box_tensor: Any,
        global_step: Any = None,
        walltime: float | None = None,
        dataformats: str = "CHW",
        labels: Sequence[str] | str | None = None,
        **kwargs: Any,
    ) -> None:
        """Logs a picture with boxes [N, 4] drawn in: left, top, right, bottom.
        `rescale` scales it afterwards."""
        rescale = kwargs.pop("rescale", 1)
        if kwargs:
            raise TypeError(f"unexpected keyword argument {next(iter(kwargs))!r}")
        boxes = make_np(box_tensor)
        if labels is not None:
            labels = [labels] if isinstance(labels, str) else labels
            if len(labels) != boxes.shape[0]:
                logger.warning("there are %d labels of %d boxes", len(labels), boxes.shape[0])
                labels = None
        step, walltime = self._moment(global_step, walltime)
        super().add_image_with_boxes(
            tag, _picture(img_tensor), boxes, step, walltime, rescale, dataformats, labels
        )

    def add_video(
        self,
        tag: str,
        vid_tensor: Any,
        global_step: Any = None,
        fps: float = 4,
        walltime: float | None = None,
        dataformats: str = "NTCHW",
    ) -> None:
        """Logs videos as an animated GIF; several are tiled."""
        videos = make_np(vid_tensor)
        if len(dataformats) != 5:
            raise AssertionError(f"videos have five dimensions, got {dataformats!r}")
        _pixels.check_letters(videos.shape, dataformats)
        step, walltime = self._moment(global_step, walltime)
        self._opened().add_video(
            _encode.clean_tag(tag), as_array(videos), to_step(step), walltime, dataformats, fps
        )

    def add_audio(
        self,
        tag: str,
        snd_tensor: Any,
        global_step: Any = None,
        sample_rate: int = 44100,
        walltime: float | None = None,
    ) -> None:
        """Logs sound in [-1, 1]: [L], or [L, C] with one or two channels."""
        samples = as_array(_sound.samples(make_np(snd_tensor)))
        step, walltime = self._moment(global_step, walltime)
        self._opened().add_audio(
            as_tag(tag), samples, to_step(step), walltime, int(sample_rate)
        )

    def add_text(
        self, tag: str, text_string: str, global_step: Any = None, walltime: float | None = None
    ) -> None:
        """Logs Markdown."""
        if not isinstance(tag, str):
            raise TypeError(f"a tag is a str, got {type(tag)}")
        step, walltime = self._moment(global_step, walltime)
        super().add_text(tag, text_string, step, walltime)

    def add_mesh(
        self,
        tag: str,
        vertices: Any,
        colors: Any = None,
        faces: Any = None,
        config_dict: Mapping[str, Any] | None = None,
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs meshes or point clouds: vertices, colors and faces are [B, N, 3]."""
        parts = [None if part is None else make_np(part) for part in (vertices, faces, colors)]
        summary = _encode.mesh(as_tag(tag), parts, config_dict)
        self._get_file_writer().add_summary(summary, global_step, walltime)

    # --- The model and the experiment ----------------------------------------

    def add_onnx_graph(self, onnx_model_file: Any) -> None:
        """Logs the graph of an ONNX file."""
        super().add_onnx_graph(onnx_model_file)

    def add_openvino_graph(self, xmlname: str | os.PathLike[str]) -> None:
        """Logs the graph of the .xml file of an OpenVINO model."""
        self._get_file_writer().add_openvino_graph(encode_openvino_graph(xmlname))

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
        with SummaryWriter(directory, write_to_disk=self._write_to_disk) as run:
            for summary in summaries:
                run._get_file_writer().add_summary(summary)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    # --- The file ------------------------------------------------------------

    def flush(self) -> None:
        """Returns when everything added before it is in the file."""
        super().flush()
        self._copy()

    def close(self) -> None:
        """flush(), then closes the file. A later `add_*` opens a new one."""
        was_open = self._writer is not None and self._is_open
        super().close()
        if was_open:
            self._copy(at_end=True)

    def _copy(self, at_end: bool = False) -> None:
        if self._writer is not None and isinstance(self._file_writer, FileWriter):
            self._file_writer.event_writer.copy(at_end)

    @contextlib.contextmanager
    def use_metadata(
        self, *, global_step: Any = None, walltime: float | None = None
    ) -> Iterator[SummaryWriter]:
        """What is added within has this step and time, unless it has its own."""
        with self._get_file_writer().use_metadata(global_step=global_step, walltime=walltime):
            # Without a writer the quick way leads to _add_scalar().
            self._attach(None)
            try:
                yield self
            finally:
                self._attach(self._writer)

    def _moment(self, step: Any, walltime: float | None) -> tuple[Any, float | None]:
        return self._get_file_writer()._moment(step, walltime)

    def _get_file_writer(self) -> FileWriter | DummyFileWriter:
        self._opened()
        return self._file_writer

    def _open(self, settings: Settings) -> tuple[_native.Writer, Any]:
        if not self._write_to_disk:
            native = _native.Writer(str(settings.log_dir), enabled=False)
            return native, DummyFileWriter(settings.log_dir)
        files = FileWriter(
            settings.log_dir,
            flush_secs=settings.flush_secs,
            filename_suffix=settings.filename_suffix,
            purge_step=settings.purge_step,
        )
        return files.event_writer._native, files


def _number(value: Any) -> float:
    if isinstance(value, float) or hasattr(value, "numel"):
        number = as_float(value)
        if math.isfinite(number):
            return number
    return as_float(make_np(value))


def _bytes_of(message: Any) -> bytes:
    content: bytes = message if isinstance(message, bytes) else message.SerializeToString()
    return content


def _picture(pixels: Any) -> Any:
    """What the native writer would scale by float32 is scaled here, by the type
    that it has."""
    if is_pil_image(pixels):
        return pixels
    array = make_np(pixels)
    if array.dtype in (np.uint8, np.uint16, np.float32):
        return array
    return _pixels.to_bytes(array)


def _stacked(pictures: list[Any]) -> Any:
    if all(type(picture).__module__.startswith("torch") for picture in pictures):
        import torch

        return torch.stack(pictures)
    return np.stack([as_numpy(picture) for picture in pictures])
