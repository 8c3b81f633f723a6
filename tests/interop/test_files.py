"""What `stepline repair` and `stepline merge` write, read by the real
TensorBoard."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tensorboard.backend.event_processing import event_accumulator
from tensorboard.compat.proto import event_pb2
from torch.utils.tensorboard import SummaryWriter

import readback


def stepline(*arguments, status=0):
    program = Path(os.environ["STEPLINE_BUILD_DIR"]) / "stepline"
    done = subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def scalars(run, tag):
    """What TensorBoard keeps of a tag: (step, value), every point."""
    accumulator = event_accumulator.EventAccumulator(str(run), readback.EVERYTHING)
    accumulator.Reload()
    return [(point.step, point.value) for point in accumulator.Scalars(tag)]


def write_training(run, first, last, value, **options):
    with SummaryWriter(run, **options) as writer:
        for step in range(first, last):
            writer.add_scalar("loss", value + step, step)
            if step % 10 == 0:
                writer.add_histogram("weights", np.arange(step + 1.0), step)
                writer.add_image("picture", np.full((3, 4, 4), step, np.uint8), step)
                writer.add_text("note", f"step {step}", step)


@pytest.fixture
def run(tmp_path):
    write_training(tmp_path / "run", 0, 50, 0)
    return tmp_path / "run"


def only_file(run):
    (path,) = readback.event_files(run)
    return Path(path)


def test_a_repaired_file_is_the_old_one_without_what_was_damaged(run, tmp_path):
    before = readback.raw_events(run)
    path = only_file(run)
    content = path.read_bytes()
    middle = content.index(b"loss", len(content) // 2)
    damaged = bytearray(content)
    damaged[middle] ^= 1
    path.write_bytes(damaged + content[:30])
    (tmp_path / "repaired").mkdir()
    repaired = tmp_path / "repaired" / path.name
    stepline("verify", path, status=1)
    stepline("repair", path, "-o", repaired)
    stepline("verify", repaired)
    after = readback.raw_events(tmp_path / "repaired")
    lost = [event for event in before if event not in after]
    assert len(lost) == 1 and lost[0].summary.value[0].tag == "loss"
    assert after == [event for event in before if event != lost[0]]
    assert len(scalars(tmp_path / "repaired", "loss")) == 49


def test_a_merged_run_reads_as_the_run_did(tmp_path):
    run = tmp_path / "run"
    write_training(run, 0, 50, 0, filename_suffix=".0")
    write_training(run, 50, 80, 0, filename_suffix=".1")
    (tmp_path / "merged").mkdir()
    stepline("merge", run, "-o", tmp_path / "merged" / "all.tfevents")
    merged = readback.raw_events(tmp_path / "merged")
    separate = readback.raw_events(run)
    versions = [event for event in separate if event.file_version]
    assert len(versions) == 2
    assert merged == [event for event in separate if event != versions[1]]


@pytest.mark.parametrize("purge", [True, False])
def test_what_restarts_superseded_is_dropped_as_tensorboard_does(tmp_path, purge):
    run = tmp_path / "run"
    write_training(run, 0, 50, 0, filename_suffix=".0")
    options = {"purge_step": 30} if purge else {}
    write_training(run, 30, 40, 1000, filename_suffix=".1", **options)
    (tmp_path / "merged").mkdir()
    stepline("merge", run, "--drop-superseded", "-o", tmp_path / "merged" / "all.tfevents")
    want = [(step, step if step < 30 else 1000 + step) for step in range(40)]
    assert scalars(tmp_path / "merged", "loss") == want
    if purge:
        assert scalars(run, "loss") == want
    accumulator = event_accumulator.EventAccumulator(
        str(tmp_path / "merged"), readback.EVERYTHING
    )
    accumulator.Reload()
    assert [image.step for image in accumulator.Images("picture")] == [0, 10, 20, 30]
    assert [note.step for note in accumulator.Tensors("note/text_summary")] == [0, 10, 20, 30]


def test_metadata_stay_where_the_first_value_does_not(tmp_path):
    run = tmp_path / "run"
    write_training(run, 0, 50, 0, filename_suffix=".0")
    write_training(run, 0, 10, 0, filename_suffix=".1")
    (tmp_path / "merged").mkdir()
    stepline("merge", run, "--drop-superseded", "-o", tmp_path / "merged" / "all.tfevents")
    notes = [
        value
        for event in readback.raw_events(tmp_path / "merged")
        for value in event.summary.value
        if value.tag == "note/text_summary"
    ]
    assert [note.metadata.plugin_data.plugin_name for note in notes] == ["text"]


def test_thinning_keeps_first_last_and_every_other_kind(run, tmp_path):
    (tmp_path / "merged").mkdir()
    stepline("merge", run, "--every", 20, "-o", tmp_path / "merged" / "all.tfevents")
    assert [step for step, _ in scalars(tmp_path / "merged", "loss")] == [0, 20, 40, 49]
    tags = [value.tag for _, value in readback.values(tmp_path / "merged")]
    assert tags.count("picture") == tags.count("weights") == 5


def test_an_event_that_lost_values_is_still_an_event(tmp_path):
    with SummaryWriter(tmp_path / "run") as writer:
        for step in range(4):
            summary = event_pb2.Event(step=step, wall_time=1000.0 + step)
            summary.summary.value.add(tag="a", simple_value=step)
            summary.summary.value.add(tag="b", node_name="node", simple_value=-step)
            writer.file_writer.event_writer.add_event(summary)
        start = event_pb2.Event(step=2, wall_time=2000.0)
        start.session_log.status = event_pb2.SessionLog.START
        writer.file_writer.event_writer.add_event(start)
    (tmp_path / "merged").mkdir()
    stepline("merge", tmp_path / "run", "--drop-superseded", "-o", tmp_path / "merged/x.tfevents")
    kept = readback.values(tmp_path / "merged")
    assert [(event.step, value.tag, value.node_name) for event, value in kept] == [
        (0, "a", ""), (0, "b", "node"), (1, "a", ""), (1, "b", "node"),
    ]
