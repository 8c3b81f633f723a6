"""The parts of a graph as messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stepline import _protos
from stepline.graph import Node

_protos.add_names(__name__, _protos.OF_GRAPHS)


def tensor_shape_proto(outputsize: Sequence[int]) -> Any:
    """A TensorShapeProto."""
    shape_class = _protos.module("tensor_shape").TensorShapeProto
    return shape_class(dim=[shape_class.Dim(size=size) for size in outputsize])


def attr_value_proto(
    dtype: Any, shape: Sequence[int] | None, s: str | None
) -> dict[str, Any]:
    """The attributes of a node: its text, and the shape of what it gives."""
    value_class = _protos.module("attr_value").AttrValue
    found = {}
    if s is not None:
        found["attr"] = value_class(s=s.encode("utf-8"))
    if shape is not None:
        shapes = value_class.ListValue(shape=[tensor_shape_proto(shape)])
        found["_output_shapes"] = value_class(list=shapes)
    return found


def node_proto(
    name: str,
    op: str = "UnSpecified",
    input: Sequence[str] | str | None = None,
    dtype: Any = None,
    shape: Sequence[int] | None = None,
    outputsize: Sequence[int] | None = None,
    attributes: str = "",
) -> Any:
    """A NodeDef."""
    inputs = [input] if isinstance(input, str) else list(input or [])
    node = Node(name, op, inputs, attributes, outputsize)
    return _protos.message("node_def", "NodeDef", node.encode())
