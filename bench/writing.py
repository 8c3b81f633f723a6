"""Figures of the writer, in C++ and in Python, beside torch's and
tensorboardX's."""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

SECTIONS_WITH_PEERS = ["scalars", "throughput", "histogram", "image"]
SECTIONS_OF_PEERS = ["several", "text", "training"]
RIVALS = ["trackio", "swanlab", "visualdl", "wandb"]
SECTIONS_ALONE = ["encode", "memory", "slow_disk"]


class Peers:
    """peers.py, kept running because importing torch takes seconds."""

    def __init__(self, build, options):
        self.process = subprocess.Popen(
            [sys.executable, HERE / "peers.py", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(build / "python")},
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


def measure(setup):
    options = ["--directory", setup.directory] + ["--smoke"] * setup.smoke

    def ours(section):
        setup.note_report(["writer_bench", *options, section])

    peers = Peers(setup.build, options)
    for turn in range(1, setup.rounds + 1):
        for section in SECTIONS_WITH_PEERS + SECTIONS_OF_PEERS:
            setup.say(f"round {turn} of {setup.rounds}: {section}")
            if section in SECTIONS_WITH_PEERS:
                ours(section)
            for name, figure in peers.measure(section).items():
                setup.note(name, figure["median"])
    peers.close()
    if not setup.smoke:  # They are not installed for a test.
        measure_rivals(setup)
    for section in SECTIONS_ALONE:
        setup.say(section)
        ours(section)
    stalled = setup.figures["stalled_histograms_bytes"]
    bound = setup.figures["queue_bound_bytes"]
    for bytes_held, allowed in zip(stalled, bound):
        setup.note("above_bound_bytes", bytes_held - allowed)


def measure_rivals(setup):
    """Other trackers, each in an environment that they share."""
    python = os.environ.get("STEPLINE_RIVALS", ROOT / ".venv-rivals" / "bin" / "python")
    for rival in RIVALS:
        setup.say(rival)
        directory = Path(setup.directory) / rival
        directory.mkdir()
        done = subprocess.run([python, HERE / "rivals.py", rival, directory],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{rival} ended with status {done.returncode}: {done.stderr[-500:]}")
        for name, value in json.loads(done.stdout).items():
            setup.note(name, value)
