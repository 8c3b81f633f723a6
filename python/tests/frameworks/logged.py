"""What TensorBoard reads in the logs of a framework, all of them Stepline's."""

import collections

import numpy as np
import readback
from logs import event_files
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader, RawEventFileLoader
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData


def run_names(logdir):
    """The directories that have event files."""
    files = logdir.rglob("*tfevents*")
    return sorted({file.parent.relative_to(logdir).as_posix() for file in files})


def read(run):
    """{plugin: {tag: {step: content}}} of one directory. Its files must be ours."""
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    assert event_files(run), f"nothing in {run}"
    for file in event_files(run):
        first = Event.FromString(next(iter(RawEventFileLoader(str(file)).Load())))
        assert first.source_metadata.writer.startswith("stepline "), file
        for event in readback.read_events(file):
            if len(event) == 5:
                step, _, tag, (plugin, *_), content = event
                found[plugin][tag][step] = content
    return found


def scalars(run):
    """{tag: {step: value}}."""
    return {
        tag: {step: value.item() for step, value in points.items()}
        for tag, points in read(run)["scalars"].items()
    }


def text(run, tag):
    """The first text of a tag."""
    return next(iter(read(run)["text"][f"{tag}/text_summary"].values()))[0].decode()


def hparams(run):
    """{name: value} of the session that a run is. All of its three messages must
    be there."""
    found = {}
    for file in event_files(run):
        for event in EventFileLoader(str(file)).Load():
            for value in event.summary.value:
                if value.metadata.plugin_data.plugin_name == "hparams":
                    message = HParamsPluginData.FromString(value.metadata.plugin_data.content)
                    found[message.WhichOneof("data")] = message
    assert sorted(found) == ["experiment", "session_end_info", "session_start_info"]
    values = found["session_start_info"].session_start_info.hparams
    return {name: getattr(value, value.WhichOneof("kind")) for name, value in values.items()}


def as_float32(points):
    """{step: value} as a file holds it, from pairs, or from a dictionary that
    JSON has made of one."""
    pairs = points.items() if isinstance(points, dict) else points
    return {int(step): np.float32(value).item() for step, value in pairs}
