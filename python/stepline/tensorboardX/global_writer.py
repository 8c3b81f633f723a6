"""One writer for a whole program, its processes included."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import warnings
from multiprocessing import connection
from multiprocessing.managers import SyncManager
from typing import Any

from stepline.tensorboardX.writer import SummaryWriter

_writer: GlobalSummaryWriter | None = None


class _Steps:
    """The newest step of each tag. Lives in a process of its own, until close()."""

    def __init__(self, steps: dict[str, int] | None = None) -> None:
        self._steps = dict(steps or {})
        self._lock = threading.Lock()

    def next(self, tag: str) -> int:
        with self._lock:
            step = self._steps.get(tag, -1) + 1
            self._steps[tag] = step
            return step

    def get(self, tag: str, default: int | None = None) -> int | None:
        return self._steps.get(tag, default)

    def all(self) -> dict[str, int]:
        with self._lock:
            return dict(self._steps)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Steps, (self.all(),)


class _Manager(SyncManager):
    pass


_Manager.register("Steps", _Steps)
_COUNTERS = ("scalar_tag_to_step", "image_tag_to_step", "text_tag_to_step")


def _end_with_parent() -> None:
    """In the manager's process, which would outlive a parent that was killed."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            connection.wait([parent.sentinel])
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class GlobalSummaryWriter:
    """Counts steps by itself, tag by tag, over all processes that have it.

    Make it before they are started; each writes to a file of its own. After
    close() each process counts for itself.
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
        manager.start(_end_with_parent)
        self._manager = manager
        self._home = os.getpid()
        self.scalar_tag_to_step: Any = manager.Steps()
        self.image_tag_to_step: Any = manager.Steps()
        self.text_tag_to_step: Any = manager.Steps()

    def add_scalar(self, tag: str, scalar_value: Any, walltime: float | None = None) -> None:
        """Logs one number at the tag's next step."""
        step = self._next("scalar_tag_to_step", tag)
        self.smw.add_scalar(tag, scalar_value, step, walltime)

    def add_image(
        self, tag: str, img_tensor: Any, walltime: float | None = None, dataformats: str = "CHW"
    ) -> None:
        """Logs a picture at the tag's next step."""
        step = self._next("image_tag_to_step", tag)
        self.smw.add_image(tag, img_tensor, step, walltime, dataformats)

    def add_text(self, tag: str, text_string: str, walltime: float | None = None) -> None:
        """Logs Markdown at the tag's next step."""
        step = self._next("text_tag_to_step", tag)
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
        """Closes the file, and ends the process that counts."""
        self.smw.close()
        manager = self.__dict__.pop("_manager", None)
        if manager is None or self._home != os.getpid():
            return
        for name in _COUNTERS:
            with contextlib.suppress(OSError, EOFError):  # It has ended: _next() tells.
                setattr(self, name, _Steps(getattr(self, name).all()))
        manager.shutdown()

    def _next(self, counter: str, tag: str) -> int:
        try:
            step: int = getattr(self, counter).next(tag)
        except (OSError, EOFError):
            warnings.warn(
                "stepline: the process that counts steps has ended; they begin anew",
                RuntimeWarning,
                stacklevel=3,
            )
            setattr(self, counter, _Steps())
            step = getattr(self, counter).next(tag)
        return step

    def __getstate__(self) -> dict[str, Any]:
        # Of the manager a process needs nothing but its counters.
        return {name: value for name, value in self.__dict__.items() if name != "_manager"}
