"""Writers are objects like others, and nothing is lost when they end."""

import copy
import functools
import gc
import os
import pickle
import signal
import textwrap
import threading
import time
import weakref

import numpy as np
import pytest
from google.protobuf import text_format
from logs import KILLED, event_files, run_program, run_well, scalars, started, steps
from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig

import stepline.tensorboardX
from stepline import SummaryReader, SummaryWriter

# --- Objects -----------------------------------------------------------------


class CountingMixin:
    """With an attribute and a method of its own."""

    calls = 0

    def add_scalar(self, tag, *args, **kwargs):
        self.calls += 1
        super().add_scalar("sub/" + tag, *args, **kwargs)


class Counting(CountingMixin, SummaryWriter):
    pass


class CountingX(CountingMixin, stepline.tensorboardX.SummaryWriter):
    pass


both_writers = pytest.mark.parametrize(
    "writer_class", [SummaryWriter, stepline.tensorboardX.SummaryWriter], ids=["torch's", "X's"]
)
both_subclasses = pytest.mark.parametrize("subclass", [Counting, CountingX])


@both_subclasses
def test_a_subclass_overrides_and_calls_the_base(subclass, logdir):
    with subclass(logdir) as writer:
        writer.add_scalar("a", 1, 2)
        assert writer.calls == 1
    assert scalars(logdir) == [("sub/a", 2, 1)]


@both_writers
def test_a_method_can_be_replaced_on_the_instance(writer_class, logdir):
    with writer_class(logdir) as writer:
        writer.add_scalar = functools.partial(writer.add_scalar, walltime=5.0)
        writer.add_scalar("a", 1, 2)
    assert scalars(logdir) == [("a", 2, 1)]


@both_writers
def test_a_subclass_that_forgets_its_base_is_told(writer_class, logdir):
    class Forgetful(writer_class):
        def __init__(self):
            pass

    with pytest.raises(AttributeError):
        Forgetful().add_scalar("a", 1, 2)


@both_writers
def test_an_abandoned_writer_is_collected_and_has_written(writer_class, logdir):
    writer = writer_class(logdir)
    writer.add_scalar("a", 1, 2)
    gone = weakref.ref(writer)
    del writer
    assert gone() is None
    assert scalars(logdir) == [("a", 2, 1)]


@both_writers
def test_an_abandoned_writer_in_a_cycle_is_collected(writer_class, logdir):
    writer = writer_class(logdir)
    writer.myself = writer
    writer.add_scalar("a", 1, 2)
    gone = weakref.ref(writer)
    del writer
    gc.collect()
    assert gone() is None
    assert scalars(logdir) == [("a", 2, 1)]


def test_an_abandoned_writer_leaves_no_thread(logdir):
    def threads():
        with open("/proc/self/status") as status:
            return next(line for line in status if line.startswith("Threads"))

    before = threads()
    for _ in range(3):
        SummaryWriter(logdir).add_scalar("a", 1)
    assert threads() == before


@both_subclasses
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda w: pickle.loads(pickle.dumps(w))])
def test_a_copy_writes_to_a_file_of_its_own(copied, subclass, logdir):
    with subclass(logdir) as writer:
        writer.add_scalar("a", 1, 1)
        other = copied(writer)
        assert other.calls == 1
        assert len(event_files(logdir)) == 1
        other.add_scalar("a", 2, 2)
        other.close()
    assert [scalars(file) for file in event_files(logdir)] == [[("sub/a", 1, 1)], [("sub/a", 2, 2)]]


def test_what_a_writer_holds_is_let_go_with_it(logdir):
    writer = SummaryWriter(logdir)
    parts = [weakref.ref(writer.file_writer), weakref.ref(writer.file_writer.event_writer)]
    with pytest.raises(AssertionError):
        writer.add_scalar("a", [1, 2])  # The traceback has had it, too.
    del writer
    gc.collect()
    assert [part() for part in parts] == [None, None]


def test_readers_are_collected_and_subclassed(logdir):
    class Reading(SummaryReader):
        def runs(self):
            return ["mine", *super().runs()]

    SummaryWriter(logdir).close()
    reader = Reading(logdir)
    assert reader.runs()[0] == "mine"
    gone = weakref.ref(reader)
    del reader
    assert gone() is None


@both_writers
def test_all_writers_has_the_one_of_the_directory(writer_class, logdir):
    with writer_class(logdir) as writer:
        writer.add_scalars("main", {"a": 1, "b": 2}, 3)
        assert writer.all_writers == {str(logdir): writer.file_writer}
        for file_writer in writer.all_writers.values():
            file_writer.flush()  # What loops over it does.
        assert len(list(logdir.rglob("*tfevents*"))) == 3
    assert writer.all_writers is None
    writer.add_scalar("a", 1)
    assert list(writer.all_writers) == [str(logdir)]


