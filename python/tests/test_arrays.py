"""Whatever is an array is taken, with the values that it has."""

import array

import array_calls
import ml_dtypes
import numpy as np
import pytest
import torch
from logs import event_files
from PIL import Image
from tensorboard.backend.event_processing.event_file_loader import LegacyEventFileLoader

from stepline import SummaryWriter
from stepline._arrays import as_array, as_float, as_numpy

# Representable in every floating type, float8 included.
VALUES = [1.5, -2.0, 0.25, 3.0]
INTEGERS = [1, 2, 3, 100]


class OnlyDlpack:
    def __init__(self, source):
        self._source = source

    def __dlpack__(self, **options):
        return self._source.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._source.__dlpack_device__()


class OnlyArray:
    def __array__(self, dtype=None, copy=None):
        return np.array(VALUES, dtype)


class OnAnotherDevice:
    """As cupy's: DLPack would give memory that the CPU cannot read."""

    __cuda_array_interface__ = {}

    def __dlpack__(self, **options):
        raise AssertionError("must not be asked")

    def __dlpack_device__(self):
        return (2, 0)

    def get(self):
        return np.array(VALUES)


def written(values, logdir):
    """min, max, num, sum of the histogram that is in the file."""
    with SummaryWriter(logdir) as writer:
        writer.add_histogram("h", values)
    for event in LegacyEventFileLoader(str(event_files(logdir)[0])).Load():
        for value in event.summary.value:
            histogram = value.histo
            return histogram.min, histogram.max, histogram.num, histogram.sum


FLOATS = {
    "numpy float64": np.array(VALUES),
    "numpy float16": np.array(VALUES, np.float16),
    "numpy big endian": np.array(VALUES, ">f8"),
    "numpy longdouble": np.array(VALUES, np.longdouble),
    "numpy object": np.array(VALUES, object),
    "numpy, backwards": np.array(VALUES)[::-1],
    "numpy, every other": np.repeat(np.array(VALUES, np.float32), 2)[::2],
    "numpy bfloat16": np.array(VALUES, ml_dtypes.bfloat16),
    "numpy float8_e4m3fn": np.array(VALUES, ml_dtypes.float8_e4m3fn),
    "numpy float8_e5m2": np.array(VALUES, ml_dtypes.float8_e5m2),
    "numpy float8_e4m3b11fnuz": np.array(VALUES, ml_dtypes.float8_e4m3b11fnuz),
    "torch float32": torch.tensor(VALUES),
    "torch float16": torch.tensor(VALUES).half(),
    "torch bfloat16": torch.tensor(VALUES).bfloat16(),
    "torch float8_e4m3fn": torch.tensor(VALUES).to(torch.float8_e4m3fn),
    "torch float8_e5m2": torch.tensor(VALUES).to(torch.float8_e5m2),
    "torch float8_e4m3fnuz": torch.tensor(VALUES).to(torch.float8_e4m3fnuz),
    "torch float8, every other": torch.tensor(VALUES).repeat_interleave(2).to(torch.float8_e5m2)[::2],
    "torch, requires grad": torch.tensor(VALUES, requires_grad=True),
    "torch, of a gradient": torch.tensor(VALUES, requires_grad=True) * 1,
    "torch Parameter": torch.nn.Parameter(torch.tensor(VALUES)),
    "torch, transposed": torch.tensor(VALUES).reshape(2, 2).t(),
    "torch, sparse": torch.tensor(VALUES).to_sparse(),
    "torch, negated view": torch.view_as_real(-1j * torch.tensor(VALUES).to(torch.complex64).conj())[:, 1] * -1,
    "only DLPack": OnlyDlpack(np.array(VALUES)),
    "only DLPack, of bfloat16": OnlyDlpack(torch.tensor(VALUES).bfloat16()),
    "only __array__": OnlyArray(),
    "on another device": OnAnotherDevice(),
    "array.array": array.array("d", VALUES),
    "memoryview": memoryview(array.array("f", VALUES)),
    "list": VALUES,
    "tuple": tuple(VALUES),
    "list of tensors": [torch.tensor(VALUES[:2]), torch.tensor(VALUES[2:])],
    "list of arrays": [np.array(VALUES[:2]), np.array(VALUES[2:])],
    "list of 0-d tensors": [torch.tensor(value) for value in VALUES],
}  # fmt: skip


