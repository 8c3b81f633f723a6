"""ONNX models as the graphs that TensorBoard shows."""

from stepline import _protos
from stepline._onnx import load_onnx_graph, parse

__all__ = ["load_onnx_graph", "parse"]

_protos.add_names(__name__, _protos.OF_GRAPHS)
