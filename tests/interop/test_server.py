"""Every kind, asked of a running TensorBoard: once with its loader in Python,
once with its data server in Rust, over the same files."""

import json
import math

import numpy as np
import pytest
from google.protobuf import text_format
from tensorboard.compat.proto import graph_pb2

import readback
import samples
from expected import pr_curve, tiled
from tensorboard_server import wait_until

RUN = samples.RUN
OTHER_RUNS = [samples.PURGED_RUN, samples.ROTATED_RUN, *samples.TRIALS]


def ids(table):
    return [name[:30] for name in table]


def number(value):
    """A number of TensorBoard's JSON, where what is not finite is a string."""
    return float(value)


def test_the_runs_are_the_directories(server):
    # The data server takes no scalars of 64 bits (see below), but the run is there.
    expected = {RUN, samples.DOUBLE_RUN, *samples.CURVE_RUNS, *OTHER_RUNS}
    assert set(server.json("runs")) == expected


def test_every_plugin_has_data(server):
    def active():
        listing = server.json("plugins_listing")
        return {name for name, plugin in listing.items() if plugin["enabled"]}

    # The projector looks for its files in a thread of its own.
    wait_until(lambda: "projector" in active(), "active projector")
    assert active() >= {
        "scalars", "images", "audio", "histograms", "distributions", "text", "graphs",
        "pr_curves", "mesh", "hparams", "custom_scalars", "timeseries",
    }  # fmt: skip


# --- Numbers -------------------------------------------------------------------



@pytest.mark.parametrize("tag", samples.SCALARS, ids=ids(samples.SCALARS))
def test_scalars(server, tag):
    points = server.plugin("scalars", "scalars", run=RUN, tag=tag)
    expected = samples.SCALARS[tag]
    assert [(wall, step) for wall, step, _ in points] == [
        (samples.wall_time(step), step) for step in expected
    ]
    np.testing.assert_array_equal(
        [np.float32(number(value)) for _, _, value in points],
        [np.float32(value) for value in expected.values()],
    )


def test_the_tags_of_a_run(server):
    tags = set(server.plugin("scalars", "tags")[RUN])
    assert tags == {*samples.SCALARS, samples.HANDLE_TAG, samples.SCOPE_TAG}


def test_each_curve_of_add_scalars_is_a_run(server):
    for run, value in zip(samples.CURVE_RUNS, samples.CURVES.values()):
        points = server.plugin("scalars", "scalars", run=run, tag=samples.CURVES_TAG)
        assert points == [[samples.wall_time(3), 3, value]]


def test_double_scalars_are_shown_by_the_python_loader_only(server):
    # docs/format.md, "Scalars": the data server knows no double and drops them.
    tags = server.plugin("scalars", "tags").get(samples.DOUBLE_RUN, {})
    if server.fast:
        assert tags == {}
        return
    for tag, expected in samples.DOUBLE_SCALARS.items():
        points = server.plugin("scalars", "scalars", run=samples.DOUBLE_RUN, tag=tag)
        np.testing.assert_array_equal(
            [number(value) for _, _, value in points], list(expected.values())
        )


def test_a_purge_step_hides_what_came_after(server):
    # The data server ignores the mark, but drops what a tag had at later steps when
    # it goes back to an earlier one, which comes to the same here.
    points = server.plugin("scalars", "scalars", run=samples.PURGED_RUN, tag="x")
    kept = {s: v for s, v in samples.BEFORE_PURGE.items() if s < samples.PURGE_STEP}
    assert {step: value for _, step, value in points} == kept | samples.AFTER_PURGE


@pytest.mark.parametrize("tag", samples.HISTOGRAMS)
def test_histograms(server, logdir, tag):
    data = samples.HISTOGRAMS[tag].astype(np.float64)
    [[wall_time, step, rows]] = server.plugin("histograms", "histograms", run=RUN, tag=tag)
    assert (wall_time, step) == (samples.wall_time(4), 4)
    assert sum(count for _, _, count in rows) == data.size
    np.testing.assert_array_equal(rows, expected_rows(written_histogram(logdir, tag), server))


def written_histogram(logdir, tag):
    return readback.value_of(logdir / RUN, tag).histo


def expected_rows(histogram, server):
    """[left, right, count] of a histogram's buckets as TensorBoard shows them. Its
    data server keeps the empty bucket below all values that torch writes, and so do
    we; the Python loader cuts it off and goes through float32."""
    limits, counts = list(histogram.bucket_limit), list(histogram.bucket)
    if server.fast:
        edges = [histogram.min, *limits[:-1], histogram.max]
        return list(zip(edges[:-1], edges[1:], counts))
    first = next(i for i, count in enumerate(counts) if count > 0)
    edges = [histogram.min, *limits[first:-1], histogram.max]
    return np.float32(list(zip(edges[:-1], edges[1:], counts[first:])))


