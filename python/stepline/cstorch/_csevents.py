"""The directories of tensors that Cerebras' own SummaryWriter leaves."""

from __future__ import annotations

import json
import pathlib
import warnings

from stepline.values import TensorDescriptor

_VERSION = 1.1


class TensorDirectories:
    """Those of one log directory: `*csevents*/tensors/<name>/<step>.<time>.pt`."""

    def __init__(self, log_dir: pathlib.Path) -> None:
        """FileNotFoundError where one does not say what it is; another version
        than the one we know is a warning."""
        self._roots = []
        for directory in sorted(log_dir.glob("*csevents*")):
            if not directory.is_dir():
                continue
            metadata = json.loads((directory / "__metadata__").read_text())
            version = metadata.get("__version__")
            if version == _VERSION:
                self._roots.append(directory / "tensors")
            else:
                warnings.warn(f"version {version} is not known ({directory})", stacklevel=3)

    def names(self) -> set[str]:
        return {
            file.parent.relative_to(root).as_posix()
            for root in self._roots
            for file in root.rglob("*.pt")
        }

    def read(self, name: str, step: int | None) -> list[TensorDescriptor]:
        """Of one step, or all."""
        import torch

        pattern = "*.pt" if step is None else f"{step}.*.pt"
        return [
            TensorDescriptor.from_dict(torch.load(file, map_location="cpu", weights_only=True))
            for root in self._roots
            for file in sorted((root / name).glob(pattern))
        ]
