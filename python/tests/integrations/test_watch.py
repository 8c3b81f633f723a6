"""stepline.watch(): weights, gradients and activations of torch models."""

import collections
import copy
import dataclasses
import gc
import pickle
import subprocess
import sys
import weakref

import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from torch import nn
from torch.utils import tensorboard as of_torch

import stepline


def model_of_two_layers():
    torch.manual_seed(0)
    return nn.Sequential(
        collections.OrderedDict(a=nn.Linear(4, 8), act=nn.ReLU(), b=nn.Linear(8, 1))
    )


def train(model, steps, accumulate=1):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        for _ in range(accumulate):
            loss = model(torch.ones(3, 4)).square().mean()
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def histograms(logdir):
    """{tag: [(step, number of values, their sum)]}, as TensorBoard reads it."""
    logs = EventAccumulator(str(logdir), size_guidance={"histograms": 0})
    logs.Reload()
    return {
        tag: [
            (event.step, int(event.histogram_value.num), event.histogram_value.sum)
            for event in logs.Histograms(tag)
        ]
        for tag in logs.Tags()["histograms"]
    }


def steps_of(logdir):
    return {tag: [step for step, _, _ in found] for tag, found in histograms(logdir).items()}


def test_everything_is_logged_every_so_many_steps(logdir):
    model = model_of_two_layers()
    before = model.a.weight.sum().item()
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=3):
        train(model, 7)
    found = histograms(logdir)
    parameters = ["a.weight", "a.bias", "b.weight", "b.bias"]
    assert sorted(found) == sorted(
        [f"weights/{name}" for name in parameters]
        + [f"gradients/{name}" for name in parameters]
        + [f"activations/{name}" for name in ("a", "act", "b")]
    )
    assert steps_of(logdir) == {tag: [0, 3, 6] for tag in found}
    assert found["weights/a.weight"][0] == (0, 32, pytest.approx(before, rel=1e-6))
    assert found["activations/act"][0][1] == 3 * 8


def test_weights_and_gradients_are_those_of_the_step(logdir):
    model = nn.Linear(1, 1, bias=False)
    nn.init.ones_(model.weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.25)
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=1):
        for _ in range(2):
            optimizer.zero_grad()
            model(torch.full((1, 1), 2.0)).sum().backward()
            nn.utils.clip_grad_value_(model.parameters(), 1.0)
            optimizer.step()
    found = histograms(logdir)
    assert found["weights/weight"] == [(0, 1, 1.0), (1, 1, 0.75)]
    assert found["gradients/weight"] == [(0, 1, 1.0), (1, 1, 1.0)], "clipped"
    assert found["activations/output"] == [(0, 1, 2.0), (1, 1, 1.5)]


def test_what_is_not_wanted_is_not_logged(logdir):
    model = model_of_two_layers()
    options = {"weights": False, "activations": False, "only": "*.weight", "prefix": "d/"}
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, **options):
        train(model, 1)
    assert sorted(histograms(logdir)) == ["d/gradients/a.weight", "d/gradients/b.weight"]


def test_patterns_may_name_modules_with_modules_inside(logdir):
    model = nn.Sequential(collections.OrderedDict(block=model_of_two_layers(), head=nn.ReLU()))
    with (
        stepline.SummaryWriter(logdir) as writer,
        stepline.watch(model, writer, only=["block", "head"]),
    ):
        train(model, 1)
    assert sorted(histograms(logdir)) == ["activations/block", "activations/head"]


def test_the_step_is_that_of_the_scope(logdir):
    model = model_of_two_layers()
    stepline.watch(model, every=10)
    with stepline.SummaryWriter(logdir) as writer:
        for step in (5, 10, 15, 20):
            with stepline.step_scope(writer, step, log_interval=1000):
                train(model, 1, accumulate=2)
        with stepline.step_scope(None, 30):
            train(model, 1)
    assert set(map(tuple, steps_of(logdir).values())) == {(10, 20)}


def test_the_step_may_be_given(logdir):
    model = model_of_two_layers()
    clock = iter([None, 7, 8, 8, 9])
    with stepline.SummaryWriter(logdir) as writer:
        with stepline.watch(model, writer, every=4, step=lambda: next(clock)):
            train(model, 5)
        with stepline.watch(model, writer, every=4, step=99):
            train(model, 3)
    assert set(map(tuple, steps_of(logdir).values())) == {(8, 100)}


