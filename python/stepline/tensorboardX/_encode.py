"""Summaries in tensorboardX's form, where it differs from torch's: each
function gives a Summary's bytes."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stepline import _summaries
from stepline import _wire as wire

logger: logging.Logger = logging.getLogger("tensorboardX.summary")

INVALID_TAG_CHARACTERS = re.compile(r"[^-/\w\.]")
_UNSET, _STRING, _BOOL, _FLOAT64 = 0, 1, 2, 3  # DataType


def clean_tag(tag: Any) -> str:
    """`tag` with _ for what is not a letter, a digit or one of "_-./", and
    without a slash in front."""
    if tag is None:
        return ""
    clean = INVALID_TAG_CHARACTERS.sub("_", tag).lstrip("/")
    if clean != tag:
        logger.info("the tag %r is written as %r", tag, clean)
    return clean


def described_scalar(tag: str, value: float, display_name: str, description: str) -> bytes:
    """A number whose chart has a title and a description."""
    about = wire.message(9, wire.text(2, display_name) + wire.text(3, description))
    return _summaries.simple_scalar(tag, value, about)


def mesh(
    tag: str, parts: Sequence[NDArray[Any] | None], config: Mapping[str, Any] | None
) -> bytes:
    """`parts`: vertices, faces, colors, each [B, N, 3] or None."""
    config_json = json.dumps(config, sort_keys=True)
    values = [
        _mesh_part(tag, kind + 1, part, config_json)
        for kind, part in enumerate(parts)
        if part is not None
    ]
    return wire.summary(*values)


def _mesh_part(tag: str, kind: int, part: NDArray[Any], config_json: str) -> bytes:
    if part.ndim == 2:
        part = part[None]
    if part.ndim != 3:
        raise IndexError(f"a mesh has parts of three dimensions, got {part.shape}")
    shape = b"".join(wire.varint(size) for size in part.shape)
    about = wire.text(2, tag) + wire.integer(3, kind) + wire.text(5, config_json)
    about += wire.message(6, shape)
    tensor = wire.float_tensor(part.reshape(-1), part.shape)
    return wire.tensor_value(f"{tag}_{kind}", tensor, wire.metadata("mesh", about))


def hparams(
    hparam_dict: Mapping[str, Any], metric_dict: Mapping[str, Any]
) -> tuple[bytes, bytes, bytes]:
    """The experiment, the session's start and its end."""
    experiment = session = b""
    for name, value in hparam_dict.items():
        if value is None:
            continue
        kind, content = _hparam(value)
        experiment += wire.message(4, wire.text(1, name) + wire.integer(4, kind))
        if content:
            session += wire.message(1, wire.text(1, name) + wire.message(2, content))
    return _summaries.hparams_session(experiment, session, metric_dict)


def _hparam(value: Any) -> tuple[int, bytes]:
    """DataType and google.protobuf.Value."""
    if isinstance(value, str):
        return _STRING, wire.message(3, value.encode())
    if isinstance(value, (bool, np.bool_)):
        return _BOOL, wire.varint(4 << 3) + wire.varint(int(value))
    if isinstance(value, (int, float, np.number)) or _is_one_number(value):
        return _FLOAT64, _summaries.number_value(float(value))
    if callable(value):
        return _STRING, wire.message(3, str(getattr(value, "__name__", value)).encode())
    return _UNSET, b""


def _is_one_number(value: Any) -> bool:
    return hasattr(value, "__array__") and getattr(value, "shape", None) in ((), (1,))
