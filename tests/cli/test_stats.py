"""`stepline stats` and `stepline demo`."""

from program import Running, stepline, stepline_on_terminal

KEYS = ["runs", "series", "points", "bytes", "seconds", "points_per_second",
        "damaged_records", "resident_bytes", "bytes_per_point"]


def test_figures_are_of_everything(torch_log):
    figures = stepline("stats", torch_log, "--json").well().json()
    assert list(figures) == KEYS
    listed = stepline("ls", torch_log, "--json").json()["runs"]
    assert figures["runs"] == len(listed) == 6
    assert figures["series"] == sum(len(run["series"]) for run in listed)
    assert figures["points"] == sum(
        series["points"] for run in listed for series in run["series"])
    assert figures["bytes"] == sum(
        file.stat().st_size for file in torch_log.rglob("*tfevents*"))
    assert figures["damaged_records"] == 0
    assert figures["seconds"] > 0 and figures["points_per_second"] > 0
    assert 0 < figures["resident_bytes"] < 100e6


def test_damaged_records_are_counted(damaged_log):
    done = stepline("stats", damaged_log, "--json")
    assert done.status == 0
    assert done.json()["damaged_records"] == 1
    assert done.err.count("\n") == 1


def test_an_empty_directory_has_nothing(tmp_path):
    figures = stepline("stats", tmp_path, "--json").well().json()
    assert (figures["runs"], figures["points"], figures["bytes_per_point"]) == (0, 0, 0)


def test_people_get_a_list(demo):
    lines = stepline("stats", demo, "--threads", "1").well().out.splitlines()
    assert lines[0].split() == ["runs", "3"]
    status, seen = stepline_on_terminal("stats", str(demo))
    assert status == 0 and "points a second" in seen


def test_the_demo_is_not_written_over_anything(tmp_path):
    (tmp_path / "file").write_text("")
    done = stepline("demo", tmp_path)
    assert done.status == 3
    assert done.err == f"stepline: the directory is not empty ({tmp_path})\n"


def test_the_demo_goes_on_when_asked_and_ends_when_interrupted(tmp_path):
    with Running("demo", tmp_path / "runs", "--follow", "600") as demo:
        demo.read_until(lambda seen: "Now try" in seen)
        status, _ = demo.interrupt()
    assert status == 0
    short = tmp_path / "short"
    stepline("demo", short, "--follow", "0.35").well()
    (last,) = stepline("read", short, "--run", "quick", "--tag", "train/loss",
                       "--last", "1", "--format", "jsonl").well().objects()
    assert last["step"] == 1002
