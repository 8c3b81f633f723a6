"""Records into a file that is open."""

from __future__ import annotations

from typing import IO

from stepline.tensorboardX.record_writer import frame


class RecordWriter:
    """Writes records to a binary file, which close() closes."""

    def __init__(self, writer: IO[bytes]) -> None:
        self._writer = writer

    def write(self, data: bytes) -> None:
        self._writer.write(frame(data))

    def flush(self) -> None:
        self._writer.flush()

    def close(self) -> None:
        self._writer.close()

    @property
    def closed(self) -> bool:
        return self._writer.closed
