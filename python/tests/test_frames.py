"""Scalars as data frames: long and wide, over runs, without a copy."""

import os
import pathlib

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import stepline

COLUMNS = ["run", "tag", "step", "wall_time", "value"]


@pytest.fixture
def reader(logdir):
    for run in ("run2", "run10"):
        with stepline.SummaryWriter(logdir / run) as writer:
            for step in range(4):
                writer.add_scalar("loss", 10 - step, step, walltime=1e9 + step)
                if step % 2 == 0:
                    writer.add_scalar("val/acc", step / 8, step, walltime=1e9 + step)
    return stepline.SummaryReader(logdir)


EXPECTED = [
    (run, tag, step, 1e9 + step, value)
    for run in ("run2", "run10")
    for tag, points in (
        ("loss", [(0, 10), (1, 9), (2, 8), (3, 7)]),
        ("val/acc", [(0, 0), (2, 0.25)]),
    )
    for step, value in points
]


def test_a_table_is_arrays_and_curves(reader):
    table = reader.read_scalar_table()
    assert (len(table), table.runs, table.names) == (12, ["run2", "run10"], ["loss", "val/acc"])
    assert table.steps.tolist() == [point[2] for point in EXPECTED]
    assert table.values.dtype == np.float64
    curves = list(table.curves)
    assert [(curve.run, curve.name, len(curve)) for curve in curves] == [
        ("run2", "loss", 4), ("run2", "val/acc", 2), ("run10", "loss", 4), ("run10", "val/acc", 2),
    ]  # fmt: skip
    assert np.shares_memory(curves[0].values, table.values)


def test_patterns_choose(reader):
    assert reader.read_scalar_table("val/*").names == ["val/acc"]
    assert reader.read_scalar_table(["loss"], "*2").runs == ["run2"]
    assert len(reader.read_scalar_table(from_step=1, to_step=2)) == 6
    with pytest.warns(UserWarning, match="nothing"):
        assert len(reader.read_scalar_table("nothing*")) == 0


@pytest.mark.parametrize("choice", [{"names": []}, {"runs": ()}, {"names": [], "runs": "run2"}])
def test_an_empty_choice_is_nothing(reader, choice, tmp_path):
    reader.to_parquet(tmp_path / "none.parquet", **choice)
    for frame in (
        reader.read_scalar_table(**choice),
        reader.to_pandas(**choice),
        reader.to_pandas(**choice, wide=True),
        reader.to_polars(**choice),
        reader.to_polars(**choice, wide=True),
        reader.to_arrow(**choice),
        pq.read_table(tmp_path / "none.parquet"),
    ):
        assert len(frame) == 0
    assert list(reader.to_pandas(**choice).columns) == COLUMNS


def test_pandas_long(reader):
    frame = reader.to_pandas()
    assert list(frame.columns) == COLUMNS
    assert list(frame.itertuples(index=False, name=None)) == EXPECTED
    assert frame["run"].dtype == pd.CategoricalDtype(["run2", "run10"])


def test_pandas_long_shares_the_memory(reader):
    table = reader.read_scalar_table()
    assert np.shares_memory(table.to_pandas()["value"].to_numpy(), table.values)


def test_pandas_wide(reader):
    frame = reader.to_pandas(wide=True)
    assert list(frame.columns) == ["run", "step", "loss", "val/acc"]
    assert frame["run"].tolist() == ["run2"] * 4 + ["run10"] * 4
    assert frame["step"].tolist() == [0, 1, 2, 3] * 2
    assert frame["loss"].tolist() == [10, 9, 8, 7] * 2
    np.testing.assert_array_equal(frame["val/acc"], [0, np.nan, 0.25, np.nan] * 2)
    assert reader.to_pandas("loss", wide=True)["loss"].tolist() == [10, 9, 8, 7] * 2


def test_polars_long_and_wide(reader):
    assert reader.to_polars().rows() == EXPECTED
    frame = reader.to_polars(wide=True)
    assert frame.columns == ["run", "step", "loss", "val/acc"]
    assert frame["val/acc"].to_list() == [0, None, 0.25, None] * 2
    assert frame["run"].to_list() == ["run2"] * 4 + ["run10"] * 4


