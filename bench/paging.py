"""Figures of the server and the page, beside the real TensorBoard in the same
Chromium."""

import http.client
import json
import math
import statistics
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

from harness import Log
from page_servers import Stepline, TensorBoard

HERE = Path(__file__).resolve().parent

# Runs, tags of each, points of a run over all its tags.
VIEWS = [
    ("first", 1, 1, 100),
    ("page", 3, 10, 500_000),
    ("long", 4, 10, 5_000_000),
    ("many", 5000, 10, 1000),
]


def measure(setup):
    scale = 100 if setup.smoke else 1
    for name, runs, tags, points in VIEWS:
        if setup.smoke:
            runs, points = min(runs, 10), min(points, 1000)
        measure_view(setup, name, runs, tags, points)
    measure_use(setup)
    measure_zoom(setup, scale)
    measure_queries(setup, scale)
    measure_live(setup)


def visit(url, *options):
    done = subprocess.run(["node", HERE / "page_visit.mjs", url, *options],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def loaded(url):
    """Waits until our server has read everything."""
    while True:
        with urllib.request.urlopen(url + "api/info") as answer:
            if json.load(answer)["progress"]["loaded"]:
                return
        time.sleep(0.01)


def loaded_by_tensorboard(url, runs, tags):
    while True:
        with urllib.request.urlopen(url + "data/plugin/scalars/tags") as answer:
            found = json.load(answer)
        if len(found) == runs and all(len(of) == tags for of in found.values()):
            return
        time.sleep(0.1)


def measure_view(setup, name, runs, tags, points):
    log = Log(setup, name, runs=runs, tags=tags, points=points)
    for turn in range(1, setup.rounds + 1):
        setup.say(f"round {turn} of {setup.rounds}: {runs} runs of {tags} tags, {points} points")
        with Stepline(setup.build, log.path) as server:
            setup.note("first_answer_s", server.seconds_to_answer)
            loaded(server.url)
            note_view(setup, name, visit(server.url + "#scalars"))
        with TensorBoard(log.path) as server:
            setup.note("tensorboard.answer_s", server.seconds_to_answer)
            loaded_by_tensorboard(server.url, runs, tags)
            time.sleep(0 if setup.smoke else 10)  # Its data server reads on.
            note_view(setup, f"tensorboard.{name}", visit(server.url + "?darkMode=false#timeseries"))
    log.remove()


def note_view(setup, name, found):
    for figure in ["drawn_s", "bytes", "heap_bytes", "longest_task_ms", "blocked_ms"]:
        setup.note(f"{name}_{figure}", found.get(figure, math.inf))  # The page died.


def measure_use(setup):
    """Scrolling, searching and selecting where there is very much of everything."""
    runs, tags = (10, 10) if setup.smoke else (10_000, 1000)
    setup.say(f"use of a page with {runs} runs of {tags} tags")
    log = Log(setup, "wide", runs=runs, tags=tags, points=tags)
    with Stepline(setup.build, log.path) as server:
        loaded(server.url)
        setup.note("wide_resident_bytes", server.resident_bytes())
        found = visit(server.url + "#scalars", "--use")
        for figure in ["drawn_s", "scroll_longest_task_ms", "select_longest_task_ms"]:
            setup.note(f"wide_{figure}", found.get(figure, math.inf))
    log.remove()


def measure_zoom(setup, scale):
    log = Log(setup, "zoom", runs=1, tags=1, points=10_000_000 // scale)
    with Stepline(setup.build, log.path) as server:
        loaded(server.url)
        for turn in range(1, setup.rounds + 1):
            setup.say(f"round {turn} of {setup.rounds}: zoom into 10M points")
            setup.note("zoom_redrawn_s", visit(server.url + "#scalars", "--zoom",
                                               "--quiet-ms", "1500")["zoom_s"])
    log.remove()


def measure_queries(setup, scale):
    log = Log(setup, "queries", runs=4, tags=10, points=2_000_000 // scale)
    with Stepline(setup.build, log.path) as server:
        loaded(server.url)
        with urllib.request.urlopen(server.url + "api/tags?kind=scalar") as answer:
            tag = json.load(answer)["tag"][0]
        path = "/api/scalars?" + urllib.parse.urlencode({"tag": tag, "pixels": 500})
        address = urllib.parse.urlsplit(server.url)
        connection = http.client.HTTPConnection(address.hostname, address.port)
        times = []
        for _ in range(20 if setup.smoke else 2000):
            begin = time.perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            times.append(time.perf_counter() - begin)
            if answer.status != 200:
                raise RuntimeError(f"status {answer.status} of {path}")
        connection.close()
        setup.note("queries_per_second", 1 / statistics.median(times))
    log.remove()


def measure_live(setup):
    """From the flush of a value to its drawing, in an open page."""
    directory = Path(setup.directory) / "live"
    directory.mkdir()
    script = setup.build / "tests" / "browser" / "log_script"
    writer = subprocess.Popen([script, directory], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)

    def log(*lines):
        for line in lines:
            writer.stdin.write("\t".join(map(str, line)) + "\n")
        writer.stdin.write("flush\n")
        writer.stdin.flush()
        writer.stdout.readline()
        return time.time()

    log(("run", "a"), ("curve", "loss", 0, 1000, 1, 0))
    with Stepline(setup.build, directory) as server:
        loaded(server.url)
        page = subprocess.Popen(
            ["node", HERE / "page_live.mjs", server.url + "#scalars"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        page.stdout.readline()  # The page is at rest.
        for step in range(1000, 1005 if setup.smoke else 1020):
            flushed = log(("scalar", "loss", step, 0.5))
            page.stdin.write(f"{step}\n")
            page.stdin.flush()
            setup.note("flush_to_drawn_s", float(page.stdout.readline()) - flushed)
        page.stdin.close()
        page.wait()
    writer.stdin.close()
    writer.wait()