@pytest.mark.parametrize("tag", samples.HISTOGRAMS)
def test_distributions(server, logdir, tag):
    data = samples.HISTOGRAMS[tag].astype(np.float64)
    [[wall_time, step, points]] = server.plugin(
        "distributions", "distributions", run=RUN, tag=tag
    )
    assert (wall_time, step) == (samples.wall_time(4), 4)
    percentiles = dict(points)
    assert list(percentiles) == [0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000]
    np.testing.assert_allclose(percentiles[0], data.min(), rtol=1e-6)
    np.testing.assert_allclose(percentiles[10000], data.max(), rtol=1e-6)
    # A percentile is interpolated within a bucket, so its rank is right to within one.
    counts = written_histogram(logdir, tag).bucket
    for percentile, value in percentiles.items():
        rank = np.mean(data <= value)
        assert abs(rank - percentile / 10000) <= max(counts) / data.size


@pytest.mark.parametrize("tag", samples.PR_CURVES)
def test_pr_curves(server, tag):
    labels, predictions, thresholds = samples.PR_CURVES[tag]
    [entry] = server.plugin("pr_curves", "pr_curves", run=RUN, tag=tag)[RUN]
    assert (entry["step"], entry["wall_time"]) == (6, samples.wall_time(6))
    expected = dict(
        zip(
            ("true_positives", "false_positives", "true_negatives", "false_negatives",
             "precision", "recall"),
            pr_curve(labels, predictions, thresholds).astype(np.float32),
        )
    )  # fmt: skip
    # TensorBoard cuts the end, where nothing is positive.
    length = len(entry["thresholds"])
    assert np.all(expected["true_positives"][length:] == 0)
    for name, values in expected.items():
        np.testing.assert_array_equal(np.float32(entry[name]), values[:length], name)
    np.testing.assert_allclose(entry["thresholds"], np.linspace(0, 1, thresholds)[:length])


def time_series(server, plugin, tag, **more):
    """What the "Time Series" page asks for."""
    request = json.dumps([{"plugin": plugin, "tag": tag, **more}])
    [answer] = server.plugin("timeseries", "timeSeries", requests=request)
    return answer["runToSeries"][RUN]


def test_time_series_of_scalars(server):
    points = time_series(server, "scalars", "train/loss")
    actual = {point["step"]: np.float32(point["value"]) for point in points}
    expected = samples.SCALARS["train/loss"]
    assert actual == {step: np.float32(value) for step, value in expected.items()}


def test_time_series_of_histograms(server):
    [point] = time_series(server, "histograms", "histogram/normal", run=RUN)
    assert sum(bin_["count"] for bin_ in point["bins"]) == 1000


def test_time_series_of_images(server):
    points = time_series(server, "images", samples.SEVERAL_IMAGES_TAG, run=RUN, sample=0)
    assert len(points) == len(samples.SEVERAL_IMAGES)
    for point, expected in zip(points, samples.SEVERAL_IMAGES):
        encoded = server.blob("timeseries", "imageData", imageId=point["imageId"])
        np.testing.assert_array_equal(readback.pixels(encoded), expected)


# --- Media ---------------------------------------------------------------------


def served_images(server, tag):
    entries = server.plugin("images", "images", run=RUN, tag=tag, sample=0)
    return [
        (entry, server.get("plugin/images/individualImage?" + entry["query"]))
        for entry in entries
    ]


@pytest.mark.parametrize("tag", samples.IMAGES)
def test_images(server, tag):
    [(entry, encoded)] = served_images(server, tag)
    expected = samples.IMAGES[tag][3]
    assert (entry["step"], entry["wall_time"]) == (1, samples.wall_time(1))
    np.testing.assert_array_equal(readback.pixels(encoded), expected)


def test_images_over_time(server):
    served = served_images(server, samples.SEVERAL_IMAGES_TAG)
    assert [entry["step"] for entry, _ in served] == list(range(len(samples.SEVERAL_IMAGES)))
    for (_, encoded), expected in zip(served, samples.SEVERAL_IMAGES):
        np.testing.assert_array_equal(readback.pixels(encoded), expected)


def test_a_video_is_served_as_an_animation(server):
    [(_, encoded)] = served_images(server, samples.VIDEO_TAG)
    frames, _ = readback.frames(encoded)
    np.testing.assert_array_equal(frames, tiled(samples.VIDEO))


