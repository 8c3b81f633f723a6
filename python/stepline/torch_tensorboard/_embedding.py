"""The files that TensorBoard's projector reads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from stepline import _projector, _protos
from stepline._arrays import as_numpy
from stepline.torch_tensorboard._convert_np import make_np
from stepline.torch_tensorboard._utils import make_grid

__all__ = [
    "get_embedding_info",
    "make_grid",
    "make_mat",
    "make_np",
    "make_sprite",
    "make_tsv",
    "write_pbtxt",
]

_protos.add_names(__name__, {"EmbeddingInfo": "projector_config"})


def make_tsv(
    metadata: Sequence[Any], save_path: Any, metadata_header: Sequence[str] | None = None
) -> None:
    """Writes labels: one each, or a row of them where there is a header."""
    _projector.write_labels(metadata, save_path, metadata_header)


def make_mat(matlist: Any, save_path: Any) -> None:
    """Writes points, which are rows."""
    _projector.write_points(matlist, save_path)


def make_sprite(label_img: Any, save_path: Any) -> None:
    """Writes pictures [N, C, H, W] side by side."""
    _projector.write_sprite(as_numpy(label_img), save_path)


def get_embedding_info(
    metadata: Any, label_img: Any, subdir: str, global_step: Any, tag: str
) -> Any:
    """The EmbeddingInfo message of one set of points."""
    info = _protos.module("projector_config").EmbeddingInfo(
        tensor_name=f"{tag}:{str(global_step).zfill(5)}",
        tensor_path=os.path.join(subdir, "tensors.tsv"),
    )
    if metadata is not None:
        info.metadata_path = os.path.join(subdir, "metadata.tsv")
    if label_img is not None:
        info.sprite.image_path = os.path.join(subdir, "sprite.png")
        info.sprite.single_image_dim.extend([label_img.shape[3], label_img.shape[2]])
    return info


def write_pbtxt(save_path: Any, contents: str) -> None:
    """Writes the projector's configuration."""
    path = os.path.join(save_path, "projector_config.pbtxt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(contents)
