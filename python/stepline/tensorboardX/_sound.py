"""Sound as whole numbers, the way that libsndfile rounds it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LOUDEST = 32767


def samples(sound: NDArray[Any]) -> NDArray[Any]:
    """16-bit samples [L], or [L, 2], of [L] or [L, C]. Integers stay as they
    are; floats are clipped to [-1, 1]."""
    if sound.size == 0:
        raise ValueError("there is no sound")
    if sound.ndim not in (1, 2):
        raise AssertionError(f"sound has one or two dimensions, got {sound.shape}")
    if sound.ndim == 2:
        if sound.shape[1] not in (1, 2):
            raise AssertionError(f"sound has one or two channels, got {sound.shape}")
        if sound.shape[1] == 1:
            sound = sound[:, 0]
    if sound.dtype.kind != "f":
        return sound
    scaled = np.nan_to_num(sound).clip(-1, 1) * sound.dtype.type(_LOUDEST)
    return np.rint(scaled).astype(np.int16)
