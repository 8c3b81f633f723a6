"""`DataExecutor` with Cerebras' arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import stepline
from stepline._scope import step_scope

__all__ = ["DataExecutor"]


class DataExecutor(stepline.DataExecutor):
    """Runs a step for each batch. Summaries are taken every `activation_steps`
    (each, by default) and at the last of `num_steps`, numbered from the
    writer's `base_step`.

    `checkpoint_steps` and `profiler_activities` are taken for compatibility.
    """

    def __init__(
        self,
        dataloader: Iterable[Any],
        num_steps: int | None = None,
        checkpoint_steps: int | None = None,
        activation_steps: int | None = None,
        writer: Any = None,
        profiler_activities: Sequence[Any] | None = None,
    ) -> None:
        super().__init__(
            dataloader,
            writer=writer,
            log_steps=activation_steps or 1,
            first_step=getattr(writer, "base_step", 1),
            num_steps=num_steps,
        )
        self.checkpoint_steps = checkpoint_steps
        self._begin = self.step

    def _scope(self) -> step_scope:
        done = self.step - self._begin + 1
        scope = step_scope(self.writer, self.step)
        scope.logging &= done % self.log_steps == 0 or done == self.num_steps
        return scope
