"""Every kind, read back by TensorBoard's own Python loaders."""

import struct

import numpy as np
import pytest
from google.protobuf import text_format
from tensorboard.compat.proto import event_pb2, graph_pb2, types_pb2
from tensorboard.plugins.custom_scalar import layout_pb2
from tensorboard.plugins.hparams import plugin_data_pb2 as hparams_pb2
from tensorboard.plugins.mesh import plugin_data_pb2 as mesh_pb2
from tensorboard.plugins.pr_curve import plugin_data_pb2 as pr_curve_pb2
from tensorboard.plugins.projector import projector_config_pb2
from tensorboard.util import tensor_util

import readback
import samples
from expected import pr_curve, tiled


@pytest.fixture(scope="module")
def run(logdir):
    return logdir / samples.RUN


@pytest.fixture(scope="module")
def loaded(run):
    return readback.legacy(run)


def float32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def ids(table):
    return [name[:30] for name in table]


def one(events):
    assert len(events) == 1
    return events[0]


# --- Numbers -------------------------------------------------------------------


@pytest.mark.parametrize("tag", samples.SCALARS, ids=ids(samples.SCALARS))
def test_scalars(loaded, tag):
    expected = samples.SCALARS[tag]
    events = loaded.Scalars(tag)
    assert [event.step for event in events] == list(expected)
    assert [event.wall_time for event in events] == [samples.wall_time(s) for s in expected]
    np.testing.assert_array_equal(
        [event.value for event in events], [float32(value) for value in expected.values()]
    )


def test_a_scalar_handle_and_a_step_scope_write_scalars(loaded):
    np.testing.assert_array_equal(
        [event.value for event in loaded.Scalars(samples.HANDLE_TAG)], samples.HANDLE_VALUES
    )
    event = one(loaded.Scalars(samples.SCOPE_TAG))
    assert (event.step, event.value) == (samples.SCOPE_STEP, samples.SCOPE_VALUE)


def test_each_curve_of_add_scalars_is_a_run(logdir):
    for run, value in zip(samples.CURVE_RUNS, samples.CURVES.values()):
        event = one(readback.legacy(logdir / run).Scalars(samples.CURVES_TAG))
        assert (event.step, event.value) == (3, value)


def test_no_other_tag_is_a_scalar(loaded):
    known = {*samples.SCALARS, samples.HANDLE_TAG, samples.SCOPE_TAG}
    assert set(loaded.Tags()["scalars"]) == known


def test_double_scalars_keep_all_bits(logdir):
    for tag, expected in samples.DOUBLE_SCALARS.items():
        actual = readback.tensors(logdir / samples.DOUBLE_RUN, tag)
        assert list(actual) == list(expected)
        for step, value in expected.items():
            assert actual[step].dtype == np.float64
            assert actual[step].shape == ()
            np.testing.assert_array_equal(actual[step], value)
        metadata = readback.migrated(logdir / samples.DOUBLE_RUN).SummaryMetadata(tag)
        assert metadata.plugin_data.plugin_name == "scalars"


def test_a_purge_step_makes_readers_drop_what_came_after(logdir):
    kept = {s: v for s, v in samples.BEFORE_PURGE.items() if s < samples.PURGE_STEP}
    expected = kept | samples.AFTER_PURGE
    events = readback.legacy(logdir / samples.PURGED_RUN).Scalars("x")
    assert {event.step: event.value for event in events} == expected
    assert readback.tensors(logdir / samples.PURGED_RUN, "x") == expected


def test_a_rotated_run_is_read_as_one(logdir):
    run = logdir / samples.ROTATED_RUN
    assert len(readback.event_files(run)) > 3
    steps = [event.step for event in readback.legacy(run).Scalars("x")]
    assert steps == list(range(samples.ROTATED_STEPS))


