"""`stepline read`: every value, for people and for programs."""

import json
import math

import numpy as np
import pytest
from tensorboard.backend.event_processing import event_accumulator

from conftest import HOSTILE_TAG, ODD_VALUES, TORCH_LOSSES
from program import stepline, stepline_on_terminal


def test_csv_has_every_point(torch_log):
    rows = stepline("read", torch_log, "--run", "^run2$", "--tag", "train/loss",
                    "--format", "csv").well().rows()
    assert list(rows[0]) == ["run", "tag", "step", "wall_time", "value"]
    assert [(row["run"], row["tag"], int(row["step"]), float(row["wall_time"]),
             float(row["value"])) for row in rows] == [
        ("run2", "train/loss", step, 1000.0 + step, float(np.float32(2 * value)))
        for step, value in TORCH_LOSSES.items()]


def test_jsonl_has_every_point(torch_log):
    lines = stepline("read", torch_log, "--run", "^run2$", "--tag", "train/loss",
                     "--format", "jsonl").well().objects()
    assert lines == [
        {"run": "run2", "tag": "train/loss", "step": step, "wall_time": 1000 + step,
         "value": float(np.float32(2 * value))} for step, value in TORCH_LOSSES.items()]


@pytest.mark.parametrize("log", ["torch_log", "tensorboardx_log", "demo"])
def test_values_are_those_of_tensorboards_own_loader(log, request):
    root = request.getfixturevalue(log)
    run = {"torch_log": "run10", "tensorboardx_log": ".", "demo": "quick"}[log]
    theirs = event_accumulator.EventAccumulator(
        str(root / run), size_guidance={event_accumulator.TENSORS: 0,
                                        event_accumulator.SCALARS: 0}).Reload()
    tags = theirs.Tags()["scalars"]
    lines = stepline("read", root, "--run", "^" + run.replace(".", r"\.") + "$",
                     "--kind", "scalar", "--format", "jsonl").well().objects()
    ours = {}
    for line in lines:
        ours.setdefault(line["tag"], []).append(
            (line["step"], line["wall_time"], repr(float(line["value"]))))
    assert ours == {tag: [(event.step, event.wall_time, repr(event.value))
                          for event in theirs.Scalars(tag)] for tag in tags}
    assert tags


def test_values_that_are_not_finite_are_tensorboards_words(torch_log):
    arguments = ["read", torch_log, "--run", "^run1$", "--tag", "odd"]
    csv = stepline(*arguments, "--format", "csv").well().rows()
    assert [row["value"] for row in csv[1:4]] == ["NaN", "Infinity", "-Infinity"]
    lines = stepline(*arguments, "--format", "jsonl").well().objects()
    assert [line["value"] for line in lines[1:4]] == ["NaN", "Infinity", "-Infinity"]
    assert [float(np.float32(ODD_VALUES[step])) for step in (0, 4, 5)] == [
        lines[step]["value"] for step in (0, 4, 5)]
    assert math.copysign(1, lines[4]["value"]) == -1


@pytest.mark.parametrize("arguments, steps", [
    (["--from", "10", "--to", "12"], [10, 11, 12]),
    (["--from", "297"], [297, 298, 299]),
    (["--to", "1"], [0, 1]),
    (["--last", "2"], [298, 299]),
    (["--to", "100", "--last", "2"], [99, 100]),
    (["--last", "0"], []),
    (["--to", str(2**63 - 1), "--last", "1"], [299]),
])
def test_ranges(torch_log, arguments, steps):
    rows = stepline("read", torch_log, "--run", "^run1$", "--tag", "train/loss",
                    "--format", "csv", *arguments).well().rows()
    assert [int(row["step"]) for row in rows] == steps


def test_the_table_is_for_people(torch_log):
    lines = stepline("read", torch_log, "--run", "^run1$", "--tag", "train/loss",
                     "--last", "1").well().out.splitlines()
    assert [line.split() for line in lines] == [
        ["run", "tag", "step", "wall_time", "value"],
        ["run1", "train/loss", "299", "1970-01-01", "00:21:39", "0.00333333"]]


