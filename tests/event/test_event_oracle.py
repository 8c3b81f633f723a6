"""The C++ wire forms against protobuf itself, with TensorBoard's classes."""

import os
import random
import struct
import subprocess

import pytest
from google.protobuf import text_format
from tensorboard.compat.proto import (event_pb2, graph_pb2, summary_pb2, tensor_pb2)
from tensorboard.plugins.custom_scalar import layout_pb2
from tensorboard.plugins.hparams import plugin_data_pb2 as hparams_pb2
from tensorboard.plugins.mesh import plugin_data_pb2 as mesh_pb2
from tensorboard.plugins.pr_curve import plugin_data_pb2 as pr_curve_pb2
from tensorboard.plugins.projector import projector_config_pb2

from odd_wire import odd_encoding
from random_messages import NOT_MODELLED, RandomMessages

ORACLE = os.environ["STEPLINE_EVENT_ORACLE"]
COUNT = 400
KINDS = {
    "event": event_pb2.Event,
    "summary": summary_pb2.Summary,
    "value": summary_pb2.Summary.Value,
    "metadata": summary_pb2.SummaryMetadata,
    "tensor": tensor_pb2.TensorProto,
    "hparams": hparams_pb2.HParamsPluginData,
    "layout": layout_pb2.Layout,
    "mesh": mesh_pb2.MeshPluginData,
    "pr_curve": pr_curve_pb2.PrCurvePluginData,
    "graph": graph_pb2.GraphDef,
    "projector": projector_config_pb2.ProjectorConfig,
}
BINARY_KINDS = [kind for kind in KINDS if kind != "projector"]
# The entries of a map are in no order that could be compared.
KINDS_WITHOUT_MAP = [kind for kind in BINARY_KINDS if kind not in ("graph", "hparams")]


def oracle(*args, frames=()):
    stdin = b"".join(struct.pack("<I", len(frame)) + frame for frame in frames)
    done = subprocess.run([ORACLE, *map(str, args)], input=stdin,
                          capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    out, at = [], 0
    while at < len(done.stdout):
        (length,) = struct.unpack_from("<I", done.stdout, at)
        out.append(done.stdout[at + 4:at + 4 + length])
        at += 4 + length
    return out


def serialise(kind, message):
    if kind == "projector":
        return text_format.MessageToString(message).encode()
    return message.SerializeToString(deterministic=True)


def parse(kind, data):
    if kind == "projector":
        return text_format.Parse(data, KINDS[kind]())
    return KINDS[kind].FromString(data)


def random_messages(kind, seed):
    source = RandomMessages(seed)
    return [source.make(KINDS[kind]) for _ in range(COUNT)]


# Compared as bytes and not as messages, because NaN differs from itself.
@pytest.mark.parametrize("kind", KINDS)
def test_what_protobuf_wrote_survives_cpp(kind):
    originals = [serialise(kind, each) for each in random_messages(kind, seed=11)]
    recoded = oracle("recode", kind, frames=originals)
    assert [serialise(kind, parse(kind, each)) for each in recoded] == originals


@pytest.mark.parametrize("kind", KINDS_WITHOUT_MAP)
def test_cpp_writes_the_bytes_that_protobuf_writes(kind):
    originals = [serialise(kind, each) for each in random_messages(kind, seed=12)]
    assert oracle("recode", kind, frames=originals) == originals


@pytest.mark.parametrize("kind", BINARY_KINDS)
def test_unusual_encodings_mean_the_same_to_cpp(kind):
    messages = random_messages(kind, seed=13)
    originals = [serialise(kind, each) for each in messages]
    dice = random.Random(14)
    odd = [odd_encoding(each, dice) for each in messages]

    understood = [parse(kind, each) for each in odd]
    for each in understood:
        each.DiscardUnknownFields()
    assert [serialise(kind, each) for each in understood] == originals

    recoded = oracle("recode", kind, frames=odd)
    assert [serialise(kind, parse(kind, each)) for each in recoded] == originals


@pytest.mark.parametrize("kind", KINDS)
def test_what_cpp_wrote_survives_protobuf(kind):
    written = oracle("make", kind, 15, COUNT)
    assert len(written) == COUNT
    rewritten = [serialise(kind, parse(kind, each)) for each in written]
    oracle("check", kind, 15, COUNT, frames=rewritten)


@pytest.mark.parametrize("kind", KINDS_WITHOUT_MAP)
def test_random_models_are_encoded_as_protobuf_would(kind):
    written = oracle("make", kind, 16, COUNT)
    assert [serialise(kind, parse(kind, each)) for each in written] == written


@pytest.mark.parametrize("kind", BINARY_KINDS)
def test_the_random_messages_fill_every_field(kind):
    """Or the tests above would claim too much."""
    seen, all_fields = set(), set()

    def visit(message):
        all_fields.update(field.full_name for field in message.DESCRIPTOR.fields)
        for field, value in message.ListFields():
            seen.add(field.full_name)
            if field.message_type:
                map_entry = field.message_type.GetOptions().map_entry
                many = value.values() if map_entry else (
                    [value] if hasattr(value, "DESCRIPTOR") else value)
                for each in many:
                    if hasattr(each, "DESCRIPTOR"):
                        visit(each)

    for message in random_messages(kind, seed=11):
        visit(message)
    # A graph's shapes have sizes only.
    sizes_only = {"tensorboard.TensorShapeProto.unknown_rank",
                  "tensorboard.TensorShapeProto.Dim.name"} if kind == "graph" else set()
    assert all_fields - seen <= NOT_MODELLED | sizes_only
