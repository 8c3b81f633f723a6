"""Hyperparameters, layouts, embeddings and models written by us, by torch and by
tensorboardX: the same messages and files."""

import numpy as np
import onnx
import pytest
import torch
from google.protobuf import text_format
from onnx import TensorProto, helper, numpy_helper
from tensorboard.plugins.custom_scalar import layout_pb2
from tensorboard.plugins.hparams import plugin_data_pb2 as hparams_pb2
from tensorboard.plugins.projector import projector_config_pb2
from tensorboard.util import tensor_util

import readback
from peers import PEERS, both, module_run, normal, peer, uniform, write_with_all
from script import Script

# --- Hyperparameters -----------------------------------------------------------

HPARAMS = {"lr": 0.1, "layers": 3, "optimizer": "adam"}
METRICS = {"hparam/accuracy": 0.75, "hparam/loss": 0.5}
DOMAINS = {"lr": [0.1, 0.01], "optimizer": ["adam", "sgd"]}


def add_hparams(writer, hparams, domains):
    if isinstance(writer, PEERS["tensorboardX"]):
        writer.add_hparams(hparams, METRICS, name="trial", global_step=4)
    else:
        writer.add_hparams(hparams, METRICS, domains, run_name="trial", global_step=4)


def contents(run):
    """{tag: plug-in data} of hparams, and {tag: (step, value)} of the metrics."""
    data, metrics = {}, {}
    for event, value in readback.values(run):
        plugin = value.metadata.plugin_data
        if plugin.plugin_name == "hparams":
            data[value.tag] = hparams_pb2.HParamsPluginData.FromString(plugin.content)
        else:
            metrics[value.tag] = (event.step, value.simple_value)
    return data, metrics


def without_times(data):
    """Ours say when a session began and ended; the peers leave that out."""
    start = data["_hparams_/session_start_info"].session_start_info
    end = data["_hparams_/session_end_info"].session_end_info
    assert 0 < start.start_time_secs <= end.end_time_secs
    start.ClearField("start_time_secs")
    end.ClearField("end_time_secs")
    return data


@peer
def test_hparams_are_the_same(program, tmp_path, peer):
    domains = DOMAINS if peer == "torch" else None  # tensorboardX knows no domains.
    cases = {"hparams": lambda w: add_hparams(w, HPARAMS, domains)}
    write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours, our_metrics = contents(tmp_path / "ours" / "trial")
    theirs, their_metrics = contents(tmp_path / peer / "trial")
    assert without_times(ours) == theirs
    assert our_metrics == their_metrics


def test_a_bool_is_a_bool_like_tensorboardX_and_no_number_like_torch(program, tmp_path):
    cases = {"hparams": lambda w: add_hparams(w, {"bn": True}, None)}
    write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours, _ = contents(tmp_path / "ours" / "trial")
    theirs, _ = contents(tmp_path / "tensorboardX" / "trial")
    assert without_times(ours) == theirs
    torchs, _ = contents(tmp_path / "torch" / "trial")
    start = torchs["_hparams_/session_start_info"].session_start_info
    assert start.hparams["bn"].number_value == 1


# --- Custom scalars ------------------------------------------------------------

LAYOUTS = {
    "whole": lambda w: w.add_custom_scalars(
        {
            "Losses": {"all": ["Multiline", ["loss/.*", "x"]], "one": ["Multiline", ["y"]]},
            "Bands": {"band": ["Margin", ["mean", "low", "high"]]},
        }
    ),
    "multiline": lambda w: w.add_custom_scalars_multilinechart(["a", "b"], "c", "t"),
    "margin": lambda w: w.add_custom_scalars_marginchart(["v", "l", "u"], "c", "t"),
}


@peer
@pytest.mark.parametrize("case", LAYOUTS)
def test_layouts_are_the_same(program, tmp_path, peer, case):
    cases = {case: LAYOUTS[case]}
    folder = write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours, theirs = both(folder, peer, "custom_scalars__config__")
    assert ours.metadata == theirs.metadata
    mine, yours = (
        layout_pb2.Layout.FromString(tensor_util.make_ndarray(value.tensor).item())
        for value in (ours, theirs)
    )
    assert mine == yours


# --- Embeddings ----------------------------------------------------------------