def test_texts_are_printed(torch_log):
    arguments = ["read", torch_log, "--run", "^run1$", "--kind", "text"]
    table = stepline(*arguments).well().out.splitlines()
    assert table[-2:] == ["    first line", "    second, \"line\""]
    (row,) = stepline(*arguments, "--format", "csv").well().rows()
    assert (row["kind"], row["value"]) == ("text", "first line\nsecond, \"line\"")
    (line,) = stepline(*arguments, "--format", "jsonl").well().objects()
    assert (line["kind"], line["value"]) == ("text", "first line\nsecond, \"line\"")


def test_histograms_are_buckets(torch_log):
    (line,) = stepline("read", torch_log, "--run", "^run1$", "--tag", "weights",
                       "--format", "jsonl").well().objects()
    buckets = line["value"]["buckets"]
    assert sum(count for _, _, count in buckets) == 100
    assert all(left <= right for left, right, _ in buckets)


def test_media_are_described(demo):
    lines = stepline("read", demo, "--run", "quick", "--kind", "image", "--kind",
                     "audio", "--kind", "tensor", "--last", "1", "--format",
                     "jsonl").well().objects()
    values = {line["tag"]: line["value"] for line in lines}
    assert values["samples/disc"]["width"] == 64
    assert values["samples/disc"]["images"][0]["format"] == "png"
    assert values["samples/tone"]["sample_rate"] == 8000
    assert values["dense/weight"] == {
        "dtype": "float32", "shape": [40, 50], "bytes": 8000}


def test_hyperparameters_are_taken_apart(torch_log):
    lines = stepline("read", torch_log, "--run", "run1/hp", "--kind", "hparams",
                     "--format", "jsonl").well().objects()
    start = [line["value"] for line in lines
             if line["value"]["what"] == "session_start_info"]
    assert start[0]["hparams"] == {"lr": 0.5, "name": "x"}


def test_every_kind_has_a_line_in_every_format(demo):
    for format in ("csv", "jsonl", "table"):
        done = stepline("read", demo, "--run", "quick", "--kind", "all", "--last", "1",
                        "--format", format).well()
        assert len(done.out.splitlines()) >= 17
    kinds = {row["kind"] for row in stepline(
        "read", demo, "--run", "quick", "--kind", "all", "--last", "1", "--format",
        "csv").rows()}
    assert len(kinds) == 11


def test_scalars_come_unless_only_others_match(demo):
    rows = stepline("read", demo, "--last", "1", "--format", "csv").well().rows()
    assert list(rows[0]) == ["run", "tag", "step", "wall_time", "value"]
    rows = stepline("read", demo, "--tag", "notes", "--last", "1", "--format",
                    "csv").well().rows()
    assert {row["kind"] for row in rows} == {"text"}


def test_damage_is_one_line_and_the_rest_is_read(damaged_log):
    done = stepline("read", damaged_log, "--tag", "train/loss", "--format", "csv")
    assert done.status == 0
    assert done.err.startswith("stepline: ")
    assert done.err.count("\n") == 1
    assert "tfevents" in done.err
    assert len(done.rows()) == len(TORCH_LOSSES) - 1


def test_much_damage_is_counted(torch_log, tmp_path):
    file = next((torch_log / "run1").glob("*tfevents*"))
    data = bytearray(file.read_bytes())
    for at in range(2000, 12000, 500):
        data[at] ^= 0xff
    (tmp_path / file.name).write_bytes(data)
    done = stepline("read", tmp_path, "--tag", "train/loss")
    lines = done.err.splitlines()
    assert done.status == 0
    assert len(lines) == 11
    assert "more problems (see \"stepline verify\")" in lines[-1]


def test_hostile_names_come_back_from_csv(hostile_log):
    done = stepline("read", hostile_log, "--format", "csv").well()
    done.raw.decode("utf-8")
    rows = done.rows()
    assert {float(row["value"]) for row in rows} == {1, 2, 3, 4, 5}
    assert HOSTILE_TAG in {row["tag"] for row in rows}
    lines = stepline("read", hostile_log, "--format", "jsonl").well().objects()
    assert HOSTILE_TAG in {line["tag"] for line in lines}
    assert len({line["run"] for line in lines}) == 1


def test_the_table_fits_the_terminal(hostile_log):
    for columns in (80, 160):
        status, seen = stepline_on_terminal(
            "read", str(hostile_log), columns=columns, NO_COLOR="1")
        assert status == 0
        assert max(len(line) for line in seen.splitlines()) <= columns


