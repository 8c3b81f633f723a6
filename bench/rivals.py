"""python rivals.py RIVAL DIRECTORY [CALLS]: logs scalars with one of the other
trackers, not connected to anything, and prints the nanoseconds of a call as a
line of JSON. Run by a Python that has them (tools/rivals.txt)."""

import contextlib
import json
import os
import statistics
import sys
import time

ROUNDS = 10


@contextlib.contextmanager
def trackio(directory):
    os.environ["TRACKIO_DIR"] = directory
    import trackio

    trackio.init(project="bench", embed=False, auto_log_gpu=False)
    yield lambda tag, value, step: trackio.log({tag: value}, step=step)
    trackio.finish()


@contextlib.contextmanager
def swanlab(directory):
    import swanlab

    swanlab.init(project="bench", mode="offline", logdir=directory)
    yield lambda tag, value, step: swanlab.log({tag: value}, step=step)
    swanlab.finish()


@contextlib.contextmanager
def visualdl(directory):
    import visualdl

    with visualdl.LogWriter(logdir=directory) as writer:
        yield lambda tag, value, step: writer.add_scalar(tag, value, step)


@contextlib.contextmanager
def wandb(directory):
    import wandb

    run = wandb.init(project="bench", mode="offline", dir=directory, settings=wandb.Settings(console="off"))
    yield lambda tag, value, step: run.log({tag: value}, step=step)
    run.finish()


RIVALS = {"trackio": trackio, "swanlab": swanlab, "visualdl": visualdl, "wandb": wandb}


def main():
    name, directory = sys.argv[1:3]
    calls = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    with contextlib.redirect_stdout(sys.stderr), RIVALS[name](directory) as log:
        nanos = []
        for turn in range(ROUNDS):
            first = turn * calls
            begin = time.perf_counter()
            for step in range(first, first + calls):
                log("train/loss", float(step), step)
            nanos.append((time.perf_counter() - begin) / calls * 1e9)
    print(json.dumps({f"{name}.add_scalar_by_tag_ns": statistics.median(nanos)}))


if __name__ == "__main__":
    main()
