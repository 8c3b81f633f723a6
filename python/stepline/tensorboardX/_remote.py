"""Logs in places that are no file systems, like object stores: written here,
then copied there."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import threading
import warnings
import weakref
from typing import Any

from stepline._file_writer import open_writer
from stepline._native import Writer
from stepline.tensorboardX import record_writer

_LEAST_SECS_BETWEEN_COPIES = 10.0


def is_remote(path: str) -> bool:
    """Whether a factory is registered for what `path` begins with."""
    return ":" in path and path.split(":")[0] in record_writer.REGISTERED_FACTORIES


class RemoteLog:
    """A native writer on a temporary directory, whose files are copied to
    another place as they grow: in the background, by copy(), at the end of the
    program, and when nobody holds it any more."""

    def __init__(self, url: str, flush_secs: float, **options: Any) -> None:
        record_writer.directory_check(url)
        folder = tempfile.mkdtemp(prefix="stepline-")
        self.native = open_writer(folder, flush_secs=flush_secs, **options)
        self._copier = _Copier(url, self.native, folder)
        self._end = weakref.finalize(self, _Copier.end, self._copier)
        try:
            self._copier.copy()
        except BaseException:  # A package that is missing, or that we may not.
            self._end.detach()
            shutil.rmtree(folder, ignore_errors=True)
            raise
        secs = max(flush_secs, _LEAST_SECS_BETWEEN_COPIES)
        threading.Thread(target=self._copier.copy_every, args=(secs,), daemon=True).start()

    def copy(self, at_end: bool = False) -> None:
        """Returns when everything that is flushed is there, or after a
        RuntimeWarning."""
        self._copier.try_to_copy(at_end)


class _Copier:
    def __init__(self, url: str, native: Writer, folder: str) -> None:
        self._url = url.rstrip("/")
        self._native = native
        self._folder = pathlib.Path(folder)
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._copied: dict[pathlib.Path, int] = {}
        self._writers: dict[pathlib.Path, Any] = {}

    def copy_every(self, secs: float) -> None:
        while not self._ended.wait(secs):
            self.try_to_copy()

    def end(self) -> None:
        self._ended.set()
        self._native.close()
        self.try_to_copy(at_end=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def try_to_copy(self, at_end: bool = False) -> None:
        try:
            self.copy(at_end)
        except Exception as problem:  # Anybody's: logging must not end a training.
            message = f"stepline: the log could not be copied to {self._url}: {problem}"
            warnings.warn(message, RuntimeWarning, stacklevel=3)

    def copy(self, at_end: bool = False) -> None:
        self._native.flush()
        with self._lock:
            for path in sorted(self._folder.rglob("*")):
                if path.is_dir():
                    continue
                if "tfevents" in path.name:
                    self._copy_growing(path, at_end)
                else:
                    self._copy_whole(path)

    def _copy_growing(self, path: pathlib.Path, at_end: bool) -> None:
        done = self._copied.get(path, 0)
        with open(path, "rb") as file:
            file.seek(done)
            grown = file.read()
        if grown:
            if path not in self._writers:
                self._writers[path] = record_writer.open_file(self._url_of(path))
            self._writers[path].write(grown)
            self._copied[path] = done + len(grown)
        writer = self._writers.get(path)
        if writer is None:
            return
        writer.flush()
        if at_end:
            writer.close()
            del self._writers[path]

    def _copy_whole(self, path: pathlib.Path) -> None:
        size = os.path.getsize(path)
        if self._copied.get(path) == size:
            return
        writer = record_writer.open_file(self._url_of(path))
        writer.write(path.read_bytes())
        writer.close()
        self._copied[path] = size

    def _url_of(self, path: pathlib.Path) -> str:
        return f"{self._url}/{path.relative_to(self._folder).as_posix()}"
