"""The calls of the writers that log pictures, sound, text and meshes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from stepline import _boxes, _wire
from stepline._arrays import as_array, as_numpy
from stepline._base import WriterBase
from stepline._checks import as_picture, as_tag
from stepline._figures import figure_to_image, is_pil_image, pil_to_array
from stepline._file_writer import to_step


class MediaCalls(WriterBase):
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
        image, boxes = as_picture(img_tensor, dataformats), _boxes.rows_of(as_numpy(box_tensor))
        if isinstance(labels, str):
            labels = [labels]
        if labels is None or len(labels) != boxes.shape[0]:
            labels = []
        labels = [str(label) for label in labels]
        if rescale != 1:
            pixels = _boxes.as_pixels(as_numpy(img_tensor), dataformats)
            encoded = _boxes.draw_rescaled(pixels, boxes, labels, rescale)
            height, width, channels = pixels.shape
            value = _wire.image_value(as_tag(tag), height, width, channels, encoded)
            self._message_writer().add_summary(_wire.summary(value), global_step, walltime)
            return
        self._opened().add_image_with_boxes(
            as_tag(tag),
            image,
            as_array(boxes),
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
