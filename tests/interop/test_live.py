"""A run that TensorBoard watches while it is written."""

import subprocess

import pytest

from script import Script
from tensorboard_server import TensorBoardServer, wait_until


@pytest.fixture(params=["false", "true"], ids=["python", "data_server"])
def server(request, tmp_path):
    (tmp_path / "logdir").mkdir()
    with TensorBoardServer(tmp_path / "logdir", request.param, tmp_path) as server:
        yield server


class Training:
    """A process that stops at every `wait` of its script until told to go on."""

    def __init__(self, program, script):
        self._process = subprocess.Popen(
            [program, script.write()], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.communicate(timeout=30)

    def reach_wait(self):
        assert self._process.stdout.readline() == b"waiting\n"

    def go_on(self):
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()

    def kill(self):
        self._process.kill()
        self._process.wait(30)


def test_points_appear_while_the_writer_lives_and_stay_when_it_is_killed(
    program, server, tmp_path
):
    def steps():
        if "x" not in server.plugin("scalars", "tags").get("run", {}):
            return []
        return [step for _, step, _ in server.plugin("scalars", "scalars", run="run", tag="x")]

    script = Script(program, tmp_path / "script")
    script.call("open", directory=tmp_path / "logdir" / "run", rotate_bytes=1)
    for step in range(3):
        # Nobody flushes: the writer does, by itself, and begins a file each time.
        script.call("add_scalar", tag="x", value=step, step=step).call("wait")
    with Training(program, script) as training:
        for step in range(3):
            training.reach_wait()
            wait_until(lambda: steps() == list(range(step + 1)), f"step {step}")
            if step < 2:
                training.go_on()
        training.kill()
    wait_until(lambda: steps() == [0, 1, 2], "steps after the end")
