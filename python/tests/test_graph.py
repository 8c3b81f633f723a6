"""Graphs of models, where torch.utils.tensorboard has nothing to compare with."""

import pytest
import torch
from logs import event_files
from tensorboard.backend.event_processing.event_file_loader import LegacyEventFileLoader
from tensorboard.compat.proto.graph_pb2 import GraphDef

from stepline import SummaryWriter


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(3, 4)
        self.second = torch.nn.Linear(4, 3, bias=False)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block(), Block()])
        self.gain = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x * self.gain


class Untraceable(Model):
    def forward(self, x):
        raise RuntimeError("by the test")


def graph_of(model, args, logdir):
    """{name of a node: the node}."""
    with SummaryWriter(logdir) as writer:
        writer.add_graph(model, args)
    for event in LegacyEventFileLoader(str(event_files(logdir)[0])).Load():
        if event.graph_def:
            return {node.name: node for node in GraphDef.FromString(event.graph_def).node}


def shape_of(node):
    return [dim.size for dim in node.attr["_output_shapes"].list.shape[0].dim]


def test_a_model_that_cannot_be_traced_is_shown_as_its_modules(logdir):
    with pytest.warns(RuntimeWarning, match="by the test"):
        nodes = graph_of(Untraceable(), torch.ones(1, 3), logdir)
    first = nodes["Untraceable/ModuleList[blocks]/Block[0]/Linear[first]/Linear"]
    assert first.attr["attr"].s == b"in_features=3, out_features=4, bias=True"
    weight = nodes["Untraceable/ModuleList[blocks]/Block[1]/Linear[second]/weight"]
    assert shape_of(weight) == [3, 4]
    assert weight.name.replace("1", "1") in nodes and "Untraceable/gain" in nodes
    assert all(name in nodes for node in nodes.values() for name in node.input)


def test_an_exported_program_is_shown_in_the_boxes_of_its_modules(logdir):
    program = torch.export.export(Model(), (torch.ones(2, 3),))
    nodes = graph_of(program, None, logdir)
    assert shape_of(nodes["input/x"]) == [2, 3]
    relu = nodes["Model/Block[0]/relu"]
    assert relu.op == "aten.relu.default" and shape_of(relu) == [2, 4]
    assert list(nodes["output/output.1"].input) == ["Model/mul"]
    assert all(name in nodes for node in nodes.values() for name in node.input)


def test_a_function_that_was_traced_is_shown(logdir):
    with pytest.warns(FutureWarning):
        scripted = torch.jit.trace(lambda x: x + 1, torch.ones(2))
    assert graph_of(scripted, torch.ones(2), logdir)


def test_each_module_keeps_its_mode(logdir):
    model = Model()
    model.blocks[1].eval()
    graph_of(model, torch.ones(1, 3), logdir)
    assert model.training and model.blocks[0].training and not model.blocks[1].training


def test_tracing_leaves_no_warning(logdir, recwarn):
    graph_of(Model(), torch.ones(1, 3), logdir)
    assert not recwarn.list
