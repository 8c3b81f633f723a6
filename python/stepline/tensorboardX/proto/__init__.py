"""`event_pb2`, `summary_pb2` and so on: protobuf's classes, as TensorBoard or
the original package brings them. They are looked for when they are used."""

import sys
from types import ModuleType
from typing import Any

from stepline import _protos


class _Messages(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        which = self.__name__.rpartition(".")[2].removesuffix("_pb2")
        return getattr(_protos.module(which), name)


for _name in _protos.NAMES:
    _module = _Messages(f"{__name__}.{_name}_pb2", f"Messages of {_name}.proto.")
    sys.modules[_module.__name__] = _module
    globals()[f"{_name}_pb2"] = _module