@pytest.mark.parametrize("tag", samples.AUDIO)
def test_audio(server, tag):
    _, rate, expected = samples.AUDIO[tag]
    [entry] = server.plugin("audio", "audio", run=RUN, tag=tag, sample=0)
    assert (entry["step"], entry["wall_time"]) == (2, samples.wall_time(2))
    # docs/format.md, "All kinds": audio has no plug-in metadata, as torch writes none;
    # the data server does not make them up, and browsers look at the bytes.
    mime_type = "application/octet-stream" if server.fast else "audio/wav"
    assert entry["contentType"] == mime_type
    encoded = server.get("plugin/audio/individualAudio?" + entry["query"])
    actual_rate, actual = readback.samples(encoded)
    assert actual_rate == rate
    np.testing.assert_array_equal(actual, expected)


HTML = {
    "plain": "<p>plain</p>",
    "**bold** and `code`": "<p><strong>bold</strong> and <code>code</code></p>",
    "naïve 日本語 🚀": "<p>naïve 日本語 🚀</p>",
    "": "",
}


@pytest.mark.parametrize("tag", samples.TEXTS)
def test_texts(server, tag):
    entries = server.plugin("text", "text", run=RUN, tag=f"{tag}/text_summary")
    assert [entry["step"] for entry in entries] == list(samples.TEXTS[tag])
    for entry, text in zip(entries, samples.TEXTS[tag].values()):
        assert entry["wall_time"] == samples.wall_time(entry["step"])
        # The one string is the one cell of a table.
        if text in HTML:
            assert f"<td>{HTML[text]}</td>" in entry["text"].replace("\n", "")
        else:
            assert "<td>1</td>" in entry["text"].replace(" ", "").replace("\n", "")


MESH_PARTS = {
    "vertices": ("VERTEX", 1, np.float32),
    "faces": ("FACE", 2, np.int32),
    "colors": ("COLOR", 3, np.uint8),
}


@pytest.mark.parametrize("tag", samples.MESHES)
def test_meshes(server, tag):
    arguments = samples.MESHES[tag]
    parts = {name: arguments[name] for name in MESH_PARTS if name in arguments}
    parts = {name: a if a.ndim == 3 else a[None] for name, a in parts.items()}
    entries = {
        entry["content_type"]: entry
        for entry in server.plugin("mesh", "meshes", run=RUN, tag=tag, sample=0)
    }
    assert len(entries) == len(parts)
    assert server.plugin("mesh", "tags")[RUN][tag] == {"samples": len(parts["vertices"])}
    for name, array in parts.items():
        content_type, code, dtype = MESH_PARTS[name]
        assert entries[code]["data_shape"] == list(array.shape)
        assert json.loads(entries[code]["config"]) == json.loads(
            arguments.get("config", "{}")
        )
        for sample, expected in enumerate(array):
            query = {"run": RUN, "tag": tag, "step": 9, "sample": sample}
            data = server.blob("mesh", "data", content_type=content_type, **query)
            np.testing.assert_array_equal(
                np.frombuffer(data, dtype).reshape(expected.shape), expected
            )


# --- The model and the experiment ----------------------------------------------


def test_the_graph(server):
    assert server.plugin("graphs", "info")[RUN]["run_graph"] is True
    text = server.blob("graphs", "graph", run=RUN).decode()
    graph = text_format.Parse(text, graph_pb2.GraphDef())
    nodes = {node.name: (node.op, list(node.input), node.device) for node in graph.node}
    assert nodes == {
        name: (op, inputs, device) for name, (op, inputs, _, device) in samples.GRAPH.items()
    }
    shapes = graph.node[-1].attr["_output_shapes"].list.shape
    assert [dim.size for dim in shapes[0].dim] == samples.GRAPH["output"][2]


def test_the_projector_knows_the_run(server):
    wait_until(lambda: RUN in server.plugin("projector", "runs"), "projector run")
    infos = server.plugin("projector", "info", run=RUN)["embeddings"]
    assert [info["tensorName"] for info in infos] == [
        f"{tag}:{step:05}" for tag, step in samples.EMBEDDINGS
    ]


