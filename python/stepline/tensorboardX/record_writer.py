"""Files of records: what event files are made of (docs/format.md)."""

from __future__ import annotations

import os
import re
import struct
from typing import Any

from stepline import _lazy
from stepline._object_stores import (
    REGISTERED_FACTORIES,
    Factory,
    GCSRecordWriter,
    GCSRecordWriterFactory,
    ObjectWriter,
    S3RecordWriter,
    S3RecordWriterFactory,
    is_installed,
    register_writer_factory,
)
from stepline.tensorboardX.crc32c import crc32c

__all__ = [
    "Factory",
    "GCSRecordWriter",
    "GCSRecordWriterFactory",
    "ObjectWriter",
    "REGISTERED_FACTORIES",
    "RecordWriter",
    "S3RecordWriter",
    "S3RecordWriterFactory",
    "directory_check",
    "make_valid_tf_name",
    "masked_crc32c",
    "open_file",
    "register_writer_factory",
    "u32",
]

# Only then, because the imports are slow.
_lazy.add_names(
    __name__,
    {
        "GCS_ENABLED": lambda: is_installed("google.cloud.storage"),
        "S3_ENABLED": lambda: is_installed("boto3"),
    },
)

_VALID_OP_NAME_START = re.compile(r"[A-Za-z0-9.]")
_VALID_OP_NAME_PART = re.compile(r"[A-Za-z0-9_.\-/]+")


def directory_check(path: str) -> None:
    """Makes the directory unless it is there."""
    factory = REGISTERED_FACTORIES.get(path.split(":")[0])
    if factory is not None:
        factory.directory_check(path)
    else:
        os.makedirs(path, exist_ok=True)


def open_file(path: str) -> Any:
    factory = REGISTERED_FACTORIES.get(path.split(":")[0])
    return open(path, "wb") if factory is None else factory.open(path)


class RecordWriter:
    """Writes records to a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._writer = open_file(path)

    def write(self, data: bytes) -> None:
        self._writer.write(frame(data))

    def flush(self) -> None:
        self._writer.flush()
        if hasattr(self._writer, "fileno"):
            os.fsync(self._writer.fileno())

    def close(self) -> None:
        self._writer.close()


def frame(data: bytes) -> bytes:
    """A record: the length, its checksum, the data, their checksum."""
    length = struct.pack("<Q", len(data))
    checksums = (struct.pack("<I", masked_crc32c(part)) for part in (length, data))
    return length + next(checksums) + data + next(checksums)


def masked_crc32c(data: bytes) -> int:
    crc = u32(crc32c(data))
    return u32((crc >> 15 | u32(crc << 17)) + 0xA282EAD8)


def u32(x: int) -> int:
    return x & 0xFFFFFFFF


def make_valid_tf_name(name: str) -> str:
    """A name that TensorFlow takes for an operation."""
    if not _VALID_OP_NAME_START.match(name):
        name = f".{name}"
    return "_".join(_VALID_OP_NAME_PART.findall(name))
