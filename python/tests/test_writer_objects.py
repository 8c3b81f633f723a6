"""Writers are objects like others."""

import copy
import functools
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest
from logs import event_files, scalars

import stepline.tensorboardX
from stepline import SummaryReader, SummaryWriter


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
