"""What `stepline` reads from other writers' logs and from ours, value by value
against TensorBoard's own loaders. docs/reading.md lists where they differ."""

import json
import math
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tensorboard.util import tensor_util

import foreign_logs
import readback
from tensorboard_server import TensorBoardServer, wait_until

FLOATS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
KINDS = {
    "scalars": "scalar", "histograms": "histogram", "images": "image", "audio": "audio",
    "text": "text", "pr_curves": "pr_curve", "mesh": "mesh", "hparams": "hparams",
    "custom_scalars": "custom_scalars", "graphs": "graph",
    "graph_tagged_run_metadata": "run_metadata",
}  # fmt: skip
# TensorBoard does not show these.
UNSHOWN = ["meta_graph", "log_message", "session_log"]


def stepline(*arguments):
    program = Path(os.environ["STEPLINE_BUILD_DIR"]) / "stepline"
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read(logdir):
    """{(run, tag, kind): [(step, wall time, value)]}."""
    found = {}
    kinds = [f"--kind={kind}" for kind in [*KINDS.values(), *UNSHOWN, "tensor", "other"]]
    for line in stepline("read", logdir, "--format", "jsonl", *kinds).splitlines():
        entry = json.loads(line)
        key = entry["run"], entry["tag"], entry.get("kind", "scalar")
        value = entry["value"]
        value = FLOATS.get(value, value) if isinstance(value, str) else value
        found.setdefault(key, []).append((entry["step"], entry["wall_time"], value))
    return found


def exported(logdir, folder):
    """{(run, tag, kind): [(step, path)]} of everything that is not in lines."""
    stepline("export", logdir, "-o", folder)
    found = {}
    for line in (folder / "index.jsonl").read_text().splitlines():
        entry = json.loads(line)
        key = entry["run"], entry["tag"], entry["kind"]
        found.setdefault(key, []).append((entry.get("step"), folder / entry["path"]))
    return found


@pytest.fixture(scope="module")
def logs(logdir, tmp_path_factory):
    folder = tmp_path_factory.mktemp("foreign")
    return foreign_logs.write_all(folder)


@pytest.fixture(scope="module")
def folder(logs):
    return logs["torch"].parent


@pytest.fixture(scope="module")
def lines(folder):
    return read(folder)


@pytest.fixture(scope="module")
def files(folder, tmp_path_factory):
    return exported(folder, tmp_path_factory.mktemp("exported") / "out")


def same(ours, theirs):
    return ours == theirs or (math.isnan(ours) and math.isnan(theirs))


def tags_of(accumulator):
    """(tag, plug-in) of every summary that TensorBoard's loader has."""
    return [
        (tag, accumulator.SummaryMetadata(tag).plugin_data.plugin_name)
        for tag in accumulator.Tags()["tensors"]
    ]


def check_run(run, name, lines, files):
    """Every value of TensorBoard's Python loader is ours, and no other."""
    loader = readback.migrated(run)
    expected = set()
    for tag, plugin in tags_of(loader):
        kind = KINDS.get(plugin, "tensor")
        expected.add((name, tag, kind))
        check_series(loader.Tensors(tag), (name, tag, kind), lines, files)
    ours = {key for key in lines if key[0] == name}
    assert {key for key in ours if key[2] not in UNSHOWN} == expected


def check_series(theirs, key, lines, files):
    ours = lines[key]
    assert [(step, wall) for step, wall, _ in ours] == [
        (event.step, event.wall_time) for event in theirs
    ], key
    for (_, _, value), event in zip(ours, theirs, strict=True):
        if key[2] in CHECKS_OF_LINES:
            CHECKS_OF_LINES[key[2]](value, event.tensor_proto)
    if key[2] in CHECKS_OF_FILES:
        CHECKS_OF_FILES[key[2]](files[key], theirs)


def check_scalar(value, proto):
    [theirs] = tensor_util.make_ndarray(proto).reshape(-1).tolist()
    assert same(value, theirs)


def check_histogram(value, proto):
    theirs = tensor_util.make_ndarray(proto)
    ours = np.array(value["buckets"], np.float64).reshape(-1, 3)
    np.testing.assert_array_equal(ours.astype(theirs.dtype), theirs)


def check_text(value, proto):
    theirs = tensor_util.make_ndarray(proto)
    if isinstance(value, str):  # A text of one element.
        assert [value.encode()] == theirs.reshape(-1).tolist()
        return
    assert value["shape"] == list(theirs.shape)
    assert value["strings"] == [text.decode() for text in theirs.reshape(-1)]


def check_pr_curve(value, proto):
    theirs = tensor_util.make_ndarray(proto)
    rows = ["true_positives", "false_positives", "true_negatives", "false_negatives",
            "precision", "recall"]  # fmt: skip
    np.testing.assert_array_equal(np.float32([value[row] for row in rows]), theirs)


def check_images(paths, theirs):
    expected = [
        encoded
        for event in theirs
        for encoded in tensor_util.make_ndarray(event.tensor_proto)[2:]
    ]
    assert [path.read_bytes() for _, path in paths] == expected


def check_audio(paths, theirs):
    expected = [
        np.atleast_2d(tensor_util.make_ndarray(event.tensor_proto))[0][0] for event in theirs
    ]
    assert [path.read_bytes() for _, path in paths] == expected


