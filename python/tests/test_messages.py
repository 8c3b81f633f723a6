"""The modules beside the writers, ours and the originals': functions that give
messages, and those that give arrays and files."""

import contextlib
import importlib
import importlib.util
import io
import struct
import subprocess
import sys

import numpy as np
import pytest
import readback
import tensorboardX
import torch
from cases import Table, check
from packages import add, package_of
from test_torch_writer import BOXES, CLOUD, GUESSES, LABELS, WEIGHTS, byte_image, uniform, write_onnx
from torch.utils.tensorboard import SummaryWriter as TorchWriter

import stepline
import stepline.tensorboardX
import stepline.torch_tensorboard

EDGES = [-2.0, -1.0, 0.0, 0.5, 3.0]
LAYOUT = {"c": {"t": ["Multiline", ["a", "b"]], "u": ["Margin", ["a", "b", "c"]]}}
SOUND = "" if importlib.util.find_spec("soundfile") else "Sound without soundfile"
PAIRS = {
    "torch": (stepline.SummaryWriter, TorchWriter),
    "tensorboardX": (stepline.tensorboardX.SummaryWriter, tensorboardX.SummaryWriter),
}
both, only_torch, only_x = Table(), Table(), Table()

for case in (both.case,):
    case("scalar", lambda w: add(w, "scalar", "a", 1.5))
    case("scalar: two", lambda w: add(w, "scalar", "a", np.ones(2)))
    case("scalar: tag", lambda w: add(w, "scalar", "a b", 1.5))
    case("histogram", lambda w: add(w, "histogram", "a b", WEIGHTS, EDGES))
    case("histogram: rule", lambda w: add(w, "histogram", "a", WEIGHTS, "auto", max_bins=5))
    case("histogram: empty", lambda w: add(w, "histogram", "a", np.array([]), EDGES))
    case("raw histogram", lambda w: add(w, "histogram_raw", "a b", 0, 1, 2, 3, 4, [1, 2], [1, 1]))
    case("raw histogram: empty", lambda w: add(w, "histogram_raw", "a", 0, 1, 2, 3, 4, [], []))
    case("histogram: complex", lambda w: add(w, "histogram", "a", WEIGHTS + 1j, EDGES))
    case("histogram: values in no bin", lambda w: add(w, "histogram", "a", WEIGHTS, [50, 60]))
    case("histogram: no bins at most", lambda w: add(w, "histogram", "a", WEIGHTS, EDGES, 0))
    case("pr curve: one threshold", lambda w: add(w, "pr_curve", "a", LABELS, GUESSES, 1))
    case("pr curve: empty", lambda w: add(w, "pr_curve", "a", np.zeros(0), np.zeros(0)))
    case("images: none", lambda w: add(w, "image", "a", np.zeros((0, 3, 4, 4)), dataformats="NCHW"))
    case("boxes: of three numbers", lambda w: add(w, "image_boxes", "a", byte_image(3, 30, 40), BOXES[:, :3]))
    case("image", lambda w: add(w, "image", "a b", uniform(3, 8, 9), dataformats="CHW"))
    case("image: bytes", lambda w: add(w, "image", "a", byte_image(8, 9, 4), 1, "HWC"))
    case("image: rescaled", lambda w: add(w, "image", "a", byte_image(3, 8, 9), 2, "CHW"))
    case("image: grid", lambda w: add(w, "image", "a", uniform(9, 1, 4, 5), dataformats="NCHW"))
    case("image: grey", lambda w: add(w, "image", "a", uniform(8, 9), dataformats="HW"))
    case("image: letters", lambda w: add(w, "image", "a", uniform(8, 9), dataformats="HH"))
    case("boxes", lambda w: add(w, "image_boxes", "a b", byte_image(3, 30, 40), BOXES))
    case("boxes: labels", lambda w: add(w, "image_boxes", "a", uniform(30, 40, 3), BOXES, 2, "HWC", ["x", "y"]))
    case("text", lambda w: add(w, "text", "a b", "größe"))
    case("text: empty", lambda w: add(w, "text", "", ""))
    case("text: long", lambda w: add(w, "text", "a/text_summary", "x" * 100_000))
    case("text: half a character", lambda w: add(w, "text", "a", "\ud800"))
    case("pr curve", lambda w: add(w, "pr_curve", "a b", LABELS, GUESSES, 50, 0.5))
    case("raw pr curve", lambda w: add(w, "pr_curve_raw", "a", *[np.arange(5.0)] * 6, 500))
    case("mesh", lambda w: add(w, "mesh", "a b", CLOUD, byte_image(1, 6, 3), None, {"z": 1}))
    case("custom scalars", lambda w: add(w, "custom_scalars", LAYOUT))
    case("custom scalars: margin of two", lambda w: add(w, "custom_scalars", {"a": {"b": ["Margin", ["x"]]}}))
    case("hparams", lambda w: add(w, "hparams", {"lr": 0.5, "s": "x", "n": None}, {"m": 1}))

