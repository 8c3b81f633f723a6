"""Figures of the loader and the store, beside TensorBoard's data server and its
Python loader."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from data_server import DataServer
from harness import Log, LostPoints

TIMINGS = ["regular", "jittered", "irregular"]
DESCRIPTORS = 1024


def measure(setup):
    scale = 1000 if setup.smoke else 1
    measure_loading(setup, scale)
    measure_python_loader(setup, scale)
    measure_data_frames(setup, scale)
    measure_big_files(setup, scale)
    measure_short_series(setup, scale)
    measure_many_runs(setup, scale)
    measure_shapes(setup, scale)
    setup.say("columns and queries")
    setup.note_report(["store_bench"] + ["--smoke"] * setup.smoke)


def measure_loading(setup, scale):
    points, tags = 5_000_000 // scale, 10
    log = Log(setup, "four", runs=4, tags=tags, points=points)
    setup.stats(log)  # On memory that the machine has not used lately.
    for turn in range(1, setup.rounds + 1):
        setup.say(f"round {turn} of {setup.rounds}: load 4 files")
        found = setup.stats(log)
        setup.note("load_s", found["process_seconds"])
        setup.note("load_processor_s", found["processor_seconds"])
        setup.note("loaded_points_per_second", log.made["points"] / found["process_seconds"])
        for name, options in [("load", ()), ("load_checked", ["--checksum"])]:
            with DataServer(log.path, options) as server:
                setup.note(f"data_server.{name}_s", server.seconds)
                setup.note(f"data_server.{name}_processor_s", server.processor_seconds)
                last = server.last_steps()
            if sum(step == points // tags - 1 for run in last.values()
                   for step in run.values()) != 4 * tags:
                raise RuntimeError("the data server does not have the last points")
    log.remove()


def measure_python_loader(setup, scale):
    """TensorBoard's loader without the data server, every point kept."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    points = 1000 if setup.smoke else 200_000
    log = Log(setup, "small", points=points)
    setup.say("TensorBoard's Python loader")
    for _ in range(min(setup.rounds, 2)):
        begin = time.perf_counter()
        accumulator = EventAccumulator(str(log.path / "run_0"), size_guidance={"scalars": 0})
        accumulator.Reload()
        setup.note("python_loader.points_per_second", points / (time.perf_counter() - begin))
        if len(accumulator.Scalars("train/loss_0")) != points // 10:
            raise RuntimeError("the Python loader does not have all points")
    log.remove()


def measure_data_frames(setup, scale):
    """Ten million points into Python's data frames, beside the loader alone."""
    log = Log(setup, "frames", runs=4, tags=10, points=2_500_000 // scale)
    command = [sys.executable, Path(__file__).with_name("data_frames.py"), log.path]
    environment = {**os.environ, "PYTHONPATH": str(setup.build.resolve() / "python")}
    for turn in range(1, setup.rounds + 1):
        setup.say(f"round {turn} of {setup.rounds}: 10M points into data frames")
        setup.note("frames_load_s", setup.stats(log)["seconds"])
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        figures = json.loads(done.stdout)
        if figures.pop("points") != log.made["points"]:
            raise LostPoints(f"a data frame has not all points of {log.path}")
        for name, value in figures.items():
            setup.note(f"python.{name}", value)
    log.remove()


def measure_big_files(setup, scale):
    """One file of each timing: memory, and what a second core brings."""
    for timing in TIMINGS:
        log = Log(setup, timing, points=20_000_000 // scale, timing=timing)
        setup.stats(log)
        for turn in range(1, setup.rounds + 1):
            setup.say(f"round {turn} of {setup.rounds}: one file, {timing}")
            found = setup.stats(log)
            setup.note(f"{timing}_resident_point_bytes", found["bytes_per_point"])
            setup.note(f"{timing}_load_s", found["process_seconds"])
        if timing == "regular":
            measure_second_core(setup, log)
        log.remove()


def measure_second_core(setup, log):
    """In more turns than others: a neighbour of this machine may take half a
    core for a second, which is a whole turn here."""
    for turn in range(1, 3 * setup.rounds + 1):
        setup.say(f"round {turn} of {3 * setup.rounds}: one core, two cores")
        for name, threads in [("one_core_load_s", 1), ("two_cores_load_s", 2)]:
            setup.note(name, setup.stats(log, threads=threads)["process_seconds"])


def measure_short_series(setup, scale):
    """What a series costs beside its tag: a second run has the same tags."""
    tags = 100_000 // scale
    logs = [Log(setup, f"short_{runs}", runs=runs, tags=tags, points=10 * tags)
            for runs in (1, 2)]
    for turn in range(1, setup.rounds + 1):
        setup.say(f"round {turn} of {setup.rounds}: series of ten points")
        one, two = (setup.stats(log) for log in logs)
        setup.note("short_series_load_s", one["process_seconds"])
        setup.note("short_series_resident_bytes",
                   (two["resident_bytes"] - one["resident_bytes"]) / tags)
        setup.note("short_series_and_tag_resident_bytes", one["resident_bytes"] / tags)
    for log in logs:
        log.remove()


def measure_many_runs(setup, scale):
    runs = 10_000 // scale
    log = Log(setup, "runs", runs=runs, tags=10, points=1000)
    for turn in range(1, setup.rounds + 1):
        setup.say(f"round {turn} of {setup.rounds}: {runs} runs, {DESCRIPTORS} descriptors")
        found = setup.stats(log, descriptors=DESCRIPTORS)
        setup.note("runs_load_s", found["process_seconds"])
        setup.note("runs_lost", runs - found["runs"])
        with DataServer(log.path, descriptors=DESCRIPTORS) as server:
            setup.note("data_server.runs_load_s", server.seconds)
            setup.note("data_server.runs_lost", runs - len(server.last_steps()))
    setup.say(f"following {runs} files")
    setup.note_report(
        ["live_bench", *["--smoke"] * setup.smoke, log.path, "open", "watch", "poll", "reload"],
        DESCRIPTORS,
    )
    log.remove()


def measure_shapes(setup, scale):
    """The other ways to write a scalar, each in one file, on one core."""
    options = ["--directory", setup.directory, "--points", str(5_000_000 // scale)]
    for turn in range(1, min(setup.rounds, 2) + 1):
        setup.say(f"round {turn}: shapes of scalars")
        done = subprocess.run(
            [setup.build / "bench" / "loader_bench", *options,
             "--repetitions", "1" if setup.smoke else "5"],
            stdout=subprocess.PIPE, text=True, check=True,
        )
        for line in done.stdout.splitlines():
            found = json.loads(line)
            if found["shape"] == "append":
                setup.note("append_ns", found["nanos_per_part"])
                continue
            setup.note(f"shape_{found['shape']}_ns", found["nanos_per_point"])
            setup.note(f"shape_{found['shape']}_2_threads_ns", found["nanos_per_point_2_threads"])
