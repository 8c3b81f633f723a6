"""One writer for a whole program, its processes included."""

from __future__ import annotations

import threading
from multiprocessing.managers import SyncManager
from typing import Any

from stepline.tensorboardX.writer import SummaryWriter

_writer: GlobalSummaryWriter | None = None


class _Steps:
    """The newest step of each tag. Lives in a process of its own."""

    def __init__(self) -> None:
        self._steps: dict[str, int] = {}
        self._lock = threading.Lock()

    def next(self, tag: str) -> int:
        with self._lock:
            step = self._steps.get(tag, -1) + 1
            self._steps[tag] = step
            return step

    def get(self, tag: str, default: int | None = None) -> int | None:
        return self._steps.get(tag, default)


class _Manager(SyncManager):
    pass


_Manager.register("Steps", _Steps)


class GlobalSummaryWriter:
    """Counts steps by itself, tag by tag, over all processes that have it.

    Make it before they are started; each writes to a file of its own.
    """

    def __init__(
        self,
        logdir: Any = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = 10,
        flush_secs: float = 2,
        filename_suffix: str = "",
        write_to_disk: bool = True,
        log_dir: Any = None,
        coalesce_process: bool = True,
        **kwargs: Any,
    ) -> None:
        self.smw: SummaryWriter = SummaryWriter(
            logdir,
            comment,
            purge_step,
            max_queue,
            flush_secs,
            filename_suffix,
            write_to_disk,
            log_dir,
        )
        manager: Any = _Manager()
        manager.start()
        self._manager = manager
        self.scalar_tag_to_step: Any = manager.Steps()
        self.image_tag_to_step: Any = manager.Steps()
        self.text_tag_to_step: Any = manager.Steps()

    def add_scalar(self, tag: str, scalar_value: Any, walltime: float | None = None) -> None:
        """Logs one number at the tag's next step."""
        step = self.scalar_tag_to_step.next(tag)
        self.smw.add_scalar(tag, scalar_value, step, walltime)

    def add_image(
        self, tag: str, img_tensor: Any, walltime: float | None = None, dataformats: str = "CHW"
    ) -> None:
        """Logs a picture at the tag's next step."""
        step = self.image_tag_to_step.next(tag)
        self.smw.add_image(tag, img_tensor, step, walltime, dataformats)

    def add_text(self, tag: str, text_string: str, walltime: float | None = None) -> None:
        """Logs Markdown at the tag's next step."""
        step = self.text_tag_to_step.next(tag)
        self.smw.add_text(tag, text_string, step, walltime)

    @staticmethod
    def getSummaryWriter() -> GlobalSummaryWriter:  # noqa: N802
        """The program's one writer, made when it is first asked for."""
        global _writer
        if _writer is None or getattr(_writer, "smw", None) is None:
            _writer = GlobalSummaryWriter()
        print("Using the global logger in:", _writer.smw.logdir)
        return _writer

    @property
    def file_writer(self) -> Any:
        return self.smw._get_file_writer()

    def close(self) -> None:
        self.smw.close()

    def __getstate__(self) -> dict[str, Any]:
        # Of the manager a process needs nothing but its counters.
        return {name: value for name, value in self.__dict__.items() if name != "_manager"}
