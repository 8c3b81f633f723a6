"""`ScalarTable`: the scalars of many runs, as arrays and as data frames."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stepline import _native
from stepline.values import ScalarSeries

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["ScalarTable"]


class ScalarTable:
    """Curves in the same three columns, one behind the other.

    Arrays, Arrow tables and the columns of data frames in long form share its
    memory: making them costs next to nothing, and whoever changes a value in
    one place changes it everywhere.
    """

    def __init__(self, columns: _native.ScalarColumns) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<ScalarTable: {len(self)} points in {len(self._columns.curves)} curves>"

    @property
    def runs(self) -> list[str]:
        return self._columns.runs

    @property
    def names(self) -> list[str]:
        return self._columns.names

    @property
    def steps(self) -> NDArray[np.int64]:
        return self._columns.steps

    @property
    def wall_times(self) -> NDArray[np.float64]:
        return self._columns.wall_times

    @property
    def values(self) -> NDArray[np.float64]:
        return self._columns.values

    @property
    def curves(self) -> Iterator[ScalarSeries]:
        """Each by itself; by run, then by name."""
        steps, wall_times, values = self.steps, self.wall_times, self.values
        for run, name, begin, end in self._columns.curves:
            yield ScalarSeries(
                run, name, steps[begin:end], wall_times[begin:end], values[begin:end]
            )

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """For everybody who speaks Arrow: run, tag, step, wall_time, value."""
        return self._columns.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        import pyarrow

        return pyarrow.table(self)

    def to_parquet(self, path: str | os.PathLike[str], **options: Any) -> None:
        """`options` go to pyarrow.parquet.write_table()."""
        import pyarrow.parquet

        pyarrow.parquet.write_table(self.to_arrow(), path, **options)

    def to_pandas(self, wide: bool = False) -> pandas.DataFrame:
        """Long: run, tag, step, wall_time, value, a row a point. Wide: run, step
        and a column for each tag, NaN where there is no value; of several
        values at one step it has the last."""
        import pandas

        columns = self._columns
        if wide:
            return pandas.DataFrame(_Wide(columns).with_runs(_categorical), copy=False)
        return pandas.DataFrame(
            {
                "run": _categorical(columns.run_codes, columns.runs),
                "tag": _categorical(columns.name_codes, columns.names),
                "step": columns.steps,
                "wall_time": columns.wall_times,
                "value": columns.values,
            },
            copy=False,
        )

    def to_polars(self, wide: bool = False) -> polars.DataFrame:
        """The same for polars; in wide form null where there is no value."""
        import polars

        if not wide:
            return polars.DataFrame(self)
        wide_form = _Wide(self._columns)
        frame = polars.DataFrame(wide_form.with_runs(_polars_categorical))
        return frame.with_columns(
            polars.when(polars.Series(present)).then(polars.col(tag)).alias(tag)
            for tag, present in wide_form.present.items()
            if not present.all()
        )


class _Wide:
    """Rows by run, then by step; a column for each tag."""

    def __init__(self, columns: _native.ScalarColumns) -> None:
        self.runs = columns.runs
        steps, values = columns.steps, columns.values
        curves: dict[str, list[tuple[str, slice]]] = {run: [] for run in columns.runs}
        for run, name, begin, end in columns.curves:
            curves[run].append((name, slice(begin, end)))
        rows = [_union([steps[place] for _, place in curves[run]]) for run in columns.runs]
        ends = np.cumsum([len(one) for one in rows], dtype=np.int64)
        count = int(ends[-1]) if rows else 0
        self.steps = np.concatenate(rows) if rows else np.empty(0, np.int64)
        self.codes = np.repeat(np.arange(len(rows), dtype=np.int32), [len(one) for one in rows])
        self.values = {_column(name): np.full(count, np.nan) for name in columns.names}
        self.present = {_column(name): np.zeros(count, bool) for name in columns.names}
        for run, own, end in zip(columns.runs, rows, ends):
            begin = end - len(own)
            for name, place in curves[run]:
                at: Any = slice(begin, end)
                if not np.array_equal(own, steps[place]):
                    at = begin + np.searchsorted(own, steps[place])
                self.values[_column(name)][at] = values[place]
                self.present[_column(name)][at] = True

    def with_runs(self, categorical: Any) -> dict[str, Any]:
        return {"run": categorical(self.codes, self.runs), "step": self.steps, **self.values}


def _column(tag: str) -> str:
    return f"tag:{tag}" if tag in ("run", "step") else tag


def _union(all_steps: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    first = all_steps[0]
    rising = bool((first[1:] > first[:-1]).all())
    if rising and all(np.array_equal(first, other) for other in all_steps[1:]):
        return first
    return np.unique(np.concatenate(all_steps))


def _categorical(codes: NDArray[Any], words: list[str]) -> pandas.Categorical:
    import pandas

    return pandas.Categorical.from_codes(codes, dtype=pandas.CategoricalDtype(words))


def _polars_categorical(codes: NDArray[Any], words: list[str]) -> polars.Series:
    import polars

    names = polars.Series("run", words, dtype=polars.Categorical)
    return names.gather(codes)