def test_evaluation_is_no_step(logdir):
    model = model_of_two_layers()
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=2):
        for _ in range(2):
            train(model, 1)
            with torch.no_grad():
                model(torch.ones(1, 4))
            model.eval()
            model(torch.ones(1, 4))
            model.train()
            writer.add_graph(model, torch.ones(1, 4))
            torch.export.export(model, (torch.ones(1, 4),))
    assert set(map(tuple, steps_of(logdir).values())) == {(0,)}


def test_accumulated_gradients_are_logged_once_and_whole(logdir):
    model = nn.Linear(4, 1, bias=False)
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=100):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(3):
            model(torch.ones(1, 4)).sum().backward()
        optimizer.step()
    assert histograms(logdir)["gradients/weight"] == [(0, 4, 12.0)]


def test_gradients_without_an_optimizer(logdir):
    model = nn.Linear(4, 1, bias=False)

    def train_by_hand(steps):
        for _ in range(steps):
            for _ in range(2):
                model(torch.ones(1, 4)).sum().backward()
            with torch.no_grad():
                model.weight -= 0.1 * model.weight.grad
            model.weight.grad = None

    with stepline.SummaryWriter(logdir) as writer:
        with stepline.watch(model, writer, every=4, gradients="backward"):
            train_by_hand(3)
        with stepline.watch(model, writer, every=1):
            with pytest.warns(UserWarning, match="no optimizer of torch has made a step"):
                train_by_hand(1)
    assert histograms(logdir)["gradients/weight"] == [(0, 4, 4.0), (4, 4, 4.0)]


def test_several_optimizers_share_a_model(logdir):
    model = model_of_two_layers()
    optimizers = [torch.optim.SGD(part.parameters(), lr=0.1) for part in (model.a, model.b)]
    stranger = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=2):
        for _ in range(4):
            model(torch.ones(1, 4)).sum().backward()
            for optimizer in (stranger, *optimizers):
                optimizer.step()
    assert set(map(tuple, steps_of(logdir).values())) == {(0, 2)}


