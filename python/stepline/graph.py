"""PyTorch's models as the graphs that TensorBoard shows."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from stepline import _wire as wire

_PRODUCER = 22  # What TensorBoard expects of a GraphDef.


@dataclass
class Node:
    """A box of the graph; "/" in its name makes boxes within boxes."""

    name: str
    op: str
    inputs: list[str] = field(default_factory=list)
    attributes: str = ""
    output_shape: Sequence[int] | None = None

    def encode(self) -> bytes:
        content = wire.text(1, self.name) + wire.text(2, self.op)
        content += b"".join(wire.message(3, name.encode()) for name in self.inputs)
        content += _attribute("attr", wire.message(2, self.attributes.encode()))
        if self.output_shape is not None:
            shapes = wire.message(7, wire.shape(self.output_shape))
            content += _attribute("_output_shapes", wire.message(1, shapes))
        return content


def _attribute(key: str, value: bytes) -> bytes:
    return wire.message(5, wire.text(1, key) + wire.message(2, value))


def encode_graph(nodes: Iterable[Node]) -> bytes:
    """A GraphDef."""
    versions = wire.message(4, wire.integer(1, _PRODUCER))
    return b"".join(wire.message(1, node.encode()) for node in nodes) + versions


def encode_run_metadata() -> bytes:
    """A RunMetadata that names one device: TensorBoard wants one beside a graph."""
    return wire.message(1, wire.message(1, wire.text(1, "/device:CPU:0")))


def module_graph(
    model: Any, args: Any = None, verbose: bool = False, use_strict_trace: bool = True
) -> tuple[bytes, bytes]:
    """GraphDef and RunMetadata of a module, or of an exported program.

    A module is traced with `args`. One that cannot be is shown as the tree of
    its modules, with a warning.
    """
    import torch

    export: Any = getattr(torch, "export", None)
    if export is not None and isinstance(model, export.ExportedProgram):
        nodes = exported_nodes(model)
    else:
        try:
            nodes = traced_nodes(model, args, verbose, use_strict_trace)
        except Exception as problem:
            if not isinstance(model, torch.nn.Module):
                raise
            warnings.warn(
                f"the model could not be traced, so only its modules are shown: {problem}",
                RuntimeWarning,
                stacklevel=3,
            )
            nodes = module_tree_nodes(model)
    return encode_graph(nodes), encode_run_metadata()


@contextlib.contextmanager
def _in_evaluation_mode(model: Any) -> Iterator[None]:
    import torch

    if isinstance(model, torch.jit.ScriptFunction):
        yield
        return
    modes = [(module, module.training) for module in model.modules()]
    model.train(False)
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training


def traced_nodes(model: Any, args: Any, verbose: bool, use_strict_trace: bool) -> list[Node]:
    """The operations that a call of the model does."""
    import torch

    with _in_evaluation_mode(model), warnings.catch_warnings():
        # There is no other way to what TensorBoard's users know as the graph.
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        trace_module: Any = torch.jit.trace
        trace = trace_module(model, args, strict=use_strict_trace)
        graph = trace.graph
        torch._C._jit_pass_inline(graph)
    if verbose:
        print(graph)
    return _TracedGraph(graph, trace).nodes()


@dataclass
class _Operation:
    node: Any
    scope: str


class _TracedGraph:
    """Finds names for a traced graph's values: that of the module they are made
    in, and the value's own."""

    def __init__(self, graph: Any, trace: Any) -> None:
        self._graph = graph
        self._root = _module_name(trace)
        # A function has none.
        named_modules = getattr(trace, "named_modules", None)
        modules = named_modules(prefix="__module") if named_modules else ()
        self._aliases = {
            path: f"{_module_name(module)}[{path.split('.')[-1]}]"
            for path, module in modules
        }

    def nodes(self) -> list[Node]:
        operations = self._operations()
        inputs = [
            value
            for value in self._graph.inputs()
            if value.uses() and value.type().kind() != "ClassType"
        ]
        names = self._names(inputs, operations)
        found = [
            Node(names[value.debugName()], "IO Node", output_shape=_size_of_io(value))
            for value in inputs
        ]
        for i, value in enumerate(self._graph.outputs()):
            source = [names[value.debugName()]]
            found.append(
                Node(f"output/output.{i + 1}", "IO Node", source, output_shape=_size_of_io(value))
            )
        for operation in operations:
            found += self._nodes_of(operation, names)
        return found

    def _operations(self) -> list[_Operation]:
        found = []
        paths: dict[str, str] = {}  # Of the modules and parameters got by name.
        for node in self._graph.nodes():
            if node.kind() != "prim::GetAttr":
                found.append(_Operation(node, self._scope(node.scopeName())))
                continue
            parent = node.input().node()
            name = node.s("name")
            path = f"__module.{name}"
            if parent.kind() == "prim::GetAttr":
                above = paths[parent.output().debugName()]
                path = f"{above}/{above.split('/')[-1]}.{name}"
            paths[node.output().debugName()] = path
            if node.output().type().kind() != "ClassType":
                found.append(_Operation(node, self._scope(path)))
        return found

    def _scope(self, path: str) -> str:
        parts = [self._aliases.get(part, part.split(".")[-1]) for part in path.split("/")]
        return "/".join([self._root, *parts]) if any(parts) else self._root

    def _names(self, inputs: list[Any], operations: list[_Operation]) -> dict[str, str]:
        names = {}
        for operation in operations:
            for value in operation.node.inputs():
                names[value.debugName()] = f"{operation.scope}/{value.debugName()}"
        for value in inputs:
            names[value.debugName()] = f"input/{value.debugName()}"
        for operation in operations:
            for value in operation.node.outputs():
                names[value.debugName()] = f"{operation.scope}/{value.debugName()}"
        return names

    def _nodes_of(self, operation: _Operation, names: dict[str, str]) -> Iterator[Node]:
        node = operation.node
        attributes = {key: getattr(node, node.kindOf(key))(key) for key in node.attributeNames()}
        for value in node.outputs():
            yield Node(
                names[value.debugName()],
                node.kind(),
                [names[source.debugName()] for source in node.inputs()],
                # TensorBoard's page stumbles over quotes.
                str(attributes).replace("'", " "),
                value.type().sizes() if value.isCompleteTensor() else None,
            )