POINTS = torch.from_numpy(normal(26, 10, 5))
NAMES = [f"point {i}" for i in range(10)]
ROWS = [[str(i), f"naïve {i}"] for i in range(10)]
PICTURES = torch.from_numpy(uniform(27, 10, 3, 6, 6))
EMBEDDINGS = {
    "bare": lambda w: w.add_embedding(POINTS, tag="bare"),
    "named": lambda w: w.add_embedding(POINTS, NAMES, tag="named", global_step=3),
    "columns": lambda w: w.add_embedding(
        POINTS, ROWS, metadata_header=["id", "name"], tag="columns", global_step=3
    ),
    "pictures": lambda w: w.add_embedding(
        POINTS, NAMES, PICTURES, tag="pictures", global_step=123456
    ),
    "odd": lambda w: w.add_embedding(POINTS, tag="odd/tag%\\", global_step=7),
}
embeddings = module_run(EMBEDDINGS)


def projector_config(run):
    text = (run / "projector_config.pbtxt").read_text()
    return text_format.Parse(text, projector_config_pb2.ProjectorConfig())


@pytest.mark.parametrize("case", EMBEDDINGS)
def test_embeddings_have_the_files_that_torch_writes(embeddings, case):
    def entry(run):
        names = [e for e in projector_config(run).embeddings if e.tensor_name.startswith(case)]
        assert len(names) == 1
        return names[0]

    ours, theirs = embeddings / "ours", embeddings / "torch"
    info = entry(ours)
    assert info == entry(theirs)

    def points(run):
        return np.loadtxt(run / info.tensor_path, np.float32, delimiter="\t")

    np.testing.assert_array_equal(points(ours), POINTS.numpy())
    np.testing.assert_array_equal(points(ours), points(theirs))
    if info.metadata_path:
        mine, yours = ((run / info.metadata_path).read_text() for run in (ours, theirs))
        assert mine.splitlines() == yours.splitlines()
    if info.HasField("sprite"):
        mine, yours = ((run / info.sprite.image_path).read_bytes() for run in (ours, theirs))
        np.testing.assert_array_equal(readback.pixels(mine), readback.pixels(yours))


def test_the_projectors_config_is_that_of_tensorboardX_too(embeddings):
    # It escapes nothing in the text it writes, so that odd tags end its file early.
    ours = {e.tensor_name: e for e in projector_config(embeddings / "ours").embeddings}
    text = (embeddings / "tensorboardX" / "projector_config.pbtxt").read_text()
    text = text[: text.index('embeddings {\ntensor_name: "odd')]
    theirs = text_format.Parse(text, projector_config_pb2.ProjectorConfig())
    for info in theirs.embeddings:
        assert info == ours[info.tensor_name]


# --- Models --------------------------------------------------------------------


def onnx_model():
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 2])
    weight = numpy_helper.from_array(np.ones((4, 2), np.float32), "weight")
    bias = numpy_helper.from_array(np.zeros(2, np.float32), "bias")
    nodes = [
        helper.make_node("MatMul", ["x", "weight"], ["product"], name="fc/matmul"),
        helper.make_node("Add", ["product", "bias"], ["sum"], name="fc/add"),
        helper.make_node("Relu", ["sum"], ["y"]),
    ]
    return helper.make_model(helper.make_graph(nodes, "net", [x], [y], [weight, bias]))


def test_an_onnx_graph_has_the_operations_that_torch_finds(program, tmp_path):
    path = tmp_path / "model.onnx"
    onnx.save(onnx_model(), path)
    cases = {"onnx": lambda w: w.add_onnx_graph(str(path))}
    write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours = readback.legacy(tmp_path / "ours").Graph().node
    theirs = readback.legacy(tmp_path / "torch").Graph().node

    def operations(nodes):
        return [node.op for node in nodes if node.op in ("MatMul", "Add", "Relu")]

    assert operations(ours) == operations(theirs) == ["MatMul", "Add", "Relu"]
    # The peers name no weight and no node, and give the output's name to two of them;
    # ours names every node once, and every input names a node.
    names = [node.name for node in ours]
    assert len(set(names)) == len(names)
    assert {"fc/matmul", "fc/add"} <= set(names)
    assert all(name in names for node in ours for name in node.input)