only_torch.case("audio", lambda w: add(w, "audio", "a b", uniform(50), 8000))
only_torch.case("scalar: new style", lambda w: add(w, "scalar", "a", 0.1, None, True, True))
only_torch.case("tensor", lambda w: add(w, "tensor_proto", "a", torch.arange(6.0).reshape(2, 3)))
only_torch.case("mesh: described", lambda w: add(w, "mesh", "a", CLOUD, None, None, None, "name", "what"))
only_torch.case("hparams: domain", lambda w: add(w, "hparams", {"lr": 1}, {}, {"lr": [1, 2]}))
only_torch.case("hparams: not a dict", lambda w: add(w, "hparams", None, {}))
only_torch.case("graph", lambda w: w.file_writer.add_graph(package_of(w)._pytorch_graph.graph(torch.nn.Linear(2, 3), torch.ones(1, 2))))
only_x.case("audio", lambda w: add(w, "audio", "a b", uniform(50, 2), 8000), SOUND)
only_x.case("scalar: described", lambda w: add(w, "scalar", "a", 0, "name", "what"))
only_x.case("hparams: kinds", lambda w: add(w, "hparams", {"b": True, "f": write_onnx, "l": []}, {}))


def an_event(w):
    event = package_of(w).proto.event_pb2.Event
    w.file_writer.add_event(event(file_version="x"), 3, 9.5)


def a_summary(w):
    proto = package_of(w).proto.summary_pb2
    value = proto.Summary.Value(tag="a", simple_value=2)
    w.file_writer.add_summary(proto.Summary(value=[value]), 3)


only_x.case("an event message", an_event)
only_x.case("a summary message", a_summary)


def with_their_pairs():
    for name, tables in {"torch": (both, only_torch), "tensorboardX": (both, only_x)}.items():
        for case in (case for table in tables for case in table.cases):
            yield pytest.param(case, *PAIRS[name], id=f"{name}, {case.name}")


@pytest.mark.parametrize("case, ours, theirs", list(with_their_pairs()))
def test_the_messages_are_equal(case, ours, theirs, tmp_path):
    with contextlib.redirect_stdout(io.StringIO()):
        check(case, ours, theirs, tmp_path)


OURS = {"tensorboardX": "stepline.tensorboardX", "torch.utils.tensorboard": "stepline.torch_tensorboard"}


def equal(ours, theirs):
    assert type(ours) is type(theirs)
    if isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)
    else:
        assert ours == theirs


