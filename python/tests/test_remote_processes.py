"""Logs elsewhere, of programs of several processes and at the end of programs."""

import logs
import pytest
import readback
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.compat.proto.event_pb2 import SessionLog

FORKED = """
import os, sys
from stepline import SummaryWriter, tensorboardX
writer = {writer}("file://" + logdir, flush_secs=1000)
writer.add_scalar("a", 1, 1)
writer.flush()
if os.fork() == 0:
    {child}
    sys.exit(0)
assert os.wait()[1] == 0
writer.add_scalar("a", 1, 2)
writer.close()
"""
CHILDREN = {
    "nothing": ("pass", []),
    "a scalar": ("writer.add_scalar('child', 1, 7)", [7]),
    "a scalar, then close": ("writer.add_scalar('child', 1, 7); writer.close()", [7]),
    "a histogram": ("writer.add_histogram('child', [1.0], 7)", [7]),
    "a message": ("writer.file_writer.add_summary(b'\\n\\t\\n\\x02ab\\x15' + bytes(4), 7)", [7]),
    "close": ("writer.close()", []),
    "flush": ("writer.flush()", []),
    "no more writer": ("del writer", []),
}


def purged_from(path):
    """The steps from which on an event file has earlier ones purged."""
    loaded = EventFileLoader(str(path)).Load()
    return {event.step for event in loaded if event.session_log.status == SessionLog.START}


def events(folder):
    """[(step, tag)] of each file."""
    return sorted(
        [(event[0], event[2]) for event in readback.read_events(path)]
        for path in logs.event_files(folder)
    )


@pytest.mark.parametrize("writer", ["SummaryWriter", "tensorboardX.SummaryWriter"])
@pytest.mark.parametrize("child", CHILDREN)
def test_a_forked_child_leaves_the_parents_log_alone(child, writer, logdir, monkeypatch):
    temporary = logdir.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    code, found = CHILDREN[child]
    logs.run_well(FORKED.format(writer=writer, child=code), logdir)
    of_child = [[step for step, _ in file] for file in events(logdir) if (1, "a") not in file]
    assert [(1, "a"), (2, "a")] in events(logdir)
    assert sum(of_child, []) == found and len(of_child) == len(found)
    assert list(temporary.iterdir()) == []


def test_a_forked_child_purges_nothing(logdir):
    code = """
    import os
    from stepline import SummaryWriter
    writer = SummaryWriter("file://" + logdir, purge_step=5)
    writer.add_scalar("a", 1, 7)
    writer.flush()
    if os.fork() == 0:
        writer.add_scalar("child", 1, 3)
    else:
        assert os.wait()[1] == 0
    """
    logs.run_well(code, logdir)
    purged = [purged_from(path) for path in logs.event_files(logdir)]
    assert sorted(purged, key=len) == [set(), {5}]  # The child's, and the parent's.


def test_processes_of_multiprocessing_copy_what_they_log(logdir, monkeypatch):
    temporary = logdir.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    code = """
    import multiprocessing
    from stepline import SummaryWriter

    def work(writer, number):
        for step in range(3):
            writer.add_scalar("a", number, step)

    if __name__ == "__main__":
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            writer = SummaryWriter("file://" + logdir, flush_secs=1000)
            workers = [context.Process(target=work, args=(writer, i)) for i in range(2)]
            for worker in workers: worker.start()
            for worker in workers: worker.join()
            assert [worker.exitcode for worker in workers] == [0, 0]
            writer.close()
    """
    logs.run_well(code, logdir)
    assert len(logs.event_files(logdir)) == 6  # The parents', too.
    found = sorted((value, step) for _, step, value in logs.scalars(logdir))
    assert found == sorted([(n, s) for n in range(2) for s in range(3)] * 2)
    assert list(temporary.iterdir()) == []


def test_a_store_that_needs_a_thread_pool_gets_what_is_left_at_the_end(logdir):
    code = """
    import concurrent.futures, fsspec
    from fsspec.implementations.local import LocalFileSystem

    class Pooled(LocalFileSystem):
        protocol = "pooled"

        def put_file(self, *arguments, **options):
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                pool.submit(super().put_file, *arguments, **options).result()

    fsspec.register_implementation("pooled", Pooled)
    from stepline import SummaryWriter
    writer = SummaryWriter("pooled://" + logdir, flush_secs=1000)
    for step in range(3):
        writer.add_scalar("a", 1, step)
    """
    assert logs.run_well(code, logdir).stderr == ""
    assert logs.steps(logdir) == [0, 1, 2]


COPIED_IN_BACKGROUND = """
import gc, pathlib, sys, threading, types
from stepline import SummaryWriter, _remote

class Client:
    def upload_fileobj(self, file, bucket, path, Config):
        in_background = threading.current_thread() is not threading.main_thread()
        if in_background:
            before_upload()
        target = pathlib.Path(logdir, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read())
        if in_background:
            uploaded.set()

transfer = types.SimpleNamespace(TransferConfig=lambda use_threads: None)
sys.modules["boto3"] = types.SimpleNamespace(client=lambda service, endpoint_url: Client())
sys.modules["boto3.s3.transfer"] = transfer
_remote._LEAST_SECS_BETWEEN_COPIES = 0.01
uploaded = threading.Event()
"""
COLLECTED = """
uploading, dropped, collected = (threading.Event() for _ in range(3))

def before_upload():
    if not collected.is_set():
        uploading.set()
        assert dropped.wait(60)
        gc.collect()
        collected.set()

gc.disable()
writer = SummaryWriter("s3://bucket/run", flush_secs=0.01)
writer.itself = writer
writer.add_scalar("a", 1, 1)
assert uploading.wait(60)
writer.add_scalar("a", 1, 2)
del writer
dropped.set()
assert collected.wait(60)
"""
REFUSED_ONCE = """
attempts = []

def before_upload():
    attempts.append(1)
    if len(attempts) == 1:
        raise ConnectionError("nobody is there")

writer = SummaryWriter("s3://bucket/run", flush_secs=0.01)
writer.add_scalar("a", 1, 1)
assert uploaded.wait(60)
writer.add_scalar("a", 1, 2)
"""


@pytest.mark.parametrize("program", [COLLECTED, REFUSED_ONCE], ids=["collected", "refused"])
def test_the_background_goes_on_to_the_end(program, logdir, monkeypatch):
    """Whether the garbage collector ends a log in the middle of its own copy, or
    a warning of a failed copy is an error."""
    temporary = logdir.with_name("temporary")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    done = logs.run_well(COPIED_IN_BACKGROUND + program, logdir)
    assert ("nobody is there" in done.stderr) == (program is REFUSED_ONCE)
    assert logs.steps(logdir / "run") == [1, 2]
    assert list(temporary.iterdir()) == []
