"""Object stores, where nothing can be appended, and the factories that open
files elsewhere than in the file system."""

from __future__ import annotations

import importlib
import io
import os
import pathlib
import time
from collections.abc import Callable
from typing import Any, Protocol

_SMALL_OBJECT = 1 << 16
_SECS_PER_BYTE = 60 / (1 << 20)
_MOST_SECS_BETWEEN_UPLOADS = 3600


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


def is_installed(package: str) -> bool:
    try:
        importlib.import_module(package)
    except ImportError:
        return False
    return True


class Pace:
    """When a growing file is due to be uploaded again as a whole: when it has
    grown by an eighth, or when a minute has passed for each MiB of it, an hour
    at most; up to 64 KiB, whenever there is something new.

    So, but for the small ones, uploads of a file that grows fast are together
    at most ten times as long as the file, and those of one that grows slowly
    add a MiB a minute; beyond 60 MiB, the whole file once an hour.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._uploaded = 0
        self._uploaded_at = 0.0

    def is_due(self, size: int) -> bool:
        wait = min(size * _SECS_PER_BYTE, _MOST_SECS_BETWEEN_UPLOADS)
        return (
            size <= _SMALL_OBJECT
            or size >= self._uploaded + self._uploaded // 8
            or self._clock() >= self._uploaded_at + wait
        )

    def uploaded(self, size: int) -> None:
        self._uploaded, self._uploaded_at = size, self._clock()


class ObjectWriter:
    """A file in an object store, which is uploaded as a whole, and again as it
    grows."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._content = bytearray()
        self._uploaded = 0
        self._pace = Pace()
        self.closed: bool = False

    def bucket_and_path(self) -> tuple[str, str]:
        bucket, _, path = self.path.partition("://")[2].partition("/")
        return bucket, path

    def write(self, val: bytes) -> None:
        self._content += val

    def flush(self) -> None:
        if self._pace.is_due(len(self._content)):
            self._upload_if_new()

    def close(self) -> None:
        self._upload_if_new()
        self.closed = True

    def _upload_if_new(self) -> None:
        size = len(self._content)
        if size > self._uploaded:
            self.upload(bytes(self._content))
            self._uploaded = size
            self._pace.uploaded(size)

    def upload(self, content: bytes) -> None:
        raise NotImplementedError

    def upload_file(self, path: pathlib.Path) -> None:
        """What a local file has, in place of what was written."""
        self.upload(path.read_bytes())


class S3RecordWriter(ObjectWriter):
    """s3://bucket/path, by boto3. The variable S3_ENDPOINT names another
    service than Amazon's."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        try:
            boto3: Any = importlib.import_module("boto3")
            transfer: Any = importlib.import_module("boto3.s3.transfer")
        except ImportError:
            message = "for s3:// the package boto3 must be installed, or fsspec with s3fs"
            raise ImportError(message) from None
        self._client = boto3.client("s3", endpoint_url=os.environ.get("S3_ENDPOINT"))
        # At the end of a program there are no more threads for what is left.
        self._config = transfer.TransferConfig(use_threads=False)

    def upload(self, content: bytes) -> None:
        bucket, path = self.bucket_and_path()
        self._client.upload_fileobj(io.BytesIO(content), bucket, path, Config=self._config)

    def upload_file(self, path: pathlib.Path) -> None:
        bucket, name = self.bucket_and_path()
        with open(path, "rb") as file:
            self._client.upload_fileobj(file, bucket, name, Config=self._config)


class GCSRecordWriter(ObjectWriter):
    """gs://bucket/path, by google-cloud-storage."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        try:
            storage: Any = importlib.import_module("google.cloud.storage")
        except ImportError:
            message = (
                "for gs:// the package google-cloud-storage must be installed, or fsspec with gcsfs"
            )
            raise ImportError(message) from None
        bucket, name = self.bucket_and_path()
        self._blob = storage.Blob(name, storage.Bucket(storage.Client(), bucket))

    def upload(self, content: bytes) -> None:
        # On no condition, since the file's name is ours alone.
        self._blob.upload_from_string(data=content)

    def upload_file(self, path: pathlib.Path) -> None:
        self._blob.upload_from_filename(str(path))


class S3RecordWriterFactory:
    def is_installed(self) -> bool:
        return is_installed("boto3")

    def open(self, path: str) -> S3RecordWriter:
        return S3RecordWriter(path)

    def directory_check(self, path: str) -> None:
        pass


class GCSRecordWriterFactory:
    def is_installed(self) -> bool:
        return is_installed("google.cloud.storage")

    def open(self, path: str) -> GCSRecordWriter:
        return GCSRecordWriter(path)

    def directory_check(self, path: str) -> None:
        pass


register_writer_factory("s3", S3RecordWriterFactory())
register_writer_factory("gs", GCSRecordWriterFactory())
