"""Measures torch.utils.tensorboard, tensorboardX and Stepline's Python package
as writer_bench measures Stepline's library.

Reads section names from standard input, one a line, and answers each with a
line of JSON, {"name": {"median": ..., "low": ..., "high": ...}}, so that whoever
drives it can let the programs take turns. Names begin with the peer's, ours with "python".
"""

import argparse
import json
import sys
import tempfile
import time

import numpy
import stepline
import tensorboardX
import training_step
from torch.utils import tensorboard

PEERS = {
    "torch": tensorboard.SummaryWriter,
    "tensorboardX": tensorboardX.SummaryWriter,
    "python": stepline.SummaryWriter,
}
SIDE = 256


def normal_floats():
    return numpy.random.default_rng(1).standard_normal(1_000_000, dtype=numpy.float32)


def noise_bytes():
    random = numpy.random.default_rng(2)
    return random.integers(0, 256, (3, SIDE, SIDE), dtype=numpy.uint8)


def noise_floats():
    return numpy.random.default_rng(3).random((3, SIDE, SIDE), dtype=numpy.float32)


def photo_bytes():
    c, y, x = numpy.mgrid[0:3, 0:SIDE, 0:SIDE]
    waves = numpy.sin(x * 0.031 + c) * numpy.cos(y * 0.023 - c)
    grain = numpy.random.default_rng(4).integers(0, 8, waves.shape)
    return (120 + 100 * waves + grain).astype(numpy.uint8)


def summary(values):
    low, median, high = numpy.percentile(values, [10, 50, 90])
    return {"median": median, "low": low, "high": high}


def time_adds(writer, add, repetitions):
    """Milliseconds of each add() alone, and of each with the flush after it."""
    caller, flushed = [], []
    for step in range(-1, repetitions):
        begin = time.perf_counter()
        add(step)
        returned = time.perf_counter()
        writer.flush()
        end = time.perf_counter()
        if step >= 0:
            caller.append((returned - begin) * 1e3)
            flushed.append((end - begin) * 1e3)
    return summary(caller), summary(flushed)


def time_calls(writer, smoke, call):
    """Nanoseconds of call(step), the loop around it included."""
    calls = 100 if smoke else 1000
    nanos = []
    for _ in range(2 if smoke else 10):
        begin = time.perf_counter()
        for i in range(calls):
            call(i)
        nanos.append((time.perf_counter() - begin) / calls * 1e9)
        writer.flush()
    return summary(nanos)


def scalars(writer, smoke):
    tags = [f"train/loss_{i}" for i in range(10)]
    calls = 100 if smoke else 1000
    nanos = []
    for _ in range(2 if smoke else 10):
        begin = time.perf_counter()
        for i in range(calls):
            writer.add_scalar(tags[i % 10], float(i), i)
        nanos.append((time.perf_counter() - begin) / calls * 1e9)
        writer.flush()
    return {"add_scalar_by_tag_ns": summary(nanos)}


def several(writer, smoke):
    values = {"train": 1.0, "valid": 2.0, "test": 3.0}
    return {
        "add_scalars_ns": time_calls(
            writer, smoke, lambda step: writer.add_scalars("loss", values, step)
        )
    }


def text(writer, smoke):
    return {
        "add_text_ns": time_calls(
            writer, smoke, lambda step: writer.add_text("notes", "**well** so far", step)
        )
    }


def throughput(writer, smoke):
    adds = 1000 if smoke else 20_000
    begin = time.perf_counter()
    for i in range(adds):
        writer.add_scalar("train/loss", float(i), i)
    writer.flush()
    return {"scalars_per_second": summary([adds / (time.perf_counter() - begin)])}


def histogram(writer, smoke):
    values = normal_floats()
    caller, flushed = time_adds(
        writer,
        lambda step: writer.add_histogram("weights", values, step),
        2 if smoke else 8,
    )
    return {"histogram_caller_ms": caller, "histogram_flushed_ms": flushed}


def image(writer, smoke):
    figures = {}
    pictures = {
        "image_noise": noise_bytes(),
        "image_float_noise": noise_floats(),
        "image_photo": photo_bytes(),
    }
    for name, pixels in pictures.items():
        caller, flushed = time_adds(
            writer,
            lambda step: writer.add_image("picture", pixels, step),
            2 if smoke else 8,
        )
        figures[name + "_caller_ms"] = caller
        figures[name + "_flushed_ms"] = flushed
    return figures


def training(writer, smoke):
    added, alone = training_step.measure(writer, smoke)
    return {"step_added_ms": summary([added]), "step_alone_ms": summary([alone])}


SECTIONS = {
    "scalars": scalars,
    "throughput": throughput,
    "histogram": histogram,
    "image": image,
    "several": several,
    "text": text,
    "training": training,
}


def measure(section, directory, smoke):
    figures = {}
    for peer, make in PEERS.items():
        with tempfile.TemporaryDirectory(dir=directory) as logdir:
            with make(logdir) as writer:
                found = SECTIONS[section](writer, smoke)
        figures |= {f"{peer}.{name}": value for name, value in found.items()}
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a few repetitions only")
    parser.add_argument("--directory", help="where to write the files")
    arguments = parser.parse_args()
    for line in sys.stdin:
        figures = measure(line.strip(), arguments.directory, arguments.smoke)
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
