"""Lets nothing be lost when a process of `multiprocessing` ends, and tells
writers that they are a child's by now.

Such a process ends without the C library's exit handlers, which flush all
writers elsewhere; but it runs multiprocessing's own.
"""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Callable
from multiprocessing import process, util
from typing import Any

# By id(), since a subclass may compare as it likes.
_writers: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
_known_pid = 0


def watch(writer: Any) -> None:
    """Has `writer.flush()` called when this process, or a copy of it, ends, and
    `writer._enter_child()` in every copy."""
    _writers[id(writer)] = writer
    if _known_pid == 0:
        util.register_after_fork(_writers, _enter_process)
        os.register_at_fork(after_in_child=_enter_children)
    if _known_pid != os.getpid():
        _enter_process()


def at_end_of_process(call: Callable[[], Any]) -> None:
    """Has `call` made where atexit's are not, after writers have been flushed."""
    if process.parent_process() is not None:
        util.Finalize(None, call, exitpriority=5)


def _enter_process(_: Any = None) -> None:
    global _known_pid
    _known_pid = os.getpid()
    if process.parent_process() is not None:
        util.Finalize(None, _flush_all, exitpriority=10)


def _enter_children() -> None:
    for writer in list(_writers.values()):
        writer._enter_child()


def _flush_all() -> None:
    for writer in list(_writers.values()):
        with contextlib.suppress(Exception):  # One must not cost the others theirs.
            writer.flush()
