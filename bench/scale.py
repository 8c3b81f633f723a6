"""Reads logs of uncommon size, and says what it took.

Exit status: 0 when every point was found, 1 when some were lost, 3 when a
program could not run.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from harness import Log, LostPoints, Setup

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTORS = 1024

LOGS = [
    ("10,000 runs of 10 tags, 1,024 descriptors",
     {"runs": 10_000, "tags": 10, "points": 10_000}),
    ("a run with 100,000 tags", {"tags": 100_000, "points": 10_000_000}),
    ("a file of 5 GB", {"tags": 10, "points": 100_000_000}),
    ("a series of 100 million points", {"tags": 1, "points": 100_000_000}),
]


def read_log(setup, what, options):
    log = Log(setup, "log", **options)
    found = setup.stats(log, descriptors=DESCRIPTORS)
    log.remove()
    print(f"{what}: {found['points']:,} points of {found['series']:,} series in "
          f"{found['runs']:,} runs, {found['bytes'] / 1e9:.2f} GB, "
          f"in {found['process_seconds']:.2f} s, "
          f"{found['points_per_second'] / 1e6:.1f} million points a second, "
          f"{found['resident_bytes'] / 2**20:,.0f} MiB resident, "
          f"{found['bytes_per_point']:.2f} bytes a point", flush=True)
    return found["damaged_records"] == 0


def follow_writer(setup, rate, seconds):
    with tempfile.TemporaryDirectory(dir=setup.directory) as run:
        report, _ = setup.run_json(
            [setup.build / "bench" / "follow_bench", run, str(rate), str(seconds)]
        )
    figure = {name: spread["median"] for name, spread in report.items()}
    print(f"a run while it is written, for {seconds} s: {figure['points']:,.0f} points at "
          f"{figure['points_per_second'] / 1e6:.2f} million a second, "
          f"{figure['lost']:,.0f} lost; the youngest point seen was "
          f"{figure['age_ms']:.0f} ms old, at worst {figure['worst_age_ms']:.0f} ms; the last "
          f"was seen {figure['last_seen_after_ms']:.0f} ms after the flush", flush=True)
    return figure["lost"] == 0 and figure["points_per_second"] >= 0.95 * rate


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="default: build")
    parser.add_argument("--rate", type=int, default=1_000_000,
                        help="points a second of the live writer; default: 1000000")
    parser.add_argument("--seconds", type=int, default=30,
                        help="that the live writer writes; default: 30")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stepline-scale-") as directory:
        setup = Setup(arguments.build, directory, smoke=False, rounds=1)
        well = True
        try:
            for what, options in LOGS:
                well = read_log(setup, what, options) and well
            well = follow_writer(setup, arguments.rate, arguments.seconds) and well
        except LostPoints as problem:
            print(f"scale: {problem}", file=sys.stderr)
            return 1
        except (OSError, RuntimeError) as problem:
            print(f"scale: {problem}", file=sys.stderr)
            return 3
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