ARRAYS = {
    "grid": lambda utils: utils.make_grid(uniform(5, 1, 3, 4), 3),
    "grid: default": lambda utils: utils.make_grid(byte_image(10, 3, 3, 4)),
    "HWC": lambda utils: utils.convert_to_HWC(uniform(1, 3, 4), "CHW"),
    "HWC of WH": lambda utils: utils.convert_to_HWC(uniform(3, 4), "wh"),
    "HWC of NHWC": lambda utils: utils.convert_to_HWC(uniform(2, 3, 4, 3), "NHWC"),
    "video": lambda utils: utils._prepare_video(byte_image(4, 2, 3, 5, 6)),
    "videos": lambda utils: utils._prepare_video(uniform(3, 2, 3, 5, 6).astype(float)),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_the_arrays_are_equal(name):
    call = ARRAYS[name]
    equal(call(stepline.tensorboardX.utils), call(tensorboardX.utils))
    theirs = importlib.import_module("torch.utils.tensorboard._utils")
    equal(call(stepline.torch_tensorboard._utils), call(theirs))


NUMBERS = [3, 1.5, True, np.float32(2), np.arange(3), torch.ones(2, 2), torch.ones(3, requires_grad=True)]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda x: str(type(x).__name__))
def test_numbers_become_equal_arrays(number):
    equal(stepline.tensorboardX.x2num.make_np(number), tensorboardX.x2num.make_np(number))
    theirs = importlib.import_module("torch.utils.tensorboard._convert_np")
    equal(stepline.torch_tensorboard._convert_np.make_np(number), theirs.make_np(number))


@pytest.mark.parametrize("wrong", [None, object(), {}], ids=["None", "object", "dict"])
def test_what_is_no_number_is_refused(wrong):
    for module in (stepline.tensorboardX.x2num, stepline.torch_tensorboard._convert_np):
        with pytest.raises(NotImplementedError):
            module.make_np(wrong)


def test_curves_are_equal():
    equal(
        stepline.tensorboardX.summary.compute_curve(LABELS, GUESSES, 50, 0.5),
        tensorboardX.summary.compute_curve(LABELS, GUESSES, 50, 0.5),
    )


def write_projector(embedding, folder):
    folder.mkdir()
    pictures = torch.rand(4, 3, 5, 5, generator=torch.Generator().manual_seed(1))
    points = torch.arange(8.0).reshape(4, 2)
    embedding.make_mat(points, folder)
    embedding.make_tsv([("a", 1)] * 4, folder, metadata_header=["x", "y"])
    embedding.make_sprite(pictures, folder)
    info = getattr(embedding, "get_embedding_info", None)
    if info is not None:
        entry = info([1], pictures, "00001/d", 1, "d")
        embedding.write_pbtxt(folder, f"embeddings {{ {entry} }}")
    else:
        embedding.append_pbtxt([1], pictures, folder, "00001/d", 1, "d")


@pytest.mark.parametrize("package", OURS)
def test_the_projectors_files_are_equal(package, tmp_path):
    name = "embedding" if package == "tensorboardX" else "_embedding"
    write_projector(importlib.import_module(f"{OURS[package]}.{name}"), tmp_path / "ours")
    write_projector(importlib.import_module(f"{package}.{name}"), tmp_path / "theirs")
    readback.assert_same(readback.read(tmp_path / "ours"), readback.read(tmp_path / "theirs"))


def test_records_are_equal(tmp_path):
    for name, package in {"ours": stepline.tensorboardX, "theirs": tensorboardX}.items():
        writer = package.RecordWriter(str(tmp_path / name))
        writer.write(b"hello")
        writer.write(b"")
        writer.flush()
        writer.close()
    ours, theirs = (tmp_path / "ours").read_bytes(), (tmp_path / "theirs").read_bytes()
    assert ours == theirs and struct.unpack_from("<Q", ours)[0] == 5


def test_checksums_are_equal():
    for data in (b"", b"123456789", bytes(range(256))):
        assert stepline.tensorboardX.crc32c.crc32c(data) == tensorboardX.crc32c.crc32c(data)
    assert stepline.tensorboardX.crc32c.crc32c(b"123456789") == 0xE3069283


