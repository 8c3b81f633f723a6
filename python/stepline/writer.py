"""`SummaryWriter`: torch.utils.tensorboard's, over the native writer."""

from __future__ import annotations

import datetime
import json
import os
import socket
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stepline import _boxes, _summaries, _wire
from stepline._arrays import as_array, as_float, as_numpy
from stepline._base import WriterBase
from stepline._checks import as_picture, as_tag, check_embedding
from stepline._figures import figure_to_image, is_pil_image, pil_to_array
from stepline._file_writer import FileWriter, to_step

if TYPE_CHECKING:
    from typing_extensions import Self  # Python 3.10 has none of its own.

__all__ = ["FileWriter", "SummaryWriter"]


class SummaryWriter(WriterBase):
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
        if not log_dir:
            now = datetime.datetime.now().strftime("%b%d_%H-%M-%S")
            log_dir = os.path.join("runs", f"{now}_{socket.gethostname()}{comment}")
        self.log_dir = log_dir
        self.purge_step: int | None = None  # As torch's, once it has been said.
        self.max_queue = max_queue
        self.flush_secs = flush_secs
        self.filename_suffix = filename_suffix
        super().__init__(
            log_dir,
            purge_step=purge_step,
            flush_secs=flush_secs,
            filename_suffix=filename_suffix,
        )

    # --- Numbers -------------------------------------------------------------

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
            self._get_file_writer().add_summary(summary, global_step, walltime)
        else:
            self._opened().add_scalar(as_tag(tag), value, to_step(global_step), walltime)

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, Any],
        global_step: Any = None,
        walltime: float | None = None,
    ) -> None:
        """Logs several numbers for one chart, each as a run of its own."""
        values = [(tag, as_float(value)) for tag, value in tag_scalar_dict.items()]
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
        if not isinstance(bins, (str, int)):
            bins = [float(edge) for edge in bins]
        self._opened().add_histogram(
            as_tag(tag), as_array(values), to_step(global_step), walltime, bins, max_bins or 0
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
            weights = as_array(np.broadcast_to(as_numpy(weights), guesses.shape))
        self._opened().add_pr_curve(
            as_tag(tag),
            as_array(labels),
            guesses,
            to_step(global_step),
            walltime,
            num_thresholds,
            weights,
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
        self._get_file_writer().add_summary(summary, global_step, walltime)

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

        uint8 is taken as it is, everything else is in [0, 1]. A PIL image
        knows its format itself.
        """
        if is_pil_image(img_tensor):
            img_tensor, dataformats = pil_to_array(img_tensor)
        image = as_picture(img_tensor, dataformats)
        native = self._opened()
        add = native.add_images if "N" in dataformats.upper() else native.add_image
        add(as_tag(tag), image, to_step(global_step), walltime, dataformats)

    def add_images(
        self,
        tag: str,
        img_tensor: Any,
        global_step: Any = None,
        walltime: float | None = None,
        dataformats: str = "NCHW",
    ) -> None:
        """Logs a batch as one picture, eight columns wide."""
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def add_image_with_boxes(
        self,
        tag: str,
        img_tensor: Any,
        box_tensor: Any,
        global_step: Any = None,
        walltime: float | None = None,
        rescale: float = 1,
        dataformats: str = "CHW",
        labels: Any = None,
    ) -> None:
        """Logs a picture with boxes [N, 4] drawn in: left, top, right, bottom."""
        if is_pil_image(img_tensor):
            img_tensor, dataformats = pil_to_array(img_tensor)
        image, boxes = as_picture(img_tensor, dataformats), as_array(box_tensor)
        if isinstance(labels, str):
            labels = [labels]
        if labels is None or len(labels) != boxes.shape[0]:
            labels = []
        labels = [str(label) for label in labels]
        if rescale != 1:
            pixels = _boxes.as_pixels(as_numpy(img_tensor), dataformats)
            encoded = _boxes.draw_rescaled(pixels, as_numpy(box_tensor), labels, rescale)
            height, width, channels = pixels.shape
            value = _wire.image_value(as_tag(tag), height, width, channels, encoded)
            self._get_file_writer().add_summary(_wire.summary(value), global_step, walltime)
            return
        self._opened().add_image_with_boxes(
            as_tag(tag),
            image,
            boxes,
            to_step(global_step),
            walltime,
            dataformats,
            labels,
        )

    def add_figure(
        self,
        tag: str,
        figure: Any,
        global_step: Any = None,
        close: bool = True,
        walltime: float | None = None,
    ) -> None:
        """Logs a matplotlib figure, or a list of them as a grid."""
        dataformats = "NCHW" if isinstance(figure, list) else "CHW"
        self.add_image(tag, figure_to_image(figure, close), global_step, walltime, dataformats)

    def add_video(
        self,
        tag: str,
        vid_tensor: Any,
        global_step: Any = None,
        fps: float = 4,
        walltime: float | None = None,
    ) -> None:
        """Logs [N, T, C, H, W] as an animated GIF; several videos are tiled."""
        self._opened().add_video(
            as_tag(tag), as_array(vid_tensor), to_step(global_step), walltime, "NTCHW", fps
        )

    def add_audio(
        self,
        tag: str,
        snd_tensor: Any,
        global_step: Any = None,
        sample_rate: int = 44100,
        walltime: float | None = None,
    ) -> None:
        """Logs sound in [-1, 1]: [L], or with two channels [L, 2] or [2, L]."""
        sound = snd_tensor.squeeze() if hasattr(snd_tensor, "squeeze") else snd_tensor
        samples = as_array(sound)
        if len(samples.shape) != 1 and 2 not in samples.shape:
            raise AssertionError(f"sound has one dimension, got {samples.shape}")
        self._opened().add_audio(
            as_tag(tag), samples, to_step(global_step), walltime, int(sample_rate)
        )

    def add_text(
        self, tag: str, text_string: str, global_step: Any = None, walltime: float | None = None
    ) -> None:
        """Logs Markdown."""
        if not (isinstance(text_string, str) and text_string.isascii()):
            text_string.encode("utf-8")  # As torch's: what is no text is an error here.
        self._opened().add_text(as_tag(tag), text_string, to_step(global_step), walltime)

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
        self._opened().add_mesh(
            as_tag(tag),
            as_array(vertices),
            to_step(global_step),
            walltime,
            None if colors is None else as_array(colors),
            None if faces is None else as_array(faces),
            "" if config_dict is None else json.dumps(config_dict, sort_keys=True),
        )

    # --- The model and the experiment ----------------------------------------

    def add_graph(
        self,
        model: Any,
        input_to_model: Any = None,
        verbose: bool = False,
        use_strict_trace: bool = True,
    ) -> None:
        """Logs the graph of a torch module, or of a torch.export program.

        A module that cannot be traced with `input_to_model` is shown as the
        tree of its modules.
        """
        from stepline.graph import module_graph

        self._get_file_writer().add_graph(
            module_graph(model, input_to_model, verbose, use_strict_trace)
        )

    def add_onnx_graph(self, prototxt: Any) -> None:
        """Logs the graph of an ONNX file."""
        self._opened().add_onnx_graph(os.fspath(prototxt))

    def add_embedding(
        self,
        mat: Any,
        metadata: Sequence[Any] | None = None,
        label_img: Any = None,
        global_step: Any = None,
        tag: str = "default",
        metadata_header: Sequence[str] | None = None,
    ) -> None:
        """Logs points [N, D] for the projector, with a label and a picture each.

        With a `metadata_header` every item of `metadata` is a row of labels.
        """
        points = as_array(mat)
        images = None if label_img is None else as_array(label_img)
        check_embedding(points, metadata, images, metadata_header)
        rows: list[list[str]] = []
        if metadata is not None:
            if metadata_header:
                rows = [[str(label) for label in row] for row in metadata]
            else:
                rows = [[str(label)] for label in metadata]
        self._opened().add_embedding(
            points, to_step(global_step), tag, rows, list(metadata_header or []), images
        )

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
        with SummaryWriter(directory) as run:
            for summary in summaries:
                run._get_file_writer().add_summary(summary, global_step)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    def add_custom_scalars(self, layout: Mapping[str, Mapping[str, Sequence[Any]]]) -> None:
        """Logs what charts to show: {category: {title: ["Multiline", tags]}},
        or ["Margin", [value, lower, upper]]."""
        self._get_file_writer().add_summary(_summaries.custom_scalars(layout))

    def add_custom_scalars_multilinechart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Logs one chart of several tags."""
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Logs one chart of a value with its margin: value, lower, upper."""
        self.add_custom_scalars({category: {title: ["Margin", tags]}})

    # --- The file ------------------------------------------------------------

    def get_logdir(self) -> Any:
        """The directory, as it was given."""
        return self.log_dir

    def __enter__(self) -> Self:
        return self