class Shared(nn.Module):
    """The decoder has the encoder's weights, as language models have."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 3, sparse=True)
        self.body = nn.Linear(3, 3)
        self.frozen = nn.Linear(3, 3).requires_grad_(False)
        self.unused = nn.Linear(3, 3)
        self.head = nn.Linear(3, 5, bias=False)
        self.again = self.body

    def forward(self, tokens):
        x = self.body(self.embed(tokens))
        return self.head(self.again(self.frozen(x)))


def test_shared_frozen_unused_and_sparse_parameters(logdir):
    model = Shared()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer):
        model(torch.tensor([[0, 1]])).sum().backward()
        optimizer.step()
    found = histograms(logdir)
    assert {tag for tag in found if "frozen" in tag} == {"activations/frozen"}
    assert {tag for tag in found if "unused" in tag} == {
        "weights/unused.weight",
        "weights/unused.bias",
    }
    assert not {tag for tag in found if "again" in tag}
    assert [count for _, count, _ in found["activations/body"]] == [6], "the first of two calls"
    assert found["gradients/embed.weight"][0][1] == 6, "two rows of five have a gradient"


def test_tied_weights_have_one_name(logdir):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    model[1].weight = model[0].weight
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, frozen=True):
        train(model, 1)
    found = histograms(logdir)
    assert {tag for tag in found if tag.endswith("weight")} == {
        "weights/0.weight",
        "gradients/0.weight",
    }


Pair = collections.namedtuple("Pair", "left right")


@dataclasses.dataclass
class Answer:
    logits: torch.Tensor
    count: int = 3


@pytest.mark.parametrize(
    "wrap, tags",
    [
        (lambda x: x, [""]),
        (lambda x: (x, None, [x]), ["/0", "/2/0"]),
        (lambda x: {"a": x, "b": {"c": x}}, ["/a", "/b/c"]),
        (lambda x: Pair(x, 1), ["/left"]),
        (lambda x: Answer(x), ["/logits"]),
        (lambda x: (x.argmax(), x.new_zeros(0)), []),
        (lambda x: "text", []),
    ],
    ids=["tensor", "tuple", "dict", "named tuple", "dataclass", "nothing of floats", "text"],
)
def test_outputs_of_every_form(logdir, wrap, tags):
    class Layer(nn.Linear):
        def forward(self, x):
            return wrap(super().forward(x))

    model = Layer(4, 2)
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, weights=False):
        model(torch.ones(1, 4))
    assert sorted(histograms(logdir)) == [f"activations/output{tag}" for tag in tags]


WRAPPERS = {
    "DataParallel": nn.DataParallel,
    "compile": lambda model: torch.compile(model, backend="eager"),
    "compile of DataParallel": lambda model: torch.compile(nn.DataParallel(model), backend="eager"),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_wrappers_leave_no_trace_in_names(logdir, wrap):
    for name, model in (("plain", model_of_two_layers()), ("wrapped", wrap(model_of_two_layers()))):
        with stepline.SummaryWriter(logdir / name) as writer:
            with stepline.watch(model, writer, every=2):
                train(model, 4)
    plain, wrapped = (histograms(logdir / name) for name in ("plain", "wrapped"))
    assert sorted(plain) == sorted(wrapped)
    for tag, found in plain.items():
        assert wrapped[tag] == [
            (step, count, pytest.approx(total, rel=1e-5, abs=1e-6)) for step, count, total in found
        ]


def test_a_compiled_model_is_not_compiled_again_because_of_us(logdir):
    compilations = []

    def backend(graph, inputs):
        compilations.append(graph)
        return graph

    model = torch.compile(model_of_two_layers(), backend=backend)
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=2, step=1):
        train(model, 6)
    assert len(compilations) == 1
    assert set(map(tuple, steps_of(logdir).values())) == {(2, 4, 6)}


def test_a_model_that_is_compiled_in_place(logdir):
    model = model_of_two_layers()
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=2):
        model.compile(backend="eager")
        train(model, 3)
    assert len(steps_of(logdir)) == 11
    assert set(map(tuple, steps_of(logdir).values())) == {(0, 2)}


def test_an_error_in_a_forward_pass_leaves_no_hooks(logdir):
    model = model_of_two_layers()
    with stepline.SummaryWriter(logdir) as writer:
        handle = stepline.watch(model, writer, every=1)
        with pytest.raises(RuntimeError):
            model(torch.ones(1, 5))
        assert not model.a._forward_hooks and not model._forward_hooks
        handle.remove()
        handle.remove()
        assert not model._forward_pre_hooks
        train(model, 2)
    assert set(map(tuple, steps_of(logdir).values())) == {(0,)}


@pytest.mark.parametrize("gradients", [True, "backward"])
def test_nothing_is_left_after_remove(logdir, gradients):
    model = model_of_two_layers()
    with stepline.SummaryWriter(logdir) as writer:
        with stepline.watch(model, writer, gradients=gradients):
            loss = model(torch.ones(1, 4)).sum()
        loss.backward()
        torch.optim.SGD(model.parameters(), lr=0.1).step()
    assert not any("gradients" in tag for tag in histograms(logdir))


@pytest.mark.parametrize("gradients", [True, "backward"])
def test_the_model_is_not_kept_alive(logdir, gradients):
    with stepline.SummaryWriter(logdir) as writer:
        model = model_of_two_layers()
        handle = stepline.watch(model, writer, gradients=gradients)
        model(torch.ones(1, 4))
        gone = [weakref.ref(model), weakref.ref(handle)]
        gc.disable()
        try:
            del model, handle
            assert [reference() for reference in gone] == [None, None]
        finally:
            gc.enable()


def test_copies_are_not_watched(logdir):
    model = model_of_two_layers()
    with stepline.SummaryWriter(logdir) as writer, stepline.watch(model, writer, every=1):
        train(copy.deepcopy(model), 2)
        train(pickle.loads(pickle.dumps(model)), 2)
        assert not stepline.SummaryReader(logdir).names("histogram")
        train(model, 1)
    assert set(map(tuple, steps_of(logdir).values())) == {(0,)}


def test_a_writer_of_torch_does_as_well(logdir):
    model = model_of_two_layers().bfloat16()
    with of_torch.SummaryWriter(str(logdir)) as writer, stepline.watch(model, writer):
        model(torch.ones(1, 4, dtype=torch.bfloat16))
    assert len(histograms(logdir)) == 7


def test_no_writer_is_one_warning():
    model = model_of_two_layers()
    with pytest.warns(UserWarning, match="there is no writer") as caught:
        with stepline.watch(model, every=1):
            train(model, 3)
    assert len(caught) == 1


@pytest.mark.parametrize("wrong", [{"every": 0}, {"gradients": "forward"}])
def test_wrong_arguments(wrong):
    with pytest.raises(ValueError, match="got"):
        stepline.watch(model_of_two_layers(), None, **wrong)


def test_the_package_imports_no_framework():
    code = (
        "import sys, stepline, stepline.integrations.torch\n"
        "from stepline import *\n"
        "assert callable(watch)\n"
        "print({'torch', 'transformers', 'lightning', 'pytorch_lightning'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert done.stdout.strip() == "set()"
