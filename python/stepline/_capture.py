"""What the native writer would write, as messages."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from stepline import _protos
from stepline._native import Writer


def summary(add: Callable[[Writer], None]) -> Any:
    """The Summary message that `add(writer)` makes."""
    for event in events(add):
        if event.WhichOneof("what") == "summary":
            return event.summary
    raise ValueError("nothing was added")


def graph_def(add: Callable[[Writer], None]) -> Any:
    """The GraphDef message that `add(writer)` makes."""
    for event in events(add):
        if event.WhichOneof("what") == "graph_def":
            return _protos.message("graph", "GraphDef", event.graph_def)
    raise ValueError("nothing was added")


def events(add: Callable[[Writer], None]) -> Iterator[Any]:
    event_class = _protos.module("event").Event
    with tempfile.TemporaryDirectory(prefix="stepline-") as directory:
        writer = Writer(directory)
        path = writer.file_path
        add(writer)
        writer.close()
        with open(path, "rb") as file:
            while header := file.read(12):
                yield event_class.FromString(file.read(struct.unpack_from("<Q", header)[0]))
                file.read(4)
