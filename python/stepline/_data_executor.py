"""`DataExecutor`: a loop over data in which every step can be logged."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from stepline._scope import step_scope

__all__ = ["DataExecutor"]


class DataExecutor:
    """Iterates over batches, each within a step_scope of its own:

        for batch in stepline.DataExecutor(dataloader, writer=writer, log_steps=100):
            train_one(batch)  # calls stepline.summarize_scalar("grad_norm", n)

    Steps go on counting when it is iterated over again, in the next epoch.
    """

    def __init__(
        self,
        dataloader: Iterable[Any],
        *,
        writer: Any = None,
        log_steps: int = 1,
        first_step: int = 0,
        num_steps: int | None = None,
    ) -> None:
        """`log_steps`: summaries are taken at steps divisible by it.
        `num_steps`: so many batches and no more each time, though the data be
        longer."""
        for name, number in (("log_steps", log_steps), ("first_step", first_step)):
            if not hasattr(number, "__index__"):
                raise TypeError(f"{name} must be an integer, not {type(number).__name__}")
        if log_steps < 1:
            raise ValueError(f"log_steps is at least 1, got {log_steps}")
        if num_steps is not None and num_steps < 1:
            raise ValueError(f"num_steps is at least 1, got {num_steps}")
        self.dataloader = dataloader
        self.writer = writer
        self.log_steps = log_steps
        self.num_steps = num_steps
        self.step: int = first_step

    def __len__(self) -> int:
        count = len(self.dataloader)  # type: ignore[arg-type]
        return count if self.num_steps is None else min(count, self.num_steps)

    def __iter__(self) -> Iterator[Any]:
        for batch in itertools.islice(self.dataloader, self.num_steps):
            try:
                with self._scope():
                    yield batch
            finally:  # The loop may end here, by break.
                self.step += 1

    def _scope(self) -> step_scope:
        return step_scope(self.writer, self.step, self.log_steps)
