"""PyTorch's models as the graphs that TensorBoard shows."""

from __future__ import annotations

from typing import Any

from stepline import _protos
from stepline.graph import module_graph
from stepline.torch_tensorboard._proto_graph import node_proto

__all__ = ["graph", "node_proto"]

_protos.add_names(
    __name__,
    _protos.OF_GRAPHS
    | {"DeviceStepStats": "step_stats", "RunMetadata": "config", "StepStats": "step_stats"},
)


def graph(
    model: Any, args: Any, verbose: bool = False, use_strict_trace: bool = True
) -> tuple[Any, Any]:
    """GraphDef and RunMetadata of a module, which is traced with `args`."""
    graph_def, run_metadata = module_graph(model, args, verbose, use_strict_trace)
    return (
        _protos.message("graph", "GraphDef", graph_def),
        _protos.message("config", "RunMetadata", run_metadata),
    )
