"""Nothing is lost when writers end, and programs, and processes."""

import os
import signal
import textwrap
import time

import pytest
from google.protobuf import text_format
from logs import KILLED, event_files, run_program, run_well, scalars, started, steps
from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig

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


def test_one_writer_that_fails_costs_the_others_nothing(logdir):
    code = """
    import multiprocessing
    from stepline import SummaryWriter

    class Broken(SummaryWriter):
        def flush(self):
            print("broken", flush=True)
            raise ValueError("by the test")

    def work():
        writers = [
            Broken(f"{logdir}/first", flush_secs=1000),
            SummaryWriter(f"{logdir}/good", flush_secs=1000),
            Broken(f"{logdir}/last", flush_secs=1000),
        ]
        for writer in writers:
            writer.add_scalar("a", 1, 7)
        multiprocessing.current_process().writers = writers

    if __name__ == "__main__":
        worker = multiprocessing.get_context("fork").Process(target=work)
        worker.start()
        worker.join()
        assert worker.exitcode == 0
    """
    assert run_well(code, logdir).stdout.split() == ["broken", "broken"]
    assert steps(logdir / "good") == [7]


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
