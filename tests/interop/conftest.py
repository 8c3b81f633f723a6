"""Needs the build directory in the environment variable STEPLINE_BUILD_DIR,
and a Python with the peers (`make python`)."""

import os
from pathlib import Path

import pytest

import samples
from script import Script
from tensorboard_server import TensorBoardServer, wait_until


@pytest.fixture(scope="session")
def program():
    build = os.environ.get("STEPLINE_BUILD_DIR")
    assert build, "set STEPLINE_BUILD_DIR to the build directory"
    path = Path(build) / "tests" / "interop" / "write_samples"
    assert path.exists(), f"{path} is not built"
    return path


@pytest.fixture
def script(program, tmp_path):
    return Script(program, tmp_path / "script")


@pytest.fixture(scope="session")
def logdir(program, tmp_path_factory):
    """Every kind of summary, by samples.py."""
    folder = tmp_path_factory.mktemp("samples")
    samples.write_samples(Script(program, folder / "script"), folder / "logdir")
    return folder / "logdir"


def running_tensorboard(logdir, load_fast, scratch):
    with TensorBoardServer(logdir, load_fast, scratch) as server:
        # It answers while it still loads: wait for the end of the longest runs.
        wait_until(lambda: has_loaded(server), "run with all its data")
        yield server


def has_loaded(server):
    tags = server.plugin("scalars", "tags")
    return (
        samples.METRIC_TAGS[-1] in tags.get(list(samples.TRIALS)[-1], {})
        and server.plugin("custom_scalars", "layout")
        and "x" in tags.get(samples.ROTATED_RUN, {})
        and len(server.plugin("scalars", "scalars", run=samples.ROTATED_RUN, tag="x"))
        == samples.ROTATED_STEPS
    )


@pytest.fixture(scope="session")
def python_server(logdir, tmp_path_factory):
    yield from running_tensorboard(logdir, "false", tmp_path_factory.mktemp("python"))


@pytest.fixture(scope="session")
def data_server(logdir, tmp_path_factory):
    yield from running_tensorboard(logdir, "true", tmp_path_factory.mktemp("rust"))


@pytest.fixture(params=["python_server", "data_server"])
def server(request):
    """A running TensorBoard, once with either of its loaders."""
    return request.getfixturevalue(request.param)
