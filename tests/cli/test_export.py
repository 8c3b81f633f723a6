"""`stepline export`: files that other programs read."""

import csv
import json
import os
import struct

import numpy as np
import pytest
import safetensors.torch
import torch
import torch.utils.tensorboard
from tensorboard.compat.proto import event_pb2, graph_pb2, summary_pb2, tensor_pb2
from tensorboard.compat.tensorflow_stub.pywrap_tensorflow import masked_crc32c

from conftest import TORCH_LOSSES
from program import stepline

DTYPES = [torch.bool, torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64,
          torch.float16, torch.float32, torch.float64, torch.complex64,
          torch.complex128]


def index_of(folder):
    return [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*")
                  if path.is_file())


@pytest.fixture(scope="module")
def exported(demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported") / "out"
    stepline("export", demo, "-o", folder).well()
    return folder


def test_scalars_are_csv(torch_log, tmp_path):
    stepline("export", torch_log, "-o", tmp_path / "out", "--kind", "scalar").well()
    with open(tmp_path / "out/run2/scalars/train/loss.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["step", "wall_time", "value"]
    assert [float(row["value"]) for row in rows] == [
        float(np.float32(2 * value)) for value in TORCH_LOSSES.values()]
    assert [float(row["wall_time"]) for row in rows] == [1000 + s for s in TORCH_LOSSES]


def test_scalars_are_jsonl_when_asked_for(torch_log, tmp_path):
    stepline("export", torch_log, "-o", tmp_path / "out", "--kind", "scalar",
             "--format", "jsonl", "--run", "^run1$", "--last", "2").well()
    assert files_below(tmp_path / "out") == [
        "index.jsonl", "run1/scalars/odd.jsonl", "run1/scalars/train/loss.jsonl"]
    text = (tmp_path / "out/run1/scalars/train/loss.jsonl").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines == [{"step": step, "wall_time": 1000 + step,
                      "value": float(np.float32(TORCH_LOSSES[step]))}
                     for step in (298, 299)]


def test_the_index_lists_every_file(exported):
    index = index_of(exported)
    assert sorted([entry["path"] for entry in index] + ["index.jsonl"]) == (
        files_below(exported))
    assert {entry["kind"] for entry in index} == {
        "scalar", "histogram", "image", "audio", "text", "pr_curve", "mesh", "hparams",
        "custom_scalars", "graph", "tensor", "embedding"}
    assert {entry["run"] for entry in index} == {"careful", "quick", "reckless"}


def test_media_are_what_they_say(exported):
    run = exported / "quick"
    assert (run / "images/samples/disc/750.png").read_bytes().startswith(b"\x89PNG")
    assert (run / "audio/samples/tone/000.wav").read_bytes()[8:12] == b"WAVE"
    assert "**Step 250**" in (run / "text/notes/text_summary/250.md").read_text()
    graph = graph_pb2.GraphDef.FromString((run / "graphs/__run_graph__.pb").read_bytes())
    assert "dense/relu" in {node.name for node in graph.node}
    start = json.loads((run / "hparams/session_start_info.json").read_text())
    assert start["hparams"] == {"learning_rate": 0.01, "invented": True}
    layout = json.loads((run / "custom_scalars/custom_scalars__config__.json").read_text())
    assert layout["categories"][0]["charts"][0]["tags"] == ["train/loss",
                                                           "validation/loss"]


def test_histograms_are_rows_of_buckets(exported):
    with open(exported / "quick/histograms/weights/dense.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    counts = {}
    for row in rows:
        assert float(row["left"]) <= float(row["right"])
        counts[row["step"]] = counts.get(row["step"], 0) + float(row["count"])
    assert counts == {"0": 2000, "250": 2000, "500": 2000, "750": 2000}


def test_arrays_are_numpys(exported):
    weights = np.load(exported / "quick/tensors/dense/weight/750.npy")
    assert (weights.dtype, weights.shape) == (np.float32, (40, 50))
    curve = np.load(exported / "quick/pr_curves/validation/pr/000.npy")
    assert curve.shape == (6, 127)
    mesh = np.load(exported / "quick/meshes/samples/corner_VERTEX/0.npy")
    assert mesh.tolist() == [[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]]


def record(payload):
    length = struct.pack("<Q", len(payload))
    return (length + struct.pack("<I", masked_crc32c(length)) + payload
            + struct.pack("<I", masked_crc32c(payload)))


def write_tensors(folder, tensors):
    """An event file with one tensor for each tag, in tensor_content."""
    numbers = {torch.float32: 1, torch.float64: 2, torch.int32: 3, torch.uint8: 4,
               torch.int16: 5, torch.int8: 6, torch.complex64: 8, torch.int64: 9,
               torch.bool: 10, torch.bfloat16: 14, torch.complex128: 18,
               torch.float16: 19, torch.float8_e5m2: 24, torch.float8_e4m3fn: 25}
    data = record(event_pb2.Event(file_version="brain.Event:2").SerializeToString())
    for tag, tensor in tensors.items():
        proto = tensor_pb2.TensorProto(
            dtype=numbers[tensor.dtype],
            tensor_content=tensor.contiguous().view(torch.uint8).numpy().tobytes()
            if tensor.dim() else tensor.reshape(1).view(torch.uint8).numpy().tobytes())
        for size in tensor.shape:
            proto.tensor_shape.dim.add(size=size)
        value = summary_pb2.Summary.Value(tag=tag, tensor=proto)
        value.metadata.plugin_data.plugin_name = "tensor"
        event = event_pb2.Event(step=3, wall_time=5.5)
        event.summary.value.append(value)
        data += record(event.SerializeToString())
    folder.mkdir()
    (folder / "events.out.tfevents.1").write_bytes(data)


@pytest.fixture(scope="module")
def tensors():
    generator = torch.Generator().manual_seed(3)
    made = {}
    for dtype in [*DTYPES, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2]:
        base = torch.randint(0, 2, (2, 3, 4), generator=generator)
        made[str(dtype).removeprefix("torch.")] = base.to(dtype)
    made["vector"] = torch.arange(5, dtype=torch.int32)
    made["empty"] = torch.zeros((0, 3), dtype=torch.float32)
    return made


def test_every_dtype_comes_back_through_numpy_or_safetensors(tensors, tmp_path):
    write_tensors(tmp_path / "log", tensors)
    stepline("export", tmp_path / "log", "-o", tmp_path / "out").well()
    for tag, tensor in tensors.items():
        path = tmp_path / "out/tensors" / tag / "3.npy"
        if tensor.dtype in DTYPES:
            array = np.load(path)
            assert array.dtype == tensor.numpy().dtype
            assert array.shape == tuple(tensor.shape)
            assert np.array_equal(array, tensor.numpy())
        else:
            loaded = safetensors.torch.load_file(path.with_suffix(".safetensors"))
            assert torch.equal(loaded[tag].float(), tensor.float())
            assert loaded[tag].dtype == tensor.dtype


def test_every_dtype_but_complex_comes_back_through_safetensors(tensors, tmp_path):
    write_tensors(tmp_path / "log", tensors)
    stepline("export", tmp_path / "log", "-o", tmp_path / "out", "--format",
             "safetensors").well()
    for tag, tensor in tensors.items():
        path = tmp_path / "out/tensors" / tag / "3.safetensors"
        if tensor.is_complex():
            assert np.array_equal(np.load(path.with_suffix(".npy")), tensor.numpy())
            continue
        loaded = safetensors.torch.load_file(path)[tag]
        assert loaded.dtype == tensor.dtype and loaded.shape == tensor.shape
        assert torch.equal(loaded.float(), tensor.float())


def test_nothing_is_overwritten_unasked(demo, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    done = stepline("export", demo, "-o", tmp_path)
    assert (done.status, done.out) == (3, "")
    assert "not empty" in done.err and "--overwrite" in done.err
    assert files_below(tmp_path) == ["mine.txt"]
    for _ in range(2):
        stepline("export", demo, "-o", tmp_path, "--overwrite", "--kind", "text").well()
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert not [name for name in files_below(tmp_path) if "~" in name]


def test_hostile_names_stay_inside_and_apart(hostile_log, tmp_path):
    stepline("export", hostile_log, "-o", tmp_path / "deep/out").well()
    assert os.listdir(tmp_path / "deep") == ["out"]
    index = index_of(tmp_path / "deep/out")
    assert len(index) == 5
    values = set()
    for entry in index:
        path = tmp_path / "deep/out" / entry["path"]
        assert all(32 <= ord(c) != 127 for c in entry["path"])
        assert ".." not in path.parts[-5:]
        assert all(len(os.fsencode(part)) <= 255 for part in path.parts)
        values.add(float(path.read_text().splitlines()[1].split(",")[2]))
    assert values == {1, 2, 3, 4, 5}


def test_names_that_would_meet_are_kept_apart(tmp_path):
    log = tmp_path / "log"
    for run, tag in [("a", "scalars/x"), ("a/scalars", "x"), ("a", "x.csv/y"), ("a", "x")]:
        with torch.utils.tensorboard.SummaryWriter(log / run) as writer:
            writer.add_scalar(tag, len(run + tag), 1)
    stepline("export", log, "-o", tmp_path / "out").well()
    index = index_of(tmp_path / "out")
    assert len({entry["path"] for entry in index}) == 4
    for entry in index:
        text = (tmp_path / "out" / entry["path"]).read_text()
        assert float(text.split(",")[-1]) == len(entry["run"] + entry["tag"])


def test_a_directory_that_cannot_be_made(demo, tmp_path):
    (tmp_path / "file").write_text("")
    done = stepline("export", demo, "-o", tmp_path / "file" / "out")
    assert done.status == 3
    assert done.err.startswith("stepline: ") and done.err.count("\n") == 1


def embedding_log(folder):
    with torch.utils.tensorboard.SummaryWriter(folder / "run") as writer:
        writer.add_scalar("loss", 1, 1)
        writer.add_embedding(torch.tensor([[1.5, -2, 3], [4, 5, 6]]), ["cat", "dog"],
                             torch.ones(2, 3, 4, 4), 7, "animals")
    return folder


def test_embeddings_come_with_their_labels_and_sprite(tmp_path):
    stepline("export", embedding_log(tmp_path / "log"), "-o", tmp_path / "out").well()
    folder = "run/embeddings/animals:00007"
    assert [path for path in files_below(tmp_path / "out") if "embeddings" in path] == [
        f"{folder.replace(':', '%3A')}/{name}"
        for name in ("metadata.tsv", "points.npy", "sprite.png")]
    folder = tmp_path / "out" / folder.replace(":", "%3A")
    assert np.load(folder / "points.npy").tolist() == [[1.5, -2, 3], [4, 5, 6]]
    assert (folder / "metadata.tsv").read_text().split() == ["cat", "dog"]
    assert (folder / "sprite.png").read_bytes() == next(
        (tmp_path / "log").rglob("sprite.png")).read_bytes()
    assert [(line["run"], line["tag"]) for line in index_of(tmp_path / "out")
            if line["kind"] == "embedding"] == [("run", "animals:00007")] * 3


def test_embeddings_can_be_chosen(tmp_path):
    log = embedding_log(tmp_path / "log")
    stepline("export", log, "-o", tmp_path / "a", "--kind", "embedding", "--format",
             "safetensors").well()
    assert {line["kind"] for line in index_of(tmp_path / "a")} == {"embedding"}
    points = next((tmp_path / "a").rglob("points.safetensors"))
    assert list(safetensors.torch.load_file(points)) == ["animals:00007"]
    stepline("export", log, "-o", tmp_path / "b", "--kind", "scalar").well()
    assert not (tmp_path / "b/run/embeddings").exists()
    stepline("export", log, "-o", tmp_path / "d", "--from", "0").well()
    assert not (tmp_path / "d/run/embeddings").exists()
    assert stepline("export", log, "-o", tmp_path / "c", "--kind", "embedding", "--tag",
                    "plants").status == 1


def test_an_embedding_without_its_files_is_told_and_left_out(tmp_path):
    log = embedding_log(tmp_path / "log")
    next(log.rglob("tensors.tsv")).unlink()
    config = next(log.rglob("projector_config.pbtxt"))
    config.write_text(config.read_text().replace("metadata.tsv", "../../../metadata.tsv"))
    done = stepline("export", log, "-o", tmp_path / "out")
    assert done.status == 0
    assert len(done.err.splitlines()) == 2
    assert [path for path in files_below(tmp_path / "out") if "embeddings" in path] == [
        "run/embeddings/animals%3A00007/sprite.png"]
