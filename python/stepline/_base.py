"""What the writers' classes share: a native writer, and its life."""

from __future__ import annotations

import dataclasses
import functools
from types import TracebackType
from typing import Any

from stepline import _lifecycle, _native
from stepline._file_writer import FileWriter, open_writer, tell_failure

# Made anew when a writer is opened, and so not part of what is pickled.
_OWN_STATE = ("_writer", "_file_writer")


@dataclasses.dataclass(frozen=True)
class Settings:
    log_dir: Any
    purge_step: int | None
    flush_secs: float
    filename_suffix: str


class WriterBase(_native.ScalarFront):
    """Opens, flushes, closes; is pickled, forked and collected.

    A class with the signatures of some package stands on it: it has the
    `add_*`, which go to `_opened()`, and `_add_scalar()`, which gets what the
    native add_scalar() does not take at once.
    """

    _file_writer: FileWriter

    def __init__(
        self,
        log_dir: Any,
        *,
        purge_step: Any = None,
        flush_secs: float = 2,
        filename_suffix: str = "",
    ) -> None:
        purge = None if purge_step is None else int(purge_step)
        self._settings = Settings(log_dir, purge, flush_secs, filename_suffix)
        self._writer: _native.Writer | None = None
        self._opened()

    def flush(self) -> None:
        """Returns when everything added before it is in the file.

        What the disk refuses is a RuntimeWarning: logging does not end a
        training.
        """
        if self._writer is None or not self._is_open:
            return
        try:
            self._writer.flush()
        except OSError as problem:
            tell_failure(problem)

    def close(self) -> None:
        """flush(), then closes the file. A later `add_*` opens a new one."""
        if self._writer is None or not self._is_open:
            return
        self._is_open = False
        try:
            self._writer.close()
        except OSError as problem:
            tell_failure(problem)

    @property
    def file_writer(self) -> FileWriter | None:
        """For messages made elsewhere; None when closed."""
        return self._file_writer if self._writer is not None and self._is_open else None

    @property
    def all_writers(self) -> dict[str, FileWriter] | None:
        """The file writer by its directory; None when closed."""
        writer = self.file_writer
        return None if writer is None else {writer.get_logdir(): writer}

    @functools.cached_property
    def default_bins(self) -> list[float]:
        """The edges of bins="tensorflow"."""
        edges = []
        edge = 1e-12
        while edge < 1e20:
            edges.append(edge)
            edge *= 1.1
        return [-e for e in reversed(edges)] + [0] + edges

    def _get_file_writer(self) -> FileWriter:
        self._opened()
        return self._file_writer

    def _opened(self) -> _native.Writer:
        """The native writer: what is added to it goes to an open file."""
        if self._writer is None:
            self._writer, self._file_writer = self._open(self._settings)
            self._settings = dataclasses.replace(self._settings, purge_step=None)
            self._attach(self._writer)
            _lifecycle.watch(self)
        self._is_open = True
        return self._writer

    def _open(self, settings: Settings) -> tuple[_native.Writer, Any]:
        """A native writer, and the FileWriter around it."""
        native = open_writer(
            str(settings.log_dir),
            purge_step=settings.purge_step,
            flush_secs=settings.flush_secs,
            filename_suffix=settings.filename_suffix,
        )
        return native, FileWriter(settings.log_dir, native=native)

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _OWN_STATE}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._writer = None
