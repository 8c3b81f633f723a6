"""Protobuf's wire form, and the messages that summaries are made of.

Each function gives the bytes of one field or message. Numbers of fields are
TensorFlow's and TensorBoard's (docs/format.md); a field with its default value
is left out, as protobuf does. For kinds that are logged once in a while: what
is logged at every step is encoded in C++.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

DT_FLOAT = 1
DT_DOUBLE = 2
DT_STRING = 7


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def message(number: int, content: bytes) -> bytes:
    """A field that is there even when it is empty."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def text(number: int, content: str | bytes) -> bytes:
    if isinstance(content, str):
        content = content.encode("utf-8")
    elif not isinstance(content, bytes):
        raise TypeError(f"a str is wanted, got {type(content)}")
    return message(number, content) if content else b""


def integer(number: int, value: int) -> bytes:
    return varint(number << 3) + varint(value) if value else b""


def double(number: int, value: float) -> bytes:
    content = struct.pack("<d", value)
    return varint(number << 3 | 1) + content if any(content) else b""


def float32(number: int, value: float) -> bytes:
    content = packed_floats([value])
    return varint(number << 3 | 5) + content if any(content) else b""


def packed_floats(values: Iterable[float]) -> bytes:
    import numpy as np

    with np.errstate(over="ignore"):
        return np.asarray(list(values), dtype=np.float64).astype("<f4").tobytes()


def event(content: bytes, step: int = 0, wall_time: float = 0.0) -> bytes:
    """An Event around one of the fields below."""
    if not hasattr(wall_time, "__float__"):
        raise TypeError(f"walltime must be a number, not {type(wall_time).__name__}")
    return double(1, wall_time) + integer(2, step) + content


def graph_field(graph_def: bytes) -> bytes:
    return message(4, graph_def)


def summary_field(summary: bytes) -> bytes:
    return message(5, summary)


def run_metadata_field(tag: str, run_metadata: bytes) -> bytes:
    return message(8, text(1, tag) + message(2, run_metadata))


def summary(*values: bytes) -> bytes:
    return b"".join(message(1, value) for value in values)


def metadata(plugin: str, content: bytes = b"") -> bytes:
    """Field 9 of a Summary.Value."""
    return message(9, message(1, text(1, plugin) + text(2, content)))


def image_value(tag: str, height: int, width: int, channels: int, encoded: bytes) -> bytes:
    return text(1, tag) + message(
        4, integer(1, height) + integer(2, width) + integer(3, channels) + text(4, encoded)
    )


def tensor_value(tag: str, tensor: bytes, meta: bytes) -> bytes:
    return text(1, tag) + message(8, tensor) + meta


def shape(dims: Iterable[int]) -> bytes:
    """A TensorShapeProto."""
    return b"".join(message(2, integer(1, n)) for n in dims)


def float_tensor(values: Iterable[float], dims: Iterable[int] | None) -> bytes:
    content = packed_floats(values)
    return (
        integer(1, DT_FLOAT)
        + (b"" if dims is None else message(2, shape(dims)))
        + (message(5, content) if content else b"")
    )


def double_tensor(value: float) -> bytes:
    return integer(1, DT_DOUBLE) + message(6, struct.pack("<d", value))


def string_tensor(content: bytes, dims: Iterable[int]) -> bytes:
    return integer(1, DT_STRING) + message(2, shape(dims)) + message(8, content)
