"""The calls of the writers that log a model, its points, and how to show them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from stepline import _summaries
from stepline._arrays import as_array
from stepline._base import WriterBase
from stepline._checks import check_embedding
from stepline._file_writer import to_step


class ModelCalls(WriterBase):
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

        self._message_writer().add_graph(
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

    def add_custom_scalars(self, layout: Mapping[str, Mapping[str, Sequence[Any]]]) -> None:
        """Logs what charts to show: {category: {title: ["Multiline", tags]}},
        or ["Margin", [value, lower, upper]]."""
        self._message_writer().add_summary(_summaries.custom_scalars(layout))

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
