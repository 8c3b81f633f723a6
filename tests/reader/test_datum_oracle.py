"""Old and new encodings as C++ upgrades them, against TensorBoard's own
upgrading (data_compat, then dataclass_compat). What must differ is said in
docs/reading.md, and here where it is allowed for."""

import os
import random
import struct
import subprocess

import numpy as np
import pytest
from tensorboard import data_compat, dataclass_compat
from tensorboard.compat.proto import event_pb2, summary_pb2
from tensorboard.plugins.audio import metadata as audio_metadata
from tensorboard.plugins.histogram import metadata as histogram_metadata
from tensorboard.plugins.image import metadata as image_metadata
from tensorboard.plugins.pr_curve import metadata as pr_curve_metadata
from tensorboard.plugins.scalar import metadata as scalar_metadata
from tensorboard.plugins.text import metadata as text_metadata
from tensorboard.util import tensor_util

ORACLE = os.environ["STEPLINE_DATUM_ORACLE"]
COUNT = 100
Value = summary_pb2.Summary.Value


def upgraded_by_cpp(values, first_metadata=b""):
    frames = [each for value in values
              for each in (value.SerializeToString(), first_metadata)]
    stdin = b"".join(struct.pack("<I", len(frame)) + frame for frame in frames)
    done = subprocess.run([ORACLE], input=stdin, capture_output=True,
                          timeout=120, check=True)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == len(values)
    return [line.split(" ") for line in lines]


def upgraded_by_tensorboard(value):
    event = event_pb2.Event(summary=summary_pb2.Summary(value=[value]))
    event = data_compat.migrate_event(event)
    (event,) = dataclass_compat.migrate_event(event, {})
    return event.summary.value[0]


def text_of(field):
    return bytes.fromhex(field[1:]).decode()


def check_metadata(answer, theirs, kind):
    assert answer[0] == kind
    assert text_of(answer[1]) == theirs.metadata.plugin_data.plugin_name
    assert int(answer[2]) == theirs.metadata.data_class
    assert text_of(answer[3]) == (theirs.metadata.display_name or theirs.tag)
    assert text_of(answer[4]) == theirs.metadata.summary_description


def decorate(value, dice):
    """As a writer may: a display name and a description, or none."""
    if dice.random() < 0.5:
        value.metadata.display_name = dice.choice(["", "Shown", "ä"])
        value.metadata.summary_description = dice.choice(["", "of *something*"])
    return value


def with_metadata(tag, array, metadata, dice):
    value = Value(tag=tag, tensor=tensor_util.make_tensor_proto(array))
    value.metadata.CopyFrom(metadata)
    if dice.random() < 0.5:  # As old writers, which knew no data classes.
        value.metadata.data_class = summary_pb2.DATA_CLASS_UNKNOWN
    return value


def test_scalars():
    dice = random.Random(51)
    metadata = scalar_metadata.create_summary_metadata("Shown", "why")
    values = []
    for _ in range(COUNT):
        number = dice.choice([dice.gauss(0, 1e9), 0.0, -1e-40, float("inf"), 3])
        values.append(decorate(Value(tag="loss", simple_value=number), dice))
        array = np.array(number, dice.choice([np.float32, np.float64]))
        values.append(with_metadata("loss", array, metadata, dice))
    for value, answer in zip(values, upgraded_by_cpp(values)):
        theirs = upgraded_by_tensorboard(value)
        check_metadata(answer, theirs, "scalar")
        assert float(answer[5]) == tensor_util.make_ndarray(theirs.tensor).item()


def random_histogram(dice):
    value = Value(tag="weights")
    value.histo.min, value.histo.max = sorted(dice.gauss(0, 10) for _ in range(2))
    size = dice.choice([0, 1, 2, 10, 40])
    limits = sorted(dice.gauss(0, 10) for _ in range(size))
    if limits:
        limits[-1] = dice.choice([limits[-1], 1.7976931348623157e308])
    value.histo.bucket_limit.extend(limits)
    value.histo.bucket.extend(dice.choice([0, 0, 1, 1e6, 0.5]) for _ in range(size))
    return decorate(value, dice)


# Theirs are rounded to float32; rounded so, ours are equal to the bit.
def test_old_histograms():
    dice = random.Random(52)
    values = [random_histogram(dice) for _ in range(COUNT)]
    for value, answer in zip(values, upgraded_by_cpp(values)):
        theirs = upgraded_by_tensorboard(value)
        check_metadata(answer, theirs, "histogram")
        ours = np.array(answer[5:], np.float64).astype(np.float32).reshape(-1, 3)
        assert np.array_equal(ours, tensor_util.make_ndarray(theirs.tensor))


def test_histograms_in_tensors():
    dice = random.Random(53)
    rng = np.random.default_rng(53)
    metadata = histogram_metadata.create_summary_metadata("", "")
    values = []
    for size in range(20):
        array = rng.standard_normal((size, 3)).astype(dice.choice([np.float32, np.float64]))
        values.append(with_metadata("weights", array, metadata, dice))
    for value, answer in zip(values, upgraded_by_cpp(values)):
        theirs = upgraded_by_tensorboard(value)
        check_metadata(answer, theirs, "histogram")
        ours = np.array(answer[5:], np.float64).reshape(-1, 3)
        assert np.array_equal(ours, tensor_util.make_ndarray(theirs.tensor))


