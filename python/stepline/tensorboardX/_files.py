"""`FileWriter`, and one that writes nothing."""

# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from stepline import _file_writer, _native, _wire
from stepline._file_writer import to_step
from stepline.tensorboardX.event_file_writer import EventFileWriter


class FileWriter(_file_writer.FileWriter):
    """Writes protobuf messages to an event file. What is added between close()
    and reopen() is dropped.

    `max_queue` is taken for compatibility; the queue is bounded in bytes.
    """

    event_writer: EventFileWriter

    def __init__(
        self,
        logdir: Any,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        *,
        purge_step: int | None = None,
        session: str = "",
    ) -> None:
        self.event_writer = EventFileWriter(
            logdir,
            max_queue,
            flush_secs,
            filename_suffix,
            purge_step=purge_step,
            session=session,
        )
        self._default_metadata: dict[str, Any] = {}

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        step, walltime = self._moment(step, walltime)
        super().add_event(event, step, walltime)

    def add_graph(self, graph_profile: Any, walltime: float | None = None) -> None:
        """`graph_profile` is a pair: GraphDef and RunMetadata."""
        graph, run_metadata = (_bytes_of(part) for part in graph_profile)
        self._add(_wire.graph_field(graph), None, walltime)
        self._add(_wire.run_metadata_field("profiler", run_metadata), None, walltime)

    def add_openvino_graph(self, graph: Any, walltime: float | None = None) -> None:
        """`graph` is a GraphDef."""
        self._add(_wire.graph_field(_bytes_of(graph)), None, walltime)

    @contextlib.contextmanager
    def use_metadata(
        self, *, global_step: Any = None, walltime: float | None = None
    ) -> Iterator[FileWriter]:
        """What is added within has this step and time, unless it has its own."""
        if self._default_metadata:
            raise AssertionError("there is a use_metadata() around this one")
        if global_step is None and walltime is None:
            raise AssertionError("a global_step or a walltime is wanted")
        self._default_metadata = {"global_step": global_step, "walltime": walltime}
        self._let_pass(False)
        try:
            yield self
        finally:
            self._default_metadata = {}
            self._let_pass(True)

    def _native_writer(self) -> _native.Writer:
        if self.event_writer.is_closed:
            return _nothing(self.get_logdir())
        return super()._native_writer()

    def _let_pass(self, quickly: bool) -> None:
        """Whether numbers may take the quick way, which knows no metadata."""
        front = self._present_front()
        if front is not None:
            front._attach(front._writer if quickly else None)

    def _moment(self, step: Any, walltime: float | None) -> tuple[Any, float | None]:
        default = self._default_metadata
        if default:
            step = default["global_step"] if step is None else step
            walltime = default["walltime"] if walltime is None else walltime
        return step, walltime

    def _add(self, content: bytes, step: Any, walltime: float | None) -> None:
        step, walltime = self._moment(step, walltime)
        now = time.time() if walltime is None else walltime
        self.event_writer.add_bytes(_wire.event(content, to_step(step), now))


class DummyFileWriter(_file_writer.NativeFiles):
    """A FileWriter that writes nothing."""

    def __init__(self, logdir: Any) -> None:
        self._logdir = logdir

    def get_logdir(self) -> Any:
        return self._logdir

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        pass

    def add_summary(
        self, summary: Any, global_step: Any = None, walltime: float | None = None
    ) -> None:
        pass

    def add_graph(self, graph_profile: Any, walltime: float | None = None) -> None:
        pass

    def add_onnx_graph(self, graph: Any, walltime: float | None = None) -> None:
        pass

    def add_openvino_graph(self, graph: Any, walltime: float | None = None) -> None:
        pass

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def reopen(self) -> None:
        pass

    @contextlib.contextmanager
    def use_metadata(
        self, *, global_step: Any = None, walltime: float | None = None
    ) -> Iterator[DummyFileWriter]:
        yield self

    def _native_writer(self) -> _native.Writer:
        return _nothing(self._logdir)


def _nothing(logdir: Any) -> _native.Writer:
    return _native.Writer(str(logdir), enabled=False)


def _bytes_of(message: Any) -> bytes:
    content: bytes = message if isinstance(message, bytes) else message.SerializeToString()
    return content
