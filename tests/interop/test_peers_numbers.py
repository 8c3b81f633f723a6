"""Scalars, histograms, curves and tensors written by us, by torch and by tensorboardX:
the same values. A case is a line: a tag, and the call that writes it."""

import numpy as np
import pytest
import torch
from tensorboard.compat.proto import types_pb2
from tensorboard.util import tensor_util

import readback
from peers import PEERS, TIME, both, integers, module_run, normal, peer, uniform, write_with_all
from script import Script

# --- Scalars -------------------------------------------------------------------

SCALARS = {
    "one": lambda w: w.add_scalar("one", 1.0, 1, TIME),
    "zero": lambda w: w.add_scalar("zero", 0.0, 0, TIME),
    "tenth": lambda w: w.add_scalar("tenth", 0.1, 5, TIME),
    "float64": lambda w: w.add_scalar("float64", np.float64(1) / 3, 2, TIME),
    "large": lambda w: w.add_scalar("large", 1e38, 2**40, TIME),
    "subnormal": lambda w: w.add_scalar("subnormal", 1e-45, 3, TIME),
    "inf": lambda w: w.add_scalar("inf", -np.inf, 3, TIME),
    "nan": lambda w: w.add_scalar("nan", np.nan, 3, TIME),
    "a/b": lambda w: w.add_scalar("a/b", 3, 3, TIME),
}
scalars = module_run(SCALARS)


@peer
@pytest.mark.parametrize("tag", SCALARS)
def test_scalars_are_the_same_events(scalars, peer, tag):
    def event(run):
        [found] = [event for event, value in readback.values(run) if value.tag == tag]
        return str(found)  # A NaN equals itself in text.

    assert event(scalars / "ours") == event(scalars / peer)


ADD_SCALARS = {
    "loss": lambda w: w.add_scalars("loss", {"train": 1.0, "test": 2.0}, 3, TIME),
    "a/b": lambda w: w.add_scalars("a/b", {"x y": -1.0}, 3, TIME),
}
add_scalars = module_run(ADD_SCALARS)


def test_add_scalars_makes_the_runs_that_torch_makes(add_scalars):
    # tensorboardX nests them, as <main tag>/<name>.
    def runs(folder):
        return sorted(path.name for path in folder.iterdir() if path.is_dir())

    ours, theirs = add_scalars / "ours", add_scalars / "torch"
    assert runs(ours) == runs(theirs) == ["a_b_x y", "loss_test", "loss_train"]
    for run in runs(ours):
        assert readback.values(ours / run) == readback.values(theirs / run)


# --- Histograms ----------------------------------------------------------------

NORMAL = normal(1, 2000)
SKEWED = np.exp(normal(2, 3000, dtype=np.float64))
BINS = ["tensorflow", "auto", "fd", "doane", "scott", "sturges", "sqrt", "rice", "stone"]


def histogram(tag, values, **options):
    return tag, lambda w: w.add_histogram(tag, values, 3, walltime=TIME, **options)


HISTOGRAMS = dict(
    [histogram(f"normal-{bins}", NORMAL, bins=bins) for bins in BINS]
    + [histogram(f"skewed-{bins}", SKEWED, bins=bins) for bins in BINS]
    + [histogram(f"max_bins-{bins}", np.arange(1024), bins=bins, max_bins=5) for bins in BINS]
    + [histogram(f"count-{n}", NORMAL, bins=n) for n in (1, 2, 10, 1000)]
    + [
        histogram("edges", NORMAL, bins=[-10.0, -1.0, 0.0, 0.5, 10.0]),
        histogram("edges-that-leave-some-out", NORMAL, bins=[-1.0, 0.0, 1.0]),
        histogram("max_bins-tensorflow-few", SKEWED, max_bins=100),
        histogram("max_bins-more-than-there-are", NORMAL, bins=10, max_bins=20),
        histogram("one-value", np.array([2.5])),
        histogram("one-value-equal-bins", np.array([2.5]), bins=4),
        histogram("all-equal", np.full(100, -1e-3, np.float32)),
        histogram("zeros", np.zeros(10, np.float32)),
        histogram("integers", np.arange(-500, 500)),
        histogram("int8", np.arange(-128, 128).astype(np.int8), bins=16),
        histogram("bytes", integers(3, 500), bins="auto"),
        histogram("half", normal(4, 500).astype(np.float16)),
        histogram("matrix", normal(5, 20, 30)),
        histogram("beyond-all-bins", np.array([-1e30, 1.0, 1e30])),
        histogram("on-the-edges", 1e-12 * 1.1 ** np.arange(700)),
    ]
)
histograms = module_run(HISTOGRAMS)


