"""`stepline plot`: curves in the terminal."""

import re

from program import Running, stepline, stepline_on_terminal

BRAILLE = re.compile("[\u2801-\u28ff]")


def test_a_curve_is_drawn_with_axes_and_a_legend(demo):
    lines = stepline("plot", demo, "--tag", "train/loss", "--run",
                     "careful").well().out.splitlines()
    assert lines[0] == "train/loss"
    assert len(lines) == 1 + 15 + 2 + 1
    assert all(len(line) <= 80 for line in lines)
    assert sum(bool(BRAILLE.search(line)) for line in lines[1:16]) > 10
    assert re.search(r"0 +200 +400 +600 +800 +step", lines[17])
    assert re.search(r"careful  0\.\d+ at step 999", lines[18])


def test_nan_is_marked(demo):
    lines = stepline("plot", demo, "--tag", "train/loss").well().out.splitlines()
    (marks,) = [line for line in lines if line.startswith(" NaN")]
    assert re.fullmatch(r" NaN │ +c{10,30}", marks)
    assert any("reckless  NaN at step 999" in line for line in lines)


def test_each_tag_has_a_chart_and_the_rest_is_counted(demo):
    out = stepline("plot", demo, "--charts", "2", "--curves", "1").well().out
    assert "and 2 more tags" in out
    assert out.count("and 2 more runs") == 2


def test_sizes_are_kept(demo):
    for width in (30, 60, 160):
        lines = stepline("plot", demo, "--tag", "train/loss", "--run", "quick",
                         "--width", str(width), "--height", "6").well().out.splitlines()
        assert len(lines) == 1 + 6 + 2 + 1
        assert max(len(line) for line in lines) <= width


def test_the_terminal_says_how_wide(demo):
    for columns in (80, 160):
        _, seen = stepline_on_terminal("plot", str(demo), "--tag", "train/loss",
                                       columns=columns, NO_COLOR="1")
        assert max(len(line) for line in seen.splitlines()) == columns


def test_colours_tell_runs_apart_on_a_terminal(demo):
    _, seen = stepline_on_terminal("plot", str(demo), "--tag", "train/loss")
    assert {"\x1b[36m", "\x1b[33m", "\x1b[35m"} <= set(re.findall("\x1b\\[3.m", seen))


def test_axes_and_scales(demo):
    arguments = ["plot", demo, "--tag", "train/loss", "--run", "quick"]
    assert "1m30s" in stepline(*arguments, "--axis", "relative").well().out
    assert re.search(r"\d\d:\d\d", stepline(*arguments, "--axis", "time").well().out)
    smooth = stepline(*arguments, "--smooth", "0.9", "--log").well().out
    assert smooth.startswith("train/loss  smoothed 0.9  log scale\n")
    part = stepline(*arguments, "--from", "500", "--to", "600").well().out
    assert "at step 600" in part


def test_a_log_scale_says_what_it_leaves_out(torch_log):
    out = stepline("plot", torch_log, "--tag", "odd", "--log").well().out
    assert out.startswith("odd  log scale, values up to 0 left out\n")
    rows = [line.split(" │")[0].strip() for line in out.splitlines()]
    assert {"NaN", "+Inf", "-Inf"} <= set(rows)


def test_ascii_is_ascii(demo):
    stepline("plot", demo, "--tag", "loss", "--ascii").well().raw.decode("ascii")


def test_wrong_usage(demo):
    for arguments in (["--smooth", "2"], ["--axis", "up"], ["--height", "0"]):
        assert stepline("plot", demo, *arguments).status == 2


def test_nothing_to_draw(demo, tmp_path):
    done = stepline("plot", demo, "--tag", "notes")
    assert (done.status, done.out) == (1, "")
    assert stepline("plot", tmp_path).status == 0


def test_follow_draws_anew_and_leaves_the_last_picture(tmp_path):
    with Running("demo", tmp_path / "live", "--follow", "60") as writer:
        writer.read_until(lambda seen: "Now try" in seen)
        with Running("plot", tmp_path / "live", "--tag", "train/loss", "--run",
                     "quick", "--follow", terminal=True, NO_COLOR="1") as plot:
            seen = plot.read_until(
                lambda seen: len(set(re.findall(r"at step (\d+)", seen))) >= 3)
            assert seen.startswith("\x1b[?1049h")
            status, seen = plot.interrupt()
    assert status == 0
    before, after = seen.split("\x1b[?1049l")
    assert "train/loss" in after and "\x1b" not in after


def test_follow_begins_before_there_is_anything(tmp_path):
    (tmp_path / "live").mkdir()
    with Running("plot", tmp_path, "--tag", "train/loss", "--follow") as plot:
        plot.read_until(lambda seen: "waiting for values" in seen)
        stepline("demo", tmp_path / "live").well()
        plot.read_until(lambda seen: "at step 999" in seen)
        status, _ = plot.interrupt()
    assert status == 0


def test_a_chart_without_a_point_in_the_range_is_left_out(demo):
    out = stepline("plot", demo, "--from", "995").well().out
    assert "train/loss" in out
    assert "validation" not in out


def test_one_more_is_not_many(demo):
    out = stepline("plot", demo, "--charts", "3", "--curves", "2").well().out
    assert "and 1 more tag (" in out
    assert out.count("and 1 more run (") == 3
