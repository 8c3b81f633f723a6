"""Logs to run the program on. Needs STEPLINE_PROGRAM, and a Python with the
peers (`make python`)."""

import math
import os
import shutil

import numpy as np
import pytest
import tensorboardX
import torch.utils.tensorboard

from program import stepline

TORCH_LOSSES = {step: 1 / (1 + step) for step in range(300)}
ODD_VALUES = {0: 1.5, 1: math.nan, 2: math.inf, 3: -math.inf, 4: -0.0, 5: 1e-45}
HOSTILE_RUN = b"evil\x1b[31m\nname\xff,\"q\""
HOSTILE_TAG = "tag\nwith \x1b]0;x\x07, \"quotes\" and \u202e"


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """What our own writer leaves: three runs, every kind."""
    folder = tmp_path_factory.mktemp("demo") / "runs"
    stepline("demo", folder).well()
    return folder


@pytest.fixture(scope="session")
def torch_log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("torch")
    for number in (1, 2, 10):
        with torch.utils.tensorboard.SummaryWriter(folder / f"run{number}") as writer:
            for step, value in TORCH_LOSSES.items():
                writer.add_scalar("train/loss", value * number, step, 1000 + step)
            for step, value in ODD_VALUES.items():
                writer.add_scalar("odd", value, step, 2000.25)
            writer.add_text("notes", "first line\nsecond, \"line\"", 7)
            writer.add_histogram("weights", np.arange(100), 3)
            writer.add_image("picture", np.zeros((3, 8, 16), np.uint8), 5)
            writer.add_hparams({"lr": 0.5, "name": "x"}, {"odd": 1.0}, run_name="hp")
    return folder


@pytest.fixture(scope="session")
def tensorboardx_log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("x") / "run"
    with tensorboardX.SummaryWriter(str(folder)) as writer:
        for step, value in TORCH_LOSSES.items():
            writer.add_scalar("train/loss", value, step, 1000 + step)
        writer.add_text("notes", "of tensorboardX", 7)
        writer.add_histogram("weights", np.arange(100), 3)
    return folder


@pytest.fixture
def hostile_log(tmp_path):
    root = os.fsencode(tmp_path / "hostile")
    os.makedirs(root)
    with torch.utils.tensorboard.SummaryWriter(tmp_path / "plain") as writer:
        writer.add_scalar(HOSTILE_TAG, 1.0, 1, 1000)
        writer.add_scalar("../../up", 2.0, 1, 1000)
        writer.add_scalar("/etc/passwd", 3.0, 1, 1000)
        writer.add_scalar("long" * 500, 4.0, 1, 1000)
        writer.add_scalar("", 5.0, 1, 1000)
    shutil.copytree(os.fsencode(tmp_path / "plain"), root + b"/" + HOSTILE_RUN)
    return tmp_path / "hostile"


def event_file(run):
    (file,) = run.glob("*tfevents*")
    return file


@pytest.fixture
def damaged_log(torch_log, tmp_path):
    """One byte of one record is wrong."""
    shutil.copytree(torch_log / "run1", tmp_path / "damaged" / "run1",
                    ignore=shutil.ignore_patterns("hp"))
    file = event_file(tmp_path / "damaged" / "run1")
    data = bytearray(file.read_bytes())
    data[3000] ^= 1
    file.write_bytes(data)
    return tmp_path / "damaged"


@pytest.fixture
def restarted_log(tmp_path):
    """Taken up again at step 5, and then at step 3."""
    folder = tmp_path / "restarted" / "run"
    for life, (first, last) in enumerate([(0, 8), (5, 7), (3, 5)]):
        options = {"purge_step": first} if life else {}
        with torch.utils.tensorboard.SummaryWriter(folder / "new", **options) as writer:
            for step in range(first, last):
                writer.add_scalar("loss", life, step, 1000 * life + step)
            writer.add_text("notes", f"life {life}", last - 1, 1000 * life + last)
        event_file(folder / "new").rename(folder / f"events.out.tfevents.{life}")
    return folder.parent
