"""Steps and times for everything that is added within a block."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stepline._base import WriterBase
from stepline.tensorboardX._files import FileWriter

if TYPE_CHECKING:
    from typing_extensions import Self  # Python 3.10 has none of its own.
else:
    Self = Any


class Timed(WriterBase):
    @contextlib.contextmanager
    def use_metadata(
        self, *, global_step: Any = None, walltime: float | None = None
    ) -> Iterator[Self]:
        """What is added within has this step and time, unless it has its own."""
        with self._get_file_writer().use_metadata(global_step=global_step, walltime=walltime):
            yield self

    def _moment(self, step: Any, walltime: float | None) -> tuple[Any, float | None]:
        files = self._get_file_writer()
        return files._moment(step, walltime) if isinstance(files, FileWriter) else (step, walltime)

    def _connect(self, files: Any) -> Any:
        writer = super()._connect(files)
        if isinstance(files, FileWriter) and files._default_metadata:
            self._attach(None)
        return writer
