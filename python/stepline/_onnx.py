"""ONNX models as GraphDef messages."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from stepline import _capture, _wire


def load_onnx_graph(fname: str | os.PathLike[str]) -> Any:
    """The GraphDef message of an ONNX file."""
    path = os.fspath(fname)
    return _capture.graph_def(lambda writer: writer.add_onnx_graph(path))


def parse(graph: Any) -> Any:
    """The GraphDef message of an onnx.GraphProto."""
    with tempfile.TemporaryDirectory(prefix="stepline-") as folder:
        path = os.path.join(folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(_wire.message(7, graph.SerializeToString()))
        return load_onnx_graph(path)
