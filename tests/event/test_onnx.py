"""Graphs of ONNX files that ONNX' own library made."""

import os
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tensorboard.compat.proto import graph_pb2

PROGRAM = os.environ["STEPLINE_ONNX_GRAPH"]
FLOAT = TensorProto.FLOAT


def run(path):
    return subprocess.run([PROGRAM, path], capture_output=True, check=False)


def graph_of(model, tmp_path):
    path = tmp_path / "model.onnx"
    onnx.save(model, path)
    answer = run(path)
    assert answer.returncode == 0, answer.stderr
    nodes = graph_pb2.GraphDef.FromString(answer.stdout).node
    named = {node.name: node for node in nodes}
    assert len(named) == len(nodes), "each name once"
    for node in nodes:
        for source in node.input:
            assert source.split(":")[0] in named, f"{node.name} <- {source}"
    return named


def shapes(node):
    return [[dim.size for dim in shape.dim]
            for shape in node.attr["_output_shapes"].list.shape]


def value(name, shape, element=FLOAT):
    return helper.make_tensor_value_info(name, element, shape)


def weights(name, *shape):
    return numpy_helper.from_array(np.zeros(shape, np.float32), name)


def convolutions():
    nodes = [
        helper.make_node("Conv", ["x", "stem.conv.weight"], ["/stem/conv/Conv_output_0"],
                         name="/stem/conv/Conv", pads=[1, 1, 1, 1], auto_pad="NOTSET"),
        helper.make_node("Relu", ["/stem/conv/Conv_output_0"], ["/stem/Relu_output_0"],
                         name="/stem/Relu"),
        helper.make_node("Split", ["/stem/Relu_output_0"], ["left", "right"],
                         name="/Split", axis=1, num_outputs=2),
        helper.make_node("LeakyRelu", ["right"], ["y"], name="/LeakyRelu", alpha=0.25),
    ]
    graph = helper.make_graph(
        nodes, "main_graph", [value("x", ["batch", 3, 8, 8])],
        [value("y", ["batch", 2, 8, 8])], [weights("stem.conv.weight", 4, 3, 3, 3)])
    return onnx.shape_inference.infer_shapes(
        helper.make_model(graph, producer_name="maker", producer_version="1.2",
                          opset_imports=[helper.make_opsetid("", 18)]))


def test_names_edges_and_shapes(tmp_path):
    nodes = graph_of(convolutions(), tmp_path)
    assert set(nodes) == {
        "input/x", "stem/conv/weight", "stem/conv/Conv", "stem/Relu", "Split",
        "LeakyRelu", "output/y", "onnx_model"}
    assert list(nodes["stem/conv/Conv"].input) == ["input/x", "stem/conv/weight"]
    assert list(nodes["LeakyRelu"].input) == ["Split:1"]
    assert list(nodes["output/y"].input) == ["LeakyRelu"]
    assert shapes(nodes["stem/conv/weight"]) == [[4, 3, 3, 3]]
    assert shapes(nodes["stem/conv/Conv"]) == [[-1, 4, 8, 8]]
    assert shapes(nodes["Split"]) == [[-1, 2, 8, 8], [-1, 2, 8, 8]]


def test_attributes(tmp_path):
    nodes = graph_of(convolutions(), tmp_path)
    assert list(nodes["stem/conv/Conv"].attr["pads"].list.i) == [1, 1, 1, 1]
    assert nodes["stem/conv/Conv"].attr["auto_pad"].s == b"NOTSET"
    assert nodes["Split"].attr["axis"].i == 1
    assert nodes["LeakyRelu"].attr["alpha"].f == 0.25
    assert nodes["input/x"].attr["type"].s == b"float32 [batch, 3, 8, 8]"
    assert nodes["onnx_model"].attr["producer"].s == b"maker"
    assert list(nodes["onnx_model"].attr["opsets"].list.s) == [b"ai.onnx 18"]


def test_branches_see_the_values_around_them(tmp_path):
    then = helper.make_graph([helper.make_node("Neg", ["x"], ["a"])], "then", [],
                             [value("a", [2])])
    otherwise = helper.make_graph([helper.make_node("Abs", ["x"], ["b"])], "else", [],
                                  [value("b", [2])])
    nodes = graph_of(helper.make_model(helper.make_graph(
        [helper.make_node("If", ["c"], ["y"], name="choose", then_branch=then,
                          else_branch=otherwise)],
        "g", [value("c", [], TensorProto.BOOL), value("x", [2])], [value("y", [2])])),
        tmp_path)
    assert list(nodes["choose/then_branch/a"].input) == ["input/x"]
    assert sorted(nodes["choose"].input) == [
        "choose/else_branch/b", "choose/then_branch/a", "input/c"]


def test_weights_elsewhere_and_sparse_ones(tmp_path):
    model = convolutions()
    onnx.save(model, tmp_path / "model.onnx", save_as_external_data=True,
              size_threshold=0, location="weights.bin")
    (tmp_path / "weights.bin").unlink()
    assert run(tmp_path / "model.onnx").returncode == 0
    sparse = helper.make_sparse_tensor(
        helper.make_tensor("s", FLOAT, [1], [1.0]),
        helper.make_tensor("s_index", TensorProto.INT64, [1], [2]), [2, 3])
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "s"], ["y"])], "g",
                              [value("x", [4, 2])], [value("y", [4, 3])],
                              sparse_initializer=[sparse])
    assert shapes(graph_of(helper.make_model(graph), tmp_path)["s"]) == [[2, 3]]


def test_large_weights_are_skipped(tmp_path):
    model = convolutions()
    model.graph.initializer.append(
        numpy_helper.from_array(np.zeros((64, 1024, 1024), np.uint8), "big"))
    assert shapes(graph_of(model, tmp_path)["big"]) == [[64, 1024, 1024]]


@pytest.mark.parametrize("content, reason", [
    (b"", "it is empty"),
    (b"PK\x03\x04rest", "zip archive"),
    (b"{}", "not an ONNX model"),
    (graph_pb2.GraphDef(node=[dict(name="n")]).SerializeToString(), "no graph"),
])
def test_other_files_are_refused(tmp_path, content, reason):
    path = tmp_path / "other"
    path.write_bytes(content)
    answer = run(path)
    assert answer.returncode == 1
    assert reason in answer.stderr.decode()


def test_a_file_cut_anywhere_is_refused_or_read(tmp_path):
    whole = convolutions().SerializeToString()
    path = tmp_path / "cut.onnx"
    for length in range(1, len(whole), 7):
        path.write_bytes(whole[:length])
        assert run(path).returncode in (0, 1)