def test_one_event_file_is_enough(tensorboardx_log):
    (file,) = tensorboardx_log.glob("*tfevents*")
    rows = stepline("read", file, "--tag", "loss", "--format", "csv").well().rows()
    assert len(rows) == len(TORCH_LOSSES)


def test_a_reader_that_goes_away_is_no_error(demo):
    import subprocess

    from program import PROGRAM
    done = subprocess.run(
        ["bash", "-c", '"$0" read "$1" --format csv | head -1', PROGRAM, str(demo)],
        capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("run,tag,step,wall_time,value\n", "")


def test_wrong_usage(demo):
    for arguments in (["--format", "xml"], ["--kind", "nonsense"], ["--last", "-1"],
                      ["--from", "x"], ["--tag", "["], ["--nonsense"]):
        done = stepline("read", demo, *arguments)
        assert (done.status, done.out) == (2, ""), arguments
        assert done.err.startswith("stepline: ") and done.err.count("\n") == 1
    assert json.dumps(stepline("read").status) == "2"


def test_a_range_that_holds_nothing_is_a_problem(demo, tmp_path):
    for command in (["read"], ["read", "--format", "csv"], ["read", "--kind", "image"],
                    ["plot"], ["export", "-o", tmp_path / "out"]):
        done = stepline(*command, demo, "--from", "2000")
        assert (done.status, done.out) == (1, "")
        assert done.err.startswith("stepline: nothing matches (")
        assert "--from 2000" in done.err
    assert not (tmp_path / "out").exists()


def test_a_range_that_ends_before_it_begins_is_wrong_usage(demo, tmp_path):
    for command in (["read"], ["plot"], ["export", "-o", tmp_path / "out"]):
        done = stepline(*command, demo, "--from", "10", "--to", "3")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("stepline: --from is after --to: 10 and 3 (see ")


def test_series_without_a_value_in_the_range_are_left_out(demo):
    rows = stepline("read", demo, "--from", "995", "--format", "csv").well().rows()
    assert {row["tag"] for row in rows} == {"train/loss", "train/learning_rate"}


BRANCHES = [(0, 5, step, step, 0) for step in (5, 6, 7)] + [
    (1, 3, 3, 3, 0), (1, 3, 4, 4, 0), (1, 3, 5, 1005, 1), (1, 3, 6, 1006, 1)]


def test_superseded_points_come_with_their_branch(restarted_log):
    asked = ("read", restarted_log, "--superseded")
    rows = stepline(*asked, "--format", "csv").well().rows()
    assert list(rows[0]) == ["run", "tag", "branch", "restart_step", "step", "wall_time",
                             "value"]
    columns = ("branch", "restart_step", "step", "wall_time", "value")
    assert [tuple(float(row[name]) for name in columns) for row in rows] == BRANCHES
    lines = stepline(*asked, "--format", "jsonl").well().objects()
    assert [tuple(line[name] for name in columns) for line in lines] == BRANCHES
    table = stepline(*asked).well().out.splitlines()
    assert table[0].split() == ["run", "tag", *columns]
    assert table[1].split()[:5] == ["run", "loss", "0", "5", "5"]


def test_superseded_values_of_other_kinds_come_too(restarted_log):
    lines = stepline("read", restarted_log, "--superseded", "--kind", "text", "--format",
                     "jsonl").well().objects()
    assert [(line["branch"], line["restart_step"], line["step"], line["value"])
            for line in lines] == [(0, 5, 7, "life 0"), (1, 3, 6, "life 1")]


def test_superseded_points_can_be_chosen(restarted_log):
    def steps(*options):
        return [line["step"] for line in stepline(
            "read", restarted_log, "--superseded", "--format", "jsonl",
            *options).well().objects()]

    assert steps("--from", "6") == [6, 7, 6]
    assert steps("--to", "4") == [3, 4]
    assert steps("--last", "1") == [7, 6]


def test_a_run_that_was_never_restarted_has_nothing_superseded(torch_log):
    done = stepline("read", torch_log, "--superseded")
    assert (done.status, done.out) == (1, "")
    assert done.err == "stepline: nothing matches (--superseded)\n"
