"""Logs of other writers, every kind they have, and one by raw protos in the
encodings of TensorFlow's past."""

import io

import numpy as np
import tensorboardX
import torch
import torch.utils.tensorboard
from PIL import Image
from tensorboard.compat.proto import event_pb2, summary_pb2, tensor_pb2
from tensorboard.summary.writer.record_writer import RecordWriter
from tensorboard.util import tensor_util

START = 1_700_000_000.0
STEPS = 40


def write_all(folder):
    """{name: run directory} of every log here."""
    runs = {name: folder / name for name in WRITERS}
    for name, write in WRITERS.items():
        write(runs[name])
    return runs


def write_like_torch(writer):
    random = np.random.default_rng(1)
    for step in range(STEPS):
        now = START + step * 1.25
        writer.add_scalar("train/loss", 1 / (1 + step), step, now)
        writer.add_scalar("odd", [np.nan, np.inf, -np.inf, 0.1][step % 4], step, now)
        if step % 10 == 0:
            values = random.normal(size=500).astype(np.float32)
            writer.add_histogram("weights", values, step, walltime=now)
            writer.add_image("noise", random.random((3, 8, 9)), step, walltime=now)
            writer.add_images("batch", random.random((4, 3, 5, 6)), step, walltime=now)
            writer.add_text("note", f"*step* {step}\nnaïve", step, walltime=now)
            writer.add_pr_curve(
                "curve", random.random(50) > 0.5, random.random(50), step, walltime=now
            )
            writer.add_mesh("mesh", torch.rand(1, 6, 3), global_step=step)
    writer.add_hparams({"lr": 0.1, "name": "adam", "nested": True}, {"hparam/loss": 0.5})
    writer.close()


def write_torch(run):
    writer = torch.utils.tensorboard.SummaryWriter(str(run))
    writer.add_graph(torch.nn.Linear(2, 3), torch.zeros(1, 2))
    for step in range(3):
        writer.add_audio("tone", torch.sin(torch.linspace(0, 99, 400)), step, 8000, START)
        writer.add_tensor("tensor", torch.arange(6.0).reshape(2, 3) + step, step, START)
    write_like_torch(writer)


def write_tensorboardX(run):
    write_like_torch(tensorboardX.SummaryWriter(str(run)))


class Records:
    """An event file of hand-made events."""

    def __init__(self, run, name="events.out.tfevents.1", version="brain.Event:2", begun=START):
        run.mkdir(parents=True, exist_ok=True)
        self._file = (run / name).open("wb")
        self._writer = RecordWriter(self._file)
        if version:
            self.add(begun, 0, file_version=version)

    def add(self, wall_time, step, **what):
        event = event_pb2.Event(wall_time=wall_time, step=step, **what)
        self._writer.write(event.SerializeToString())
        return self

    def values(self, wall_time, step, *values):
        return self.add(wall_time, step, summary=summary_pb2.Summary(value=values))

    def start(self, wall_time, step):
        log = event_pb2.SessionLog(status=event_pb2.SessionLog.START)
        return self.add(wall_time, step, session_log=log)

    def close(self):
        self._writer.close()


def scalar(tag, value):
    return summary_pb2.Summary.Value(tag=tag, simple_value=value)


def tensor(tag, array, plugin=None, typed=False, **metadata):
    """A value in the form of TensorFlow 2, packed or in the typed fields."""
    proto = tensor_util.make_tensor_proto(array)
    if typed:
        array = np.asarray(array)
        fields = {np.float32: "float_val", np.float64: "double_val",
                  np.int32: "int_val", np.int64: "int64_val"}  # fmt: skip
        values = {fields[array.dtype.type]: array.reshape(-1).tolist()}
        proto = tensor_pb2.TensorProto(
            dtype=proto.dtype, tensor_shape=proto.tensor_shape, **values
        )
    value = summary_pb2.Summary.Value(tag=tag, tensor=proto)
    if plugin is not None:
        value.metadata.plugin_data.plugin_name = plugin
        for name, content in metadata.items():
            setattr(value.metadata, name, content)
    return value


