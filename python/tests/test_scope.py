"""summarize_scalar() and summarize_tensor(), below a step_scope."""

import threading
import warnings

import numpy as np
import pytest
import tensorboardX
import torch
from torch.utils import tensorboard as of_torch
from torch.utils.tensorboard import FileWriter

import logs
import stepline
import stepline.tensorboardX
from stepline import _scope, step_scope, summarize_scalar, summarize_tensor


@pytest.fixture(autouse=True)
def nothing_was_warned_of():
    _scope._warned.clear()


def test_a_scope_says_where_and_when(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        with step_scope(writer, 7):
            summarize_scalar("loss", torch.tensor(0.5, requires_grad=True))
            summarize_tensor("x", torch.arange(3))
    reader = stepline.SummaryReader(logdir)
    assert reader.read_scalar("loss", 7).value == 0.5
    assert reader.read_tensor("x", 7).tensor.tolist() == [0, 1, 2]
    assert logs.scalars(logdir) == [("loss", 7, 0.5)], "tensors are beside the event file"


def test_only_every_so_many_steps_are_taken(logdir):
    active = []
    with stepline.SummaryWriter(logdir) as writer:
        for step in range(10):
            with step_scope(writer, step, log_interval=4):
                summarize_scalar("loss", step)
                active.append(step_scope.active())
    assert logs.steps(logdir) == [0, 4, 8]
    assert [step for step, is_active in enumerate(active) if is_active] == [0, 4, 8]


def test_scopes_nest(logdir):
    with stepline.SummaryWriter(logdir) as writer, step_scope(writer, 1):
        with step_scope(writer, 2):
            summarize_scalar("inner", 0)
        summarize_scalar("outer", 0)
        with step_scope(None, 3):
            summarize_scalar("nowhere", 0)
    assert logs.scalars(logdir) == [("inner", 2, 0), ("outer", 1, 0)]


def test_without_a_scope_it_is_one_warning_for_each_name():
    with pytest.warns(UserWarning) as caught:
        for _ in range(3):
            summarize_scalar("a", 1)
            summarize_tensor("b", np.ones(1))
    said = [str(warning.message) for warning in caught]
    assert said == [
        f'"{name}" is not logged: no stepline.step_scope around it' for name in "ab"
    ]
    assert caught[0].filename == __file__
    assert not step_scope.active()


def test_warnings_come_to_an_end():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for i in range(2000):
            summarize_scalar(f"name{i}", 1)
    assert len(caught) == 1000


def test_a_scope_belongs_to_its_thread(logdir):
    seen = []
    with stepline.SummaryWriter(logdir) as writer, step_scope(writer, 1):
        thread = threading.Thread(target=lambda: seen.append(step_scope.innermost()))
        thread.start()
        thread.join()
    assert seen == [None]


@pytest.mark.parametrize("package", [of_torch, tensorboardX])
def test_anybodys_writer_will_do(logdir, package):
    with package.SummaryWriter(str(logdir)) as writer, step_scope(writer, 3):
        summarize_scalar("loss", 2)
        summarize_tensor("x", torch.ones(2))
    reader = stepline.SummaryReader(logdir)
    assert reader.read_scalar("loss", 3).value == 2
    assert reader.read_tensor("x", 3).tensor.tolist() == [1, 1]


@pytest.mark.parametrize("package", [stepline, stepline.tensorboardX])
def test_tensors_go_to_somebody_elses_file_writer(logdir, package):
    theirs = FileWriter(str(logdir / "theirs"))
    with package.SummaryWriter(logdir / "ours") as writer:
        writer.close()
        writer.file_writer, writer.all_writers = theirs, {"theirs": theirs}
        with step_scope(writer, 3):
            summarize_scalar("loss", 2)
            summarize_tensor("x", torch.ones(2))
    reader = stepline.SummaryReader(logdir / "theirs")
    assert reader.read_scalar("loss", 3).value == 2
    assert reader.read_tensor("x", 3).tensor.tolist() == [1, 1]


# --- DataExecutor -------------------------------------------------------------


def test_an_executor_makes_the_scopes(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        executor = stepline.DataExecutor([10, 11, 12], writer=writer, log_steps=2, first_step=100)
        assert len(executor) == 3
        for _ in range(2):
            for batch in executor:
                summarize_scalar("batch", batch)
    assert logs.scalars(logdir) == [("batch", 100, 10), ("batch", 102, 12), ("batch", 104, 11)]


def test_an_executor_takes_so_many_steps(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        executor = stepline.DataExecutor(iter(range(100)), writer=writer, num_steps=3)
        for batch in executor:
            summarize_scalar("batch", batch)
    assert logs.steps(logdir) == [0, 1, 2]


def test_a_loop_that_breaks_leaves_no_scope(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        for _ in stepline.DataExecutor(range(5), writer=writer):
            break
        assert step_scope.innermost() is None


def test_iterators_may_be_dropped_in_any_order(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        first = iter(stepline.DataExecutor(range(5), writer=writer))
        next(first)
        with step_scope(writer, 77):
            first.close()
            assert step_scope.innermost().step == 77
        assert step_scope.innermost() is None


def test_an_executor_without_a_writer_is_just_a_loop():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for batch in stepline.DataExecutor(range(3)):
            summarize_scalar("batch", batch)


def test_an_executor_refuses_nonsense():
    with pytest.raises(ValueError, match="log_steps"):
        stepline.DataExecutor([], log_steps=0)
    with pytest.raises(ValueError, match="num_steps"):
        stepline.DataExecutor([], num_steps=0)


def test_an_executor_counts_the_step_at_which_a_loop_breaks():
    executor = stepline.DataExecutor(range(5))
    seen = []
    for _ in range(3):
        for i in executor:
            seen.append(executor.step)
            if i == 1:
                break
    assert seen == [0, 1, 2, 3, 4, 5]


def test_a_scope_can_be_entered_twice(logdir):
    with stepline.SummaryWriter(logdir) as writer:
        scope = step_scope(writer, 1)
        with scope:
            with scope:
                pass
            assert step_scope.innermost() is scope
        assert step_scope.innermost() is None
