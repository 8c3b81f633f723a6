"""Tensors as C++ reads them, against TensorBoard's own make_ndarray()."""

import os
import random
import struct
import subprocess

import numpy as np
import pytest
from tensorboard.compat.proto import tensor_pb2, types_pb2
from tensorboard.util import tensor_util

ORACLE = os.environ["STEPLINE_ARRAY_ORACLE"]
COUNT = 60

# dtype: its typed field and the numbers that fit.
INTEGERS = {
    "DT_INT8": ("int_val", -2**7, 2**7 - 1),
    "DT_UINT8": ("int_val", 0, 2**8 - 1),
    "DT_INT16": ("int_val", -2**15, 2**15 - 1),
    "DT_UINT16": ("int_val", 0, 2**16 - 1),
    "DT_INT32": ("int_val", -2**31, 2**31 - 1),
    "DT_INT64": ("int64_val", -2**63, 2**63 - 1),
    "DT_HALF": ("half_val", 0, 2**16 - 1),
    "DT_BFLOAT16": ("half_val", 0, 2**16 - 1),
    "DT_BOOL": ("bool_val", 0, 1),
}
FLOATS = {"DT_FLOAT": "float_val", "DT_DOUBLE": "double_val",
          "DT_COMPLEX64": "scomplex_val", "DT_COMPLEX128": "dcomplex_val"}
SIZES = {"DT_INT8": 1, "DT_UINT8": 1, "DT_INT16": 2, "DT_UINT16": 2,
         "DT_INT32": 4, "DT_INT64": 8, "DT_HALF": 2, "DT_BFLOAT16": 2,
         "DT_BOOL": 1, "DT_FLOAT": 4, "DT_DOUBLE": 8, "DT_COMPLEX64": 8,
         "DT_COMPLEX128": 16}
NAMES = {"half": "float16", "float": "float32", "double": "float64"}
ODD_FLOATS = [0.0, -0.0, 1.5, 1e-45, float("inf"), float("-inf"), float("nan")]


def read_arrays(tensors):
    """What C++ makes of each: None, or (dtype, shape, elements)."""
    frames = [each.SerializeToString() for each in tensors]
    stdin = b"".join(struct.pack("<I", len(frame)) + frame for frame in frames)
    done = subprocess.run([ORACLE], input=stdin, capture_output=True,
                          timeout=120, check=True)
    answers = [parse_array(each) for each in split_frames(done.stdout)]
    assert len(answers) == len(tensors)
    return answers


def split_frames(data):
    out, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at)
        out.append(data[at + 4:at + 4 + length])
        at += 4 + length
    return out


def parse_array(frame):
    if frame == b"error":
        return None
    head, body = frame.split(b"\n", 1)
    dtype, shape = head.decode().split(" ")
    shape = tuple(map(int, shape.split(","))) if shape else ()
    return dtype, shape, split_frames(body) if dtype == "text" else body


def as_tensorboard_reads(tensor):
    """The same form, by make_ndarray()."""
    if tensor.dtype == types_pb2.DT_BFLOAT16:  # It knows these by TensorFlow only.
        half = tensor_pb2.TensorProto()
        half.CopyFrom(tensor)
        half.dtype = types_pb2.DT_HALF
        return "bfloat16", *as_tensorboard_reads(half)[1:]
    array = tensor_util.make_ndarray(tensor)
    if tensor.dtype == types_pb2.DT_STRING:
        return "text", array.shape, list(array.flatten())
    name = types_pb2.DataType.Name(tensor.dtype)[3:].lower()
    return NAMES.get(name, name), array.shape, array.tobytes()


def shaped(dtype, shape):
    tensor = tensor_pb2.TensorProto(dtype=types_pb2.DataType.Value(dtype))
    for size in shape:
        tensor.tensor_shape.dim.add(size=size)
    return tensor


def random_shape(dice):
    return [dice.choice([0, 1, 1, 2, 3, 5]) for _ in range(dice.randrange(4))]


def fill_typed(tensor, dtype, count, dice):
    if dtype in INTEGERS:
        field, low, high = INTEGERS[dtype]
        numbers = [dice.choice([low, high, dice.randint(low, high)])
                   for _ in range(count)]
        getattr(tensor, field).extend(numbers)
    else:
        parts = 2 if "COMPLEX" in dtype else 1
        numbers = [dice.choice(ODD_FLOATS + [dice.gauss(0, 100)])
                   for _ in range(count * parts)]
        getattr(tensor, FLOATS[dtype]).extend(numbers)


