"""What `SummaryReader` answers. Wall times are in seconds since the epoch."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stepline import _decode

__all__ = [
    "AudioClip",
    "AudioSummary",
    "BranchDescription",
    "EmbeddingSummary",
    "HParamsSession",
    "HistogramSummary",
    "ImageSummary",
    "LogProblem",
    "MeshSummary",
    "MessageSummary",
    "PrCurveSummary",
    "RunDescription",
    "ScalarPoint",
    "ScalarSeries",
    "SeriesDescription",
    "TensorDescriptor",
    "TextSummary",
]


@dataclasses.dataclass(frozen=True)
class RunDescription:
    name: str
    directory: str
    series: int
    points: int
    first_step: int
    last_step: int
    first_wall_time: float
    last_wall_time: float
    damaged_records: int


@dataclasses.dataclass(frozen=True)
class SeriesDescription:
    """The values of one name in one run, without the values."""

    run: str
    name: str
    kind: str  # "scalar", "histogram", "image", "audio", "text", "tensor"...
    count: int
    first_step: int
    last_step: int
    first_wall_time: float
    last_wall_time: float
    branches: int  # Superseded by restarts.
    display_name: str
    description: str


@dataclasses.dataclass(frozen=True)
class BranchDescription:
    """Points that a restart at `restart_step` superseded."""

    restart_step: int
    restart_wall_time: float
    count: int
    first_step: int
    last_step: int


class LogProblem(NamedTuple):
    """Something that could not be read; reading went on behind it."""

    what: str  # "damage", "unreadable" or "skipped"
    path: str
    offset: int | None
    message: str


class ScalarPoint(NamedTuple):
    step: int
    wall_time: float
    value: float


@dataclasses.dataclass(frozen=True, eq=False)
class ScalarSeries:
    """One curve, in columns of equal length."""

    run: str
    name: str
    steps: NDArray[np.int64]
    wall_times: NDArray[np.float64]
    values: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.steps)


@dataclasses.dataclass(frozen=True, eq=False)
class HistogramSummary:
    step: int
    wall_time: float
    buckets: NDArray[np.float64]  # [k, 3]: left, right, count.


@dataclasses.dataclass(frozen=True, eq=False)
class PrCurveSummary:
    """Counts and rates, one a threshold, lowest threshold first."""

    step: int
    wall_time: float
    true_positives: NDArray[np.float64]
    false_positives: NDArray[np.float64]
    true_negatives: NDArray[np.float64]
    false_negatives: NDArray[np.float64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]


@dataclasses.dataclass(frozen=True, eq=False)
class ImageSummary:
    step: int
    wall_time: float
    width: int
    height: int
    encoded: list[bytes]  # PNG, GIF or JPEG each; mostly one.

    @property
    def array(self) -> NDArray[Any]:
        """The first picture: [H, W] or [H, W, C]; an animation [T, H, W, C]."""
        return _decode.image(self.encoded[0])

    @property
    def arrays(self) -> list[NDArray[Any]]:
        """All of them."""
        return [_decode.image(one) for one in self.encoded]


class AudioClip(NamedTuple):
    encoded: bytes
    label: str  # Markdown; mostly empty.


@dataclasses.dataclass(frozen=True, eq=False)
class AudioSummary:
    step: int
    wall_time: float
    content_type: str  # "audio/wav", mostly.
    sample_rate: float  # 0: not said.
    clips: list[AudioClip]  # Mostly one.

    @property
    def array(self) -> NDArray[np.float32]:
        """The first clip, [frames, channels] in [-1, 1]; WAV only."""
        return _decode.wav(self.clips[0].encoded)


@dataclasses.dataclass(frozen=True)
class TextSummary:
    step: int
    wall_time: float
    shape: tuple[int, ...]  # () for a single text.
    texts: list[str]  # Markdown, row-major.

    @property
    def text(self) -> str:
        """The first one."""
        return self.texts[0] if self.texts else ""


@dataclasses.dataclass(frozen=True, eq=False)
class TensorDescriptor:
    """A tensor and when it was written."""

    step: int
    ns_since_epoch: int
    tensor: Any  # torch's, numpy's where there is no torch.

    @property
    def wall_time(self) -> float:
        return self.ns_since_epoch / 1e9

    @property
    def utctime(self) -> datetime.datetime:
        """The moment, in UTC and without saying so."""
        epoch = datetime.datetime(1970, 1, 1)
        return epoch + datetime.timedelta(microseconds=self.ns_since_epoch // 1000)

    def to_dict(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> TensorDescriptor:
        return cls(**fields)

    def __repr__(self) -> str:
        when = self.utctime.isoformat(timespec="microseconds")
        return f"TensorDescriptor(step={self.step}, utctime={when!r}, tensor={self.tensor!r})"


@dataclasses.dataclass(frozen=True, eq=False)
class MeshSummary:
    step: int
    wall_time: float
    vertices: NDArray[Any]  # [B, N, 3]
    faces: NDArray[Any] | None
    colors: NDArray[Any] | None
    config_json: str


class MessageSummary(NamedTuple):
    """A value as the bytes of its protobuf message."""

    step: int
    wall_time: float
    bytes: bytes


@dataclasses.dataclass(frozen=True)
class HParamsSession:
    """A run with hyperparameters."""

    run: str
    hparams: dict[str, bool | float | str]
    group: str
    start_time: float  # 0: not said.
    status: str | None  # "success", "failure" or "running"; None: not said.
    end_time: float  # 0: not said.
    metrics: dict[str, float | None]  # Their last values, where logged.


@dataclasses.dataclass(frozen=True, eq=False)
class EmbeddingSummary:
    """Points for the projector."""

    run: str
    name: str
    points: NDArray[np.float32]  # [N, D]
    columns: list[str]  # Of the labels; empty: just one.
    labels: list[list[str]]  # None, or a row a point.
    sprite_path: str  # Empty: no pictures.
    sprite_size: tuple[int, int]  # Width and height of one picture.
