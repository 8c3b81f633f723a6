"""Files of records: what event files are made of (docs/format.md)."""

from __future__ import annotations

import os
import re
import struct
from typing import Any, Protocol

from stepline.tensorboardX.crc32c import crc32c

_FIRST = re.compile(r"[A-Za-z0-9.]")
_PART = re.compile(r"[A-Za-z0-9_.\-/]+")


class Factory(Protocol):
    """Opens what a path means that begins with a prefix of its own."""

    def open(self, path: str) -> Any:
        """Something with write(), flush() and close()."""

    def directory_check(self, path: str) -> None:
        """Makes the directory, where there is such a thing."""


REGISTERED_FACTORIES: dict[str, Factory] = {}


def register_writer_factory(prefix: str, factory: Factory) -> None:
    """Lets `factory` open the files of RecordWriter whose path begins with
    `<prefix>:`."""
    if ":" in prefix:
        raise ValueError(f"a prefix has no colon, got {prefix!r}")
    REGISTERED_FACTORIES[prefix] = factory


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
    if not _FIRST.match(name):
        name = f".{name}"
    return "_".join(_PART.findall(name))
