"""`stepline ls`: runs, kinds and tags."""

import event_files as ev
from conftest import TORCH_LOSSES
from program import stepline, stepline_on_terminal


def test_runs_are_in_natural_order(torch_log):
    runs = stepline("ls", torch_log, "--json").well().json()["runs"]
    assert [run["name"] for run in runs] == [
        "run1", "run1/hp", "run2", "run2/hp", "run10", "run10/hp"]


def test_json_has_counts_and_ends_of_every_series(torch_log):
    run = stepline("ls", torch_log, "--json").well().json()["runs"][0]
    series = {item["tag"]: item for item in run["series"]}
    assert series["train/loss"] == {
        "tag": "train/loss", "kind": "scalar", "points": len(TORCH_LOSSES),
        "first_step": 0, "last_step": 299, "first_wall_time": 1000,
        "last_wall_time": 1299, "superseded_branches": 0}
    kinds = {tag: item["kind"] for tag, item in series.items()}
    assert kinds == {"train/loss": "scalar", "odd": "scalar", "weights": "histogram",
                     "notes/text_summary": "text", "picture": "image"}


def test_the_demo_has_every_kind(demo):
    listed = stepline("ls", demo, "--json").well().json()["runs"]
    assert [run["name"] for run in listed] == ["careful", "quick", "reckless"]
    for run in listed:
        assert {series["kind"] for series in run["series"]} == {
            "scalar", "histogram", "image", "audio", "text", "pr_curve", "mesh",
            "hparams", "custom_scalars", "graph", "tensor"}


def test_filters_are_regular_expressions(demo):
    lines = stepline("ls", demo, "--series", "--run", "^(careful|quick)$",
                     "--tag", "loss$", "--kind", "scalar").well().out.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [
        [run, "scalar", tag] for run in ("careful", "quick")
        for tag in ("train/loss", "validation/loss")]


def test_a_small_log_is_listed_series_by_series(torch_log):
    lines = stepline("ls", torch_log).well().out.splitlines()
    assert lines[0].split() == ["run", "kind", "tag", "points", "first", "step",
                                "last", "step"]
    assert any(line.split() == ["scalar", "train/loss", "300", "0", "299"]
               for line in lines)


def test_a_large_log_is_summed_up(tmp_path, torch_log):
    for number in range(100):
        (tmp_path / f"run{number}").symlink_to(tmp_path / "real" / f"{number}")
        (tmp_path / "real" / f"{number}").mkdir(parents=True)
        for file in (torch_log / "run1").glob("*tfevents*"):
            (tmp_path / "real" / f"{number}" / file.name).write_bytes(file.read_bytes())
    lines = stepline("ls", tmp_path / "real").well().out.splitlines()
    assert lines[0].startswith("100 runs, 500 series, ")
    assert "... and 80 more (--runs lists all)" in lines
    assert len(lines) < 50
    tags = stepline("ls", tmp_path / "real", "--tags").well().out.splitlines()
    assert ["scalar", "train/loss", "100", "30,000", "0", "299"] in [
        line.split() for line in tags]
    runs = stepline("ls", tmp_path / "real", "--runs").well().out.splitlines()
    assert [line.split()[0] for line in runs[1:]] == [str(n) for n in range(100)]


def test_several_directories_have_names(torch_log, tensorboardx_log):
    runs = stepline("ls", f"one:{torch_log}", f"two:{tensorboardx_log}",
                    "--json").well().json()["runs"]
    assert {run["name"] for run in runs} >= {"one/run1", "one/run10", "two"}


def test_an_empty_directory_is_no_failure(tmp_path):
    done = stepline("ls", tmp_path)
    assert (done.status, done.out) == (0, "")
    assert done.err == f"stepline: nothing to read ({tmp_path})\n"
    assert stepline("ls", tmp_path, "--json").json() == {"runs": []}


def test_a_missing_directory_cannot_be_run_on(tmp_path):
    for command in (["ls"], ["read"], ["plot"], ["tail"], ["stats"],
                    ["export", "-o", tmp_path / "out"]):
        done = stepline(*command, tmp_path / "nowhere")
        assert (done.status, done.out) == (3, "")
        assert done.err.startswith("stepline: ")
        assert done.err.count("\n") == 1
        assert "nowhere" in done.err


