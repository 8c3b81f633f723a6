"""Several writers as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepline.tensorboardX.writer import SummaryWriter

vis_formats: dict[str, Callable[..., Any]] = {"tensorboard": SummaryWriter}


class TorchVis:
    """Calls a method of each of its writers.

        TorchVis("tensorboard", tensorboard={"logdir": "runs/1"})
    """

    def __init__(self, *args: str, **init_kwargs: dict[str, Any]) -> None:
        self.subscribers: dict[str, Any] = {}
        self.register(*args, **init_kwargs)

    def register(self, *args: str, **init_kwargs: dict[str, Any]) -> None:
        for kind in args or ("tensorboard",):
            if kind == "visdom":
                raise NotImplementedError("there is no writer for visdom")
            if kind in vis_formats and kind not in self.subscribers:
                self.subscribers[kind] = vis_formats[kind](**init_kwargs.get(kind, {}))

    def unregister(self, *args: str) -> None:
        for kind in args:
            self.subscribers.pop(kind).close()

    def __getattr__(self, attr: str) -> Callable[..., None]:
        if attr == "subscribers" or not self.subscribers:
            raise AttributeError(attr)

        def call(*args: Any, **kwargs: Any) -> None:
            for writer in self.subscribers.values():
                if hasattr(writer, attr):
                    getattr(writer, attr)(*args, **kwargs)

        return call

    def __del__(self) -> None:
        for writer in self.__dict__.get("subscribers", {}).values():
            writer.close()
