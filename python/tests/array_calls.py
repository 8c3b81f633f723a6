"""One line a method that takes arrays: a call with those of any library."""

import pathlib
import tempfile
import traceback

import ml_dtypes
import numpy as np
import readback

from stepline import SummaryWriter, tensorboardX

RANDOM = np.random.default_rng(1)
UNIT = RANDOM.random((8, 3, 8, 8)).astype(np.float32)
TRUTHS = np.array([0, 1, 1, 0, 1], np.int32)
BYTES = RANDOM.integers(0, 256, (8, 6, 3)).astype(np.uint8)
BOXES = np.array([[1, 1, 5, 4], [2, 2, 6, 6]], np.float32)
COUNTS = np.array([[3, 2, 1], [2, 1, 0], [0, 1, 2], [0, 1, 1], [0.5, 0.5, 1], [1, 0.5, 0.25]], np.float32)
FACES = np.array([[[0, 1, 2], [0, 2, 3]]], np.int32)

# By the method's name: what is called with a writer, and with a function that
# makes a numpy array one of the library.
CALLS = {
    "add_scalar": lambda w, a: w.add_scalar("s", a(UNIT[0, 0, 0, 0]), 1),
    "add_scalar, of one element": lambda w, a: w.add_scalar("s", a(UNIT[:1, 0, 0, 0]), 1),
    "add_scalar, its step": lambda w, a: w.add_scalar("s", 0.5, a(np.int32(7))),
    "add_scalars": lambda w, a: w.add_scalars("s", {"x": a(UNIT[0, 0, 0, 0]), "y": a(UNIT[0, 0, 0, 1])}, 1),
    "add_histogram": lambda w, a: w.add_histogram("h", a(UNIT), a(np.int32(7))),
    "add_histogram, a transposed one": lambda w, a: w.add_histogram("h", a(UNIT.T), 1),
    "add_histogram, of integers": lambda w, a: w.add_histogram("h", a(TRUTHS), 1),
    "add_histogram, of truths": lambda w, a: w.add_histogram("h", a(TRUTHS > 0), 1),
    "add_histogram, of a list": lambda w, a: w.add_histogram("h", (a(UNIT[0]), a(UNIT[1])), 1),
    "add_histogram_raw": lambda w, a: w.add_histogram_raw(
        "h", 0, 2, 3, 3, 5, a(np.array([1, 2], np.float32)), a(np.array([1, 2], np.float32)), 1
    ),
    "add_image": lambda w, a: w.add_image("i", a(UNIT[0]), 1),
    "add_image, of bytes": lambda w, a: w.add_image("i", a(BYTES), 1, dataformats="HWC"),
    "add_images": lambda w, a: w.add_images("i", a(UNIT), 1),
    "add_image_with_boxes": lambda w, a: w.add_image_with_boxes("i", a(UNIT[0]), a(BOXES), 1),
    "add_video": lambda w, a: w.add_video("v", a(UNIT[None]), 1),
    "add_audio": lambda w, a: w.add_audio("a", a(UNIT.reshape(-1)), 1),
    "add_embedding": lambda w, a: w.add_embedding(a(UNIT[0, 0]), list("abcdefgh"), a(UNIT), 1),
    "add_pr_curve": lambda w, a: w.add_pr_curve("p", a(TRUTHS), a(UNIT[0, 0, 0, :5]), 1, num_thresholds=10),
    "add_pr_curve_raw": lambda w, a: w.add_pr_curve_raw("p", *map(a, COUNTS), 1, num_thresholds=3),
    "add_mesh": lambda w, a: w.add_mesh("m", a(UNIT[:1, 0, :4, :3]), a(BYTES[None, :4, 0]), a(FACES), None, 1),
    "add_tensor": lambda w, a: w.add_tensor("t", a(UNIT), 1),
    "add_hparams": lambda w, a: w.add_hparams({"lr": a(UNIT[0, 0, 0, 0])}, {"m": a(UNIT[0, 0, 0, 1])}),
}  # fmt: skip
WRITERS = {"torch": SummaryWriter, "tensorboardX": tensorboardX.SummaryWriter}


def as_bfloat16(array):
    array = np.asarray(array)
    return array.astype(ml_dtypes.bfloat16) if array.dtype == np.float32 else array


def write(name, writer_class, make, logdir):
    with writer_class(str(logdir)) as writer:
        CALLS[name](writer, make)


def check(logdir, name, writer_class, make, reference):
    """The call writes with the arrays of `make` what it writes with numpy's, made
    by `reference`."""
    write(name, writer_class, make, logdir / "theirs")
    write(name, writer_class, reference, logdir / "numpy")
    found = readback.read(logdir / "theirs")
    assert any(len(events) for events in found.values())
    readback.assert_same(found, readback.read(logdir / "numpy"))


def problems(libraries):
    """{case: what was raised} of all calls, and how many were made; `libraries`
    has `make` and `reference` for each kind of arrays."""
    found, calls = {}, 0
    for library, makers in libraries.items():
        for kind, writer_class in WRITERS.items():
            for name in CALLS:
                calls += 1
                try:
                    with tempfile.TemporaryDirectory() as folder:
                        check(pathlib.Path(folder), name, writer_class, *makers)
                except Exception:
                    found[f"{library}, {kind}: {name}"] = traceback.format_exc()
    return found, calls
