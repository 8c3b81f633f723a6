"""Files of records: what event files are made of (docs/format.md)."""

from __future__ import annotations

import importlib
import io
import os
import re
import struct
import time
from typing import Any, Protocol

from stepline.tensorboardX.crc32c import crc32c

_SMALL_OBJECT = 1 << 20
_MOST_SECS_BETWEEN_UPLOADS = 60

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


class ObjectWriter:
    """A file in an object store, where nothing can be appended: it is uploaded
    as a whole, and again when it has grown by an eighth or a minute has passed;
    while it is small, whenever it is flushed. So all uploads together are a few
    times as long as the file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._content = bytearray()
        self._uploaded = 0
        self._uploaded_at = 0.0
        self.closed: bool = False

    def bucket_and_path(self) -> tuple[str, str]:
        bucket, _, path = self.path.partition("://")[2].partition("/")
        return bucket, path

    def write(self, val: bytes) -> None:
        self._content += val

    def flush(self) -> None:
        size = len(self._content)
        if (
            size <= _SMALL_OBJECT
            or size >= self._uploaded + self._uploaded // 8
            or time.monotonic() >= self._uploaded_at + _MOST_SECS_BETWEEN_UPLOADS
        ):
            self._upload_if_new()

    def close(self) -> None:
        self._upload_if_new()
        self.closed = True

    def _upload_if_new(self) -> None:
        if len(self._content) > self._uploaded:
            size = len(self._content)
            self.upload(bytes(self._content))
            self._uploaded, self._uploaded_at = size, time.monotonic()

    def upload(self, content: bytes) -> None:
        raise NotImplementedError


class S3RecordWriter(ObjectWriter):
    """s3://bucket/path, by boto3. The variable S3_ENDPOINT names another
    service than Amazon's."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        try:
            boto3: Any = importlib.import_module("boto3")
        except ImportError:
            raise ImportError("for s3:// the package boto3 must be installed") from None
        self._client = boto3.client("s3", endpoint_url=os.environ.get("S3_ENDPOINT"))

    def upload(self, content: bytes) -> None:
        bucket, path = self.bucket_and_path()
        self._client.upload_fileobj(io.BytesIO(content), bucket, path)


class GCSRecordWriter(ObjectWriter):
    """gs://bucket/path, by google-cloud-storage."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        try:
            storage: Any = importlib.import_module("google.cloud.storage")
        except ImportError:
            message = "for gs:// the package google-cloud-storage must be installed"
            raise ImportError(message) from None
        bucket, name = self.bucket_and_path()
        self._blob = storage.Blob(name, storage.Bucket(storage.Client(), bucket))

    def upload(self, content: bytes) -> None:
        # Nobody else may have written it meanwhile.
        self._blob.upload_from_string(data=content, if_generation_match=self._blob.generation)


class S3RecordWriterFactory:
    def open(self, path: str) -> S3RecordWriter:
        return S3RecordWriter(path)

    def directory_check(self, path: str) -> None:
        pass


class GCSRecordWriterFactory:
    def open(self, path: str) -> GCSRecordWriter:
        return GCSRecordWriter(path)

    def directory_check(self, path: str) -> None:
        pass


register_writer_factory("s3", S3RecordWriterFactory())
register_writer_factory("gs", GCSRecordWriterFactory())


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
