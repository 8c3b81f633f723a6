"""stepline.SummaryWriter against torch.utils.tensorboard's: the same calls, the
same files."""

import contextlib
import inspect
import io
import pathlib

import numpy as np
import pytest
import torch
from cases import Table, check, same_parameters
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils.tensorboard import SummaryWriter as TorchWriter

from stepline import SummaryWriter

INF, NAN = float("inf"), float("nan")
table = Table()
case = table.case


# Equal whenever they are called: each case is run twice.


def rng():
    return np.random.default_rng(1)


def normal(*shape):
    return rng().normal(size=shape).astype(np.float32)


def uniform(*shape):
    return rng().random(shape, dtype=np.float32)


def fake_tensor():
    with FakeTensorMode():
        return torch.ones(3)


class Wrapper(torch.Tensor):
    """A tensor whose data are another's, as DTensor's are."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        inner = [x.inner if isinstance(x, cls) else x for x in args]
        found = function(*inner, **(kwargs or {}))
        return cls(found) if isinstance(found, torch.Tensor) else found


def byte_image(*shape):
    return rng().integers(0, 256, shape, dtype=np.uint8)


# --- Scalars -----------------------------------------------------------------

case("scalar", lambda w: w.add_scalar("a", 1.5, 3))
case("scalar: without a step", lambda w: w.add_scalar("a", 1.5))
case("scalar: keywords", lambda w: w.add_scalar(tag="a", scalar_value=1.5, global_step=3, walltime=9.0))
case("scalar: None step", lambda w: w.add_scalar("a", 1.5, None))
case("scalar: many steps", lambda w: [w.add_scalar("a", i / 7, i) for i in range(100)])
case("scalar: two tags", lambda w: [w.add_scalar(t, 2, i) for i in range(3) for t in "ab"])
case("scalar: int", lambda w: w.add_scalar("a", 7))
case("scalar: huge int", lambda w: w.add_scalar("a", 10**30))
case("scalar: int beyond double", lambda w: w.add_scalar("a", 10**400))
case("scalar: bool", lambda w: w.add_scalar("a", True))
case("scalar: nan", lambda w: w.add_scalar("a", NAN, 1))
case("scalar: infinity", lambda w: w.add_scalar("a", -INF, 1))
case("scalar: beyond float32", lambda w: w.add_scalar("a", 1e300))
case("scalar: text that is a number", lambda w: w.add_scalar("a", "3"))
case("scalar: text", lambda w: w.add_scalar("a", "x"))
case("scalar: None", lambda w: w.add_scalar("a", None))
case("scalar: complex", lambda w: w.add_scalar("a", 1j))
case("scalar: numpy's complex", lambda w: w.add_scalar("a", np.complex64(1j)))
case("scalar: array of complex", lambda w: w.add_scalar("a", np.array([1j])))
case("scalar: tensor of complex", lambda w: w.add_scalar("a", torch.tensor(1j)))
case("scalar: object", lambda w: w.add_scalar("a", object()))
case("scalar: dict", lambda w: w.add_scalar("a", {}))
for kind in (np.float16, np.float32, np.float64, np.int8, np.int64, np.uint64, np.bool_):
    case(f"scalar: numpy {kind.__name__}", lambda w, kind=kind: w.add_scalar("a", kind(1), 2))
for shape in ((), (1,), (1, 1), (2,), (0,), (1, 2)):
    case(f"scalar: array of {shape}", lambda w, s=shape: w.add_scalar("a", np.ones(s), 2))
    case(f"scalar: tensor of {shape}", lambda w, s=shape: w.add_scalar("a", torch.ones(s), 2))
case("scalar: requires grad", lambda w: w.add_scalar("a", torch.ones(1, requires_grad=True)))
case("scalar: tensor of ints", lambda w: w.add_scalar("a", torch.tensor(5)))
case("scalar: half", lambda w: w.add_scalar("a", torch.tensor(0.1).half()))
case("scalar: bfloat16", lambda w: w.add_scalar("a", torch.tensor(0.5).bfloat16()))
case("scalar: large bfloat16", lambda w: w.add_scalar("a", torch.tensor(1e30).bfloat16()), "bfloat16")
case("scalar: without data", lambda w: w.add_scalar("a", torch.empty(2, device="meta"), 3), "Tensors without data")
case("scalar: list", lambda w: w.add_scalar("a", [1.0]), "Lists")
case("scalar: step as float", lambda w: w.add_scalar("a", 1, 3.9))
case("scalar: step as numpy", lambda w: w.add_scalar("a", 1, np.int32(3)))
case("scalar: step as tensor", lambda w: w.add_scalar("a", 1, torch.tensor(3)))
case("scalar: step as text", lambda w: w.add_scalar("a", 1, "3"))
case("scalar: step as bad text", lambda w: w.add_scalar("a", 1, "x"))
case("scalar: step as bool", lambda w: w.add_scalar("a", 1, True))
case("scalar: step is nan", lambda w: w.add_scalar("a", 1, NAN))
case("scalar: negative step", lambda w: w.add_scalar("a", 1, -5))
case("scalar: greatest step", lambda w: w.add_scalar("a", 1, 2**63 - 1))
case("scalar: least step", lambda w: w.add_scalar("a", 1, -(2**63)))
case("scalar: step beyond 64 bits", lambda w: w.add_scalar("a", 1, 2**63))
case("scalar: wall time", lambda w: w.add_scalar("a", 1, 2, 12345.5))
case("scalar: wall time as int", lambda w: w.add_scalar("a", 1, 2, 12345))
case("scalar: wall time as numpy", lambda w: w.add_scalar("a", 1, 2, np.float32(12345)))
case("scalar: wall time as text", lambda w: w.add_scalar("a", 1, 2, "x"))
case("scalar: unicode tag", lambda w: w.add_scalar("größe/損失 🙂", 1))
case("scalar: tag with spaces", lambda w: w.add_scalar("a b\tc", 1))
case("scalar: empty tag", lambda w: w.add_scalar("", 1))
case("scalar: tag with slash in front", lambda w: w.add_scalar("/a//b", 1))
case("scalar: long tag", lambda w: w.add_scalar("x" * 5000, 1))
case("scalar: tag with NUL", lambda w: w.add_scalar("a\0b", 1))
case("scalar: tag as bytes", lambda w: w.add_scalar(b"a", 1))
case("scalar: tag is None", lambda w: w.add_scalar(None, 1))
case("scalar: tag is a number", lambda w: w.add_scalar(3, 1))
case("scalar: tag is half a pair", lambda w: w.add_scalar("\ud800", 1))
case("scalar: no value", lambda w: w.add_scalar("a"))
case("scalar: unknown keyword", lambda w: w.add_scalar("a", 1, nonsense=2))
case("scalar: tag twice", lambda w: w.add_scalar("a", 1, tag="b"))
case("scalar: too many", lambda w: w.add_scalar("a", 1, 2, 3.0, False, False, 7))
case("scalar: new style", lambda w: w.add_scalar("a", 0.1, 2, new_style=True))
case("scalar: new style, zero", lambda w: w.add_scalar("a", 0.0, 2, new_style=True))
case("scalar: new style, double", lambda w: w.add_scalar("a", 0.1, 2, None, True, True))
case("scalar: old style, double", lambda w: w.add_scalar("a", 0.1, 2, double_precision=True))

case("scalars", lambda w: w.add_scalars("m", {"p": 1, "q": 2.5}, 3))
case("scalars: slashes", lambda w: w.add_scalars("m/n", {"p/q": 1}, 3))
case("scalars: again", lambda w: [w.add_scalars("m", {"p": i}, i) for i in range(5)])
case("scalars: tensors", lambda w: w.add_scalars("m", {"p": torch.tensor([1.0]), "q": np.float32(2)}))
case("scalars: empty", lambda w: w.add_scalars("m", {}))
case("scalars: wall time", lambda w: w.add_scalars("m", {"p": 1}, 2, 99.5))
case("scalars: wrong value", lambda w: w.add_scalars("m", {"p": "x"}))
case("scalars: two elements", lambda w: w.add_scalars("m", {"p": torch.ones(2)}))
case("scalars: a list", lambda w: w.add_scalars("m", [1, 2]))
case("scalars: a name that begins with dots", lambda w: w.add_scalars("m", {"../p": 1, "..": 2}))
case("scalars: tag is a number", lambda w: w.add_scalars("m", {3: 1}))

# --- Histograms --------------------------------------------------------------

WEIGHTS = normal(40, 50)
case("histogram", lambda w: w.add_histogram("h", WEIGHTS, 3))
case("histogram: tensor", lambda w: w.add_histogram("h", torch.from_numpy(WEIGHTS), 3))
case("histogram: float64", lambda w: w.add_histogram("h", WEIGHTS.astype(float)))
case("histogram: float16", lambda w: w.add_histogram("h", WEIGHTS.astype(np.float16)))
case("histogram: ints", lambda w: w.add_histogram("h", np.arange(-50, 1000)))
case("histogram: uint8", lambda w: w.add_histogram("h", byte_image(30)))
case("histogram: bools", lambda w: w.add_histogram("h", np.array([True, False, True])))
case("histogram: not contiguous", lambda w: w.add_histogram("h", WEIGHTS.T[::-2, 3:]))
case("histogram: tensor, not contiguous", lambda w: w.add_histogram("h", torch.from_numpy(WEIGHTS).t()[1:, ::3]))
case("histogram: requires grad", lambda w: w.add_histogram("h", torch.ones(3, requires_grad=True)))
case("histogram: big endian", lambda w: w.add_histogram("h", WEIGHTS.astype(">f4")))
case("histogram: longdouble", lambda w: w.add_histogram("h", WEIGHTS.astype(np.longdouble)))
case("histogram: read-only", lambda w: w.add_histogram("h", np.broadcast_to(np.float32(3), (7,))))
case("histogram: one value", lambda w: w.add_histogram("h", 3.0))
case("histogram: 0-d", lambda w: w.add_histogram("h", np.array(3.0)))
case("histogram: equal values", lambda w: w.add_histogram("h", np.zeros(10)))
case("histogram: tiny values", lambda w: w.add_histogram("h", np.array([1e-30, -1e-30, 1e-12])))
case("histogram: empty", lambda w: w.add_histogram("h", np.array([])))
case("histogram: text", lambda w: w.add_histogram("h", np.array(["a"])))
case("histogram: None", lambda w: w.add_histogram("h", None))
case("histogram: dict", lambda w: w.add_histogram("h", {}))
case("histogram: list", lambda w: w.add_histogram("h", [1, 2, 3]), "Lists")
case("histogram: bfloat16", lambda w: w.add_histogram("h", torch.arange(20).bfloat16()))
case("histogram: large bfloat16", lambda w: w.add_histogram("h", torch.full((3,), 1e10).bfloat16()), "bfloat16")
case("histogram: complex", lambda w: w.add_histogram("h", WEIGHTS + 2j, 1))
case("histogram: tensor of complex", lambda w: w.add_histogram("h", torch.tensor([1 + 2j, 3]), 1, "auto"))
case("histogram: without data", lambda w: w.add_histogram("h", torch.empty(2, device="meta"), 3), "Tensors without data")
case("histogram: of a fake tensor", lambda w: w.add_histogram("h", fake_tensor()))
case("histogram: of a wrapper", lambda w: w.add_histogram("h", Wrapper(torch.ones(3))))
case("histogram: float8", lambda w: w.add_histogram("h", torch.arange(9.0).to(torch.float8_e4m3fn)), "float8")
case("histogram: with nan", lambda w: w.add_histogram("h", np.array([1, NAN, 2])), "Values that are not finite")
case("histogram: with infinity", lambda w: w.add_histogram("h", np.array([1, INF, 2])), "Values that are not finite")
case("histogram: all nan", lambda w: w.add_histogram("h", np.array([NAN])), "Values that are not finite")
for bins in ("auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt", 10, [-1, 0, 0.5, 1]):
    case(f"histogram: bins={bins}", lambda w, b=bins: w.add_histogram("h", WEIGHTS, 1, bins=b))
case("histogram: bins as array", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=np.linspace(-1, 1, 9)))
case("histogram: default_bins", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=w.default_bins))
case("histogram: max_bins", lambda w: w.add_histogram("h", np.arange(1024), 1, bins="auto", max_bins=5))
case("histogram: max_bins of the default", lambda w: w.add_histogram("h", WEIGHTS, 1, max_bins=30))
case("histogram: unknown rule", lambda w: w.add_histogram("h", WEIGHTS, 1, bins="nonsense"))
case("histogram: no bins", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=0))
case("histogram: falling edges", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=[1, 0]))
case("histogram: bins as numpy", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=np.int64(10)))
case("histogram: bins as an array of no dimension", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=np.array(10)))
case("histogram: bins as float", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=10.0))
case("histogram: bins are None", lambda w: w.add_histogram("h", WEIGHTS, 1, bins=None))
case("histogram: max_bins is 0", lambda w: w.add_histogram("h", WEIGHTS, 1, max_bins=0))
case("histogram: max_bins below 0", lambda w: w.add_histogram("h", WEIGHTS, 1, max_bins=-3))
case("histogram: values in no bin", lambda w: w.add_histogram("h", np.arange(10.0), 1, bins=[20, 22, 24]))
case("histogram: a value at the last edge", lambda w: w.add_histogram("h", np.arange(10.0), 1, bins=[-2, -1, 0]))
case("histogram: values beyond the default bins", lambda w: w.add_histogram("h", np.array([1e25, 1e30])), "Large values")
case("histogram: wall time", lambda w: w.add_histogram("h", WEIGHTS, 1, "tensorflow", 77.5))

RAW = {"min": 0, "max": 3, "num": 4, "sum": 5.5, "sum_squares": 9}
case("raw histogram", lambda w: w.add_histogram_raw("h", **RAW, bucket_limits=[1, 2, 3], bucket_counts=[1, 1, 2]))
case("raw histogram: arrays", lambda w: w.add_histogram_raw("h", **RAW, bucket_limits=np.arange(3), bucket_counts=np.ones(3)))
case("raw histogram: tensors", lambda w: w.add_histogram_raw("h", **RAW, bucket_limits=torch.arange(3).tolist(), bucket_counts=torch.ones(3).tolist(), global_step=3))
case("raw histogram: lengths", lambda w: w.add_histogram_raw("h", **RAW, bucket_limits=[1], bucket_counts=[1, 2]))
case("raw histogram: empty", lambda w: w.add_histogram_raw("h", **RAW, bucket_limits=[], bucket_counts=[], global_step=3))
case("raw histogram: text", lambda w: w.add_histogram_raw("h", "a", 1, 1, 1, 1, [1], [1]))

# --- Pictures ----------------------------------------------------------------

case("image", lambda w: w.add_image("i", uniform(3, 20, 30), 3))
case("image: bytes", lambda w: w.add_image("i", byte_image(3, 20, 30), 3))
case("image: tensor", lambda w: w.add_image("i", torch.rand(3, 8, 9), 3))
case("image: float64", lambda w: w.add_image("i", rng().random((3, 8, 9))))
case("image: ints", lambda w: w.add_image("i", rng().integers(0, 2, (3, 8, 9))))
case("image: bools", lambda w: w.add_image("i", rng().random((3, 8, 9)) > 0.5))
case("image: out of range", lambda w: w.add_image("i", normal(3, 8, 9) * 5))
case("image: requires grad", lambda w: w.add_image("i", torch.rand(3, 8, 9, requires_grad=True)))
case("image: uint16", lambda w: w.add_image("i", byte_image(3, 8, 9).astype(np.uint16)), "16-bit pictures")
for letters, shape in {"HWC": (8, 9, 3), "WHC": (8, 9, 3), "HW": (8, 9), "WH": (8, 9), "hwc": (8, 9, 3),
                       "NCHW": (5, 3, 8, 9), "NHWC": (11, 8, 9, 3), "CHWN": (1, 8, 9, 3)}.items():  # fmt: skip
    case(f"image: {letters}", lambda w, le=letters, s=shape: w.add_image("i", uniform(*s), dataformats=le))
case("image: grey", lambda w: w.add_image("i", uniform(1, 8, 9)))
case("image: with alpha", lambda w: w.add_image("i", uniform(4, 8, 9)))
case("image: two channels", lambda w: w.add_image("i", uniform(2, 8, 9)), "Grey with alpha")
case("image: five channels", lambda w: w.add_image("i", uniform(5, 8, 9)))
case("image: wrong rank", lambda w: w.add_image("i", uniform(8, 9)))
case("image: letter twice", lambda w: w.add_image("i", uniform(3, 8, 9), dataformats="HHC"))
case("image: unknown letters", lambda w: w.add_image("i", uniform(3, 8, 9), dataformats="XYZ"))
case("image: None", lambda w: w.add_image("i", None))
case("image: text", lambda w: w.add_image("i", "x"))
case("image: array of text", lambda w: w.add_image("i", np.array(["x"])))
case("image: a number", lambda w: w.add_image("i", 3.0))
case("image: no pixels", lambda w: w.add_image("i", np.zeros((3, 0, 0))))
case("image: nested list", lambda w: w.add_image("i", uniform(3, 8, 9).tolist()), "Lists")
case("images", lambda w: w.add_images("i", uniform(10, 3, 6, 5), 2))
case("images: grey", lambda w: w.add_images("i", byte_image(3, 1, 6, 5), 2))
case("images: channels last", lambda w: w.add_images("i", byte_image(3, 6, 5, 3), dataformats="NHWC"))
case("images: one", lambda w: w.add_images("i", byte_image(1, 3, 6, 5)))
case("images: wrong rank", lambda w: w.add_images("i", uniform(3, 6, 5)))
case("images: none", lambda w: w.add_images("i", np.zeros((0, 3, 6, 5))))
case("images: none, channels last", lambda w: w.add_images("i", np.zeros((0, 6, 5, 3), np.uint8), dataformats="NHWC"))
case("images: with alpha", lambda w: w.add_images("i", uniform(2, 4, 6, 5)), "Grids with alpha")
BOXES = np.array([[3, 4, 20, 15], [0, 0, 39, 29]])
case("boxes", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES, 2), "Boxes")
case("boxes: tensor", lambda w: w.add_image_with_boxes("b", torch.rand(3, 30, 40), torch.from_numpy(BOXES)), "Boxes")
case("boxes: channels last", lambda w: w.add_image_with_boxes("b", byte_image(30, 40, 3), BOXES, dataformats="HWC"), "Boxes")
case("boxes: too few labels", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES, labels=["x"]), "Boxes")
case("boxes: labels", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES, labels=["x", "y"]), "Boxes")
case("boxes: none", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), np.zeros((0, 4))))
case("boxes: of three numbers", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES[:, :3]))
case("boxes: of five numbers", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), np.hstack([BOXES, BOXES[:, :1]])), "Boxes")
case("boxes: rescaled, of five numbers", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), np.hstack([BOXES, BOXES[:, :1]]), rescale=2))
case("boxes: rescaled, of three numbers", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES[:, :3], rescale=2))
case("boxes: one dimension", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES[0]))
case("boxes: rescaled", lambda w: w.add_image_with_boxes("b", byte_image(3, 30, 40), BOXES, rescale=0.5, labels=["x", "y"]))
case("video", lambda w: w.add_video("v", byte_image(1, 3, 3, 8, 8)), "Videos")

# --- Sound and text ----------------------------------------------------------

case("audio", lambda w: w.add_audio("s", uniform(100) * 2 - 1, 3))
case("audio: tensor", lambda w: w.add_audio("s", torch.rand(1, 100), 3, 16000))
case("audio: float64", lambda w: w.add_audio("s", rng().random(50)))
case("audio: too loud", lambda w: w.add_audio("s", np.array([2.0, -3.0, 0.5])))
case("audio: three dimensions", lambda w: w.add_audio("s", uniform(3, 5, 7)))
case("audio: three channels", lambda w: w.add_audio("s", uniform(100, 3)))
case("audio: stereo", lambda w: w.add_audio("s", uniform(100, 2)), "Sound")
case("audio: int16", lambda w: w.add_audio("s", np.arange(100, dtype=np.int16)), "Sound")

case("text", lambda w: w.add_text("t", "**hello**\n\n- 損失", 3))
case("text: empty", lambda w: w.add_text("t", ""))
case("text: again", lambda w: [w.add_text("t", str(i), i) for i in range(4)])
case("text: a number", lambda w: w.add_text("t", 3))
case("text: None", lambda w: w.add_text("t", None))
case("text: bytes", lambda w: w.add_text("t", b"x"))
case("text: half a pair", lambda w: w.add_text("t", "\ud800"))
case("text: tag is a number", lambda w: w.add_text(3, "x"))

# --- Curves, meshes, tensors -------------------------------------------------

LABELS, GUESSES = rng().integers(0, 2, 200), uniform(200)
case("pr curve", lambda w: w.add_pr_curve("p", LABELS, GUESSES, 3))
case("pr curve: tensors", lambda w: w.add_pr_curve("p", torch.from_numpy(LABELS), torch.from_numpy(GUESSES)))
case("pr curve: float64", lambda w: w.add_pr_curve("p", LABELS, GUESSES.astype(float)))
case("pr curve: bool labels", lambda w: w.add_pr_curve("p", LABELS > 0, GUESSES))
case("pr curve: few thresholds", lambda w: w.add_pr_curve("p", LABELS, GUESSES, 3, 10))
case("pr curve: many thresholds", lambda w: w.add_pr_curve("p", LABELS, GUESSES, 3, 500))
case("pr curve: weights", lambda w: w.add_pr_curve("p", LABELS, GUESSES, weights=uniform(200)))
case("pr curve: one weight", lambda w: w.add_pr_curve("p", LABELS, GUESSES, weights=0.5))
case("pr curve: lengths", lambda w: w.add_pr_curve("p", LABELS, GUESSES[:7]))
case("pr curve: empty", lambda w: w.add_pr_curve("p", np.zeros(0), np.zeros(0), 3))
case("pr curve: empty, weighted", lambda w: w.add_pr_curve("p", np.zeros(0), np.zeros(0), 3, weights=0.5))
case("pr curve: one threshold", lambda w: w.add_pr_curve("p", LABELS, GUESSES, 3, 1))
case("pr curve: one threshold, weighted", lambda w: w.add_pr_curve("p", LABELS, GUESSES, 3, 1, uniform(200)))
case("pr curve: no threshold", lambda w: w.add_pr_curve("p", LABELS, GUESSES, 3, 0))
case("pr curve: lists", lambda w: w.add_pr_curve("p", [0, 1], [0.2, 0.7]), "Lists")
case("raw pr curve", lambda w: w.add_pr_curve_raw("p", *[np.arange(5) + i for i in range(6)], 2, 5))
case("raw pr curve: lists", lambda w: w.add_pr_curve_raw("p", *[[1, 2, 3]] * 6))
case("raw pr curve: lengths", lambda w: w.add_pr_curve_raw("p", [1], [1], [1], [1], [1, 2], [1]))

CLOUD = normal(1, 6, 3)
case("mesh", lambda w: w.add_mesh("m", CLOUD, global_step=3))
case("mesh: all", lambda w: w.add_mesh("m", CLOUD, byte_image(1, 6, 3), np.array([[[0, 1, 2]]]), {"b": 1, "a": {}}))
case("mesh: tensors", lambda w: w.add_mesh("m", torch.from_numpy(CLOUD), torch.ones(1, 6, 3)))
case("mesh: list", lambda w: w.add_mesh("m", CLOUD.tolist()))
case("mesh: one cloud", lambda w: w.add_mesh("m", CLOUD[0]), "Meshes")
case("mesh: flat", lambda w: w.add_mesh("m", CLOUD[0, 0]))

for dtype in (torch.float32, torch.float64, torch.int8, torch.int16, torch.int32, torch.int64,
              torch.bool, torch.complex64, torch.complex128):  # fmt: skip
    case(f"tensor: {dtype}", lambda w, d=dtype: w.add_tensor("t", torch.ones(2, 3).to(d), 3))
case("tensor: half", lambda w: w.add_tensor("t", torch.rand(3).half()), "Tensors that TensorBoard cannot read")
case("tensor: bfloat16", lambda w: w.add_tensor("t", torch.rand(3).bfloat16()))
case("tensor: uint8", lambda w: w.add_tensor("t", torch.ones(3).byte()), "Tensors that TensorBoard cannot read")
case("tensor: 0-d", lambda w: w.add_tensor("t", torch.tensor(3.5)))
case("tensor: empty", lambda w: w.add_tensor("t", torch.zeros(0, 3)))
case("tensor: not contiguous", lambda w: w.add_tensor("t", torch.arange(6.0).reshape(2, 3).t()))
case("tensor: numpy", lambda w: w.add_tensor("t", np.ones(3)), "Lists")

# --- The model and the experiment --------------------------------------------


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU())
        self.head = torch.nn.Linear(4, 2)
        self.scale = torch.nn.Parameter(torch.ones(1))

    def forward(self, x, y=None):
        z = self.head(self.body(x)) * self.scale
        return z, (z if y is None else z + y)


class Recurrent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.LSTM(3, 4, batch_first=True)

    def forward(self, x):
        return self.cell(x)[0].sum()


case("graph", lambda w: w.add_graph(torch.nn.Linear(3, 2), torch.ones(1, 3)))
case("graph: nested", lambda w: w.add_graph(Net(), torch.ones(1, 3)))
case("graph: two inputs", lambda w: w.add_graph(Net(), (torch.ones(1, 3), torch.ones(1, 2))))
case("graph: convolutions", lambda w: w.add_graph(torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.Flatten()), torch.ones(2, 1, 8, 8)))
case("graph: recurrent", lambda w: w.add_graph(Recurrent(), torch.ones(2, 5, 3)))
case("graph: no input", lambda w: w.add_graph(Net()), "Models that cannot be traced")
case("graph: wrong input", lambda w: w.add_graph(Net(), torch.ones(1, 9)), "Models that cannot be traced")
case("graph: not a model", lambda w: w.add_graph(3, torch.ones(1)))



def write_onnx(path):
    import onnx
    from onnx import TensorProto, helper

    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 3])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [x], [y])
    onnx.save(helper.make_model(graph), path)


def add_onnx_graph(w):
    path = pathlib.Path(w.file_writer.get_logdir()).parent / "model.onnx"
    write_onnx(path)
    w.add_onnx_graph(str(path))


def add_figure(w, many=False):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figures = [plt.figure(figsize=(2, 1.5)) for _ in range(2)]
    figures[0].gca().plot([1, 3, 2])
    w.add_figure("f", figures if many else figures[0], 4)
    assert plt.fignum_exists(figures[0].number) is False
    plt.close("all")


case("onnx", add_onnx_graph, "ONNX graphs")
case("onnx: no file", lambda w: w.add_onnx_graph("/nowhere/model.onnx"))
case("figure", add_figure)
case("figures", lambda w: add_figure(w, many=True))
case("figure: None", lambda w: w.add_figure("f", None))

HPARAMS = {"lr": 0.1, "layers": 3, "name": "sgd", "none": None, "on": True, "t": torch.tensor([2.5])}
case("hparams", lambda w: w.add_hparams(HPARAMS, {"acc": 0.5, "loss": torch.tensor(2.0)}))
case("hparams: named", lambda w: w.add_hparams({"lr": 0.0}, {"acc": 1}, run_name="trial", global_step=7))
case("hparams: domains", lambda w: w.add_hparams({"lr": 0.1, "opt": "a", "on": True}, {}, {"lr": [0.1, 0.2], "opt": ["a", "b"], "on": [True, False]}))
case("hparams: wrong domain", lambda w: w.add_hparams({"lr": 0.1}, {}, {"lr": ["a"]}))
case("hparams: unknown domain", lambda w: w.add_hparams({"lr": 0.1}, {}, {"x": [1]}))
case("hparams: nothing", lambda w: w.add_hparams({}, {}))
case("hparams: not a dict", lambda w: w.add_hparams([("lr", 1)], {}))
case("hparams: wrong value", lambda w: w.add_hparams({"lr": [1]}, {}))
case("hparams: an array of one number", lambda w: w.add_hparams({"lr": np.array(0.5)}, {}), differs="Lists")
case("hparams: an array of two numbers", lambda w: w.add_hparams({"lr": np.zeros(2)}, {}))
case("hparams: wrong metric", lambda w: w.add_hparams({"lr": 1}, {"acc": "x"}))

LAYOUT = {"Taiwan": {"twse": ["Multiline", ["twse/0050", "twse/2330"]]}, "USA": {"dow": ["Margin", ["a", "b", "c"]], "x": ["Multiline", []]}}
case("custom scalars", lambda w: w.add_custom_scalars(LAYOUT))
case("custom scalars: empty", lambda w: w.add_custom_scalars({}))
case("custom scalars: margin of two", lambda w: w.add_custom_scalars({"a": {"b": ["Margin", ["a", "b"]]}}))
case("custom scalars: multiline", lambda w: w.add_custom_scalars_multilinechart(["a", "b"], "c", "t"))
case("custom scalars: margin", lambda w: w.add_custom_scalars_marginchart(["a", "b", "c"]))
case("custom scalars: margin chart of two", lambda w: w.add_custom_scalars_marginchart(["a", "b"]))

POINTS = normal(5, 4)
case("embedding", lambda w: w.add_embedding(POINTS, global_step=3))
case("embedding: tensor", lambda w: w.add_embedding(torch.from_numpy(POINTS), list("abcde"), tag="x/y%"))
case("embedding: header", lambda w: w.add_embedding(POINTS, [(i, str(i)) for i in range(5)], metadata_header=["n", "s"]))
# As many as a square has: tensorboardX leaves what was in memory where there is none.
case("embedding: pictures", lambda w: w.add_embedding(POINTS[:4], list("abcd"), torch.rand(4, 3, 8, 8)))
case("embedding: wide pictures", lambda w: w.add_embedding(POINTS, list("abcde"), torch.rand(5, 3, 4, 9)))
case("embedding: a few high pictures", lambda w: w.add_embedding(POINTS[:2], None, torch.rand(2, 3, 9, 8)))
case("embedding: high pictures", lambda w: w.add_embedding(POINTS[:4], None, torch.rand(4, 3, 9, 8)))
case("embedding: two", lambda w: [w.add_embedding(POINTS, global_step=i) for i in (1, 20)])
case("embedding: labels", lambda w: w.add_embedding(POINTS, ["a"]))
case("embedding: images", lambda w: w.add_embedding(POINTS, None, torch.rand(2, 3, 8, 8)))
case("embedding: not a matrix", lambda w: w.add_embedding(POINTS[0]))
case("embedding: header length", lambda w: w.add_embedding(POINTS, [(1, 2)] * 5, metadata_header=["n"]))

# --- The file ----------------------------------------------------------------


def add_after_close(w):
    w.add_scalar("a", 1, 1)
    w.close()
    assert w.file_writer is None and w.all_writers is None
    w.add_scalar("a", 2, 2)
    assert w.file_writer is not None


def message(w):
    from torch.utils.tensorboard.summary import scalar

    w.file_writer.add_summary(scalar("a", 3), 7, 50.5)
    w._get_file_writer().add_summary(scalar("b", 3), 7)


def event(w):
    from tensorboard.compat.proto.event_pb2 import Event

    w.file_writer.add_event(Event(file_version="x"), 3, 9.5)


case("add after close", add_after_close)
case("purge", lambda w: w.add_scalar("a", 1, 7), purge_step=5)
case("purge: at step 0", lambda w: w.add_scalar("a", 1, 7), purge_step=0)
case("purge: once", add_after_close, purge_step=5)
case("suffix", lambda w: w.add_scalars("a", {"b": 1}), filename_suffix=".x", max_queue=1, flush_secs=1)
case("close twice", lambda w: [w.add_scalar("a", 1), w.close(), w.close(), w.flush()])
case("a summary message", message)
case("an event message", event)


@pytest.mark.parametrize("case", **table.parameters())
def test_the_files_are_equal(case, tmp_path):
    with contextlib.redirect_stdout(io.StringIO()):
        check(case, SummaryWriter, TorchWriter, tmp_path)


def test_every_difference_is_documented():
    page = pathlib.Path(__file__).parents[2] / "docs/compatibility.md"
    headings = {line[4:] for line in page.read_text().splitlines() if line.startswith("### ")}
    assert {case.differs for case in table.cases if case.differs} <= headings


@pytest.mark.parametrize("name", [n for n, _ in inspect.getmembers(TorchWriter, callable) if n[0] != "_"])
def test_the_parameters_have_the_same_names_and_order(name):
    assert same_parameters(getattr(SummaryWriter, name), getattr(TorchWriter, name))


def test_the_constructor_has_the_same_parameters():
    assert same_parameters(SummaryWriter, TorchWriter)


@pytest.mark.parametrize("name", ["log_dir", "purge_step", "max_queue", "filename_suffix", "default_bins"])
def test_an_attribute_has_the_same_value(name, tmp_path):
    with SummaryWriter(tmp_path / "a") as ours, TorchWriter(tmp_path / "a") as theirs:
        assert getattr(ours, name) == getattr(theirs, name)


def test_no_name_leads_out_of_the_log_directory(tmp_path):
    with SummaryWriter(tmp_path / "a/log") as writer:
        writer.add_scalars("m/n", {"../../../../p": 1, "q/../../../r": 2}, 3)
    found = {str(path.parent.relative_to(tmp_path)) for path in tmp_path.rglob("*tfevents*")}
    assert found == {"a/log", "a/log/m_n_../__/__/__/p", "a/log/m_n_q/__/__/__/r"}
