"""The layer below SummaryWriter that others reach into: `writer.file_writer`
takes protobuf messages, of whatever package they are."""

from __future__ import annotations

import os
import time
import warnings
from typing import Any, Protocol

from stepline import _wire as wire
from stepline._native import Writer

_STEP_LIMIT = 2**63


class Message(Protocol):
    """A protobuf message."""

    def SerializeToString(self) -> bytes: ...  # noqa: N802


def open_writer(
    log_dir: str,
    *,
    flush_secs: float = 2,
    filename_suffix: str = "",
    purge_step: int | None = None,
) -> Writer:
    """A native writer for a directory, which is made. OSError when it cannot be."""
    if "://" in log_dir:
        raise NotImplementedError(f"only local directories can be written, got {log_dir!r}")
    os.makedirs(log_dir, exist_ok=True)
    # Absolute: the program may change its working directory later.
    return Writer(
        os.path.abspath(log_dir),
        flush_secs=flush_secs,
        filename_suffix=filename_suffix,
        purge_step=purge_step,
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
    """Takes events for one file; its `_file_name` is what others look for."""

    def __init__(
        self,
        logdir: Any,
        max_queue_size: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        *,
        native: Writer | None = None,
    ) -> None:
        self._logdir = str(logdir)
        self._native = native or open_writer(
            self._logdir, flush_secs=flush_secs, filename_suffix=filename_suffix
        )

    @property
    def _file_name(self) -> str:
        return self._native.file_path

    def get_logdir(self) -> str:
        return self._logdir

    def add_event(self, event: Message) -> None:
        if not hasattr(event, "SerializeToString"):
            raise TypeError(f"an Event message is wanted, got {type(event)}")
        self._native.add_event(event.SerializeToString())

    def flush(self) -> None:
        try:
            self._native.flush()
        except OSError as problem:
            tell_failure(problem)

    def close(self) -> None:
        try:
            self._native.close()
        except OSError as problem:
            tell_failure(problem)


class FileWriter:
    """Writes protobuf messages to an event file.

    `max_queue` is taken for compatibility; the queue is bounded in bytes.
    """

    def __init__(
        self,
        log_dir: Any,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        *,
        native: Writer | None = None,
    ) -> None:
        self.event_writer: EventFileWriter = EventFileWriter(
            log_dir, max_queue, flush_secs, filename_suffix, native=native
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

    def reopen(self) -> None:
        """Does nothing: a file is opened when something is added."""

    def _add(self, content: bytes, step: Any, walltime: float | None) -> None:
        wall_time = time.time() if walltime is None else walltime
        self.event_writer._native.add_event(wire.event(content, to_step(step), wall_time))