@peer
@pytest.mark.parametrize("tag", HISTOGRAMS)
def test_histograms_have_the_same_buckets(histograms, peer, tag):
    ours, theirs = (value.histo for value in both(histograms, peer, tag))
    assert (ours.min, ours.max, ours.num) == (theirs.min, theirs.max, theirs.num)
    # Sums differ in the order of adding.
    np.testing.assert_allclose(ours.sum, theirs.sum, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(ours.sum_squares, theirs.sum_squares, rtol=1e-12)
    assert list(ours.bucket) == list(theirs.bucket)
    np.testing.assert_allclose(ours.bucket_limit, theirs.bucket_limit, rtol=1e-15)


@peer
def test_a_raw_histogram_is_the_same(program, tmp_path, peer):
    raw = {
        "min": -1.5, "max": 2.0, "num": 3.0, "sum": 0.5, "sum_squares": 7.0,
        "bucket_limits": [0.0, 2.0], "bucket_counts": [1.0, 2.0],
    }  # fmt: skip
    cases = {"raw": lambda w: w.add_histogram_raw("raw", global_step=1, **raw)}
    folder = write_with_all(cases, Script(program, tmp_path / "script"), tmp_path)
    ours, theirs = both(folder, peer, "raw")
    assert ours == theirs


# --- PR curves -----------------------------------------------------------------

LABELS = integers(6, 500, high=2, dtype=np.int64)
PREDICTIONS = uniform(7, 500)


def pr_curve(tag, labels, predictions, **options):
    return tag, lambda w: w.add_pr_curve(tag, labels, predictions, 3, walltime=TIME, **options)


PR_CURVES = dict(
    [
        pr_curve("default", LABELS, PREDICTIONS),
        pr_curve("float64", LABELS, PREDICTIONS.astype(np.float64)),
        pr_curve("bool", LABELS.astype(bool), PREDICTIONS),
        pr_curve("few", LABELS, PREDICTIONS, num_thresholds=7),
        pr_curve("many", LABELS, PREDICTIONS, num_thresholds=500),
        pr_curve("weighted", LABELS, PREDICTIONS, weights=uniform(8, 500, dtype=np.float64)),
        pr_curve("extremes", np.array([0, 1, 0, 1]), np.array([0.0, 0.0, 1.0, 1.0])),
        pr_curve("none-positive", np.zeros(9, np.int64), uniform(9, 9)),
        pr_curve("all-positive", np.ones(9, np.int64), uniform(9, 9)),
    ]
)
pr_curves = module_run(PR_CURVES)


@peer
@pytest.mark.parametrize("tag", PR_CURVES)
def test_pr_curves_are_the_same(pr_curves, peer, tag):
    ours, theirs = both(pr_curves, peer, tag)
    assert ours.metadata == theirs.metadata
    np.testing.assert_allclose(
        tensor_util.make_ndarray(ours.tensor), tensor_util.make_ndarray(theirs.tensor), rtol=1e-6
    )


# --- Tensors -------------------------------------------------------------------

TENSORS = {
    "float32": torch.linspace(-1, 1, 6).reshape(2, 3),
    "float64": torch.linspace(-1, 1, 6, dtype=torch.float64),
    "int8": torch.tensor([-128, 127], dtype=torch.int8),
    "int16": torch.tensor([-32768, 32767], dtype=torch.int16),
    "int32": torch.tensor([[-(2**31)], [2**31 - 1]], dtype=torch.int32),
    "int64": torch.tensor([-(2**63), 2**63 - 1]),
    "bool": torch.tensor([True, False]),
    "complex64": torch.tensor([1 + 2j, -1j], dtype=torch.complex64),
    "complex128": torch.tensor([1 + 2j, -1j], dtype=torch.complex128),
}


@pytest.mark.parametrize("tag", TENSORS)
def test_tensors_are_the_same_as_torchs(program, tmp_path, tag):
    # tensorboardX writes none; torch's half, bfloat16 and uint8 read back wrong.
    script = Script(program, tmp_path / "script")
    script.call("open", directory=tmp_path / "ours")
    script.call("add_tensor", tag=tag, tensor=TENSORS[tag], tensorboard=True, step=2)
    script.call("close").run()
    with PEERS["torch"](str(tmp_path / "torch")) as writer:
        writer.add_tensor(tag, TENSORS[tag], 2)
    ours, theirs = both(tmp_path, "torch", tag)
    assert ours.metadata == theirs.metadata
    mine, yours = (tensor_util.make_ndarray(value.tensor) for value in (ours, theirs))
    assert mine.dtype == yours.dtype
    np.testing.assert_array_equal(mine, yours)


SMALL_FLOATS = {
    torch.float16: types_pb2.DT_HALF,
    torch.bfloat16: types_pb2.DT_BFLOAT16,
    torch.float8_e4m3fn: types_pb2.DT_FLOAT8_E4M3FN,
    torch.float8_e5m2: types_pb2.DT_FLOAT8_E5M2,
}


@pytest.mark.parametrize("dtype", SMALL_FLOATS)
def test_tensors_of_small_floats_keep_their_bits(script, tmp_path, dtype):
    tensor = torch.tensor([[0.5, -1.75, 16.0]]).to(dtype)
    script.call("open", directory=tmp_path / "run")
    script.call("add_tensor", tag="x", tensor=tensor, tensorboard=True)
    script.call("close").run()
    proto = readback.value_of(tmp_path / "run", "x").tensor
    assert proto.dtype == SMALL_FLOATS[dtype]
    bits = torch.frombuffer(bytearray(proto.tensor_content), dtype=dtype)
    assert bits.float().tolist() == [0.5, -1.75, 16.0]
