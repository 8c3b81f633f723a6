"""Sound as whole numbers, the way that libsndfile rounds it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_FULL_SCALE = 32768


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
    if sound.dtype == np.float16:
        sound = sound.astype(np.float32)
    scaled = np.floor(np.nan_to_num(sound) * sound.dtype.type(_FULL_SCALE))
    return np.asarray(scaled.clip(-_FULL_SCALE, _FULL_SCALE - 1), np.int16)
