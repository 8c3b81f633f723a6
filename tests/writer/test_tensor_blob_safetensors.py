"""A tensor blob is what the safetensors library calls a valid file."""

import json
import struct

import numpy as np
import pytest
import safetensors
import safetensors.torch
import torch

DTYPES = {
    "bool": torch.bool, "int8": torch.int8, "uint8": torch.uint8,
    "int16": torch.int16, "uint16": torch.uint16, "int32": torch.int32,
    "uint32": torch.uint32, "int64": torch.int64, "uint64": torch.uint64,
    "float16": torch.float16, "bfloat16": torch.bfloat16,
    "float8_e4m3": torch.float8_e4m3fn, "float8_e5m2": torch.float8_e5m2,
    "float32": torch.float32, "float64": torch.float64,
}


def make(probe, name, tensor, dtype, offset=12):
    raw = tensor.contiguous().reshape(-1).view(torch.uint8).numpy()
    path = probe.file()
    path.write_bytes(raw.tobytes())
    shape = "x".join(map(str, tensor.shape))
    output = probe.file()
    probe.ask("blob", name, f"{dtype}:{shape}:{path}", 7,
              repr(1700000000.1234567), offset, output)
    return output


def metadata(path):
    with safetensors.safe_open(path, "pt") as file:
        return file.metadata()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_is_read_back(probe, dtype):
    rng = np.random.default_rng(1)
    size = DTYPES[dtype].itemsize
    raw = torch.from_numpy(rng.integers(0, 2, 30 * size, np.uint8))
    tensor = raw.view(DTYPES[dtype]).reshape(2, 3, 5)
    path = make(probe, "w", tensor, dtype)
    back = safetensors.torch.load_file(path)
    assert list(back) == ["w"]
    assert back["w"].dtype == tensor.dtype and back["w"].shape == tensor.shape
    assert torch.equal(back["w"].view(torch.uint8), tensor.view(torch.uint8))
    assert metadata(path) == {"step": "7", "wall_time": "1700000000.1234567"}


@pytest.mark.parametrize("shape", [(), (1,), (0, 3), (4, 0), (2, 1, 1, 5)])
def test_every_shape_is_read_back(probe, shape):
    tensor = torch.rand(shape)
    back = safetensors.torch.load_file(make(probe, "w", tensor, "float32"))
    assert torch.equal(back["w"], tensor)


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_complex_numbers_are_pairs(probe, dtype):
    tensor = torch.rand(3, 4, dtype=dtype)
    name = str(dtype).removeprefix("torch.")
    path = make(probe, "z", tensor, name)
    back = safetensors.torch.load_file(path)["z"]
    assert torch.equal(back, torch.view_as_real(tensor))
    assert metadata(path)["complex"] == "true"


@pytest.mark.parametrize("name", ['a"b', "back\\slash", "ünïcödé/🙂", "\x01\x1f", "x" * 5000])
def test_any_name_is_kept(probe, name):
    path = make(probe, name, torch.ones(2), "float32")
    assert list(safetensors.torch.load_file(path)) == [name]


@pytest.mark.parametrize("offset", [0, 12, 13, 63, 64, 65, 2**40 + 5])
def test_elements_are_aligned_in_the_file(probe, offset):
    blob = make(probe, "w", torch.ones(3), "float32", offset).read_bytes()
    (header,) = struct.unpack("<Q", blob[:8])
    assert (offset + 8 + header) % 64 == 0
    assert len(blob) == 8 + header + 12
    json.loads(blob[8 : 8 + header])
