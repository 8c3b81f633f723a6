"""Where copies of local files go: by tensorboardX's factories, or by fsspec."""

from __future__ import annotations

import importlib
import os
import pathlib
import re
import shutil
import urllib.parse
from collections.abc import Callable
from typing import Any, Protocol

from stepline._object_stores import REGISTERED_FACTORIES, Factory, ObjectWriter, Pace

# fsspec's names of those that add to a file without a new upload of it.
_APPENDING = {"arrow_hdfs", "file", "hdfs", "local", "memory", "sftp", "smb", "ssh"}


class Copy(Protocol):
    """The copy of one file."""

    def update(self, path: pathlib.Path, at_end: bool) -> None:
        """Brings what the file has now. Where it can only be brought as a
        whole, one that grows may wait for more, but not `at_end`."""


class Store(Protocol):
    def make_directory(self) -> None:
        """That of the log, where there is such a thing."""

    def copy_to(self, url: str, grows: bool) -> Copy:
        """The copy of a file that only grows, or else is written anew."""
        ...


def is_address(path: str) -> bool:
    """Or else a path of the file system."""
    prefix, colon, _ = path.partition(":")
    return "://" in path or (bool(colon) and prefix in REGISTERED_FACTORIES)


def find(url: str) -> Store | None:
    """None for a path of the file system. ImportError when a package is
    missing, ValueError when nobody knows what `url` begins with."""
    if not is_address(url):
        return None
    factory = REGISTERED_FACTORIES.get(url.partition(":")[0])
    if factory is None:
        return _Fsspec(url)
    if getattr(factory, "is_installed", lambda: True)():
        return _Factories(url, factory)
    try:
        return _Fsspec(url)
    except ImportError:
        return _Factories(url, factory)  # It names its package when it opens a file.


def without_credentials(text: str, url: str) -> str:
    """A text about `url` without the name and the password that stand there
    before the host's name."""
    for user in re.findall(r"://([^/]*)@", url):
        text = text.replace(f"{user}@", "")
        password = user.partition(":")[2]
        for secret in {password, urllib.parse.unquote(password)} - {""}:
            text = text.replace(secret, "***")
    return text


class _Factories:
    def __init__(self, url: str, factory: Factory) -> None:
        self._url = url
        self._factory = factory

    def make_directory(self) -> None:
        self._factory.directory_check(self._url)

    def copy_to(self, url: str, grows: bool) -> Copy:
        if not grows:
            return _Whole(lambda path: self._write(path, url))
        writer = self._factory.open(url)
        if isinstance(writer, ObjectWriter):
            return _Whole(writer.upload_file, Pace())
        return _Written(writer, lambda: self._factory.open(url))

    def _write(self, path: pathlib.Path, url: str) -> None:
        writer = self._factory.open(url)
        if isinstance(writer, ObjectWriter):
            writer.upload_file(path)
            return
        with open(path, "rb") as file:
            shutil.copyfileobj(file, writer)
        writer.close()


class _Fsspec:
    def __init__(self, url: str) -> None:
        self._url = url
        try:
            core: Any = importlib.import_module("fsspec.core")
        except ImportError:
            scheme = url.partition("://")[0]
            message = f"for {scheme}:// the package fsspec must be installed"
            raise ImportError(message) from None
        self._files = core.url_to_fs(url)[0]

    def make_directory(self) -> None:
        self._files.makedirs(self._files._strip_protocol(self._url), exist_ok=True)

    def copy_to(self, url: str, grows: bool) -> Copy:
        place = self._files._strip_protocol(url)
        self._files.makedirs(self._files._parent(place), exist_ok=True)
        names = self._files.protocol
        if grows and _APPENDING.intersection([names] if isinstance(names, str) else names):
            return _Appended(self._files, place)
        return _Whole(
            lambda path: self._files.put_file(str(path), place), Pace() if grows else None
        )


class _Whole:
    """Is uploaded as a whole: whenever it is another, or as often as `pace`
    says."""

    def __init__(
        self, upload: Callable[[pathlib.Path], None], pace: Pace | None = None
    ) -> None:
        self._upload = upload
        self._pace = pace
        self._uploaded: tuple[int, int, int] | None = None

    def update(self, path: pathlib.Path, at_end: bool) -> None:
        about = os.stat(path)
        state = (about.st_ino, about.st_size, about.st_mtime_ns)
        if state == self._uploaded:
            return
        if self._pace is not None and not at_end and not self._pace.is_due(about.st_size):
            return
        self._upload(path)
        self._uploaded = state
        if self._pace is not None:
            self._pace.uploaded(about.st_size)


class _Written:
    """Is written by what a factory opened, bit by bit until the end."""

    def __init__(self, writer: Any, reopen: Callable[[], Any]) -> None:
        self._writer = writer
        self._reopen = reopen
        self._size = 0

    def update(self, path: pathlib.Path, at_end: bool) -> None:
        if os.path.getsize(path) > self._size:
            if self._writer is None:
                self._writer, self._size = self._reopen(), 0
            with open(path, "rb") as file:
                file.seek(self._size)
                grown = file.read()
            self._writer.write(grown)
            self._size += len(grown)
        if self._writer is not None:
            self._writer.flush()
            if at_end:
                self._writer.close()
                self._writer = None


class _Appended:
    """Gets what is new appended, unless somebody else has changed it."""

    def __init__(self, files: Any, place: str) -> None:
        self._files = files
        self._place = place
        self._size = 0

    def update(self, path: pathlib.Path, at_end: bool) -> None:
        if os.path.getsize(path) <= self._size:
            return
        begun = self._size > 0 and self._files.exists(self._place)
        if begun and self._files.size(self._place) == self._size:
            with open(path, "rb") as file:
                file.seek(self._size)
                grown = file.read()
            try:
                with self._files.open(self._place, "ab") as remote:
                    remote.write(grown)
            except Exception:  # Some say only here that they cannot.
                self._put(path)
            else:
                self._size += len(grown)
        else:
            self._put(path)

    def _put(self, path: pathlib.Path) -> None:
        size = os.path.getsize(path)
        self._files.put_file(str(path), self._place)
        self._size = size
