"""Logs in places that are no file systems, like object stores: written here,
then copied there."""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import warnings
import weakref
from typing import Any

from stepline import _lifecycle, _stores
from stepline._native import Writer

_LEAST_SECS_BETWEEN_COPIES = 10.0
_GROWING = ("tfevents", "sltensors")

_logs: weakref.WeakSet[RemoteLog] = weakref.WeakSet()
_is_watching_executors = False


def _watch_executors() -> None:
    """Has all logs copied before the thread pools are closed, which stores may
    need: that is before finalizers are called, where Python lets us know."""
    global _is_watching_executors
    register = getattr(threading, "_register_atexit", None)
    if _is_watching_executors or register is None:
        return
    _is_watching_executors = True
    importlib.import_module("concurrent.futures.thread")  # The last to register is the first.
    with contextlib.suppress(RuntimeError):  # It is too late.
        register(_copy_all)


def _copy_all() -> None:
    for log in list(_logs):
        log.copy_before_end()


class RemoteLog:
    """A native writer on a temporary directory, whose files are copied to
    another place as they grow: in the background, by copy(), at the end of the
    process, and when nobody holds it any more.

    After a fork the parent's files are the parent's. The child has a directory
    and copies of its own, once it asks for `native`.
    """

    def __init__(self, url: str, store: _stores.Store, **options: Any) -> None:
        self._url = url
        self._options = options
        self._begin(store)
        try:
            store.make_directory()
            self._copier.copy()
        except BaseException:  # A package that is missing, or that we may not.
            self._end.detach()
            self._copier.give_up()
            raise

    @property
    def native(self) -> Writer:
        if self.is_inherited:
            store = _stores.find(self._url)
            assert store is not None
            self._begin(store)
        return self._copier.native

    @property
    def is_inherited(self) -> bool:
        """Whether this is a forked child, which has not asked for `native` yet."""
        return self._copier.is_inherited()

    def copy(self, at_end: bool = False) -> None:
        """Returns when everything that is flushed and due is there, or after a
        RuntimeWarning. At the end all is due."""
        if not self.is_inherited:
            self._copier.try_to_copy(at_end)

    def copy_before_end(self) -> None:
        """The same for what may be the last time. It does not tell of errors,
        since the end tries again."""
        if not self.is_inherited:
            with contextlib.suppress(Exception):
                self._copier.copy(at_end=True)

    def url_of(self, path: str) -> str:
        """Where a file is copied to."""
        return self._copier.url_of(pathlib.Path(path))

    def _begin(self, store: _stores.Store) -> None:
        self._copier = _Copier(self._url, store, self._options)
        self._options["purge_step"] = None  # A child goes on with what the parent began.
        self._end = weakref.finalize(self, _Copier.end, self._copier)
        _lifecycle.at_end_of_process(self._end)
        _logs.add(self)
        _watch_executors()
        secs = max(self._options["flush_secs"], _LEAST_SECS_BETWEEN_COPIES)
        self._copier.start(secs)


class _Copier:
    """Belongs to the process that made it: what a child inherits may be in the
    middle of anything."""

    def __init__(self, url: str, store: _stores.Store, options: dict[str, Any]) -> None:
        self._url = url.rstrip("/")
        self._store = store
        self._pid = os.getpid()
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="stepline-"))
        self.native = Writer(str(self._folder), **options)
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._thread_ends = False
        self._copies: dict[pathlib.Path, _stores.Copy] = {}

    def is_inherited(self) -> bool:
        return self._pid != os.getpid()

    def start(self, secs: float) -> None:
        """Has a thread copy every so many seconds."""
        self._thread = threading.Thread(target=self._copy_every, args=(secs,), daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Copies for the last time. What could not be copied stays on the disk."""
        if self.is_inherited():
            return
        if self._thread is threading.current_thread():
            # The garbage collector may call from the middle of anything, with
            # our locks held, so the thread does it when it is through.
            self._thread_ends = True
            atexit.register(self._wait_for_thread)
            _lifecycle.at_end_of_process(self._wait_for_thread)
        else:
            self._finish()

    def give_up(self) -> None:
        self._close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def try_to_copy(self, at_end: bool = False) -> None:
        try:
            self.copy(at_end)
        except Exception as problem:  # Anybody's: logging must not end a training.
            self._warn(str(problem))

    def copy(self, at_end: bool = False) -> None:
        """Copies all that it can, then raises the first error."""
        problems: list[Exception] = []
        try:
            self.native.flush()
        except OSError as problem:
            problems.append(problem)
        with self._lock:
            if self._ended.is_set() and not at_end:
                return  # The last copy was made meanwhile.
            for path in sorted(self._folder.rglob("*")):
                # What ends in .tmp gets its name when it is whole.
                if path.is_file() and path.suffix != ".tmp":
                    try:
                        self._copy_of(path).update(path, at_end)
                    except Exception as problem:
                        problems.append(problem)
        if problems:
            raise problems[0]

    def _copy_every(self, secs: float) -> None:
        while not self._ended.wait(secs) and not self._thread_ends:
            try:
                self.try_to_copy()
            except Warning:  # Where warnings are errors: the next copy may be well.
                _tell_error_of_thread()
        if self._thread_ends:
            self._finish()
            atexit.unregister(self._wait_for_thread)

    def _wait_for_thread(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _finish(self) -> None:
        self._ended.set()
        try:
            try:
                self.copy(at_end=True)
            finally:
                self._close()
        except Exception as problem:
            self._warn(f"{problem} (its files are still in {self._folder})")
        else:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _close(self) -> None:
        self._ended.set()
        with contextlib.suppress(OSError):
            self.native.close()

    def _warn(self, problem: str) -> None:
        message = f"stepline: the log could not be copied to {self._url}: {problem}"
        message = _stores.without_credentials(message, self._url)
        warnings.warn(message, RuntimeWarning, stacklevel=4)

    def _copy_of(self, path: pathlib.Path) -> _stores.Copy:
        if path not in self._copies:
            grows = any(part in path.name for part in _GROWING)
            self._copies[path] = self._store.copy_to(self.url_of(path), grows)
        return self._copies[path]

    def url_of(self, path: pathlib.Path) -> str:
        return f"{self._url}/{path.relative_to(self._folder).as_posix()}"


def _tell_error_of_thread() -> None:
    problem = sys.exc_info()
    threading.excepthook(threading.ExceptHookArgs((*problem, threading.current_thread())))
