"""`ScalarTable`: the scalars of many runs, as arrays and as data frames."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stepline import _native
from stepline._late import LatePackage
from stepline.values import ScalarSeries

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
else:
    pandas, polars, pyarrow = map(LatePackage, ("pandas", "polars", "pyarrow"))

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
        """Those of the curves, in natural order."""
        return self._columns.runs

    @property
    def names(self) -> list[str]:
        """The tags of the curves, each once."""
        return self._columns.names

    @property
    def steps(self) -> NDArray[np.int64]:
        """Of all points, curve by curve."""
        return self._columns.steps

    @property
    def wall_times(self) -> NDArray[np.float64]:
        """In seconds since the epoch."""
        return self._columns.wall_times

    @property
    def values(self) -> NDArray[np.float64]:
        """What was logged."""
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
        """Long: run, tag, step, wall_time, value, a row a point."""
        import pyarrow

        return pyarrow.table(self)

    def to_parquet(self, path: str | os.PathLike[str], **options: Any) -> None:
        """`options` go to pyarrow.parquet.write_table()."""
        import pyarrow.parquet

        pyarrow.parquet.write_table(self.to_arrow(), path, **options)

    def to_pandas(self, wide: bool = False) -> pandas.DataFrame:
        """Long: run, tag, step, wall_time, value, a row a point. Wide: run, step
        and a column for each tag, NaN where there is no value; of several
        values at one step it has the last. The columns of tags that are called
        "run" and "step" are "tag:run" and "tag:step"."""
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
        for column, present in wide_form.present.items():
            if not present.all():
                values = polars.Series(wide_form.values[column])
                chosen = polars.when(polars.Series(present)).then(values)
                wide_form.values[column] = polars.select(chosen).to_series()
        return polars.DataFrame(wide_form.with_runs(_polars_categorical))


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
        column_of = _column_names(columns.names)
        self.values: dict[str, Any] = {
            column_of[name]: np.full(count, np.nan) for name in columns.names
        }
        self.present = {column_of[name]: np.zeros(count, bool) for name in columns.names}
        for run, own, end in zip(columns.runs, rows, ends):
            begin = end - len(own)
            for name, place in curves[run]:
                at: Any = slice(begin, end)
                if not np.array_equal(own, steps[place]):
                    at = begin + np.searchsorted(own, steps[place])
                self.values[column_of[name]][at] = values[place]
                self.present[column_of[name]][at] = True

    def with_runs(self, categorical: Any) -> dict[str, Any]:
        return {"run": categorical(self.codes, self.runs), "step": self.steps, **self.values}


def _column_names(tags: list[str]) -> dict[str, str]:
    """Each tag's column. It has the tag's name, but for tags that are called
    like the columns that are there anyway."""
    names = {tag: tag for tag in tags}
    for tag in ("run", "step"):
        while tag in names and names[tag] in {"run", "step", *tags}:
            names[tag] = f"tag:{names[tag]}"
    return names


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