def png(height=4, width=5):
    pixels = np.random.default_rng(height).integers(0, 255, (height, width, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "png")
    return out.getvalue()


def write_tensorflow_2(run):
    """Metadata on the first value only; every kind as a tensor."""
    records = Records(run)
    for step in range(STEPS):
        now = START + step
        first = step == 0

        def plugin(name):
            return {"plugin": name} if first else {}

        records.values(
            now,
            step,
            tensor("loss", np.float32(1 / (1 + step)), **plugin("scalars")),
            tensor("typed", np.float32(step), typed=True, **plugin("scalars")),
            tensor("double", np.float64(0.1 * step), typed=True, **plugin("scalars")),
            tensor("count", np.int64(step), typed=True, **plugin("scalars")),
        )
        if step % 10 == 0:
            edges = np.linspace(-1, 1, 5)
            buckets = np.stack([edges[:-1], edges[1:], np.arange(4.0)], 1)
            picture = [b"5", b"4", png(), png()]
            records.values(
                now,
                step,
                tensor("weights", buckets, **plugin("histograms")),
                tensor("picture", np.array(picture, object), **plugin("images")),
                tensor("clip", np.array([[b"RIFFxxxx", b"label"]], object), **plugin("audio")),
                tensor("words", np.array([[b"a", b"b"]], object), **plugin("text")),
                tensor("curve", np.ones((6, 7), np.float32), **plugin("pr_curves")),
                tensor("other", np.arange(4, dtype=np.int32), **plugin("my_plugin")),
            )
    records.close()


def write_tensorflow_1(run):
    """The forms before tensors, and session logs."""
    records = Records(run)
    records.start(START, 0)
    records.add(START, 0, graph_def=b"\x0a\x05\x0a\x01x\x12\x00")
    records.add(START, 0, log_message=event_pb2.LogMessage(level=20, message="hello"))
    metadata = event_pb2.TaggedRunMetadata(tag="step_0", run_metadata=b"\x0a\x00")
    records.add(START, 0, tagged_run_metadata=metadata)
    for step in range(STEPS):
        now = START + step
        records.values(now, step, scalar("loss", 1 / (1 + step)), scalar("other", step))
        if step % 10 == 0:
            histogram = summary_pb2.HistogramProto(
                min=-1.5, max=2.5, num=6, sum=3, sum_squares=9,
                bucket_limit=[-2, -1, 0, 1, 3, 1.7e308], bucket=[0, 1, 2, 0, 3, 0],
            )  # fmt: skip
            image = summary_pb2.Summary.Image(
                height=4, width=5, colorspace=3, encoded_image_string=png()
            )
            audio = summary_pb2.Summary.Audio(
                sample_rate=8000, num_channels=1, length_frames=4,
                encoded_audio_string=b"RIFFxxxxWAVE", content_type="audio/wav",
            )  # fmt: skip
            values = summary_pb2.Summary.Value
            records.values(
                now,
                step,
                values(tag="weights", histo=histogram),
                values(tag="picture", image=image),
                values(tag="clip", audio=audio),
            )
    records.close()


def write_restart_by_file(run):
    """A job that was killed after step 29 and resumed from step 20, as torch leaves it."""
    first = Records(run, "events.out.tfevents.1")
    for step in range(30):
        first.values(START + step, step, scalar("loss", step))
    first.close()
    second = Records(run, "events.out.tfevents.2", begun=START + 100)
    for step in range(20, 40):
        second.values(START + 100 + step, step, scalar("loss", 1000 + step))
    second.close()


def write_restart_by_log(run):
    """The same, marked by session logs, as TensorFlow leaves it."""
    first = Records(run, "events.out.tfevents.1")
    first.start(START, 0)
    for step in range(30):
        first.values(START + step, step, scalar("loss", step), scalar("only_before", step))
    first.close()
    second = Records(run, "events.out.tfevents.2", begun=START + 100)
    second.start(START + 100, 20)
    for step in range(20, 40):
        second.values(START + 100 + step, step, scalar("loss", 1000 + step))
    second.close()


def write_going_back(run):
    """Steps that go back inside a file, without any restart."""
    records = Records(run)
    for position, step in enumerate([0, 1, 5, 6, 2, 3, 7, 7]):
        records.values(START + position, step, scalar("loss", position))
    records.close()


def write_siblings(run):
    """Two processes whose lives overlap, as torch leaves them."""
    for number, first in enumerate([8, 0]):
        records = Records(run, f"events.out.tfevents.{number}", begun=START + number)
        for step in range(first, first + 4):
            records.values(START + 10 * number + step - first, step, scalar("loss", step))
        records.close()


WRITERS = {
    "torch": write_torch,
    "tensorboardX": write_tensorboardX,
    "tensorflow_2": write_tensorflow_2,
    "tensorflow_1": write_tensorflow_1,
    "restart_by_file": write_restart_by_file,
    "restart_by_log": write_restart_by_log,
    "going_back": write_going_back,
    "siblings": write_siblings,
}

# Where nothing is superseded and nothing out of order: all readers agree.
PLAIN = ["torch", "tensorboardX", "tensorflow_2", "tensorflow_1"]
