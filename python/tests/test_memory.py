"""Two million calls leave no references and no memory behind.

Each kind of call is made for a while, and then measured over many more: what
one leaves would be there so many times.
"""

import gc
import sys

import numpy as np
import pytest

import stepline
import stepline.tensorboardX

KEPT_BLOCKS = 1000  # Of Python's objects: caches of the interpreter.
KEPT_KIB = 10_000  # Of pools, and by malloc.
QUEUED_CALLS = 1000  # Otherwise the queue takes up to 64 MiB, and keeps them.

WRITERS = [stepline.SummaryWriter, stepline.tensorboardX.SummaryWriter]

# What calls are given again and again; None is what most of them answer.
TAG, TEXT, LOSSES = "train/a_tag", "**text**", {"a": 0.5, "b": np.float32(1)}
VALUES = np.ones(100, np.float32)
PICTURE = np.zeros((3, 8, 8), np.uint8)
NUMBER = np.float64(0.25)
SHARED = [TAG, TEXT, LOSSES, VALUES, PICTURE, NUMBER, None, np.dtype(np.float32)]

# name: (calls, lambda writer, step: ...)
CALLS = {
    "floats": (500_000, lambda w, i: w.add_scalar(TAG, 0.5, i)),
    "numpy's numbers": (200_000, lambda w, i: w.add_scalar(TAG, scalar_value=NUMBER, global_step=i)),
    "numbers the slow way": (50_000, lambda w, i: w.add_scalar(TAG, VALUES[:1], i, 5)),
    "numbers refused": (20_000, lambda w, i: refused(w.add_scalar, TAG, VALUES, i)),
    "several numbers": (30_000, lambda w, i: w.add_scalars("main", LOSSES, i)),
    "texts": (50_000, lambda w, i: w.add_text(TAG, TEXT, i)),
    "histograms": (30_000, lambda w, i: w.add_histogram(TAG, VALUES, i)),
    "pictures": (20_000, lambda w, i: w.add_image(TAG, PICTURE, i)),
    "pictures refused": (10_000, lambda w, i: refused(w.add_image, TAG, PICTURE, i, None, "XYZ")),
    "tensors": (10_000, lambda w, i: w.add_tensor(TAG, VALUES, i)),
    "messages": (30_000, lambda w, i: w.file_writer.add_summary(b"", i)),
    "flushes": (5_000, lambda w, i: (w.add_scalar(TAG, 1, i), w.flush())),
}  # fmt: skip


def refused(method, *args):
    with pytest.raises((AssertionError, TypeError, ValueError)):
        method(*args)


def resident_kib():
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


def measure():
    gc.collect()
    references = [sys.getrefcount(thing) for thing in SHARED]
    return sys.getallocatedblocks(), references, resident_kib()


def check(before, calls):
    blocks, references, memory = before
    blocks_now, references_now, memory_now = measure()
    assert blocks_now - blocks < KEPT_BLOCKS
    assert memory_now - memory < KEPT_KIB
    for thing, count, count_now in zip(SHARED, references, references_now):
        assert abs(count_now - count) < calls / 10, f"{count_now - count} references to {thing!r}"


@pytest.mark.parametrize("writer_class", WRITERS, ids=["torch's", "tensorboardX's"])
@pytest.mark.parametrize("count, call", CALLS.values(), ids=CALLS.keys())
def test_a_writer_keeps_nothing(writer_class, count, call, logdir, monkeypatch):
    # Of the points that tensorboardX's add_scalars() has for an export.
    monkeypatch.setattr(stepline.tensorboardX._number_calls, "_KEPT_POINTS", 100)

    def make(calls):
        for step in range(calls):
            call(writer, step)
            if step % QUEUED_CALLS == 0:
                writer.flush()
        writer.flush()

    with writer_class(logdir) as writer:
        make(count // 4)
        before = measure()
        make(count)
        check(before, count)


@pytest.mark.parametrize("writer_class", WRITERS, ids=["torch's", "tensorboardX's"])
def test_a_writer_that_ends_leaves_nothing(writer_class, logdir):
    def live(count):
        for i in range(count):
            writer = writer_class(logdir / str(i % 10))
            writer.add_scalar(TAG, NUMBER, i)
            if i % 3 == 0:
                writer.close()
                writer.add_scalar(TAG, NUMBER, i)  # Opens another file.
            elif i % 3 == 1:
                writer.myself = writer
        del writer
        gc.collect()

    live(200)
    before = measure()
    live(1000)
    check(before, 1000)


def test_a_reader_keeps_nothing(logdir):
    def read(count):
        for step in range(count):
            writer.add_scalar(TAG, 0.5, step)
            writer.flush()
            reader.reload()
            assert reader.read_scalars(TAG).values[-1] == 0.5
            for _ in range(4):
                reader.read_scalars(TAG)
                reader.read_texts("text/" + TAG), reader.read_images("image/" + TAG)
                refused(reader.read_scalars, VALUES)

    with stepline.SummaryWriter(logdir, flush_secs=1000) as writer:
        writer.add_text("text/" + TAG, TEXT)
        writer.add_image("image/" + TAG, PICTURE)
        writer.flush()
        reader = stepline.SummaryReader(logdir)
        read(100)
        before = measure()
        read(500)
        check(before, 500)


def test_a_reader_that_ends_leaves_nothing(logdir):
    def live(count):
        for _ in range(count):
            reader = stepline.SummaryReader(logdir)
            for _ in range(4):
                reader.to_pandas(), reader.to_polars(), reader.read_scalar_table()

    with stepline.SummaryWriter(logdir) as writer:
        for step in range(1000):
            writer.add_scalar(TAG, 0.5, step)
    live(100)
    before = measure()
    live(300)
    check(before, 300)
