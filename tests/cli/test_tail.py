"""`stepline tail`: new values as they are written."""

import json

import torch.utils.tensorboard

from event_files import scalar, version
from program import Running, stepline


def lines_of(seen):
    whole, _, _ = seen.rpartition("\n")
    return [json.loads(line) for line in whole.splitlines()]


def test_what_is_written_comes_at_once(tmp_path):
    with Running("demo", tmp_path / "live", "--follow", "60") as writer:
        writer.read_until(lambda seen: "Now try" in seen)
        with Running("tail", tmp_path, "-n", "0", "--tag", "train/loss", "--format",
                     "jsonl") as tail:
            seen = tail.read_until(lambda seen: {
                "live/careful", "live/quick", "live/reckless",
            } == {line["run"] for line in lines_of(seen)})
            status, _ = tail.interrupt()
    assert status == 0
    lines = lines_of(seen)
    for run in ("careful", "quick"):
        steps = [line["step"] for line in lines if line["run"] == f"live/{run}"]
        assert steps == list(range(steps[0], steps[0] + len(steps)))
        assert steps[0] >= 1000


def test_it_begins_with_the_last_values(torch_log):
    with Running("tail", torch_log, "--tag", "train/loss", "-n", "4", "--format",
                 "jsonl") as tail:
        seen = tail.read_until(lambda seen: seen.count("\n") >= 4)
        status, whole = tail.interrupt()
    assert status == 0
    assert whole == seen
    assert [line["step"] for line in lines_of(seen)] == [298, 299, 299, 299]


def test_new_runs_and_other_kinds_are_followed_too(tmp_path):
    with Running("tail", tmp_path, "--kind", "all", "--format", "jsonl") as tail:
        with torch.utils.tensorboard.SummaryWriter(tmp_path / "new") as writer:
            writer.add_scalar("a", 1, 1)
            writer.add_text("notes", "hello", 2)
        seen = tail.read_until(lambda seen: seen.count("\n") >= 2)
        tail.interrupt()
    kinds = {line.get("kind", "scalar"): line["value"] for line in lines_of(seen)}
    assert kinds == {"scalar": 1.0, "text": "hello"}


def test_what_a_restarted_job_writes_again_is_printed_again(tmp_path):
    def write(steps, wall_time, **options):
        with torch.utils.tensorboard.SummaryWriter(tmp_path, **options) as writer:
            for step in steps:
                writer.add_scalar("loss", step, step, wall_time + step)

    write(range(10), 1000)
    with Running("tail", tmp_path, "-n", "1", "--format", "jsonl") as tail:
        tail.read_until(lambda seen: seen.count("\n") >= 1)
        write(range(5, 12), 2000, purge_step=5, filename_suffix=".restarted")
        seen = tail.read_until(lambda seen: '"step":11,' in seen)
        tail.interrupt()
    assert [(line["step"], line["wall_time"]) for line in lines_of(seen)] == [
        (9, 1009), *((step, 2000 + step) for step in range(5, 12))]


def test_nothing_is_missed_when_older_values_come(tmp_path):
    later, earlier = (tmp_path / f"events.out.tfevents.{n}" for n in (1, 2))
    later.write_bytes(version() + b"".join(
        scalar("loss", step, step, 5000 + step) for step in range(0, 10, 2)))
    with Running("tail", tmp_path, "-n", "1", "--format", "jsonl") as tail:
        tail.read_until(lambda seen: seen.count("\n") >= 1)
        earlier.write_bytes(version() + b"".join(
            scalar("loss", step, step, 100 + step) for step in range(1, 10, 2)))
        seen = tail.read_until(lambda seen: '"step":9,' in seen)
        tail.interrupt()
    assert [line["step"] for line in lines_of(seen)] == [8, 1, 3, 5, 7, 9]


def test_a_replaced_file_gives_what_it_did_not_have(tmp_path):
    log = tmp_path / "events.out.tfevents.1"
    log.write_bytes(version() + b"".join(scalar("loss", step, step) for step in (1, 3)))
    with Running("tail", tmp_path, "-n", "2", "--format", "jsonl") as tail:
        tail.read_until(lambda seen: seen.count("\n") >= 2)
        copy = tmp_path / "copy"
        copy.write_bytes(version() + b"".join(
            scalar("loss", step, step) for step in (1, 2, 3, 4)))
        copy.rename(log)
        seen = tail.read_until(lambda seen: '"step":4,' in seen)
        tail.interrupt()
    assert [line["step"] for line in lines_of(seen)] == [1, 3, 2, 4]


def test_new_damage_is_told_wherever_it_is(tmp_path):
    first, second = (tmp_path / name / "events.out.tfevents.1" for name in "ab")
    for log in (first, second):
        log.parent.mkdir()
        log.write_bytes(version() + scalar("loss", 1, 1))
    broken = bytearray(scalar("loss", 2, 2))
    broken[20] ^= 1
    second.write_bytes(second.read_bytes() + broken)
    with Running("tail", tmp_path, "--format", "jsonl") as tail:
        tail.read_until(lambda seen: seen.count('"step":1,') == 2)
        with first.open("ab") as log:
            log.write(broken + scalar("loss", 3, 3))
        tail.read_until(lambda seen: '"step":3,' in seen)
        _, seen = tail.interrupt()
    told = [line for line in seen.splitlines() if "checksum" in line]
    assert [str(log) in line for log, line in zip((second, first), told)] == [True, True]
    assert len(told) == 2


def test_polling_finds_it_too(tmp_path):
    with Running("tail", tmp_path, "--poll") as tail:
        with torch.utils.tensorboard.SummaryWriter(tmp_path / "new") as writer:
            writer.add_scalar("loss", 0.5, 41)
        seen = tail.read_until(lambda seen: " 41 " in seen)
        status, _ = tail.interrupt()
    assert status == 0
    assert seen.splitlines()[0].split() == ["run", "tag", "step", "wall_time", "value"]


def test_a_wrong_pattern_is_wrong_usage(tmp_path):
    assert stepline("tail", tmp_path, "--tag", "(").status == 2
