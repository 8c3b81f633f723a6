"""What every part of the benchmark works with: where things are, how much is to
be done, and the figures found so far."""

import json
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path


class LostPoints(RuntimeError):
    """Something that was written was not found."""


class Setup:
    def __init__(self, build, directory, smoke, rounds):
        self.build = Path(build)
        self.directory = directory  # For files that may be large.
        self.smoke = smoke
        self.rounds = rounds
        self.figures = {}  # By name: a list, one for each round.

    def say(self, text):
        print(f"bench: {text}", file=sys.stderr, flush=True)

    def note(self, name, value):
        self.figures.setdefault(name, []).append(value)

    def note_report(self, command, descriptors=None):
        """Runs a program of build/bench that prints {"name": {"median": ...}}."""
        report, _ = self.run_json([self.build / "bench" / command[0], *command[1:]], descriptors)
        for name, figure in report.items():
            self.note(name, figure["median"])

    def run_json(self, command, descriptors=None):
        """What the command prints, and the seconds that the process lived."""
        begin = time.perf_counter()
        done = subprocess.run(
            command, stdout=subprocess.PIPE, text=True, preexec_fn=limit_descriptors(descriptors)
        )
        seconds = time.perf_counter() - begin
        if done.returncode != 0:
            name = " ".join(map(str, command))
            raise RuntimeError(f"status {done.returncode} of: {name}")
        return json.loads(done.stdout), seconds

    def stats(self, log, threads=None, descriptors=None):
        """`stepline stats` of a log, which must hold all that was written."""
        options = ["--threads", str(threads)] * (threads is not None)
        before = processor_seconds()
        found, seconds = self.run_json(
            [self.build / "stepline", "stats", log.path, "--json", *options], descriptors
        )
        found["process_seconds"] = seconds
        found["processor_seconds"] = processor_seconds() - before
        for name in ["runs", "points"]:
            if found[name] != log.made[name]:
                raise LostPoints(f"{found[name]} of {log.made[name]} {name} in {log.path}")
        return found


class Log:
    """A log directory made for the benchmark."""

    def __init__(self, setup, name, **options):
        self.path = Path(setup.directory) / name
        arguments = [text for key, value in options.items() for text in (f"--{key}", str(value))]
        self.made, _ = setup.run_json([setup.build / "bench" / "make_log", *arguments, self.path])

    def remove(self):
        shutil.rmtree(self.path)


def processor_seconds():
    """Of all programs that were run and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def limit_descriptors(count):
    """For subprocess: what to do in the child before the program begins."""
    if count is None:
        return None
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))
