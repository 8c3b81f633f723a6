"""What TensorBoard's own Python code reads from a run."""

import io
import wave
from pathlib import Path

import numpy as np
from PIL import Image
from tensorboard.backend.event_processing import (
    event_accumulator,
    event_file_loader,
    plugin_event_accumulator,
)
from tensorboard.compat.proto import event_pb2
from tensorboard.util import tensor_util

EVERYTHING = {
    kind: 0 for kind in ("scalars", "histograms", "images", "audio", "tensors", "graph")
}


def event_files(run):
    return sorted(str(path) for path in Path(run).glob("*tfevents*"))


def raw_events(run):
    """The events of a run as they are in its files, nothing migrated."""
    events = []
    for path in event_files(run):
        for record in event_file_loader.RawEventFileLoader(path).Load():
            events.append(event_pb2.Event.FromString(record))
    return events


def values(run):
    """(event, value) of every summary value of a run, nothing migrated."""
    return [(event, value) for event in raw_events(run) for value in event.summary.value]


def value_of(run, tag):
    """The one value of a tag."""
    found = [value for _, value in values(run) if value.tag == tag]
    assert len(found) == 1, f"{len(found)} values of {tag[:100]!r} in {run}"
    return found[0]


def legacy(run):
    """The accumulator that users' scripts call: Scalars(), Histograms(), ..."""
    loaded = event_accumulator.EventAccumulator(str(run), size_guidance=EVERYTHING)
    return loaded.Reload()


def migrated(run):
    """The accumulator behind TensorBoard's pages: everything is a tensor, as
    data_compat and dataclass_compat make it."""
    loaded = plugin_event_accumulator.EventAccumulator(
        str(run), size_guidance=EVERYTHING, tensor_size_guidance={}
    )
    return loaded.Reload()


def tensors(run, tag):
    """{step: array} of a tag, migrated."""
    return {
        event.step: tensor_util.make_ndarray(event.tensor_proto)
        for event in migrated(run).Tensors(tag)
    }


def pixels(encoded):
    """[H, W, 3 or 4] of an encoded picture."""
    image = Image.open(io.BytesIO(encoded))
    return np.asarray(image if image.mode == "RGBA" else image.convert("RGB"))


def frames(encoded):
    """[T, H, W, 3] and the seconds of each frame of an animation."""
    image = Image.open(io.BytesIO(encoded))
    pictures, seconds = [], []
    for index in range(image.n_frames):
        image.seek(index)
        pictures.append(np.asarray(image.convert("RGB")))
        seconds.append(image.info["duration"] / 1000)
    return np.stack(pictures), seconds


def samples(encoded):
    """(sample rate, int16 [L, channels]) of a WAV file."""
    with wave.open(io.BytesIO(encoded)) as file:
        assert file.getsampwidth() == 2
        data = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return file.getframerate(), data.reshape(-1, file.getnchannels())
