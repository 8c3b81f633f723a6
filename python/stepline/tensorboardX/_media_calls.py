"""The calls of the writer that log pictures, sound, text and meshes, where they
differ from torch's."""

# The parameters are tensorboardX's, in its order.
# mypy: disable-error-code="assignment, override, misc"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stepline import _media_calls, _pixels
from stepline._arrays import as_array, as_numpy
from stepline._checks import as_tag
from stepline._figures import is_pil_image
from stepline._file_writer import to_step
from stepline.tensorboardX import _encode, _sound
from stepline.tensorboardX._timing import Timed
from stepline.tensorboardX.x2num import make_np

logger: logging.Logger = logging.getLogger("tensorboardX.writer")


class MediaCalls(Timed, _media_calls.MediaCalls):
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
        self._message_writer().add_summary(summary, global_step, walltime)


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