@pytest.mark.parametrize("tag", samples.HISTOGRAMS)
def test_histograms(loaded, tag):
    data = samples.HISTOGRAMS[tag].astype(np.float64)
    event = one(loaded.Histograms(tag))
    histogram = event.histogram_value
    assert (event.step, event.wall_time) == (4, samples.wall_time(4))
    assert (histogram.min, histogram.max, histogram.num) == (data.min(), data.max(), data.size)
    np.testing.assert_allclose(histogram.sum, data.sum(), rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(histogram.sum_squares, (data * data).sum(), rtol=1e-12)
    # The limits are upper edges; the first bucket is the empty one below.
    assert histogram.bucket[0] == 0
    counts, _ = np.histogram(data, histogram.bucket_limit)
    np.testing.assert_array_equal(histogram.bucket[1:], counts)
    assert counts.sum() == data.size


def test_a_raw_histogram_is_written_as_it_is(loaded):
    histogram = one(loaded.Histograms("counted elsewhere")).histogram_value
    raw = samples.RAW_HISTOGRAM
    for name in ("min", "max", "num", "sum", "sum_squares"):
        assert getattr(histogram, name) == raw[name]
    assert histogram.bucket_limit == raw["bucket_limits"]
    assert histogram.bucket == raw["bucket_counts"]


@pytest.mark.parametrize("tag", samples.HISTOGRAMS)
def test_histograms_survive_the_migration_to_tensors(run, tag):
    rows = readback.tensors(run, tag)[4]
    data = samples.HISTOGRAMS[tag].astype(np.float64)
    assert rows.shape[1] == 3
    assert rows[:, 2].sum() == data.size
    assert rows[0, 0] == np.float32(data.min())
    assert rows[-1, 1] == np.float32(data.max())


@pytest.mark.parametrize("tag", samples.PR_CURVES)
def test_pr_curves(run, tag):
    labels, predictions, thresholds = samples.PR_CURVES[tag]
    actual = readback.tensors(run, tag)[6]
    np.testing.assert_array_equal(
        actual, pr_curve(labels, predictions, thresholds).astype(np.float32)
    )
    metadata = readback.migrated(run).SummaryMetadata(tag).plugin_data
    assert metadata.plugin_name == "pr_curves"
    content = pr_curve_pb2.PrCurvePluginData.FromString(metadata.content)
    assert (content.version, content.num_thresholds) == (0, thresholds)


def test_a_raw_pr_curve_is_written_as_it_is(run):
    expected = np.array(list(samples.RAW_PR_CURVE.values()), np.float32)
    np.testing.assert_array_equal(readback.tensors(run, "raw curve")[6], expected)


@pytest.mark.parametrize("name", samples.TENSORS)
def test_tensors_of_tensorboards_own_plugin(run, name):
    expected = samples.TENSORS[name]
    value = readback.value_of(run, f"tensor/{name}")
    assert value.metadata.plugin_data.plugin_name == "tensor"
    actual = tensor_util.make_ndarray(value.tensor)
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    np.testing.assert_array_equal(actual, expected)


# --- Media ---------------------------------------------------------------------


@pytest.mark.parametrize("tag", samples.IMAGES)
def test_images(run, loaded, tag):
    expected = samples.IMAGES[tag][3]
    event = one(loaded.Images(tag))
    assert (event.step, event.wall_time) == (1, samples.wall_time(1))
    assert (event.height, event.width) == expected.shape[:2]
    np.testing.assert_array_equal(readback.pixels(event.encoded_image_string), expected)
    width, height, _ = readback.tensors(run, tag)[1]
    assert (int(height), int(width)) == expected.shape[:2]


def test_images_over_time(loaded):
    for event, expected in zip(
        loaded.Images(samples.SEVERAL_IMAGES_TAG), samples.SEVERAL_IMAGES, strict=True
    ):
        np.testing.assert_array_equal(readback.pixels(event.encoded_image_string), expected)


def test_boxes_are_drawn_on_the_image(loaded):
    pixels = readback.pixels(one(loaded.Images(samples.BOXES_TAG)).encoded_image_string)
    assert pixels.shape == samples.BOXES_IMAGE.shape
    for left, top, right, bottom in samples.BOXES.astype(int):
        for y, x in [(top, left), (top, right), (bottom, left), (bottom, right)]:
            assert tuple(pixels[y, x]) == (255, 0, 0)
        assert tuple(pixels[(top + bottom) // 2, (left + right) // 2]) == (0, 0, 0)


def test_a_video_is_an_animation_of_tiles(loaded):
    event = one(loaded.Images(samples.VIDEO_TAG))
    frames, seconds = readback.frames(event.encoded_image_string)
    expected = tiled(samples.VIDEO)
    assert (event.height, event.width) == expected.shape[1:3]
    np.testing.assert_array_equal(frames, expected)
    # A GIF counts time in hundredths of a second.
    assert seconds == pytest.approx([1 / samples.VIDEO_FPS] * len(expected), abs=0.0051)


@pytest.mark.parametrize("tag", samples.AUDIO)
def test_audio(loaded, tag):
    _, rate, expected = samples.AUDIO[tag]
    event = one(loaded.Audio(tag))
    assert (event.step, event.wall_time) == (2, samples.wall_time(2))
    assert (event.sample_rate, event.length_frames) == (rate, len(expected))
    assert event.content_type == "audio/wav"
    actual_rate, actual = readback.samples(event.encoded_audio_string)
    assert actual_rate == rate
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("tag", samples.TEXTS)
def test_texts(run, tag):
    actual = readback.tensors(run, f"{tag}/text_summary")
    for step, expected in samples.TEXTS[tag].items():
        assert actual[step].shape == (1,)
        assert actual[step][0].decode() == expected
    metadata = readback.migrated(run).SummaryMetadata(f"{tag}/text_summary")
    assert metadata.plugin_data.plugin_name == "text"


MESH_PARTS = {
    "vertices": ("VERTEX", mesh_pb2.MeshPluginData.VERTEX),
    "faces": ("FACE", mesh_pb2.MeshPluginData.FACE),
    "colors": ("COLOR", mesh_pb2.MeshPluginData.COLOR),
}


@pytest.mark.parametrize("tag", samples.MESHES)
def test_meshes(run, tag):
    arguments = samples.MESHES[tag]
    parts = {name: arguments[name] for name in MESH_PARTS if name in arguments}
    components = sum(1 << MESH_PARTS[name][1] for name in parts)
    for name, array in parts.items():
        suffix, content_type = MESH_PARTS[name]
        expected = array if array.ndim == 3 else array[None]
        value = readback.value_of(run, f"{tag}_{suffix}")
        np.testing.assert_array_equal(tensor_util.make_ndarray(value.tensor), expected)
        assert value.metadata.plugin_data.plugin_name == "mesh"
        content = mesh_pb2.MeshPluginData.FromString(value.metadata.plugin_data.content)
        assert content == mesh_pb2.MeshPluginData(
            name=tag,
            content_type=content_type,
            components=components,
            shape=expected.shape,
            json_config=arguments.get("config", "{}"),
        )


# --- The model and the experiment ----------------------------------------------


def test_the_graph(loaded):
    graph = loaded.Graph()
    assert isinstance(graph, graph_pb2.GraphDef)
    nodes = {node.name: node for node in graph.node}
    assert list(nodes) == list(samples.GRAPH)
    for name, (op, inputs, shape, device) in samples.GRAPH.items():
        node = nodes[name]
        assert (node.op, list(node.input), node.device) == (op, inputs, device)
        shapes = node.attr["_output_shapes"].list.shape
        assert [[dim.size for dim in one.dim] for one in shapes] == [shape]


def test_the_attributes_of_a_graph_node(loaded):
    attr = loaded.Graph().node[-1].attr
    assert attr["bool"].b is True
    assert attr["int"].i == -3
    assert attr["float"].f == 0.5
    assert attr["text"].s == b"same"
    assert list(attr["ints"].list.i) == [1, -2]
    assert list(attr["floats"].list.f) == [0.25, 2.0]
    assert list(attr["texts"].list.s) == [b"a", b"b c"]


def test_the_projectors_files(run):
    config = text_format.Parse(
        (run / "projector_config.pbtxt").read_text(), projector_config_pb2.ProjectorConfig()
    )
    assert len(config.embeddings) == len(samples.EMBEDDINGS)
    for info, ((tag, step), (arguments, labels)) in zip(
        config.embeddings, samples.EMBEDDINGS.items()
    ):
        assert info.tensor_name == f"{tag}:{step:05}"
        points = np.loadtxt(run / info.tensor_path, np.float32, delimiter="\t")
        np.testing.assert_array_equal(points, arguments["matrix"])
        assert bool(info.metadata_path) == bool(labels)
        if labels:
            rows = (run / info.metadata_path).read_text().splitlines()
            header = [arguments["header"]] if "header" in arguments else []
            assert rows == ["\t".join(row) for row in header + labels]
        assert info.HasField("sprite") == ("images" in arguments)


def hparams_content(run, tag):
    metadata = readback.value_of(run, tag).metadata.plugin_data
    assert metadata.plugin_name == "hparams"
    return hparams_pb2.HParamsPluginData.FromString(metadata.content)


@pytest.mark.parametrize("trial", samples.TRIALS)
def test_hparams(logdir, trial):
    hparams, _, status = samples.TRIALS[trial]
    experiment = hparams_content(logdir / trial, "_hparams_/experiment").experiment
    infos = {info.name: info for info in experiment.hparam_infos}
    assert {name: info.type for name, info in infos.items()} == {
        "lr": 3,
        "optimizer": 1,
        "bn": 2,
    }
    assert list(infos["lr"].domain_discrete) == samples.HPARAM_DOMAINS["lr"]
    assert list(infos["optimizer"].domain_discrete) == samples.HPARAM_DOMAINS["optimizer"]
    assert not infos["bn"].HasField("domain_discrete")
    metrics = [(info.name.tag, info.display_name) for info in experiment.metric_infos]
    assert metrics == [("hparam/accuracy", "Accuracy"), ("hparam/loss", "Loss")]

    start = hparams_content(logdir / trial, "_hparams_/session_start_info").session_start_info
    actual = {
        name: getattr(value, value.WhichOneof("kind")) for name, value in start.hparams.items()
    }
    assert actual == hparams
    assert start.start_time_secs == samples.wall_time(0)
    end = hparams_content(logdir / trial, "_hparams_/session_end_info").session_end_info
    assert (end.status, end.end_time_secs) == (status, samples.wall_time(60))


def test_hparams_make_no_run_of_their_own(logdir):
    assert sorted(path.name for path in (logdir / "trials").iterdir()) == ["a", "b"]


def expected_layout():
    layout = layout_pb2.Layout()
    for title, (closed, charts) in samples.LAYOUT.items():
        category = layout.category.add(title=title, closed=closed)
        for name, (kind, tags) in charts.items():
            chart = category.chart.add(title=name)
            if kind == "multiline":
                chart.multiline.tag.extend(tags)
            else:
                chart.margin.series.add(value=tags[0], lower=tags[1], upper=tags[2])
    return layout


def test_the_layout_of_custom_scalars(run):
    value = readback.value_of(run, "custom_scalars__config__")
    assert value.metadata.plugin_data.plugin_name == "custom_scalars"
    assert value.tensor.dtype == types_pb2.DT_STRING
    layout = layout_pb2.Layout.FromString(tensor_util.make_ndarray(value.tensor).item())
    assert layout == expected_layout()


# --- The file ------------------------------------------------------------------


def test_the_first_event_is_the_version(run):
    first = readback.raw_events(run)[0]
    assert first.file_version == "brain.Event:2"
    assert first.source_metadata.writer


def test_a_raw_event_is_written_as_it_is(script, tmp_path):
    event = event_pb2.Event(wall_time=1.5, step=7)
    event.tagged_run_metadata.tag = "step 7"
    event.tagged_run_metadata.run_metadata = b"\x00\xff anything"
    run = tmp_path / "run"
    script.call("open", directory=run).call("add_event", bytes=event.SerializeToString())
    script.call("close").run()
    assert readback.raw_events(run)[1:] == [event]


def test_invalid_utf8_is_replaced(script, tmp_path):
    run = tmp_path / "run"
    script.call("open", directory=run)
    script.call("add_scalar", tag=b"bad \xff tag", value=1.0)
    script.call("add_text", tag="text", text=b"cut \xf0\x9f off")
    script.call("close").run()
    tags = [value.tag for _, value in readback.values(run)]
    assert tags == ["bad \ufffd tag", "text/text_summary"]
    text = readback.tensors(run, "text/text_summary")[0][0].decode()
    assert text.startswith("cut \ufffd") and text.endswith(" off")