def random_tensors(dtype, seed):
    """In every encoding that both sides must take."""
    dice = random.Random(seed)
    for _ in range(COUNT):
        shape = random_shape(dice)
        count = int(np.prod(shape, dtype=np.int64))
        tensor = shaped(dtype, shape)
        form = dice.choice(["typed", "content", "repeated"])
        if form == "content" and count > 0:
            tensor.tensor_content = bool_safe(dtype, dice, count * SIZES[dtype])
        elif form == "repeated" and count > 0:
            fill_typed(tensor, dtype, 1, dice)
        else:
            fill_typed(tensor, dtype, count, dice)
        yield tensor


def bool_safe(dtype, dice, length):
    data = dice.randbytes(length)
    return bytes(each & 1 for each in data) if dtype == "DT_BOOL" else data


@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS])
def test_numbers_are_what_tensorboard_reads(dtype):
    tensors = list(random_tensors(dtype, seed=41))
    assert read_arrays(tensors) == [as_tensorboard_reads(each) for each in tensors]


def test_strings_are_what_tensorboard_reads():
    dice = random.Random(42)
    tensors = []
    for _ in range(COUNT):
        shape = random_shape(dice)
        tensor = shaped("DT_STRING", shape)
        count = int(np.prod(shape, dtype=np.int64))
        if count > 0 and dice.random() < 0.3:
            count = 1
        tensor.string_val.extend(dice.randbytes(dice.choice([0, 1, 7, 300]))
                                 for _ in range(count))
        tensors.append(tensor)
    # numpy cuts trailing zero bytes off an array of one string.
    expected = [("text", tuple(d.size for d in each.tensor_shape.dim),
                 strings_of(each)) for each in tensors]
    assert read_arrays(tensors) == expected


def strings_of(tensor):
    if len(tensor.string_val) == 1:
        count = int(np.prod([d.size for d in tensor.tensor_shape.dim], dtype=np.int64))
        return [tensor.string_val[0]] * count
    return as_tensorboard_reads(tensor)[2]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint8", "int16",
                                   "uint16", "int32", "int64", "bool",
                                   "complex64", "complex128", "float16"])
def test_arrays_that_tensorboard_packed_come_back(dtype):
    rng = np.random.default_rng(43)
    arrays = [(rng.standard_normal(shape) * 50).astype(dtype)
              for shape in [(), (1,), (7,), (2, 3), (2, 0, 4), (3, 1, 2, 2)]]
    answers = read_arrays([tensor_util.make_tensor_proto(each) for each in arrays])
    assert answers == [(dtype, each.shape, each.tobytes()) for each in arrays]


def test_what_tensorboard_refuses_is_refused():
    dice = random.Random(44)
    tensors = []
    for dtype in [*INTEGERS, *FLOATS]:
        too_many = shaped(dtype, [2])
        fill_typed(too_many, dtype, 3, dice)
        wrong_content = shaped(dtype, [2])
        wrong_content.tensor_content = b"\x01" * (SIZES[dtype] * 3)
        tensors += [too_many, wrong_content]
    for tensor in tensors:
        with pytest.raises(Exception):
            tensor_util.make_ndarray(tensor)
    assert read_arrays(tensors) == [None] * len(tensors)


# make_ndarray() has no rule for these; TensorFlow's own has.
def test_more_than_tensorboard_reads():
    several = shaped("DT_INT32", [4])
    several.int_val.extend([1, 2])
    none = shaped("DT_DOUBLE", [2])
    unsigned = shaped("DT_UINT64", [2])
    unsigned.uint64_val.extend([2**64 - 1])
    float8 = shaped("DT_FLOAT8_E5M2", [2])
    float8.float8_val = b"\x3c\x3d"
    assert read_arrays([several, none, unsigned, float8]) == [
        ("int32", (4,), np.array([1, 2, 2, 2], np.int32).tobytes()),
        ("float64", (2,), bytes(16)),
        ("uint64", (2,), b"\xff" * 16),
        ("float8_e5m2", (2,), b"\x3c\x3d"),
    ]
