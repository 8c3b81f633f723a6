"""Somebody else's file writer in the place of ours."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from stepline import _capture, _protos
from stepline._file_writer import FileWriter

# Their files are not the file writer's.
_BESIDE = ("add_embedding", "add_scalars")


class Forwarding:
    """Takes the calls of a native writer, and those of a file writer that are
    made with bytes, and hands what they would write to a file writer as
    messages."""

    def __init__(self, files: Any) -> None:
        self._files = files
        self._beside: FileWriter | None = None

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not name.startswith("add_"):
            raise AttributeError(name)

        def call(*args: Any, **kwargs: Any) -> None:
            if name in _BESIDE:
                beside = self._files_beside()
                getattr(beside._native_writer(), name)(*args, **kwargs)
                beside.flush()  # Nobody else knows of it.
                return
            for event in _capture.events(lambda writer: getattr(writer, name)(*args, **kwargs)):
                self._hand_over(event)

        return call

    def add_summary(self, summary: bytes, global_step: Any = None, walltime: Any = None) -> None:
        self._files.add_summary(_protos.summary(summary), global_step, walltime)

    def add_graph(self, graph_profile: tuple[bytes, bytes]) -> None:
        graph = _protos.message("graph", "GraphDef", graph_profile[0])
        run_metadata = _protos.message("config", "RunMetadata", graph_profile[1])
        self._files.add_graph((graph, run_metadata))

    def add_openvino_graph(self, graph: bytes) -> None:
        self._files.add_openvino_graph(_protos.message("graph", "GraphDef", graph))

    def _hand_over(self, event: Any) -> None:
        what = event.WhichOneof("what")
        if what == "summary":
            self._files.add_summary(event.summary, event.step, event.wall_time)
        elif what != "file_version":
            self._files.add_event(event, event.step, event.wall_time)

    def _files_beside(self) -> FileWriter:
        if self._beside is None:
            self._beside = FileWriter(self._files.get_logdir())
            weakref.finalize(self, self._beside.close)
        return self._beside
