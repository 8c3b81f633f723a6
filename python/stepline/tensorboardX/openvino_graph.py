"""OpenVINO models as the graphs that TensorBoard shows."""

from __future__ import annotations

import os
from typing import Any
from xml.etree import ElementTree

from stepline import _protos
from stepline.graph import Node, encode_graph

_protos.add_names(__name__, _protos.OF_GRAPHS)


def load_openvino_graph(fname: str | os.PathLike[str]) -> Any:
    """The GraphDef message of the .xml file of a model."""
    return _protos.message("graph", "GraphDef", encode_openvino_graph(fname))


def encode_openvino_graph(fname: str | os.PathLike[str]) -> bytes:
    """The same as bytes."""
    root = ElementTree.parse(fname).getroot()
    names = {layer.attrib["id"]: layer.attrib["name"] for layer in root.iterfind("layers/layer")}
    nodes = {}
    for layer in root.iterfind("layers/layer"):
        data = layer.find("data")
        attributes = "" if data is None else str(data.attrib).replace("'", " ")
        kind = layer.attrib.get("type", "op")
        nodes[layer.attrib["id"]] = Node(layer.attrib["name"], kind, attributes=attributes)
    for edge in root.iterfind("edges/edge"):
        nodes[edge.attrib["to-layer"]].inputs.append(names[edge.attrib["from-layer"]])
    return encode_graph(nodes.values())