def test_many_threads_open_and_use_a_copied_writer(logdir):
    """What a free-threaded Python does more often than others."""
    begin = threading.Barrier(4)

    def work(number):
        begin.wait()
        for step in range(200):
            writer.add_scalar(f"thread {number}", np.float32(step), step)
            if step % 50 == 0:
                writer.flush()

    with SummaryWriter(logdir) as original:
        writer = copy.deepcopy(original)
    threads = [threading.Thread(target=work, args=[i]) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    del writer
    found = sorted((tag, step) for tag, step, _ in scalars(logdir))
    assert found == [(f"thread {n}", step) for n in range(4) for step in range(200)]


def test_many_threads_use_one_writer(logdir):
    def work(number):
        for step in range(500):
            writer.add_scalar(f"thread {number}", step, step)

    with SummaryWriter(logdir) as writer:
        threads = [threading.Thread(target=work, args=[i]) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = scalars(logdir)
    assert len(found) == 4000
    for number in range(8):
        assert [s for tag, s, _ in found if tag == f"thread {number}"] == list(range(500))


# --- Arguments of the constructor --------------------------------------------


def test_the_directory_is_made(tmp_path):
    SummaryWriter(tmp_path / "a" / "b").close()
    assert len(event_files(tmp_path / "a" / "b")) == 1


def test_without_a_directory_one_is_named_for_time_host_and_comment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with SummaryWriter(comment="_lr1") as writer:
        writer.add_scalar("a", 1)
    assert writer.get_logdir().startswith("runs/")
    assert writer.get_logdir().endswith("_lr1")
    assert len(event_files(writer.get_logdir())) == 1


def test_a_relative_directory_stays_where_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with SummaryWriter("logs") as writer:
        monkeypatch.chdir(tmp_path / "elsewhere")
        writer.add_scalars("a", {"b": 1})
    assert len(event_files(tmp_path / "logs/a_b")) == 1
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_directory_that_is_a_file_is_an_error(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileExistsError):
        SummaryWriter(tmp_path / "file")


def test_the_suffix_is_at_the_end_of_the_name(logdir):
    with SummaryWriter(logdir, filename_suffix=".rank0") as writer:
        assert writer.file_writer.event_writer._file_name.endswith(".rank0")
    assert event_files(logdir)[0].name.endswith(".rank0")


def test_data_are_there_after_flush(logdir):
    with SummaryWriter(logdir, flush_secs=1000) as writer:
        writer.add_scalar("a", 1, 2)
        writer.flush()
        assert scalars(logdir) == [("a", 2, 1)]


def test_a_full_disk_is_a_warning_not_an_error(logdir):
    with SummaryWriter(logdir) as writer:
        for file in event_files(logdir):
            file.unlink()
        logdir.rmdir()
        logdir.write_text("in the way")
        writer.add_scalar("a", 1)
        with pytest.warns(RuntimeWarning, match="stepline"):
            writer.flush()
        with pytest.warns(RuntimeWarning, match="stepline"):
            writer.close()


# --- Ends of programs --------------------------------------------------------

ENDS = {
    "falls off its end": "",
    "calls sys.exit": "import sys; sys.exit(0)",
    "raises": "raise ValueError('by the test')",
    "raises within the writer's block": "with writer: raise ValueError('by the test')",
    "raises in another thread": "import threading; threading.Thread(target=lambda: 1 / 0).start()",
    "is interrupted": "import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(9)",
    "is in a cycle of its own": "writer.myself = [writer]",
    "exits from a thread's view": "import threading; threading.Thread(target=writer.add_scalar, args=('a', 1, 5)).start()",
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
def test_nothing_is_lost_when_a_program(end, logdir):
    code = """
    from stepline import SummaryWriter
    writer = SummaryWriter(logdir, flush_secs=1000)
    for step in range(5):
        writer.add_scalar("a", step, step)
    """
    done = run_program(textwrap.dedent(code) + end, logdir)
    assert "nanobind" not in done.stderr
    assert steps(logdir)[:5] == [0, 1, 2, 3, 4]


def test_what_was_flushed_survives_a_kill(logdir):
    code = """
    import os, signal
    from stepline import SummaryWriter
    writer = SummaryWriter(logdir, flush_secs=1000)
    writer.add_scalar("a", 1, 1)
    writer.flush()
    writer.add_scalar("a", 2, 2)
    os.kill(os.getpid(), signal.SIGKILL)
    """
    assert run_program(code, logdir).returncode == KILLED
    assert steps(logdir) == [1]


def wait_until(holds):
    """For what another process does; the time is only for when it never does."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.01)


def test_a_kill_loses_no_more_than_the_last_interval(logdir):
    code = """
    import itertools, time
    from stepline import SummaryWriter
    writer = SummaryWriter(logdir, flush_secs=0.05)
    for step in itertools.count():
        writer.add_scalar("a", step, step)
        time.sleep(0.0005)
    """
    with started(code, logdir) as program:
        # Nobody flushes or closes: the interval does.
        wait_until(lambda: len(event_files(logdir)) == 1 and len(steps(logdir)) > 200)
        seen = steps(logdir)
        program.kill()
        assert program.wait() == KILLED
    found = steps(logdir)
    assert len(found) >= len(seen)
    assert found == list(range(len(found)))  # Nothing is missing within, no half of one.


def test_ctrl_c_loses_nothing_of_a_training_and_its_workers(logdir):
    code = """
    import time, torch
    from stepline import SummaryWriter

    class Data(torch.utils.data.Dataset):
        def __init__(self, writer): self.writer = writer
        def __len__(self): return 1000
        def __getitem__(self, i):
            if i < 40:
                self.writer.add_scalar("item", i, i)
            else:
                time.sleep(60)
            return i

    if __name__ == "__main__":
        writer = SummaryWriter(logdir, flush_secs=1000)
        loader = torch.utils.data.DataLoader(Data(writer), batch_size=10, num_workers=2)
        for number, batch in enumerate(loader):
            writer.add_scalar("batch", float(batch.sum()), number)
            if number == 3:
                print("ready", flush=True)
    """
    with started(code, logdir, start_new_session=True) as program:
        assert program.stdout.readline() == "ready\n"
        os.killpg(program.pid, signal.SIGINT)  # As a terminal does: the workers, too.
        assert program.wait() != 0
    assert sorted(s for tag, s, _ in scalars(logdir) if tag == "item") == list(range(40))
    assert [s for tag, s, _ in scalars(logdir) if tag == "batch"] == [0, 1, 2, 3]


# --- Processes ---------------------------------------------------------------


def test_after_a_fork_each_process_has_a_file(logdir):
    code = """
    import os
    from stepline import SummaryWriter
    writer = SummaryWriter(logdir, flush_secs=1000)
    writer.add_scalar("a", 0, 0)
    child = os.fork()
    writer.add_scalar("a", 1, 1 if child else 2)
    if child:
        assert os.waitpid(child, 0)[1] == 0
    """
    run_well(code, logdir)
    assert sorted(steps(file) for file in event_files(logdir)) == [[0, 1], [2]]


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_of_multiprocessing_lose_nothing(method, logdir):
    code = f"""
    import multiprocessing
    from stepline import SummaryWriter

    def work(writer, number):
        for step in range(10):
            writer.add_scalar("a", number, step)

    if __name__ == "__main__":
        context = multiprocessing.get_context("{method}")
        writer = SummaryWriter(logdir, flush_secs=1000)
        writer.add_scalar("a", 99, 0)
        workers = [context.Process(target=work, args=(writer, i)) for i in range(3)]
        for worker in workers: worker.start()
        for worker in workers: worker.join()
        assert [worker.exitcode for worker in workers] == [0, 0, 0]
    """
    run_well(code, logdir)
    assert len(event_files(logdir)) == 4
    found = sorted((value, step) for _, step, value in scalars(logdir))
    assert found == [(n, s) for n in range(3) for s in range(10)] + [(99, 0)]


def test_processes_of_torch_spawn_lose_nothing(logdir):
    code = """
    import torch.multiprocessing
    from stepline import SummaryWriter

    def train(rank, writer):
        with SummaryWriter(f"{logdir}/own", filename_suffix=f".{rank}") as own:
            for step in range(10):
                own.add_scalar("own", rank, step)
                writer.add_scalar("given", rank, step)

    if __name__ == "__main__":
        writer = SummaryWriter(logdir, flush_secs=1000)
        torch.multiprocessing.spawn(train, args=(writer,), nprocs=2)
    """
    run_well(code, logdir)
    expected = [(rank, step) for rank in range(2) for step in range(10)]
    assert sorted((value, step) for _, step, value in scalars(logdir)) == expected
    assert sorted((value, step) for _, step, value in scalars(logdir / "own")) == expected
    assert len(event_files(logdir / "own")) == 2


def test_workers_of_a_data_loader_log(logdir):
    code = """
    import warnings
    import torch
    from stepline import SummaryWriter

    class Data(torch.utils.data.Dataset):
        def __init__(self, writer): self.writer = writer
        def __len__(self): return 64
        def __getitem__(self, i):
            self.writer.add_scalar("item", i, i)
            return i

    if __name__ == "__main__":
        warnings.simplefilter("ignore")  # Of more workers than processors.
        writer = SummaryWriter(logdir, flush_secs=1000)
        for batch in torch.utils.data.DataLoader(Data(writer), batch_size=4, num_workers=4):
            writer.add_scalar("batch", float(batch.sum()))
    """
    run_well(code, logdir)
    assert sorted(s for tag, s, _ in scalars(logdir) if tag == "item") == list(range(64))
    assert len(event_files(logdir)) == 5


def test_processes_enter_their_embeddings_into_one_list(logdir):
    code = """
    import os
    import numpy as np
    from stepline import SummaryWriter
    for number in range(4):
        if os.fork() == 0:
            with SummaryWriter(logdir) as writer:
                for i in range(10):
                    writer.add_embedding(np.ones((2, 2)), tag=f"{number}-{i}")
                    writer.flush()
            os._exit(0)
    for _ in range(4):
        assert os.wait()[1] == 0
    """
    run_well(code, logdir)
    config = text_format.Parse((logdir / "projector_config.pbtxt").read_text(), ProjectorConfig())
    names = [embedding.tensor_name.split(":")[0] for embedding in config.embeddings]
    assert sorted(names) == sorted(f"{n}-{i}" for n in range(4) for i in range(10))
