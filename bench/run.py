"""Measures Stepline beside its peers and prints one table.

The programs take turns, section by section, for several rounds; a figure is the
median of its rounds. Exit status: 0 when everything asked for is met, 1 when
something is missed, 3 when a program could not run.
"""

import argparse
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import paging
import reading
import table
import writing
from rows import NOTES, RIVAL_ROWS, ROWS
from harness import Setup

ROOT = Path(__file__).resolve().parent.parent
PARTS = {"write": writing.measure, "read": reading.measure, "page": paging.measure}


def spreads(figures):
    return {
        name: table.Spread(statistics.median(values), min(values), max(values))
        for name, values in figures.items()
    }


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
        "--part", choices=PARTS, action="append", help="default: all; may be repeated"
    )
    parser.add_argument(
        "--build", type=Path, default=ROOT / "build", help="default: build"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stepline-bench-") as directory:
        setup = Setup(
            arguments.build,
            directory,
            arguments.smoke,
            1 if arguments.smoke else arguments.rounds,
        )
        try:
            for part in arguments.part or PARTS:
                PARTS[part](setup)
        except (OSError, RuntimeError, subprocess.CalledProcessError) as problem:
            print(f"bench: {problem}", file=sys.stderr)
            return 3
    figures = spreads(setup.figures)
    rows = [row for row in ROWS if not (arguments.smoke and row in RIVAL_ROWS)]
    chosen = [row for row in rows if row.ours in figures]
    if not arguments.part and len(chosen) != len(rows):
        unmeasured = [row.ours for row in rows if row.ours not in figures]
        print(f"bench: not measured: {', '.join(unmeasured)}", file=sys.stderr)
        return 3
    rows, missed = zip(*(table.cells(row, figures) for row in chosen))
    if arguments.smoke:
        print(f"bench: {len(rows)} rows measured")
        return 0
    describe_machine()
    print()
    print(table.render(rows))
    print(f"\n{NOTES}")
    if any(missed):
        print(f"\nbench: {sum(missed)} of the bars missed")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
