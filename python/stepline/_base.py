"""What the writers' classes share: a file writer, and its life."""

from __future__ import annotations

import datetime
import functools
import os
import socket
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any

from stepline import _lifecycle, _native, _stores
from stepline._file_writer import FileWriter, NativeFiles, new_session
from stepline._foreign import Forwarding

if TYPE_CHECKING:
    from typing_extensions import Self  # Python 3.10 has none of its own.
else:
    Self = Any

# Made anew when a writer is opened, and so not part of what is pickled.
_OWN_STATE = ("_writer", "_writer_of", "_file_writer", "_all_writers")


def default_directory(comment: str) -> str:
    """runs/<date>_<host><comment>"""
    now = datetime.datetime.now().strftime("%b%d_%H-%M-%S")
    return os.path.join("runs", f"{now}_{socket.gethostname()}{comment}")


def _working_directory() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None  # It was deleted.


class WriterBase(_native.ScalarFront):
    """Opens, flushes, closes; is pickled, forked and collected.

    A class with the signatures of some package stands on it: it has the
    `add_*`, which go to `_opened()`, `_add_scalar()`, which gets what the
    native add_scalar() does not take at once, and `_open()`.

    As in those packages, everything goes to what `_get_file_writer()` gives,
    and `file_writer` and `all_writers` may be assigned: None has a new file
    begun, and somebody else's file writer gets messages. The constructor needs
    not be called, if the attributes are there that `_open()` reads.
    """

    # The native writer of a file writer, or what stands in for it.
    _writer: Any = None
    _writer_of: Any = None
    _file_writer: Any = None
    _all_writers: Any = None
    _session: str = ""
    # The program's working directory when the first file was opened: relative
    # paths are meant from there, in whichever process.
    _home: str | None = None

    def flush(self) -> None:
        """Returns when everything added before it is in the file.

        What the disk refuses is a RuntimeWarning: logging does not end a
        training.
        """
        if self._all_writers is not None:
            for writer in list(self._all_writers.values()):
                writer.flush()

    def close(self) -> None:
        """flush(), then closes the file. A later `add_*` opens a new one."""
        if self._all_writers is None:
            return
        for writer in list(self._all_writers.values()):
            if not isinstance(writer, NativeFiles):
                writer.flush()  # Ours do when they are closed.
            writer.close()
        self.file_writer = self.all_writers = None

    @property
    def file_writer(self) -> Any:
        """A FileWriter, for messages made elsewhere; None when closed."""
        return self._file_writer

    @file_writer.setter
    def file_writer(self, writer: Any) -> None:
        self._file_writer = writer
        self._disconnect()

    @property
    def all_writers(self) -> Any:
        """The file writer by its directory; None when closed."""
        return self._all_writers

    @all_writers.setter
    def all_writers(self, writers: Any) -> None:
        self._all_writers = writers
        self._disconnect()

    @functools.cached_property
    def default_bins(self) -> list[float]:
        """The edges of bins="tensorflow"."""
        edges = []
        edge = 1e-12
        while edge < 1e20:
            edges.append(edge)
            edge *= 1.1
        return [-e for e in reversed(edges)] + [0] + edges

    def _get_file_writer(self) -> Any:
        if self._file_writer is None or self._all_writers is None:
            if self._home is None:
                self._home = _working_directory()
            files = self._open()
            self.file_writer, self.all_writers = files, {files.get_logdir(): files}
            self._connect(files)
        return self._file_writer

    def _open(self) -> Any:
        """A file writer, by the attributes that the package's class has."""
        raise NotImplementedError

    def _shared_session(self) -> str:
        """That of all files of this writer, in every process that gets it."""
        self._session = self._session or new_session()
        return self._session

    def _from_home(self, directory: Any) -> Any:
        """As it is given, as long as that leads to the same place."""
        path = str(directory)
        if self._home is None or _stores.is_address(path) or _working_directory() == self._home:
            return directory
        return os.path.join(self._home, path)

    def _opened(self) -> Any:
        """The native writer: what is added to it goes to an open file."""
        files = self._get_file_writer()
        writer = self._writer
        return writer if writer is not None and self._writer_of is files else self._connect(files)

    def _message_writer(self) -> Any:
        """A file writer that takes messages as bytes."""
        files = self._get_file_writer()
        return files if isinstance(files, NativeFiles) else self._opened()

    def _connect(self, files: Any) -> Any:
        if not isinstance(files, NativeFiles):
            writer: Any = Forwarding(files)
        else:
            writer = files._native_writer()
            # A class that gives others than ours wants to see everything.
            if type(self)._get_file_writer is WriterBase._get_file_writer:
                self._attach(writer)
        self._writer, self._writer_of = writer, files
        if isinstance(files, FileWriter):
            files._front = weakref.ref(self)
        _lifecycle.watch(self)
        return writer

    def _disconnect(self) -> None:
        self._attach(None)
        self._writer = self._writer_of = None

    def _enter_child(self) -> None:
        """In a process that a fork made: the files of a remote log are the
        parent's."""
        files = self._file_writer
        if isinstance(files, FileWriter) and files.event_writer.is_remote:
            self._disconnect()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        self._shared_session()
        return {name: value for name, value in self.__dict__.items() if name not in _OWN_STATE}
