"""ONNX models as the graphs that TensorBoard shows."""

from stepline._onnx import load_onnx_graph, parse

__all__ = ["load_onnx_graph", "parse"]
