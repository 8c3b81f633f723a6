"""Measures Stepline beside its peers and prints one table.

The programs take turns, section by section, for several rounds; a figure is the
median of its rounds. Exit status: 0 when everything asked for is met, 1 when
something is missed, 3 when a program could not run.
"""

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import table

ROOT = Path(__file__).resolve().parent.parent
SECTIONS_WITH_PEERS = ["scalars", "throughput", "histogram", "image"]
SECTIONS_ALONE = ["encode", "memory", "slow_disk"]


class Peers:
    """peers.py, kept running because importing torch takes seconds."""

    def __init__(self, options):
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "bench" / "peers.py", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self, section):
        self.process.stdin.write(section + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"peers.py ended with status {self.process.wait()}")
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure_ours(program, options, section):
    done = subprocess.run([program, *options, section], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{program.name} {section} ended with status {done.returncode}")
    return json.loads(done.stdout)


def measure_all(program, options, rounds):
    """Every figure's medians, one a round."""
    medians = {}

    def note(figures):
        for name, figure in figures.items():
            medians.setdefault(name, []).append(figure["median"])

    peers = Peers(options)
    for turn in range(1, rounds + 1):
        for section in SECTIONS_WITH_PEERS:
            print(f"bench: round {turn} of {rounds}: {section}", file=sys.stderr)
            note(measure_ours(program, options, section))
            note(peers.measure(section))
    peers.close()
    for section in SECTIONS_ALONE:
        print(f"bench: {section}", file=sys.stderr)
        note(measure_ours(program, options, section))
    return medians


def spreads(medians):
    figures = {
        name: table.Spread(statistics.median(values), min(values), max(values))
        for name, values in medians.items()
    }
    stalled, bound = figures["stalled_histograms_bytes"], figures["queue_bound_bytes"]
    above = stalled.median - bound.median
    figures["above_bound_bytes"] = table.Spread(above, above, above)
    return figures


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return "unknown"
    return done.stdout.partition("\n")[0]


def cached(name):
    """A variable of the build's CMake cache."""
    for line in (ROOT / "build" / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    return ""


def describe_machine():
    cpus = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    compiler = first_line([cached("CMAKE_CXX_COMPILER"), "--version"])
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"cpu       {len(cpus)} x {cpus[0] if cpus else platform.machine()}")
    print(f"kernel    {platform.system()} {platform.release()}, load {load}")
    print(f"compiler  {compiler}, {cached('CMAKE_BUILD_TYPE')}")
    print(f"python    {platform.python_version()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--smoke",
        action="store_true",
        help="a few seconds, to see that it works: nothing is asked for",
    )
    parser.add_argument("--rounds", type=int, default=3, help="default: 3")
    parser.add_argument(
        "--program",
        type=Path,
        default=ROOT / "build" / "bench" / "writer_bench",
        help="default: build/bench/writer_bench",
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        options = ["--directory", directory] + ["--smoke"] * arguments.smoke
        try:
            medians = measure_all(
                arguments.program, options, 1 if arguments.smoke else arguments.rounds
            )
        except (OSError, RuntimeError) as problem:
            print(f"bench: {problem}", file=sys.stderr)
            return 3
    figures = spreads(medians)
    rows, missed = zip(*(table.cells(row, figures) for row in table.ROWS))
    if arguments.smoke:
        print(f"bench: {len(rows)} rows measured")
        return 0
    describe_machine()
    print()
    print(table.render(rows))
    if any(missed):
        print(f"\nbench: {sum(missed)} of the bars missed")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
