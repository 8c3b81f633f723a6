"""Blobs that the safetensors library makes, as C++ reads them."""

import os
import struct
import subprocess

import pytest
import safetensors.torch
import torch

ORACLE = os.environ["STEPLINE_TENSOR_BLOB_ORACLE"]
DTYPES = {
    "bool": torch.bool, "int8": torch.int8, "uint8": torch.uint8,
    "int16": torch.int16, "uint16": torch.uint16, "int32": torch.int32,
    "uint32": torch.uint32, "int64": torch.int64, "uint64": torch.uint64,
    "float16": torch.float16, "bfloat16": torch.bfloat16,
    "float8_e4m3": torch.float8_e4m3fn, "float8_e5m2": torch.float8_e5m2,
    "float32": torch.float32, "float64": torch.float64,
}


def read(blob):
    """(name, step, wall time, dtype, shape, elements), or None."""
    done = subprocess.run([ORACLE], input=struct.pack("<I", len(blob)) + blob,
                          capture_output=True, timeout=60, check=True)
    answer = done.stdout[4:]
    if answer == b"error":
        return None
    head, name, elements = answer.split(b"\n", 2)
    step, wall_time, dtype, shape = head.decode().split(" ")
    shape = tuple(map(int, shape.split(","))) if shape else ()
    return name.decode(), int(step), float(wall_time), dtype, shape, elements


def random_tensor(dtype, shape, seed):
    generator = torch.Generator().manual_seed(seed)
    size = dtype.itemsize * torch.Size(shape).numel()
    raw = torch.randint(0, 2, (size,), dtype=torch.uint8, generator=generator)
    return raw.view(dtype).reshape(shape)


def bytes_of(tensor):
    return tensor.reshape(-1).view(torch.uint8).numpy().tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(dtype):
    tensor = random_tensor(DTYPES[dtype], (2, 3, 5), seed=1)
    blob = safetensors.torch.save({"w": tensor})
    assert read(blob) == ("w", 0, 0.0, dtype, (2, 3, 5), bytes_of(tensor))


@pytest.mark.parametrize("shape", [(), (1,), (0, 3), (4, 0), (2, 1, 1, 5)])
def test_every_shape(shape):
    tensor = random_tensor(torch.float32, shape, seed=2)
    blob = safetensors.torch.save({"w": tensor})
    assert read(blob) == ("w", 0, 0.0, "float32", shape, bytes_of(tensor))


@pytest.mark.parametrize("name", ["", "a/b.weight", "\"quoted\" \\ tab\t", "损失 🚂",
                                  "\x00\x01\x7f"])
def test_every_name_with_metadata(name):
    tensor = random_tensor(torch.int64, (3,), seed=3)
    metadata = {"step": "-12", "wall_time": "1700000000.1234567", "other": "ä\n"}
    blob = safetensors.torch.save({name: tensor}, metadata=metadata)
    assert read(blob) == (name, -12, 1700000000.1234567, "int64", (3,), bytes_of(tensor))


def test_what_safetensors_refuses_is_refused():
    blob = safetensors.torch.save({"w": torch.arange(6.0)})
    for damaged in [blob[:-1], blob + b"\0", blob.replace(b"F32", b"F31"),
                    blob.replace(b"[6]", b"[7]"), blob.replace(b"[0,24]", b"[0,20]")]:
        with pytest.raises(Exception):
            safetensors.torch.load(damaged)
        assert read(damaged) is None


def test_two_tensors_are_refused():
    assert read(safetensors.torch.save({"a": torch.ones(1), "b": torch.ones(1)})) is None
