"""The layer below SummaryWriter that others reach into: `writer.file_writer`
takes protobuf messages, of whatever package they are."""

from __future__ import annotations

import os
import time
import warnings
import weakref
from typing import Any, Protocol

from stepline import _stores
from stepline import _wire as wire
from stepline._native import Writer
from stepline._remote import RemoteLog

_STEP_LIMIT = 2**63


class Message(Protocol):
    """A protobuf message."""

    def SerializeToString(self) -> bytes: ...  # noqa: N802


def new_session() -> str:
    """A name for files that belong together: readers take none of them for a
    restart of another."""
    return os.urandom(8).hex()


def open_writer(
    log_dir: str,
    *,
    flush_secs: float = 2,
    filename_suffix: str = "",
    purge_step: int | None = None,
    session: str = "",
) -> Writer:
    """A native writer for a directory, which is made. OSError when it cannot be."""
    os.makedirs(log_dir, exist_ok=True)
    # Absolute: the program may change its working directory later.
    return Writer(
        os.path.abspath(log_dir),
        flush_secs=flush_secs,
        filename_suffix=filename_suffix,
        purge_step=purge_step,
        session=session,
    )


def to_step(step: Any) -> int:
    """As events have it: None is 0, a fraction is cut off."""
    if step is None:
        return 0
    number = int(step)
    if not -_STEP_LIMIT <= number < _STEP_LIMIT:
        raise ValueError(f"a step has 64 bits, got {number}")
    return number


def tell_failure(problem: OSError) -> None:
    """What flush() and close() do with an error: logging must not end a
    training."""
    warnings.warn(f"stepline: {problem}", RuntimeWarning, stacklevel=3)


class EventFileWriter:
    """Takes events for one file; its `_file_name` is what others look for.

    After close() an event is an OSError.
    """

    def __init__(
        self,
        logdir: Any,
        max_queue_size: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        *,
        purge_step: int | None = None,
        session: str = "",
    ) -> None:
        self._logdir = str(logdir)
        options: dict[str, Any] = {
            "flush_secs": flush_secs,
            "filename_suffix": filename_suffix,
            "purge_step": None if purge_step is None else int(purge_step),
            "session": session or new_session(),
        }
        store = _stores.find(self._logdir)
        self._remote = None if store is None else RemoteLog(self._logdir, store, **options)
        self._local = open_writer(self._logdir, **options) if store is None else None
        self._closed = False

    @property
    def is_remote(self) -> bool:
        return self._remote is not None

    @property
    def is_closed(self) -> bool:
        return self._closed

    @property
    def _native(self) -> Any:
        """A Writer."""
        return self._local if self._remote is None else self._remote.native

    @property
    def _file_name(self) -> str:
        path: str = self._native.file_path
        return path if self._remote is None else self._remote.url_of(path)

    def get_logdir(self) -> str:
        return self._logdir

    def add_event(self, event: Message) -> None:
        if not hasattr(event, "SerializeToString"):
            raise TypeError(f"an Event message is wanted, got {type(event)}")
        self.add_bytes(event.SerializeToString())

    def add_bytes(self, event: bytes) -> None:
        """The same of an Event's bytes."""
        self._check_open()
        self._native.add_event(event)

    def flush(self) -> None:
        self._check_open()
        if self._is_inherited():
            return
        try:
            self._native.flush()
        except OSError as problem:
            tell_failure(problem)
        self._copy()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._is_inherited():
            return
        try:
            self._native.close()
        except OSError as problem:
            tell_failure(problem)
        self._copy(at_end=True)

    def reopen(self) -> None:
        """Lets a new file be begun after close()."""
        self._closed = False

    def _is_inherited(self) -> bool:
        """Whether this is a forked child, which has logged nothing elsewhere yet."""
        return self._remote is not None and self._remote.is_inherited

    def _copy(self, at_end: bool = False) -> None:
        if self._remote is not None:
            self._remote.copy(at_end)

    def _check_open(self) -> None:
        if self._closed:
            where = _stores.without_credentials(self._logdir, self._logdir)
            raise OSError(f"the writer is closed ({where})")


class NativeFiles:
    """A file writer that has a native writer."""

    def close(self) -> None:
        raise NotImplementedError

    def _native_writer(self) -> Writer:
        raise NotImplementedError


class FileWriter(NativeFiles):
    """Writes protobuf messages to an event file. After close() that is an
    OSError.

    `max_queue` is taken for compatibility; the queue is bounded in bytes.
    """

    event_writer: EventFileWriter
    # The SummaryWriter that adds to our native writer by itself.
    _front: weakref.ref[Any] | None = None

    def __init__(
        self,
        log_dir: Any,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        *,
        purge_step: int | None = None,
        session: str = "",
    ) -> None:
        self.event_writer = EventFileWriter(
            log_dir,
            max_queue,
            flush_secs,
            filename_suffix,
            purge_step=purge_step,
            session=session,
        )

    def get_logdir(self) -> str:
        return self.event_writer.get_logdir()

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        event.wall_time = time.time() if walltime is None else walltime
        if step is not None:
            event.step = int(step)
        self.event_writer.add_event(event)

    def add_summary(
        self, summary: Message | bytes, global_step: Any = None, walltime: float | None = None
    ) -> None:
        """`summary` is a Summary message, or the bytes of one."""
        content = summary if isinstance(summary, bytes) else summary.SerializeToString()
        self._add(wire.summary_field(content), global_step, walltime)

    def add_graph(self, graph_profile: Any, walltime: float | None = None) -> None:
        """`graph_profile` is a pair: GraphDef and RunMetadata."""
        graph, run_metadata = (
            part if isinstance(part, bytes) else part.SerializeToString() for part in graph_profile
        )
        self._add(wire.graph_field(graph), None, walltime)
        self._add(wire.run_metadata_field("step1", run_metadata), None, walltime)

    def add_onnx_graph(self, graph: Message | bytes, walltime: float | None = None) -> None:
        content = graph if isinstance(graph, bytes) else graph.SerializeToString()
        self._add(wire.graph_field(content), None, walltime)

    def flush(self) -> None:
        self.event_writer.flush()

    def close(self) -> None:
        self.event_writer.close()
        self._disconnect_front()

    def reopen(self) -> None:
        """Lets a new file be begun after close()."""
        self.event_writer.reopen()
        self._disconnect_front()

    def _native_writer(self) -> Writer:
        self.event_writer._check_open()
        native: Writer = self.event_writer._native
        return native

    def _disconnect_front(self) -> None:
        front = self._present_front()
        if front is not None:
            front._disconnect()

    def _present_front(self) -> Any:
        front = None if self._front is None else self._front()
        return front if front is not None and front._writer_of is self else None

    def _add(self, content: bytes, step: Any, walltime: float | None) -> None:
        wall_time = time.time() if walltime is None else walltime
        self.event_writer.add_bytes(wire.event(content, to_step(step), wall_time))