def check_arrays(paths, theirs):
    for (_, path), event in zip(paths, theirs, strict=True):
        np.testing.assert_array_equal(np.load(path), tensor_util.make_ndarray(event.tensor_proto))


CHECKS_OF_LINES = {
    "scalar": check_scalar, "histogram": check_histogram, "text": check_text,
    "pr_curve": check_pr_curve,
}  # fmt: skip
CHECKS_OF_FILES = {
    "image": check_images, "audio": check_audio, "tensor": check_arrays, "mesh": check_arrays,
}  # fmt: skip


@pytest.mark.parametrize("name", foreign_logs.PLAIN)
def test_every_value_is_tensorboards(logs, lines, files, name):
    check_run(logs[name], name, lines, files)


def test_every_value_of_our_own_is_tensorboards(logdir, tmp_path):
    lines, files = read(logdir), exported(logdir, tmp_path / "out")
    # Tensor files are ours alone; TensorBoard does not open them.
    runs = sorted({run for run, _, kind in lines})
    for run in runs:
        directory = logdir if run == "." else logdir / run
        own = {key: value for key, value in lines.items() if not of_tensor_file(key, directory)}
        check_run(directory, run, own, files)


def of_tensor_file(key, directory):
    run, tag, kind = key
    return kind == "tensor" and tag not in readback.migrated(directory).Tags()["tensors"]


def scalars(lines, name, tag="loss"):
    return [(step, value) for step, _, value in lines[name, tag, "scalar"]]


RESTARTED = [(step, step if step < 20 else 1000 + step) for step in range(40)]


def test_a_session_log_cuts_as_in_the_python_loader(logs, lines):
    name = "restart_by_log"
    assert scalars(lines, name) == RESTARTED
    assert scalars(lines, name, "only_before") == [(step, step) for step in range(20)]
    for tag in "loss", "only_before":
        theirs = readback.legacy(logs[name]).Scalars(tag)
        assert scalars(lines, name, tag) == [(event.step, event.value) for event in theirs]


def test_a_new_file_that_goes_back_cuts_as_in_the_data_server(logs, lines):
    assert scalars(lines, "restart_by_file") == RESTARTED
    # The Python loader keeps both lives.
    theirs = readback.legacy(logs["restart_by_file"]).Scalars("loss")
    assert len(theirs) == 50


def test_of_siblings_all_is_kept_as_in_the_python_loader(logs, lines):
    ours = scalars(lines, "siblings")
    assert ours == [(step, step) for step in [0, 1, 2, 3, 8, 9, 10, 11]]
    theirs = readback.legacy(logs["siblings"]).Scalars("loss")
    assert sorted((event.step, event.value) for event in theirs) == ours


def test_steps_that_go_back_in_a_file_are_all_kept_and_put_in_order(logs, lines):
    ours = scalars(lines, "going_back")
    assert ours == [(0, 0), (1, 1), (2, 4), (3, 5), (5, 2), (6, 3), (7, 6), (7, 7)]
    theirs = readback.legacy(logs["going_back"]).Scalars("loss")
    assert sorted((event.step, event.value) for event in theirs) == ours


@pytest.fixture(scope="module")
def server(folder, tmp_path_factory):
    with TensorBoardServer(folder, "true", tmp_path_factory.mktemp("server")) as running:
        wait_until(lambda: len(running.plugin("scalars", "tags")) >= 7, "all runs")
        yield running


@pytest.mark.parametrize("name", [*foreign_logs.PLAIN, "restart_by_file"])
def test_scalars_are_the_data_servers(server, lines, name):
    theirs = wait_until(lambda: server.plugin("scalars", "tags").get(name), f"run {name}")
    ours = {tag for run, tag, kind in lines if run == name and kind == "scalar"}
    # It knows scalars of rank 0 and float only.
    lost = {"double", "count"} if name == "tensorflow_2" else set()
    assert ours - lost == set(theirs)
    for tag in theirs:
        points = server.plugin("scalars", "scalars", run=name, tag=tag)
        expected = [(wall, step, FLOATS.get(value, value)) for wall, step, value in points]
        mine = [
            (wall, step, float(np.float32(value)))
            for step, wall, value in lines[name, tag, "scalar"]
        ]
        assert len(mine) == len(expected)
        for ours_point, their_point in zip(mine, expected, strict=True):
            assert ours_point[:2] == their_point[:2]
            assert same(ours_point[2], their_point[2])


def test_histograms_are_the_data_servers_but_for_their_ends(server, lines):
    for name, tag in ("tensorflow_1", "weights"), ("tensorflow_2", "weights"):
        theirs = wait_until(
            lambda: server.plugin("histograms", "histograms", run=name, tag=tag), tag
        )
        for (step, wall, value), (their_wall, their_step, buckets) in zip(
            lines[name, tag, "histogram"], theirs, strict=True
        ):
            assert (wall, step) == (their_wall, their_step)
            theirs_counted = np.array([bucket for bucket in buckets if bucket[2] > 0])
            ours_counted = np.array([bucket for bucket in value["buckets"] if bucket[2] > 0])
            np.testing.assert_array_equal(ours_counted[:, 2], theirs_counted[:, 2])
            np.testing.assert_array_equal(ours_counted[1:, 0], theirs_counted[1:, 0])
            np.testing.assert_array_equal(ours_counted[:-1, 1], theirs_counted[:-1, 1])