def check_strings(values, kind, leading=0):
    """Equal blobs, behind `leading` numbers."""
    for value, answer in zip(values, upgraded_by_cpp(values)):
        theirs = upgraded_by_tensorboard(value)
        check_metadata(answer, theirs, kind)
        expected = list(theirs.tensor.string_val)
        assert [each.encode() for each in answer[5:5 + leading]] == expected[:leading]
        blobs = [bytes.fromhex(each[1:]) for each in answer[5 + leading:]]
        assert blobs == expected[leading:]


def test_images():
    dice = random.Random(54)
    metadata = image_metadata.create_summary_metadata("Shown", "why")
    values = []
    for _ in range(COUNT):
        value = Value(tag="picture")
        value.image.width = dice.randrange(100)
        value.image.height = dice.randrange(100)
        value.image.encoded_image_string = dice.randbytes(20)
        values.append(decorate(value, dice))
        encoded = [dice.randbytes(10) for _ in range(dice.randrange(4))]
        array = [b"3", b"2", *encoded]
        values.append(with_metadata("picture", array, metadata, dice))
    check_strings(values, "image", leading=2)


# Theirs lose the labels; ours keep them, apart from the clips.
def test_audio():
    dice = random.Random(55)
    wav = audio_metadata.Encoding.Value("WAV")
    metadata = audio_metadata.create_summary_metadata("Shown", "why", wav)
    metadata.data_class = summary_pb2.DATA_CLASS_UNKNOWN
    values = []
    for _ in range(COUNT):
        value = Value(tag="sound")
        value.audio.encoded_audio_string = dice.randbytes(20)
        value.audio.content_type = "audio/wav"
        values.append(decorate(value, dice))
        clips = [dice.randbytes(10) for _ in range(1 + dice.randrange(3))]
        labelled = [[clip, b"label"] for clip in clips]
        values.append(with_metadata("sound", dice.choice([clips, labelled]), metadata, dice))
    check_strings(values, "audio")


def test_text_of_any_rank():
    dice = random.Random(56)
    metadata = text_metadata.create_summary_metadata("", "")
    values = [with_metadata("notes", array, metadata, dice)
              for array in [b"one", [b"one"], [[b"a", b"b"], [b"c", "ä".encode()]]]]
    for value, answer in zip(values, upgraded_by_cpp(values)):
        theirs = upgraded_by_tensorboard(value)
        check_metadata(answer, theirs, "text")
        shape = [d.size for d in theirs.tensor.tensor_shape.dim]
        assert answer[5:7] == ["text", "[" + "".join(f"{n}," for n in shape) + "]"]
        strings = [bytes.fromhex(each[1:]) for each in answer[7:]]
        assert strings == list(theirs.tensor.string_val)


def test_pr_curves():
    dice = random.Random(57)
    rng = np.random.default_rng(57)
    metadata = pr_curve_metadata.create_summary_metadata("", "", 7)
    values = [with_metadata("pr", rng.random((6, 7)).astype(np.float32), metadata, dice)]
    (answer,) = upgraded_by_cpp(values)
    theirs = upgraded_by_tensorboard(values[0])
    check_metadata(answer, theirs, "pr_curve")
    assert answer[5:7] == ["numbers", "[6,7,]"]
    assert bytes.fromhex(answer[7][1:]) == tensor_util.make_ndarray(theirs.tensor).tobytes()


@pytest.mark.parametrize("plugin", ["graph_keras_model", "graph_run_metadata",
                                    "graph_run_metadata_graph"])
def test_graphs_in_tensors(plugin):
    metadata = summary_pb2.SummaryMetadata()
    metadata.plugin_data.plugin_name = plugin
    metadata.plugin_data.content = b"1"
    value = with_metadata("model", b"bytes", metadata, random.Random(58))
    (answer,) = upgraded_by_cpp([value])
    theirs = upgraded_by_tensorboard(value)
    kind = "run_metadata" if plugin == "graph_run_metadata" else "graph"
    check_metadata(answer, theirs, kind)
    assert bytes.fromhex(answer[5][1:]) == theirs.tensor.string_val[0]


def test_hparams_without_content():
    value = Value(tag="_hparams_/session_start_info")
    value.metadata.plugin_data.plugin_name = "hparams"
    value.metadata.plugin_data.content = b"data"
    (answer,) = upgraded_by_cpp([value])
    theirs = upgraded_by_tensorboard(value)
    check_metadata(answer, theirs, "hparams")
    assert bytes.fromhex(answer[5][1:]) == theirs.metadata.plugin_data.content


def test_metadata_come_with_the_first_value_only():
    metadata = text_metadata.create_summary_metadata("Shown", "why")
    value = Value(tag="notes", tensor=tensor_util.make_tensor_proto(b"later"))
    (answer,) = upgraded_by_cpp([value], metadata.SerializeToString())
    assert answer[0] == "text"
    assert text_of(answer[3]) == "Shown"
