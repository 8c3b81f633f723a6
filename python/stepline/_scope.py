"""Logging from deep inside a model, without being handed the writer."""

from __future__ import annotations

import importlib
import threading
import warnings
from types import TracebackType
from typing import Any

from stepline import _capture
from stepline._arrays import as_array
from stepline._base import WriterBase
from stepline._foreign import Forwarding
from stepline._native import Array

__all__ = ["step_scope", "summarize_scalar", "summarize_tensor"]

# Names differ without end in a program that builds them from numbers, so only
# so many are told apart.
_MOST_WARNINGS = 1000
_warned: set[str] = set()


class _Thread(threading.local):
    def __init__(self) -> None:
        self.scopes: list[step_scope] = []  # The innermost is the last.

    @property
    def innermost(self) -> step_scope | None:
        return self.scopes[-1] if self.scopes else None


_thread = _Thread()


class step_scope:  # noqa: N801
    """Makes a writer and a step known to all that this thread does within it:

        with stepline.step_scope(writer, step, log_interval=100):
            train_one(batch)  # calls stepline.summarize_scalar("grad_norm", n)

    Summaries are taken at steps divisible by `log_interval`. Scopes nest; the
    innermost counts. `writer` may be anybody's SummaryWriter; None takes
    nothing, without a warning.
    """

    def __init__(self, writer: Any, step: Any, log_interval: int = 1) -> None:
        self.writer = writer
        self.step: int = _whole(step, "step")
        interval = max(_whole(log_interval, "log_interval"), 1)
        self.logging: bool = writer is not None and self.step % interval == 0

    @staticmethod
    def active() -> bool:
        """Whether a summary taken now would be written: for skipping the work
        of computing it."""
        scope = _thread.innermost
        return scope is not None and scope.logging

    @staticmethod
    def innermost() -> step_scope | None:
        """The scope that this thread is in."""
        return _thread.innermost

    def __enter__(self) -> step_scope:
        _thread.scopes.append(self)
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        # An iterator may be dropped after scopes that began later, or elsewhere.
        scopes = _thread.scopes
        for i in reversed(range(len(scopes))):
            if scopes[i] is self:
                del scopes[i]
                return


def summarize_scalar(name: str, value: Any) -> None:
    """Logs a number at the step of the innermost scope. Outside any scope
    nothing is written, and a warning says so once for each name."""
    _check_name(name)
    scope = _thread.innermost
    if scope is None:
        return _warn_once(name)
    if scope.logging:
        scope.writer.add_scalar(name, value, scope.step)


def summarize_tensor(name: str, tensor: Any) -> None:
    """Logs a whole tensor, for SummaryReader.read_tensor(): the same way."""
    _check_name(name)
    scope = _thread.innermost
    if scope is None:
        return _warn_once(name)
    if scope.logging:
        write_tensor(scope.writer, name, tensor, scope.step)


def write_tensor(writer: Any, name: str, tensor: Any, step: int) -> None:
    """Into the file beside the event file, where both writers are ours."""
    if isinstance(writer, WriterBase):
        native = writer._opened()
        is_theirs = isinstance(native, Forwarding)  # A message is all it takes.
        native.add_tensor(name, as_array(tensor), step, tensorboard=is_theirs)
    elif hasattr(writer, "add_tensor"):
        writer.add_tensor(name, tensor, step)
    else:
        _write_message(writer, name, as_array(tensor), step)


def _write_message(writer: Any, name: str, array: Array, step: int) -> None:
    """For tensorboardX's own writer, which takes messages of its own classes."""
    made = _capture.summary(lambda native: native.add_tensor(name, array, tensorboard=True))
    package = type(writer).__module__.partition(".")[0]
    messages = importlib.import_module(f"{package}.proto.summary_pb2")
    summary = messages.Summary.FromString(made.SerializeToString())
    writer.file_writer.add_summary(summary, step)


def _check_name(name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not {type(name).__name__}")


def _whole(number: Any, what: str) -> int:
    try:
        return int(number)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be an integer, not {type(number).__name__}") from None


def _warn_once(name: str) -> None:
    if name in _warned or len(_warned) >= _MOST_WARNINGS:
        return
    _warned.add(name)
    warnings.warn(
        f'"{name[:200]}" is not logged: no stepline.step_scope around it', stacklevel=3
    )
