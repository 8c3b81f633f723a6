"""Files of events."""

from __future__ import annotations

import itertools
import os
import socket
import time
from typing import Any

from stepline import _file_writer, _protos, _wire
from stepline._file_writer import Message
from stepline.tensorboardX.record_writer import RecordWriter, directory_check

__all__ = ["EventFileWriter", "EventsWriter", "RecordWriter", "directory_check"]

_protos.add_names(__name__, {"event_pb2": ""})

_count = itertools.count()


class EventsWriter:
    """Writes events to one file, in the calling thread."""

    def __init__(self, file_prefix: str, filename_suffix: str = "") -> None:
        # The last two numbers make it one of a kind.
        self._file_name = (
            f"{file_prefix}.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}"
            f".{os.getpid()}.{next(_count)}{filename_suffix}"
        )
        self._num_outstanding_events = 0
        self._py_recordio_writer = RecordWriter(self._file_name)
        version = _wire.text(3, "brain.Event:2")
        self._write_serialized_event(_wire.event(version, wall_time=time.time()))

    def write_event(self, event: Message) -> None:
        if not hasattr(event, "SerializeToString"):
            raise TypeError(f"an Event message is wanted, got {type(event)}")
        self._write_serialized_event(event.SerializeToString())

    def _write_serialized_event(self, event_str: bytes) -> None:
        self._num_outstanding_events += 1
        self._py_recordio_writer.write(event_str)

    def flush(self) -> bool:
        self._num_outstanding_events = 0
        self._py_recordio_writer.flush()
        return True

    def close(self) -> bool:
        self.flush()
        self._py_recordio_writer.close()
        return True


class EventFileWriter(_file_writer.EventFileWriter):
    """Writes events to a file of a directory, in the background.

    What is added between close() and reopen() is dropped.
    """

    @property
    def _ev_writer(self) -> EventFileWriter:
        # Where others look for `_file_name`.
        return self

    def add_bytes(self, event: bytes) -> None:
        if not self._closed:
            super().add_bytes(event)

    def flush(self) -> None:
        if not self._closed:
            super().flush()

    def write_event(self, event: Any) -> None:
        self.add_event(event)
