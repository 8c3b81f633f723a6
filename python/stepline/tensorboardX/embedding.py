"""The files that TensorBoard's projector reads."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Sequence
from typing import Any

from stepline import _projector, _stores
from stepline.tensorboardX.x2num import make_np

TB_MAX_SPRITE_SIZE = 8192


def make_tsv(
    metadata: Sequence[Any], save_path: Any, metadata_header: Sequence[str] | None = None
) -> None:
    """Writes labels: one each, or a row of them where there is a header."""
    _projector.write_labels(metadata, save_path, metadata_header)


def make_mat(matlist: Any, save_path: Any) -> None:
    """Writes points, which are rows."""
    _projector.write_points(matlist, save_path)


def make_sprite(label_img: Any, save_path: Any) -> None:
    """Writes pictures [N, C, S, S] side by side."""
    check_sprite(label_img.shape)
    _projector.write_sprite(make_np(label_img), save_path)


def check_sprite(shape: Sequence[int]) -> None:
    """AssertionError when the projector would not show such pictures."""
    if shape[2] != shape[3]:
        raise AssertionError(f"the projector wants square pictures, got {tuple(shape)}")
    columns = 1
    while columns * columns < shape[0]:
        columns += 1
    if columns * shape[3] > TB_MAX_SPRITE_SIZE:
        raise AssertionError(f"all pictures together are too large: {tuple(shape)}")


def maybe_upload_file(local_path: str) -> None:
    """Uploads a file whose path is an address of s3:// or gs://. On the disk it
    lies where such a path leads: at one slash less."""
    if local_path.startswith(("s3://", "gs://")):
        store = _stores.find(local_path)
        assert store is not None
        path = pathlib.Path(local_path.replace("://", ":/", 1))
        store.copy_to(local_path, grows=False).update(path, at_end=True)


def append_pbtxt(
    metadata: Any, label_img: Any, save_path: Any, subdir: str, global_step: Any, tag: str
) -> None:
    """Lists one set of points in the projector's configuration."""
    size = None if label_img is None else (label_img.shape[3], label_img.shape[2])
    name = f"{tag}:{str(global_step).zfill(5)}"
    with open(os.path.join(save_path, "projector_config.pbtxt"), "a", encoding="utf-8") as file:
        file.write(_projector.describe(name, subdir, metadata is not None, size))
