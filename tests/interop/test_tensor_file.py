"""The tensor file, read as docs/format.md says."""

import re
from pathlib import Path

import numpy as np
import pytest
import torch

import samples

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "format.md"

DTYPES = {
    "bool": "BOOL",
    "int8": "I8",
    "uint8": "U8",
    "int16": "I16",
    "uint16": "U16",
    "int32": "I32",
    "uint32": "U32",
    "int64": "I64",
    "uint64": "U64",
    "float16": "F16",
    "bfloat16": "BF16",
    "float8_e4m3fn": "F8_E4M3",
    "float8_e5m2": "F8_E5M2",
    "float32": "F32",
    "float64": "F64",
    "complex64": "F32",
    "complex128": "F64",
}
_numbers = torch.tensor([[0.5, -2.0], [1.0, 0.0]])
TENSORS = {
    **samples.TENSORS,
    "bfloat16": _numbers.to(torch.bfloat16),
    "float8_e4m3fn": _numbers.to(torch.float8_e4m3fn),
    "float8_e5m2": _numbers.to(torch.float8_e5m2),
    "no element": np.zeros((0, 3), np.float32),
    'odd "tag" \\ 日本語\n🚀': np.arange(3, dtype=np.int16),
}


@pytest.fixture(scope="module")
def read():
    """The document's own function."""
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
    assert len(blocks) == 1
    names = {}
    exec(compile(blocks[0], str(DOCUMENT), "exec"), names)
    return names["tensors"]


@pytest.fixture
def path(script, tmp_path):
    script.call("open", directory=tmp_path / "run")
    for step, (tag, tensor) in enumerate(TENSORS.items()):
        script.call(
            "add_tensor", tag=tag, tensor=tensor, step=step, wall_time=samples.wall_time(step)
        )
    script.call("close").run()
    (found,) = (tmp_path / "run").glob("*sltensors*")
    return found


def raw(tensor):
    if isinstance(tensor, torch.Tensor):
        return tensor.view(torch.uint8).numpy().tobytes()
    return tensor.tobytes()


def test_the_documents_snippet_reads_every_tensor(read, path):
    found = list(read(path))
    assert [tag for tag, *_ in found] == list(TENSORS)
    for step, (tag, *when, dtype, shape, elements) in enumerate(found):
        tensor = TENSORS[tag]
        name = str(tensor.dtype).removeprefix("torch.")
        pair = [2] if name.startswith("complex") else []
        assert when == [step, samples.wall_time(step)]
        assert (dtype, list(shape)) == (DTYPES[name], [*tensor.shape, *pair])
        assert elements == raw(tensor), tag


def test_the_documents_snippet_stops_before_a_record_that_is_cut(read, path):
    path.write_bytes(path.read_bytes()[:-1])
    assert [tag for tag, *_ in read(path)] == list(TENSORS)[:-1]


def test_elements_begin_at_multiples_of_64_bytes(read, path):
    data = path.read_bytes()
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 8], "little")
        header = int.from_bytes(data[at + 12 : at + 20], "little")
        assert (at + 20 + header) % 64 == 0
        at += 12 + length + 4
