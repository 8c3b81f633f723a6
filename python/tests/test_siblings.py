"""Processes that share a writer are one session: what each of them logs is
shown, whatever its steps; a program that is started again is a restart."""

import pickle

import pytest
import torch.utils.tensorboard
from logs import KILLED, event_files, run_program, run_well, scalars
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import stepline.tensorboardX
from stepline import SummaryReader, SummaryWriter

both_modules = pytest.mark.parametrize("module", ["stepline", "stepline.tensorboardX"])


def read(logdir, tag="a"):
    """[(step, value)] as they stand, once it is sure that TensorBoard has them all."""
    table = SummaryReader(logdir).read_scalars(tag)
    points = list(zip(table.steps.tolist(), table.values.tolist(), strict=True))
    everything = [(step, value) for name, step, value in scalars(logdir) if name == tag]
    assert sorted(points) == sorted(everything)
    accumulator = EventAccumulator(str(logdir), {"scalars": 0}).Reload()
    assert sorted(points) == sorted((e.step, e.value) for e in accumulator.Scalars(tag))
    assert [step for step, _ in points] == sorted(step for step, _ in points)
    return points


def branches(logdir, tag="a"):
    reader = SummaryReader(logdir)
    return [
        reader.read_scalars(tag, branch=i).steps.tolist() for i in range(len(reader.branches(tag)))
    ]


@both_modules
@pytest.mark.parametrize("firsts", [[8, 0], [0, 8], [4, 8, 0, 2]])
def test_children_one_after_the_other(module, firsts, logdir):
    code = f"""
    import os
    from {module} import SummaryWriter
    writer = SummaryWriter(logdir)
    for first in {firsts}:
        child = os.fork()
        if child == 0:
            for step in range(first, first + 4):
                writer.add_scalar("a", first, step)
            writer.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    """
    run_well(code, logdir)
    assert read(logdir) == sorted(
        ((step, first) for first in firsts for step in range(first, first + 4)),
        key=lambda point: point[0],
    )
    assert branches(logdir) == []


@both_modules
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_one_after_the_other(module, method, logdir):
    code = f"""
    import multiprocessing
    from {module} import SummaryWriter

    def work(writer, first):
        for step in range(first, first + 4):
            writer.add_scalar("a", first, step)

    if __name__ == "__main__":
        context = multiprocessing.get_context("{method}")
        writer = SummaryWriter(logdir)
        writer.add_scalar("a", 99, 20)
        for first in (8, 0):
            worker = context.Process(target=work, args=(writer, first))
            worker.start()
            worker.join()
            assert worker.exitcode == 0
        writer.add_scalar("a", 99, 5)
    """
    run_well(code, logdir)
    steps = [0, 1, 2, 3, 5, 8, 9, 10, 11, 20]
    assert [step for step, _ in read(logdir)] == steps
    assert branches(logdir) == []


def test_workers_of_a_data_loader_epoch_after_epoch(logdir):
    code = """
    import warnings
    import torch
    from stepline import SummaryWriter

    class Data(torch.utils.data.Dataset):
        def __init__(self, writer): self.writer = writer
        def __len__(self): return 32
        def __getitem__(self, i):
            self.writer.add_scalar("a", i, i)
            return i

    if __name__ == "__main__":
        warnings.simplefilter("ignore")  # Of more workers than processors.
        writer = SummaryWriter(logdir)
        loader = torch.utils.data.DataLoader(Data(writer), batch_size=4, num_workers=4)
        for epoch in range(2):
            for batch in loader:
                pass
    """
    run_well(code, logdir)
    assert len(event_files(logdir)) == 9
    assert read(logdir) == [(i, i) for i in range(32) for _ in range(2)]
    assert branches(logdir) == []


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_global_writer(method, logdir):
    code = f"""
    import multiprocessing
    from stepline.tensorboardX import GlobalSummaryWriter

    def work(writer):
        for _ in range(4):
            writer.add_scalar("a", 1)

    if __name__ == "__main__":
        writer = GlobalSummaryWriter(logdir)
        context = multiprocessing.get_context("{method}")
        for _ in range(2):
            worker = context.Process(target=work, args=(writer,))
            worker.start()
            worker.join()
            assert worker.exitcode == 0
        work(writer)
        writer.close()
    """
    run_well(code, logdir)
    assert read(logdir) == [(step, 1) for step in range(12)]


@pytest.mark.parametrize("kind", [SummaryWriter, stepline.tensorboardX.SummaryWriter])
def test_a_writer_that_was_closed_or_pickled_goes_on(kind, logdir):
    with kind(logdir) as writer:
        writer.add_scalar("a", 1, 9)
    writer.add_scalar("a", 2, 3)
    writer.close()
    with pickle.loads(pickle.dumps(writer)) as copy:
        copy.add_scalar("a", 3, 1)
    assert len(event_files(logdir)) == 3
    assert read(logdir) == [(1, 3), (3, 2), (9, 1)]


def test_a_purge_step_spares_the_children(logdir):
    with SummaryWriter(logdir) as before:
        for step in range(10):
            before.add_scalar("a", 0, step)
    code = """
    import os
    from stepline import SummaryWriter
    writer = SummaryWriter(logdir, purge_step=4)
    for first in (8, 4):
        if (child := os.fork()) == 0:
            for step in range(first, first + 4):
                writer.add_scalar("a", first, step)
            writer.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    """
    run_well(code, logdir)
    points = SummaryReader(logdir).read_scalars("a")
    assert points.steps.tolist() == list(range(12))
    assert points.values.tolist() == [0] * 4 + [4] * 4 + [8] * 4


@both_modules
def test_a_program_that_is_run_again_is_a_restart(module, logdir):
    code = f"""
    import os
    from {module} import SummaryWriter
    writer = SummaryWriter(logdir)
    for first in (4, 0):
        child = os.fork()
        if child == 0:
            for step in range(first, first + 4):
                writer.add_scalar("a", os.getppid(), step)
            writer.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    """
    run_well(code, logdir)
    run_well(code, logdir)
    points = SummaryReader(logdir).read_scalars("a")
    assert points.steps.tolist() == list(range(8))
    assert len(set(points.values.tolist())) == 1
    assert sorted(step for branch in branches(logdir) for step in branch) == list(range(8))


def test_a_program_that_was_killed_and_run_again_is_a_restart(logdir):
    code = """
    import os, signal
    from stepline import SummaryWriter
    writer = SummaryWriter(logdir)
    again = len(os.listdir(logdir)) > 1
    for step in range(3 if again else 0, 8):
        writer.add_scalar("a", again, step)
    writer.flush()
    if not again:
        os.kill(os.getpid(), signal.SIGKILL)
    """
    assert run_program(code, logdir).returncode == KILLED
    run_well(code, logdir)
    points = SummaryReader(logdir).read_scalars("a")
    assert points.values.tolist() == [0] * 3 + [1] * 5
    assert branches(logdir) == [[3, 4, 5, 6, 7]]


@pytest.mark.parametrize("kind", [SummaryWriter, torch.utils.tensorboard.SummaryWriter])
def test_writers_that_live_at_the_same_time_are_no_restart(kind, logdir):
    """As ranks have them: each made its own."""
    one = kind(logdir)
    other = kind(logdir, filename_suffix=".other")
    for step in range(8, 12):
        one.add_scalar("a", 1, step)
    one.close()
    for step in range(4):
        other.add_scalar("a", 2, step)
    other.close()
    assert [step for step, _ in read(logdir)] == [0, 1, 2, 3, 8, 9, 10, 11]
    assert branches(logdir) == []
