"""`event_pb2`, `summary_pb2` and so on: protobuf's classes, as TensorBoard or
the original package brings them. They are looked for when they are used."""

import sys
from types import ModuleType
from typing import Any

from stepline import _protos


class _Messages(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return [name for name in dir(self) if not name.startswith("_")]
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._generated(), name)

    def __dir__(self) -> list[str]:
        return dir(self._generated())

    def _generated(self) -> ModuleType:
        return _protos.module(self.__name__.rpartition(".")[2].removesuffix("_pb2"))


for _name in _protos.NAMES:
    _module = _Messages(f"{__name__}.{_name}_pb2", f"Messages of {_name}.proto.")
    sys.modules[_module.__name__] = _module
    globals()[f"{_name}_pb2"] = _module