def test_polars_keeps_nan_apart_from_nothing(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        writer.add_scalar("a", float("nan"), 1)
        writer.add_scalar("b", 1, 2)
    frame = stepline.SummaryReader(logdir).to_polars(wide=True)
    assert str(frame["a"].to_list()) == "[nan, None]"
    assert frame["b"].to_list() == [None, 1]


def test_wide_has_the_last_of_a_step_and_a_place_for_every_tag(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        for value in (1, 2):
            writer.add_scalar("step", value, 7)
        writer.add_scalar("run", 3, 8)
    frame = stepline.SummaryReader(logdir).to_pandas(wide=True)
    assert frame["step"].tolist() == [7, 8]
    np.testing.assert_array_equal(frame["tag:step"], [2, np.nan])
    np.testing.assert_array_equal(frame["tag:run"], [np.nan, 3])


def test_no_tag_takes_anothers_place(logdir):
    tags = ["run", "step", "tag:run", "tag:tag:run", "tag", "value", "^a.*$", "*"]
    with stepline.SummaryWriter(logdir) as writer:
        for i, tag in enumerate(tags):
            writer.add_scalar(tag, i, i)
    reader = stepline.SummaryReader(logdir)
    columns = {tag: tag for tag in tags} | {"run": "tag:tag:tag:run", "step": "tag:step"}
    for frame, missing in (
        (reader.to_pandas(wide=True), lambda column: column.isna().sum()),
        (reader.to_polars(wide=True), lambda column: column.null_count()),
    ):
        assert set(frame.columns) == {"run", "step", *columns.values()}
        for i, tag in enumerate(tags):
            assert frame[columns[tag]][i] == i
            assert missing(frame[columns[tag]]) == len(tags) - 1
    assert sorted(reader.to_pandas()["tag"]) == sorted(tags)


def test_arrow_speaks_to_everybody(reader):
    for source in (reader, reader.read_scalar_table()):
        table = pa.table(source)
        assert table.column_names == COLUMNS
        assert list(zip(*table.to_pydict().values())) == EXPECTED
        assert pl.DataFrame(source).rows() == EXPECTED
    table.validate(full=True)


def test_arrow_shares_the_memory(reader):
    table = reader.read_scalar_table()
    column = table.to_arrow()["value"].chunk(0).to_numpy()
    assert np.shares_memory(column, table.values)


def test_an_arrow_column_outlives_the_rest(reader):
    columns = reader.to_arrow()
    tags, values = columns["tag"], columns["value"]
    del columns
    assert tags.to_pylist() == [point[1] for point in EXPECTED]
    assert values.to_pylist() == [point[4] for point in EXPECTED]


def resident_bytes():
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("use", [
    lambda table: table.__arrow_c_stream__(),
    lambda table: table.to_arrow(),
    lambda table: table.to_arrow()["tag"],
    lambda table: table.to_polars(),
    lambda table: table.to_pandas(),
    lambda table: table.values[5:],
])  # fmt: skip
def test_no_table_stays_behind(logdir, use):
    with stepline.SummaryWriter(logdir) as writer:
        for step in range(300_000):
            writer.add_scalar("loss", step, step)
    reader = stepline.SummaryReader(logdir)
    use(reader.read_scalar_table())
    before = resident_bytes()
    for _ in range(20):
        use(reader.read_scalar_table())
    assert resident_bytes() - before < 10 * 300_000 * 24, "that is half of them"


def test_parquet_comes_back(reader, tmp_path):
    reader.to_parquet(tmp_path / "scalars.parquet", "loss")
    frame = pq.read_table(tmp_path / "scalars.parquet").to_pandas()
    expected = [point for point in EXPECTED if point[1] == "loss"]
    assert list(frame.itertuples(index=False, name=None)) == expected


@pytest.mark.parametrize("runs, code", [(126, "int8"), (127, "int16"), (40_000, "int32")])
def test_codes_are_as_narrow_as_they_can_be(logdir, runs, code):
    with stepline.SummaryWriter(logdir) as writer:
        for i in range(runs):
            writer.add_scalar(f"tag{i}", i, 1)
    table = stepline.SummaryReader(logdir).read_scalar_table()
    frame = table.to_pandas()
    assert str(frame["tag"].cat.codes.dtype) == code
    assert frame["tag"].tolist() == [f"tag{i}" for i in range(runs)]
    assert str(table.to_arrow()["tag"].type.index_type) == code


def test_nothing_is_an_empty_frame(tmp_path):
    with pytest.warns(UserWarning, match="no event files"):
        reader = stepline.SummaryReader(tmp_path)
    for wide, columns in ((False, COLUMNS), (True, ["run", "step"])):
        for frame in (reader.to_pandas(wide=wide), reader.to_polars(wide=wide)):
            assert list(frame.columns) == columns
            assert len(frame) == 0
    assert reader.to_arrow().num_rows == 0


def test_arrow_tells_tags_apart_that_have_zeros_in_them(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        for tag in ("a", "a\0b", "a\0c"):
            writer.add_scalar(tag, 1, 1)
    table = stepline.SummaryReader(logdir).to_arrow()
    assert sorted(table["tag"].to_pylist()) == ["a", "a\0b", "a\0c"]