@pytest.mark.parametrize("values", FLOATS.values(), ids=FLOATS.keys())
def test_floats_are_taken_as_they_are(values, logdir):
    assert written(values, logdir) == (-2, 3, 4, 2.75)


@pytest.mark.parametrize("dtype", "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split())
@pytest.mark.parametrize("library", [np, torch])
def test_integers_are_taken_as_they_are(library, dtype, logdir):
    values = np.array(INTEGERS, dtype) if library is np else torch.tensor(INTEGERS, dtype=getattr(torch, dtype))
    assert written(values, logdir) == (1, 100, 4, 106)


@pytest.mark.parametrize("values", [torch.tensor([True, False]), np.array([True, False])])
def test_truths_are_one_and_zero(values, logdir):
    assert written(values, logdir) == (0, 1, 2, 1)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_numbers_are_seen_as_such(dtype):
    assert as_array(np.ones(3, dtype)).dtype == dtype
    assert as_array(torch.ones(3).to(getattr(torch, dtype))).dtype == dtype


# Those of jax and TensorFlow are in frameworks/: they want processes of their own.
LIBRARIES = {
    "torch": (torch.as_tensor, np.asarray),
    "torch bfloat16": (lambda x: _torch_bfloat16(torch.as_tensor(x)), array_calls.as_bfloat16),
}


def _torch_bfloat16(x):
    return x.bfloat16() if x.dtype == torch.float32 else x


@pytest.mark.parametrize("name", array_calls.CALLS)
@pytest.mark.parametrize("writer", array_calls.WRITERS)
@pytest.mark.parametrize("library", LIBRARIES)
def test_every_method_takes_anybodys_arrays(library, writer, name, tmp_path):
    array_calls.check(tmp_path, name, array_calls.WRITERS[writer], *LIBRARIES[library])


def test_nothing_is_copied():
    source = np.zeros((3, 4), np.float32)
    seen = as_array(source)
    assert (seen.shape, seen.size, seen.dtype) == ((3, 4), 12, "float32")
    assert as_numpy(torch.from_numpy(source)).ctypes.data == source.ctypes.data


def test_an_array_lives_as_long_as_it_is_seen(logdir):
    seen = as_array(np.full(1000, 7.0))
    with SummaryWriter(logdir) as writer:
        writer._opened().add_histogram("h", seen)
    assert seen.shape == (1000,)


@pytest.mark.parametrize("wrong", [None, {}, object(), {1, 2}, lambda: 1])
def test_what_is_no_array_is_refused(wrong):
    with pytest.raises(NotImplementedError):
        as_array(wrong)


def test_a_number_is_its_only_element():
    for one in (2, 2.0, np.float32(2), np.array([[2]]), torch.tensor([2.0], requires_grad=True), [2]):
        assert as_float(one) == 2.0
    with pytest.raises(AssertionError):
        as_float(np.zeros(2))


PICTURES = {mode: Image.new("RGB", (5, 3), (10, 200, 30)).convert(mode) for mode in ("RGB", "L", "1", "P", "RGBA", "LA", "CMYK", "I", "F", "HSV")}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_a_pil_image_knows_its_format(picture, logdir):
    with SummaryWriter(logdir) as writer:
        writer.add_image("i", picture)
    events = LegacyEventFileLoader(str(event_files(logdir)[0])).Load()
    image = next(value.image for event in events for value in event.summary.value)
    assert (image.width, image.height) == (5, 3)


def test_ctrl_c_while_a_number_is_asked_for_is_not_lost(logdir):
    class Interrupted(torch.Tensor):
        def item(self):
            raise KeyboardInterrupt

    with SummaryWriter(logdir) as writer:
        for _ in range(2):  # The slow way, then the fast one.
            with pytest.raises(KeyboardInterrupt):
                writer.add_scalar("a", torch.tensor(1.0).as_subclass(Interrupted), 1)
