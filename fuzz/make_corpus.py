#!/usr/bin/env python3
"""Writes the seeds of the fuzzers: `fuzz/make_corpus.py`, with the Python of
`make python`. What is there already under other names stays.

Small and of many forms: libFuzzer makes the rest of them.
"""

import pathlib
import struct

import numpy as np
import safetensors.torch
import torch
from onnx import helper, numpy_helper
from tensorboard.compat.proto import event_pb2, tensor_pb2, types_pb2
from tensorboard.plugins.histogram import metadata as histograms
from tensorboard.plugins.image import metadata as images
from tensorboard.plugins.scalar import metadata as scalars
from tensorboard.util import tensor_util

CORPUS = pathlib.Path(__file__).parent / "corpus"


def write(fuzzer, name, data):
    folder = CORPUS / fuzzer
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def events():
    """Each old form of a value, and its new one."""
    def summary(**value):
        event = event_pb2.Event(wall_time=1.5, step=7)
        event.summary.value.add(tag="tag", **value)
        return event

    old = summary()
    old.summary.value[0].histo.min = -1
    old.summary.value[0].histo.max = 2
    old.summary.value[0].histo.bucket_limit.extend([0, 1, 1e308])
    old.summary.value[0].histo.bucket.extend([0, 3, 1])
    yield "old_histogram", old
    picture = summary()
    picture.summary.value[0].image.width = 3
    picture.summary.value[0].image.encoded_image_string = b"png"
    yield "old_image", picture
    sound = summary()
    sound.summary.value[0].audio.encoded_audio_string = b"RIFF"
    yield "old_audio", sound
    yield "scalar_tensor", summary(tensor=tensor_util.make_tensor_proto(np.float32(1)),
                                   metadata=None)
    yield "histogram", summary(tensor=tensor_util.make_tensor_proto(np.ones((2, 3))),
                               metadata=histograms.create_summary_metadata("", ""))
    yield "image", summary(tensor=tensor_util.make_tensor_proto([b"3", b"2", b"png"]),
                           metadata=images.create_summary_metadata("", ""))


def tensors():
    for dtype in ["float32", "float64", "float16", "int8", "uint8", "int64", "bool",
                  "complex64"]:
        yield dtype, tensor_util.make_tensor_proto(np.ones((2, 2), dtype))
    repeated = tensor_pb2.TensorProto(dtype=types_pb2.DT_INT32, int_val=[1, 2])
    repeated.tensor_shape.dim.add(size=5)
    yield "repeated", repeated
    yield "strings", tensor_util.make_tensor_proto([[b"a", b"bc"]])
    yield "packed_strings", tensor_pb2.TensorProto(
        dtype=types_pb2.DT_STRING, tensor_content=b"\x03abc")
    yield "half", tensor_pb2.TensorProto(dtype=types_pb2.DT_BFLOAT16, half_val=[0x3f80])
    yield "float8", tensor_pb2.TensorProto(dtype=types_pb2.DT_FLOAT8_E5M2,
                                           float8_val=b"\x3c")


def blobs():
    metadata = {"step": "7", "wall_time": "1.5"}
    yield "plain", safetensors.torch.save({"w": torch.ones(2, 3)}, metadata)
    yield "escapes", safetensors.torch.save({"\"w\"\n🚂": torch.ones(())})
    header = (b'{"__metadata__":{"complex":"true"},"w":{"dtype":"F32",'
              b'"shape":[1,2],"data_offsets":[0,8]}}')
    yield "complex", struct.pack("<Q", len(header)) + header + bytes(8)


def scripts():
    """Of record_fuzzer.cc: a seed, then operations."""
    def record(payload):
        return bytes([0, len(payload)]) + payload

    good = record(b"one") + record(b"") + record(b"three" * 20)
    yield "good", bytes(4) + good
    yield "damaged_length", b"seed" + good + b"\x02\x10\x00\x00" + record(b"four")
    yield "damaged_payload", b"seed" + good + b"\x02\x01\x00\x0d" + record(b"four")
    yield "cut", b"seed" + good + b"\x03\x07" + record(b"four")
    yield "rubbish", b"seed" + record(b"one") + b"\x01\x10" + bytes(16) + good


def logs():
    """Of loader_fuzzer.cc: where to cut, then operations as in scripts()."""
    def scalar(tag, step, **value):
        event = event_pb2.Event(wall_time=1000 + step, step=step)
        event.summary.value.add(tag=tag, **value)
        return record(event)

    def record(event):
        payload = event.SerializeToString()
        return bytes([0, len(payload)]) + payload

    version = record(event_pb2.Event(wall_time=1000, file_version="brain.Event:2"))
    old = b"".join(scalar("loss", step, simple_value=step) for step in range(5))
    start = event_pb2.Event(wall_time=2000, step=2)
    start.session_log.status = event_pb2.SessionLog.START
    new = b"".join(
        scalar("rate", step, tensor=tensor_util.make_tensor_proto(np.float32(step)),
               metadata=scalars.create_summary_metadata("", "") if step == 0 else None)
        for step in range(5))
    yield "simple", b"\x40\x00" + version + old
    yield "tensors", b"\x80\x00" + version + new
    yield "restart", b"\x90\x00" + version + old + record(start) + old
    yield "mixed_kinds", b"\xa0\x00" + new + old + scalar("rate", 9, simple_value=1)
    yield "damaged_length", b"\x60\x00" + old + b"\x02\x10\x00\x40" + new
    yield "damaged_payload", b"\x60\x00" + old + b"\x02\x01\x00\x50" + new
    yield "torn", b"\x60\x00" + old + b"\x03\x07" + new
    yield "rubbish", b"\x20\x00" + version + b"\x01\x10" + bytes(16) + old


def models():
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"], name="/layer/MatMul"),
             helper.make_node("Relu", ["h"], ["y"], name="/layer/Relu")]
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "graph", [value("x", 1, ["batch", 2])], [value("y", 1, None)],
        [numpy_helper.from_array(np.ones((2, 2), np.float32), "w")])
    yield "layer", helper.make_model(graph)
    branch = helper.make_graph([helper.make_node("Identity", ["x"], ["z"])], "branch",
                               [], [value("z", 1, None)])
    condition = helper.make_node("If", ["c"], ["y"], then_branch=branch,
                                 else_branch=branch)
    graph = helper.make_graph([condition], "graph", [value("c", 9, [])],
                              [value("y", 1, None)])
    yield "branches", helper.make_model(graph)


def main():
    for name, event in events():
        write("event_fuzzer", name, event.SerializeToString())
    for name, tensor in tensors():
        write("tensor_fuzzer", f"tensor_{name}", tensor.SerializeToString())
    for name, blob in blobs():
        write("tensor_fuzzer", f"blob_{name}", blob)
    for name, script in scripts():
        write("record_fuzzer", name, script)
    for name, log in logs():
        write("loader_fuzzer", name, log)
    for name, model in models():
        write("onnx_fuzzer", name, model.SerializeToString())
    write("projector_config_fuzzer", "points", b"1\t2.5\n-3e2\t+4\r\n\ninf\tnan\n")
    write("projector_config_fuzzer", "assets",
          b"embeddings { tensor_path: 'inside/points' metadata_path: '../secret' }\n"
          b"embeddings { tensor_path: '/secret' tensor_shape: [3, 2] } # two\n")


if __name__ == "__main__":
    main()
