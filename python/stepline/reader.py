"""`SummaryReader`: event files, and the tensor files beside them, read back."""

from __future__ import annotations

import fnmatch
import os
import tempfile
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from stepline import _decode, _native, _paths
from stepline import values as answers
from stepline._late import LatePackage
from stepline.scalar_table import ScalarTable

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
else:
    pandas, polars, pyarrow = map(LatePackage, ("pandas", "polars", "pyarrow"))

__all__ = ["ScalarTable", "SummaryReader"]

Patterns = str | Iterable[str] | None


class SummaryReader:
    """Reads an event file, the directory of a run, or a whole log directory.

    Every point is there. Scalars are in memory, everything else is read from
    the files when asked for.

    A run is a directory, named by its path below the one that was opened, "."
    for that itself. Where a method takes a `run`, an empty one means the run
    that has the name, and of several the first. Where it takes `from_step` and
    `to_step`, both ends are included; `last` is at most so many from the end.
    What is not there is a warning and an empty answer.

    Files are as they were at the last reload(). Many threads may use one
    reader; answers outlive it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        threads: int = 0,
        checksum: bool = True,
        tensors: str | None = None,
    ) -> None:
        """`path`: a file, a directory, a pattern (`runs/*/seed1`), or several.

        "name:path" gives a log directory a name, which then begins those of its
        runs; what a pattern finds is named by its path below the part without
        wildcards. `threads` load, as many as there are cores by default.
        `checksum=False` trusts the files. `tensors`: "torch" or "numpy"; torch
        where it is installed by default.
        """
        if tensors not in (None, "torch", "numpy"):
            raise ValueError(f'tensors are "torch" or "numpy", got {tensors!r}')
        self.path = path
        self._tensors = tensors or ("torch" if _decode.is_installed("torch") else "numpy")
        self._options: dict[str, Any] = {"threads": threads, "checksum": checksum}
        self._places = _paths.places(path)
        _paths.check(self._places)
        self._opened = _paths.expand(self._places)
        self._native = _native.Reader(self._opened, **self._options)
        self._is_gone = False  # All that a pattern has found.

    def reload(self) -> None:
        """Takes in what has been written since, and forgets what was deleted.

        A pattern that finds other runs than before reads them all anew."""
        wanted = _paths.expand(self._places)
        if not wanted:
            self._native.reload(quiet=True)
        elif wanted == self._opened:
            self._native.reload()
        else:
            self._native = _native.Reader(wanted, **self._options)
            self._opened = wanted
        self._is_gone = not wanted

    def __repr__(self) -> str:
        return f"<SummaryReader of {self.path!r}: {len(self.runs())} runs>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_native"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The copy reads the same places anew: as they are on its machine, now.

        A pattern that finds nothing there is empty, as after reload()."""
        vars(self).update(state)
        self._opened = _paths.expand(self._places)
        self._is_gone = not self._opened
        if self._is_gone:
            self._native = _reader_of_nothing(self._options)
        else:
            self._native = _native.Reader(self._opened, **self._options)

    # --- What there is -------------------------------------------------------

    def runs(self) -> list[str]:
        """In natural order: run2 before run10."""
        return self._native.runs()

    def names(self, kind: str, run: str = "") -> list[str]:
        """Of a kind ("scalar", "image"...), of one run or of all."""
        return self._native.names(kind, run)

    def scalar_names(self, run: str = "") -> list[str]:
        """Of one run or of all, in natural order."""
        return self._native.names("scalar", run)

    def tensor_names(self, run: str = "") -> list[str]:
        """Of whole tensors, of one run or of all."""
        return self._native.names("tensor", run)

    def embedding_names(self, run: str = "") -> list[str]:
        """Of the points for the projector, of one run or of all."""
        return self._native.embedding_names(run)

    def describe_runs(self) -> list[answers.RunDescription]:
        """How much each has, and from when to when."""
        return [answers.RunDescription(*one) for one in self._native.describe_runs()]

    def describe_series(self, run: str = "") -> list[answers.SeriesDescription]:
        """What there is of each name: its kind, count and ends. By run, then by name."""
        return [answers.SeriesDescription(*one) for one in self._native.describe_series(run)]

    def branches(self, name: str, run: str = "") -> list[answers.BranchDescription]:
        """What restarts superseded of a scalar, oldest restart first."""
        return [answers.BranchDescription(*one) for one in self._native.branches(name, run)]

    def problems(self) -> list[answers.LogProblem]:
        """What cannot be read, as of the last reload()."""
        found = [] if self._is_gone else self._native.problems()
        return [answers.LogProblem(*one) for one in found]

    # --- Numbers -------------------------------------------------------------

    def read_scalars(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
        branch: int | None = None,
    ) -> answers.ScalarSeries:
        """One curve; `branch` is the place of a superseded one in branches()."""
        selection = _native.Selection(run, from_step, to_step, last, branch)
        found = self._native.read_scalars(name, selection)
        return answers.ScalarSeries(found[0], name, *found[1:])

    def read_scalar(self, name: str, step: int, run: str = "") -> answers.ScalarPoint | None:
        """The value at a step, and of several the last."""
        found = self._native.read_scalar(name, step, run)
        return None if found is None else answers.ScalarPoint(*found)

    def read_scalar_table(
        self,
        names: Patterns = None,
        runs: Patterns = None,
        *,
        from_step: int | None = None,
        to_step: int | None = None,
    ) -> ScalarTable:
        """All curves, or those whose names and runs match patterns (`*/loss`);
        of an empty list none."""
        columns = self._native.read_scalar_table(
            self._matching("names", names, self.scalar_names),
            self._matching("runs", runs, self.runs),
            from_step,
            to_step,
        )
        return ScalarTable(columns)

    def to_pandas(
        self, names: Patterns = None, runs: Patterns = None, *, wide: bool = False, **steps: Any
    ) -> pandas.DataFrame:
        """Scalars as a data frame: ScalarTable.to_pandas()."""
        return self.read_scalar_table(names, runs, **steps).to_pandas(wide)

    def to_polars(
        self, names: Patterns = None, runs: Patterns = None, *, wide: bool = False, **steps: Any
    ) -> polars.DataFrame:
        """Scalars as a data frame: ScalarTable.to_polars()."""
        return self.read_scalar_table(names, runs, **steps).to_polars(wide)

    def to_arrow(
        self, names: Patterns = None, runs: Patterns = None, **steps: Any
    ) -> pyarrow.Table:
        """Scalars as a pyarrow table, in long form."""
        return self.read_scalar_table(names, runs, **steps).to_arrow()

    def to_parquet(
        self,
        path: str | os.PathLike[str],
        names: Patterns = None,
        runs: Patterns = None,
        **steps: Any,
    ) -> None:
        """Writes scalars, in long form."""
        self.read_scalar_table(names, runs, **steps).to_parquet(path)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """All scalars in long form, for everybody who speaks Arrow."""
        return self.read_scalar_table().__arrow_c_stream__(requested_schema)

    def read_histograms(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.HistogramSummary]:
        """In the order of writing."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_histograms(name, selection)
        return [answers.HistogramSummary(*one) for one in found]

    def read_pr_curves(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.PrCurveSummary]:
        """In the order of writing."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_pr_curves(name, selection)
        return [answers.PrCurveSummary(step, when, *rows) for step, when, rows in found]

    def read_tensors(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.TensorDescriptor]:
        """In the order of writing, several of one step included."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_tensors(name, selection)
        return [self._descriptor(*one) for one in found]

    def read_tensor(self, name: str, step: int, run: str = "") -> answers.TensorDescriptor | None:
        """The latest at that step, with a warning when there are several."""
        found = self._native.read_tensor(name, step, run)
        return None if found is None else self._descriptor(*found)

    # --- Media ---------------------------------------------------------------

    def read_images(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.ImageSummary]:
        """Encoded as in the file; `.array` decodes one."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_images(name, selection)
        return [answers.ImageSummary(*one) for one in found]

    def read_audio(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.AudioSummary]:
        """Encoded as in the file; `.array` decodes one."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_audio(name, selection)
        return [
            answers.AudioSummary(
                step, when, kind, rate, [answers.AudioClip(*clip) for clip in clips]
            )
            for step, when, kind, rate, clips in found
        ]

    def read_texts(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.TextSummary]:
        """In the order of writing."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_texts(name, selection)
        return [
            answers.TextSummary(step, when, tuple(shape), texts)
            for step, when, shape, texts in found
        ]

    def read_meshes(
        self,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.MeshSummary]:
        """In the order of writing."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_meshes(name, selection)
        return [
            answers.MeshSummary(
                step, when, _array(vertices), _array(faces), _array(colors), config
            )
            for step, when, vertices, faces, colors, config in found
        ]

    # --- The model and the experiment ----------------------------------------

    def read_hparams(self, run: str = "") -> list[answers.HParamsSession]:
        """Every run with hyperparameters, or the one that is named."""
        return [
            answers.HParamsSession(
                name, dict(hparams), group, start, status, end, dict(metrics)
            )
            for name, hparams, group, start, status, end, metrics in self._native.read_hparams(run)
        ]

    def read_custom_scalars(self, run: str = "") -> dict[str, dict[str, list[Any]]]:
        """A layout of charts, as SummaryWriter.add_custom_scalars() takes it."""
        return {
            category: {title: [kind, tags] for title, kind, tags in charts}
            for category, charts in self._native.read_custom_scalars(run)
        }

    def read_embedding(self, name: str, run: str = "") -> answers.EmbeddingSummary | None:
        """Its points with their labels; None where there is none of that name."""
        found = self._native.read_embedding(name, run)
        if found is None:
            return None
        of, points, columns, labels, sprite, width, height = found
        return answers.EmbeddingSummary(
            of, name, _array(points), columns, labels, sprite, (width, height)
        )

    def read_messages(
        self,
        kind: str,
        name: str,
        run: str = "",
        *,
        from_step: int | None = None,
        to_step: int | None = None,
        last: int | None = None,
    ) -> list[answers.MessageSummary]:
        """Values of a kind ("graph", "hparams", "run_metadata"...) as the bytes
        of their protobuf messages."""
        selection = _native.Selection(run, from_step, to_step, last)
        found = self._native.read_messages(kind, name, selection)
        return [answers.MessageSummary(*one) for one in found]

    def _descriptor(
        self, step: int, wall_time: float, tensor: _native.Tensor
    ) -> answers.TensorDescriptor:
        moment = round(wall_time * 1e6) * 1000  # A double has no more digits than that.
        return answers.TensorDescriptor(step, moment, _decode.tensor(tensor, self._tensors))

    @staticmethod
    def _matching(what: str, patterns: Patterns, there: Any) -> list[str] | None:
        """Those of `there()` that are wanted; None: all."""
        if patterns is None:
            return None
        if isinstance(patterns, str):
            patterns = [patterns]
        everything = there()
        chosen: dict[str, None] = {}
        for pattern in _texts(what, patterns):
            found = [pattern] if pattern in everything else fnmatch.filter(everything, pattern)
            # A name that nobody has is warned of below.
            chosen.update(dict.fromkeys(found or [pattern]))
        return list(chosen)


def _reader_of_nothing(options: dict[str, Any]) -> _native.Reader:
    """One whose run has gone, since none begins without a path that is there."""
    with tempfile.TemporaryDirectory(prefix="stepline-") as directory:
        _native.Writer(directory).close()
        reader = _native.Reader([os.fsencode(directory)], **options)
    reader.reload(quiet=True)
    return reader


def _texts(what: str, given: Any) -> list[str]:
    texts = list(given) if isinstance(given, Iterable) else [given]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{what} must be a str or several, not {type(text).__name__}")
    return texts


def _array(tensor: Any) -> Any:
    return None if tensor is None else _decode.tensor(tensor, "numpy")