def test_names_for_tensorflow_are_equal():
    for name in ("$ave/&sound", "ok/name", "a b"):
        ours = stepline.tensorboardX.record_writer.make_valid_tf_name(name)
        assert ours == tensorboardX.record_writer.make_valid_tf_name(name)


def test_records_go_where_a_factory_says(tmp_path):
    class Factory:
        def open(self, path):
            return open(tmp_path / path.split(":")[1], "wb")

        def directory_check(self, path):
            (tmp_path / "checked").touch()

    module = stepline.tensorboardX.record_writer
    with pytest.raises(ValueError):
        module.register_writer_factory("my:", Factory())
    module.register_writer_factory("my", Factory())
    module.directory_check("my:x")
    writer = module.RecordWriter("my:file")
    writer.write(b"x")
    writer.close()
    assert (tmp_path / "file").stat().st_size == 17 and (tmp_path / "checked").exists()


def test_a_file_of_events_is_written_at_once(tmp_path):
    from logs import scalars

    module = stepline.tensorboardX.event_file_writer
    writer = module.EventsWriter(str(tmp_path / "events"), ".x")
    event = stepline.tensorboardX.proto.event_pb2.Event(step=3)
    event.summary.value.add(tag="a", simple_value=2)
    writer.write_event(event)
    with pytest.raises(TypeError):
        writer.write_event("x")
    writer.close()
    assert scalars(tmp_path) == [("a", 3, 2.0)]


def test_an_event_file_writer_drops_what_comes_between_close_and_reopen(tmp_path):
    from logs import steps

    writer = stepline.tensorboardX.event_file_writer.EventFileWriter(str(tmp_path))
    for step in range(3):
        event = stepline.tensorboardX.proto.event_pb2.Event(step=step)
        event.summary.value.add(tag="a", simple_value=2)
        writer.add_event(event)
        writer.close() if step == 0 else writer.reopen()
    writer.close()
    assert steps(tmp_path) == [0, 2]


def test_onnx_graphs_are_messages(tmp_path):
    import onnx

    write_onnx(tmp_path / "m.onnx")
    module = stepline.torch_tensorboard._onnx_graph
    graph = module.load_onnx_graph(tmp_path / "m.onnx")
    assert "Relu" in {node.op for node in graph.node}
    parsed = module.parse(onnx.load(tmp_path / "m.onnx").graph)
    assert [node.name for node in parsed.node] == [node.name for node in graph.node]


# As if neither TensorBoard nor tensorboardX were installed.
ALONE = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("tensorboard", {absent}):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
from stepline import tensorboardX, torch_tensorboard
"""


def run_alone(code, *absent):
    code = ALONE.format(absent=", ".join(map(repr, absent))) + code
    return subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, timeout=120)


def test_writers_need_no_protobuf(tmp_path):
    done = run_alone(
        f"""
with tensorboardX.SummaryWriter({str(tmp_path)!r}) as writer:
    writer.add_scalar("a", 1)
    writer.add_hparams({{"a": 1}}, {{"b": 2}})
assert "google.protobuf" not in sys.modules and "torch" not in sys.modules
""",
        "tensorboardX",
        "google",
        "torch",
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("events*"))


def test_messages_say_what_they_need():
    importing = "import importlib.machinery; importlib.machinery.PathFinder.find_spec = lambda *a: None\n"
    for call in ("tensorboardX.summary.scalar('a', 1)", "tensorboardX.proto.event_pb2.Event"):
        done = run_alone(f"{importing}{call}", "tensorboardX")
        assert "ImportError" in done.stderr and "tensorboard" in done.stderr


def test_messages_come_from_tensorboardx_where_there_is_no_tensorboard():
    done = run_alone("print(tensorboardX.summary.scalar('a', 1).DESCRIPTOR.full_name)")
    assert done.stdout.strip() == "tensorboardX.Summary", done.stderr
