"""Needs the build directory in the environment variable STEPLINE_BUILD_DIR,
and a Python with the peers (`make python`)."""

import os
from pathlib import Path

import pytest

from samples import write_samples
from script import Script
from tensorboard_server import TensorBoardServer


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
    write_samples(Script(program, folder / "script"), folder / "logdir")
    return folder / "logdir"


@pytest.fixture(scope="session")
def python_server(logdir, tmp_path_factory):
    with TensorBoardServer(logdir, "false", tmp_path_factory.mktemp("python")) as server:
        yield server


@pytest.fixture(scope="session")
def data_server(logdir, tmp_path_factory):
    with TensorBoardServer(logdir, "true", tmp_path_factory.mktemp("rust")) as server:
        yield server


@pytest.fixture(params=["python_server", "data_server"])
def server(request):
    """A running TensorBoard, once with either of its loaders."""
    return request.getfixturevalue(request.param)
