"""Protobuf's generated classes, of whichever package brings them.

Stepline writes and reads without protobuf. It is for those functions of the
façades alone that give messages.
"""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import importlib.util
import pathlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from stepline import _lazy

_COMPAT = "tensorboard.compat.proto"
_PLUGINS = "tensorboard.plugins"

# By the names of tensorboardX's modules, in an order in which each needs only
# those before it.
_IN_TENSORBOARD = {
    "types": f"{_COMPAT}.types_pb2",
    "tensor_shape": f"{_COMPAT}.tensor_shape_pb2",
    "resource_handle": f"{_COMPAT}.resource_handle_pb2",
    "versions": f"{_COMPAT}.versions_pb2",
    "tensor": f"{_COMPAT}.tensor_pb2",
    "attr_value": f"{_COMPAT}.attr_value_pb2",
    "node_def": f"{_COMPAT}.node_def_pb2",
    "graph": f"{_COMPAT}.graph_pb2",
    "summary": f"{_COMPAT}.summary_pb2",
    "event": f"{_COMPAT}.event_pb2",
    "layout": f"{_PLUGINS}.custom_scalar.layout_pb2",
    "api": f"{_PLUGINS}.hparams.api_pb2",
    "plugin_hparams": f"{_PLUGINS}.hparams.plugin_data_pb2",
    "plugin_mesh": f"{_PLUGINS}.mesh.plugin_data_pb2",
    "plugin_pr_curve": f"{_PLUGINS}.pr_curve.plugin_data_pb2",
    "plugin_text": f"{_PLUGINS}.text.plugin_data_pb2",
}
# Those that tensorboardX has not.
_ONLY_IN_TENSORBOARD = {
    "config": f"{_COMPAT}.config_pb2",
    "step_stats": f"{_COMPAT}.step_stats_pb2",
    "projector_config": f"{_PLUGINS}.projector.projector_config_pb2",
}

NAMES = tuple(_IN_TENSORBOARD)

# The classes that façades of graphs import.
OF_GRAPHS = {
    "AttrValue": "attr_value",
    "GraphDef": "graph",
    "NodeDef": "node_def",
    "TensorShapeProto": "tensor_shape",
    "VersionDef": "versions",
}
# Those that façades of summaries do.
OF_SUMMARIES = {
    "HistogramProto": "summary",
    "PrCurvePluginData": "plugin_pr_curve",
    "Summary": "summary",
    "SummaryMetadata": "summary",
    "TensorProto": "tensor",
    "TensorShapeProto": "tensor_shape",
    "TextPluginData": "plugin_text",
    "layout_pb2": "",
}


@functools.cache
def module(name: str) -> ModuleType:
    """The module `<name>_pb2`. ImportError when nobody has it."""
    try:
        return importlib.import_module((_IN_TENSORBOARD | _ONLY_IN_TENSORBOARD)[name])
    except ImportError:
        found = _of_tensorboardx().get(name)
        if found is None:
            raise ImportError(
                f"the protobuf messages of {name}_pb2 come with the package tensorboard, "
                "which is not installed"
            ) from None
        return found


def message(module_name: str, name: str, content: bytes) -> Any:
    """The message of this class that `content` is."""
    return getattr(module(module_name), name).FromString(content)


def summary(content: bytes) -> Any:
    return message("summary", "Summary", content)


def add_names(module_name: str, names: Mapping[str, str]) -> None:
    """Gives a module classes of messages, as {name: the module that brings it},
    and `<module>_pb2` as {name: ""}. They are looked for when somebody asks for
    them."""

    def find(name: str, brought_by: str) -> Any:
        if not brought_by:
            return module(name.removesuffix("_pb2"))
        return getattr(module(brought_by), name)

    _lazy.add_names(
        module_name, {name: functools.partial(find, name, by) for name, by in names.items()}
    )


@functools.cache
def _of_tensorboardx() -> dict[str, ModuleType]:
    # By path: its name may be ours by now.
    package = importlib.machinery.PathFinder.find_spec("tensorboardX")
    if package is None or not package.submodule_search_locations:
        return {}
    folder = pathlib.Path(package.submodule_search_locations[0]) / "proto"
    found = {}
    for name in NAMES:
        spec = importlib.util.spec_from_file_location(
            f"stepline._protos.{name}_pb2", folder / f"{name}_pb2.py"
        )
        if spec is None or spec.loader is None:
            return {}
        found[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(found[name])
        except (ImportError, OSError):
            return {}
    return found