@pytest.mark.parametrize("key", samples.EMBEDDINGS)
def test_the_projector(server, key):
    tag, step = key
    arguments, labels = samples.EMBEDDINGS[key]
    name = f"{tag}:{step:05}"
    wait_until(lambda: RUN in server.plugin("projector", "runs"), "projector run")
    infos = server.plugin("projector", "info", run=RUN)["embeddings"]
    [info] = [info for info in infos if info["tensorName"] == name]

    points = np.frombuffer(server.blob("projector", "tensor", run=RUN, name=name), np.float32)
    np.testing.assert_array_equal(points.reshape(10, 4), arguments["matrix"])

    assert ("metadataPath" in info) == bool(labels)
    if labels:
        rows = server.blob("projector", "metadata", run=RUN, name=name).decode().splitlines()
        header = [arguments["header"]] if "header" in arguments else []
        assert rows == ["\t".join(row) for row in header + labels]

    assert ("sprite" in info) == ("images" in arguments)
    if "images" in arguments:
        assert info["sprite"]["singleImageDim"] == [8, 8]
        sprite = readback.pixels(server.blob("projector", "sprite_image", run=RUN, name=name))
        pictures = arguments["images"].transpose(0, 2, 3, 1)
        expected = np.zeros((32, 32, 3), np.uint8)
        sheet = samples.grid(pictures, columns=4)
        expected[: sheet.shape[0]] = sheet
        np.testing.assert_array_equal(sprite, expected)


def test_the_experiment_of_hparams(server):
    experiment = server.post_json("plugin/hparams/experiment", {})
    infos = {info["name"]: info for info in experiment["hparamInfos"]}
    assert {name: info["type"] for name, info in infos.items()} == {
        "lr": "DATA_TYPE_FLOAT64",
        "optimizer": "DATA_TYPE_STRING",
        "bn": "DATA_TYPE_BOOL",
    }
    assert infos["lr"]["domainDiscrete"] == samples.HPARAM_DOMAINS["lr"]
    assert infos["optimizer"]["domainDiscrete"] == samples.HPARAM_DOMAINS["optimizer"]
    metrics = [(info["name"]["tag"], info["displayName"]) for info in experiment["metricInfos"]]
    assert metrics == [("hparam/accuracy", "Accuracy"), ("hparam/loss", "Loss")]


def test_the_session_groups_of_hparams(server):
    request = {
        "startIndex": 0,
        "sliceSize": 10,
        "allowedStatuses": ["STATUS_SUCCESS", "STATUS_FAILURE"],
        "colParams": [],
    }
    answer = server.post_json("plugin/hparams/session_groups", request)
    groups = {group["name"]: group for group in answer["sessionGroups"]}
    assert set(groups) == set(samples.TRIALS)
    for name, (hparams, metrics, status) in samples.TRIALS.items():
        assert groups[name]["hparams"] == hparams
        [session] = groups[name]["sessions"]
        assert session["name"] == name
        assert session["status"] == samples.STATUS_NAMES[status]
        assert session["startTimeSecs"] == samples.wall_time(0)
        assert session["endTimeSecs"] == samples.wall_time(60)
        values = {m["name"]["tag"]: m["value"] for m in groups[name]["metricValues"]}
        assert values == dict(zip(samples.METRIC_TAGS, metrics))


@pytest.mark.parametrize("trial", samples.TRIALS)
def test_the_metric_evaluations_of_hparams(server, trial):
    request = {"sessionName": trial, "metricName": {"group": "", "tag": "hparam/loss"}}
    points = server.post_json("plugin/hparams/metric_evals", request)
    assert [(step, value) for _, step, value in points] == [
        (0, 0.0),
        (1, samples.TRIALS[trial][1][1]),
    ]


def test_the_layout_of_custom_scalars(server):
    layout = server.plugin("custom_scalars", "layout")
    categories = {category["title"]: category for category in layout["category"]}
    assert list(categories) == list(samples.LAYOUT)
    for title, (closed, charts) in samples.LAYOUT.items():
        assert categories[title].get("closed", False) == closed
        for chart, (name, (kind, tags)) in zip(categories[title]["chart"], charts.items()):
            assert chart["title"] == name
            if kind == "multiline":
                assert chart["multiline"]["tag"] == tags
            else:
                series = dict(zip(("value", "lower", "upper"), tags))
                assert chart["margin"]["series"] == [series]


def test_the_scalars_of_custom_scalars(server):
    answer = server.plugin("custom_scalars", "scalars", run=RUN, tag="train/.*")
    assert answer["regex_valid"] is True
    [(tag, points)] = answer["tag_to_events"].items()
    assert tag == "train/loss"
    assert len(points) == len(samples.SCALARS[tag])


def test_the_tensor_plugin_has_no_page_but_disturbs_none(server):
    for plugin in ("scalars", "histograms", "text", "images"):
        tags = server.plugin(plugin, "tags").get(RUN, {})
        assert not [tag for tag in tags if tag.startswith("tensor/")]


def test_what_is_not_finite_is_written_as_such(server):
    points = server.plugin("scalars", "scalars", run=RUN, tag="not finite")
    values = [value for _, _, value in points]
    assert values == [1.0, "NaN", "Infinity", "-Infinity", 2.0]
    assert math.isnan(number(values[1]))
