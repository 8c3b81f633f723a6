from __future__ import annotations

import logging
import sys
import warnings
from typing import Any

from stepline._scope import step_scope, write_tensor

_logger = logging.getLogger(__name__)


def summarize_scalar(name: str, scalar: Any) -> None:
    """Logs a number, or a tensor of one element, at the step of the executor."""
    is_tensor = _is_tensor(scalar)
    if not (is_tensor or _is_number(scalar)):
        raise TypeError(f"a scalar is an int, a float or a tensor, got {type(scalar)}")
    if is_tensor and scalar.numel() != 1:
        raise ValueError(f"a scalar has one element, got the shape {tuple(scalar.shape)}")
    scope = _scope("Scalar", name)
    if scope is not None and scope.logging:
        value = scalar.item() if is_tensor else scalar
        scope.writer.add_scalar(name, value, scope.step)


def summarize_tensor(name: str, tensor: Any) -> None:
    """Logs a whole tensor, for SummaryReader.read_tensor()."""
    if not _is_tensor(tensor):
        raise TypeError(f"a torch tensor is wanted, got {type(tensor)}")
    scope = _scope("Tensor", name)
    if scope is not None and scope.logging:
        write_tensor(scope.writer, name, tensor.detach(), scope.step)


def _scope(kind: str, name: str) -> step_scope | None:
    scope = step_scope.innermost()
    if scope is None or scope.writer is None:
        message = f"{kind} summary for `{name}` was not saved as no SummaryWriter was provided."
        _logger.warning(message)
        warnings.warn(message, stacklevel=3)
        return None
    return scope


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float))


def _is_tensor(x: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(x, torch.Tensor)
