"""`SummaryWriter` and `SummaryReader` as Cerebras' are."""

from __future__ import annotations

import os
import pathlib
import warnings
from typing import Any, NamedTuple, cast

import stepline
from stepline._scope import write_tensor
from stepline.cstorch._csevents import TensorDirectories
from stepline.values import TensorDescriptor

__all__ = ["ScalarEvent", "SummaryReader", "SummaryWriter", "TensorDescriptor"]


class ScalarEvent(NamedTuple):
    """A point, with the fields in TensorBoard's order."""

    wall_time: float
    step: int
    value: float


class SummaryWriter(stepline.SummaryWriter):
    """torch's, whose add_tensor() has arguments of its own."""

    def __init__(self, *args: Any, base_step: int = 1, **kwargs: Any) -> None:
        """`base_step`: of the first batch of a DataExecutor."""
        super().__init__(*args, **kwargs)
        self.base_step = base_step

    @property
    def cs_events_dir(self) -> pathlib.Path:
        """What Cerebras' writer calls the directory of its tensors. It is not
        made: ours are in one file, which SummaryReader finds."""
        events = pathlib.Path(self._get_file_writer().event_writer._file_name)
        return events.with_name(events.name.replace("tfevents", "csevents"))

    def add_tensor(  # type: ignore[override]
        self, name: str, tensor: Any, step: int
    ) -> None:
        """Logs a whole tensor for SummaryReader, and not for TensorBoard."""
        write_tensor(self, name, tensor, int(step))


class SummaryReader:
    """Reads the scalars and tensors of one directory, those of Cerebras' own
    SummaryWriter included."""

    def __init__(self, log_dir: str | os.PathLike[str], **kwargs: Any) -> None:
        """FileNotFoundError when it does not exist. `kwargs`, which limit what
        TensorBoard's reader keeps, are taken: here everything is kept."""
        self._log_dir = pathlib.Path(log_dir).resolve(strict=True)
        self._reader = stepline.SummaryReader(self._log_dir)
        self._directories = TensorDirectories(self._log_dir)

    def reload(self) -> None:
        """Takes in what has been written since."""
        self._reader.reload()
        self._directories = TensorDirectories(self._log_dir)

    def scalar_names(self) -> list[str]:
        return sorted(self._reader.scalar_names(".")) if self._is_run() else []

    def tensor_names(self) -> list[str]:
        return sorted({*self._own_names(), *self._directories.names()})

    def read_scalar(self, name: str, step: int | None = None) -> list[ScalarEvent] | ScalarEvent:
        """All points, or the first one of that step: RuntimeError where there
        is none. KeyError when nobody wrote that name."""
        if name not in self.scalar_names():
            raise KeyError(name)
        curve = self._reader.read_scalars(name, ".")
        columns = (curve.wall_times.tolist(), curve.steps.tolist(), curve.values.tolist())
        events = [ScalarEvent(*point) for point in zip(*columns)]
        if step is None:
            return events
        for event in events:
            if event.step == step:
                return event
        raise RuntimeError(f"No scalar with name {name} has been summarized at step {step}")

    def read_tensor(self, name: str, step: int | None = None, latest_only: bool = True) -> Any:
        """With a step its tensor, otherwise {step: tensor}; lists of them, oldest
        first, unless `latest_only`. None and a warning when there is none."""
        found = self._directories.read(name, step)
        if name in self._own_names():
            limits = {} if step is None else {"from_step": step, "to_step": step}
            with warnings.catch_warnings():  # Those below are Cerebras' own.
                warnings.simplefilter("ignore")
                found += self._reader.read_tensors(name, ".", **cast(Any, limits))
        if not found:
            at = "" if step is None else f" at step {step}"
            warnings.warn(f"No tensor with name {name} has been summarized{at}", stacklevel=2)
            return None
        by_step: dict[int, list[TensorDescriptor]] = {}
        for one in sorted(found, key=lambda one: one.ns_since_epoch):
            by_step.setdefault(one.step, []).append(one)
        if not latest_only:
            return by_step if step is None else by_step[step]
        if any(len(all_of_step) > 1 for all_of_step in by_step.values()):
            warnings.warn(
                f"Multiple summarized tensors with name {name}; returning the latest one.",
                stacklevel=2,
            )
        latest = {at: all_of_step[-1] for at, all_of_step in sorted(by_step.items())}
        return latest if step is None else latest[step]

    def _own_names(self) -> list[str]:
        return self._reader.tensor_names(".") if self._is_run() else []

    def _is_run(self) -> bool:
        return "." in self._reader.runs()