def _module_name(module: Any) -> str:
    # A traced module has the first, a scripted one the second.
    name = getattr(module, "_name", None) or getattr(module, "original_name", "Module")
    return str(name)


def _size_of_io(value: Any) -> Sequence[int] | None:
    try:
        size: Sequence[int] | None = value.type().sizes()
    except RuntimeError:
        return [1]  # Not a tensor.
    return size


def exported_nodes(program: Any) -> list[Node]:
    """The operations of a torch.export.ExportedProgram, in the boxes of the
    modules that they come from."""
    names: dict[Any, str] = {}
    found = []
    for node in program.graph.nodes:
        sources = [names[source] for source in node.all_input_nodes]
        if node.op == "output":
            found.append(Node("output/output.1", "IO Node", sources))
            continue
        if node.op == "placeholder":
            names[node] = f"input/{node.name}"
            op = "IO Node"
        else:
            names[node] = "/".join([*_module_stack(node), node.name])
            op = str(node.target)
        value = node.meta.get("val")
        size = getattr(value, "shape", None)
        shape = None if size is None else [n if isinstance(n, int) else -1 for n in size]
        found.append(Node(names[node], op, sources, output_shape=shape))
    return found


def _module_stack(node: Any) -> list[str]:
    parts = []
    for path, kind in node.meta.get("nn_module_stack", {}).values():
        name = kind if isinstance(kind, str) else kind.__name__
        name = name.split(".")[-1]
        parts.append(f"{name}[{path.split('.')[-1]}]" if path else name)
    return parts


def module_tree_nodes(model: Any) -> list[Node]:
    """A box a module, with its parameters inside."""
    root = type(model).__name__
    found = []
    paths = {"": root}
    for name, module in model.named_modules():
        if name:
            above, _, own = name.rpartition(".")
            paths[name] = f"{paths[above]}/{type(module).__name__}[{own}]"
        parameters = list(module.named_parameters(recurse=False))
        if not any(True for _ in module.children()) or parameters:
            found.append(
                Node(
                    f"{paths[name]}/{type(module).__name__}",
                    type(module).__name__,
                    [f"{paths[name]}/{parameter}" for parameter, _ in parameters],
                    module.extra_repr().replace("'", " "),
                )
            )
        for parameter, value in parameters:
            found.append(
                Node(f"{paths[name]}/{parameter}", "Parameter", output_shape=list(value.shape))
            )
    return found