def test_nothing_that_matches_is_a_problem(demo):
    done = stepline("ls", demo, "--tag", "no such tag")
    assert (done.status, done.out) == (1, "")
    assert done.err == "stepline: nothing matches (--tag no such tag)\n"


def test_a_wrong_pattern_is_wrong_usage(demo):
    done = stepline("ls", demo, "--tag", "(")
    assert (done.status, done.out) == (2, "")
    assert '--tag wants a regular expression, got "(": ' in done.err
    assert len(done.err) > 70


def test_a_pattern_may_not_be_endless(demo):
    stepline("ls", demo, "--tag", "|" * 1000).well()
    for pattern in ("(" * 20000 + ")" * 20000, "a" * 1001):
        for option in ("--tag", "--run"):
            done = stepline("ls", demo, option, pattern)
            assert (done.status, done.out) == (2, "")
            assert done.err == (
                f"stepline: {option} wants a regular expression of at most 1000 bytes, "
                f"got {len(pattern)}\n")


def test_a_run_without_events_has_neither_steps_nor_times(tmp_path):
    (tmp_path / "x.tfevents").write_bytes(b"")
    lines = stepline("ls", tmp_path, "--runs").well().out.splitlines()
    assert lines[1].split() == [".", "0", "0", "-", "0", "B", "-"]
    (run,) = stepline("ls", tmp_path, "--json").well().json()["runs"]
    for member in ("first_step", "last_step", "first_wall_time", "last_wall_time"):
        assert run[member] is None
    (tmp_path / "x.tfevents").write_bytes(ev.version())
    (run,) = stepline("ls", tmp_path, "--json").well().json()["runs"]
    assert (run["last_step"], run["first_wall_time"]) == (None, 1000)


def test_tags_are_in_natural_order(tmp_path):
    for run, tags in (("a", ("tag10", "z")), ("b", ("tag2", "a"))):
        (tmp_path / run).mkdir()
        (tmp_path / run / "x.tfevents").write_bytes(
            ev.version() + b"".join(ev.scalar(tag, 0, 1.0) for tag in tags))
    lines = stepline("ls", tmp_path, "--tags").well().out.splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["a", "tag2", "tag10", "z"]


def test_a_runs_figures_are_those_of_the_series_asked_for(demo):
    lines = stepline("ls", demo, "--runs", "--tag", "validation/loss",
                     "--run", "quick").well().out.splitlines()
    assert lines[1].split()[:4] == ["quick", "1", "100", "990"]
    (run,) = stepline("ls", demo, "--json", "--tag", "validation/loss",
                      "--run", "quick").well().json()["runs"]
    assert (run["points"], run["last_step"]) == (100, 990)


def test_hostile_names_cannot_drive_the_terminal(hostile_log):
    done = stepline("ls", hostile_log).well()
    assert "\x1b" not in done.out and "\x07" not in done.out
    assert "\u202e" not in done.out
    done.raw.decode("utf-8")
    assert len(done.out.splitlines()) == 6
    assert "\ufffd" in stepline("ls", hostile_log, "--json").json()["runs"][0]["name"]


def test_a_narrow_terminal_is_not_overrun(hostile_log):
    status, seen = stepline_on_terminal("ls", str(hostile_log), columns=80,
                                        NO_COLOR="1")
    assert status == 0
    assert max(len(line) for line in seen.splitlines()) <= 80


def test_colours_come_only_on_a_terminal(demo):
    assert "\x1b[" not in stepline("ls", demo).out
    assert "\x1b[1m" in stepline_on_terminal("ls", str(demo))[1]
    assert "\x1b[" not in stepline_on_terminal("ls", str(demo), NO_COLOR="1")[1]


def test_superseded_branches_are_counted(restarted_log, torch_log):
    lines = stepline("ls", restarted_log, "--tag", "^loss$").well().out.splitlines()
    assert lines[0].split()[-1] == "branches"
    assert lines[1].split() == ["run", "scalar", "loss", "5", "0", "4", "2"]
    assert "branches" not in stepline("ls", torch_log).well().out
