"""What TensorBoard reads from a log directory, in a form that can be compared."""

import io
import pathlib
import re
import wave

import numpy as np
from google.protobuf import text_format
from PIL import Image
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.compat.proto.config_pb2 import RunMetadata
from tensorboard.compat.proto.graph_pb2 import GraphDef
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData
from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig
from tensorboard.util import tensor_util

# What add_hparams() calls a run that has no name.
_TIME = re.compile(r"^\d{10}\.\d+$")
# An earlier wall time was given by the test itself.
_BEFORE_NOW = 1_600_000_000


def read(logdir):
    """{directory or file below `logdir`: content}."""
    found = {}
    for path in sorted(pathlib.Path(logdir).rglob("*")):
        if path.is_dir() or "sltensors" in path.name:
            continue
        place = [("<time>" if _TIME.match(p) else p) for p in path.relative_to(logdir).parts]
        if "tfevents" in path.name:
            found.setdefault("/".join(place[:-1]), []).extend(read_events(path))
        else:
            found["/".join(place)] = _read_file(path)
    return found


def read_events(path):
    """One tuple an event, or a value of a summary."""
    last_mark = None
    first_metadata = {}  # By tag: TensorBoard looks at the first.
    for event in EventFileLoader(str(path)).Load():
        when = event.wall_time if event.wall_time < _BEFORE_NOW else "now"
        what = event.WhichOneof("what")
        if what == "file_version":
            if event.step:
                yield "purge", event.step
        elif what == "summary":
            for value in event.summary.value:
                meta = first_metadata.setdefault(value.tag, _metadata(value))
                yield event.step, when, value.tag, meta, _content(value)
        elif what == "graph_def":
            yield "graph", _graph(event.graph_def)
        elif what == "tagged_run_metadata":
            run = event.tagged_run_metadata
            yield run.tag, str(RunMetadata.FromString(run.run_metadata))
        else:
            mark = event.step, str(getattr(event, what))
            if mark != last_mark:  # We write it twice (docs/compatibility.md).
                yield mark
            last_mark = mark


def _metadata(value):
    data = value.metadata
    content = data.plugin_data.content
    if data.plugin_data.plugin_name == "hparams":
        content = text_format.MessageToString(HParamsPluginData.FromString(content))
    return (
        data.plugin_data.plugin_name,
        content,
        data.display_name,
        data.summary_description,
        data.data_class,
    )


def _content(value):
    if value.tag == "__run_graph__":
        return _graph(value.tensor.string_val[0])
    if value.metadata.plugin_data.plugin_name == "graph_tagged_run_metadata":
        return str(RunMetadata.FromString(value.tensor.string_val[0]))
    try:
        array = tensor_util.make_ndarray(value.tensor)
    except (OverflowError, TypeError, ValueError):
        return "what TensorBoard cannot read"
    if array.dtype != object:
        return array
    return [_decoded(item) for item in array.reshape(-1).tolist()]


def _decoded(item):
    if item[:4] == b"\x89PNG":
        picture = Image.open(io.BytesIO(item))
        return picture.mode, np.asarray(picture)
    if item[:4] == b"RIFF":
        with wave.open(io.BytesIO(item)) as sound:
            return sound.getparams(), sound.readframes(sound.getnframes())
    return item


def _graph(content):
    graph = GraphDef.FromString(content)
    return sorted(text_format.MessageToString(node) for node in graph.node) + [
        str(graph.versions)
    ]


def _read_file(path):
    if path.suffix == ".png":
        return _decoded(path.read_bytes())
    if path.suffix == ".pbtxt":
        return str(text_format.Parse(path.read_text(), ProjectorConfig()))
    if path.name == "tensors.tsv":
        return np.loadtxt(path, delimiter="\t", ndmin=2)
    return path.read_text()


def skeleton(logs):
    """The same without what summaries hold: directories, steps, tags."""
    return {place: _without_content(content) for place, content in logs.items()}


def _without_content(content):
    if not isinstance(content, list):
        return "a file"
    return [event[:3] if len(event) == 5 else event[:1] for event in content]


def assert_same(ours, theirs, where="logs"):
    """Equal in everything; numbers as far as float32 and the order of sums go."""
    assert type(ours) is type(theirs), (where, ours, theirs)
    if isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype, where
        assert ours.shape == theirs.shape, where
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-12, err_msg=where)
    elif isinstance(theirs, dict):
        assert sorted(ours) == sorted(theirs), where
        for key in theirs:
            assert_same(ours[key], theirs[key], f"{where}/{key}")
    elif isinstance(theirs, (list, tuple)) and not hasattr(theirs, "_fields"):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for i, (a, b) in enumerate(zip(ours, theirs)):
            assert_same(a, b, f"{where}[{i}]")
    else:
        assert ours == theirs or (ours != ours and theirs != theirs), (where, ours, theirs)
