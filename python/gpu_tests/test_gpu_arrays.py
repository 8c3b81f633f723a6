"""Arrays in a GPU's memory are logged as their copies in the CPU's are.

Needs a CUDA device, torch, cupy and jax: `make gpu`, not a part of `make test`.
"""

import cupy
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from tensorboard.backend.event_processing.event_file_loader import LegacyEventFileLoader

import stepline
from stepline import tensorboardX

VALUES = np.linspace(-3, 3, 24, dtype=np.float32).reshape(4, 6)  # Exact in no small type.

DTYPES = [
    torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.float8_e4m3fn,
    torch.float8_e5m2, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.bool,
]  # fmt: skip

WRITERS = {"torch's": stepline.SummaryWriter, "tensorboardX's": tensorboardX.SummaryWriter}


def in_all_forms():
    """(name, on the GPU, the same on the CPU)"""
    tensor = torch.from_numpy(VALUES)
    for dtype in DTYPES:
        yield str(dtype), tensor.abs().to(dtype).cuda(), tensor.abs().to(dtype)
    yield "transposed", tensor.cuda().t(), tensor.t()
    yield "every other", tensor.cuda()[::2, ::3], tensor[::2, ::3]
    yield "requires grad", tensor.cuda().requires_grad_(), tensor
    yield "of a gradient", tensor.cuda().requires_grad_() * 2, tensor * 2
    yield "parameter", torch.nn.Parameter(tensor.cuda()), tensor
    yield "sparse", tensor.cuda().to_sparse(), tensor
    yield "pinned", tensor.pin_memory(), tensor
    yield "cupy", cupy.asarray(VALUES), VALUES
    yield "cupy, transposed", cupy.asarray(VALUES).T, VALUES.T
    yield "cupy float16", cupy.asarray(VALUES, dtype="float16"), VALUES.astype("float16")
    yield "jax", jnp.asarray(VALUES), VALUES
    yield "jax bfloat16", jnp.asarray(VALUES, jnp.bfloat16), tensor.bfloat16()


FORMS = list(in_all_forms())


def written(writer_class, logdir, log):
    """The summaries that `log(writer)` leaves, as the file has them."""
    writer = writer_class(str(logdir))
    log(writer)
    writer.close()
    (path,) = logdir.glob("*tfevents*")
    events = LegacyEventFileLoader(str(path)).Load()
    return [value.SerializeToString(deterministic=True) for event in events for value in event.summary.value]


def both(tmp_path, writer_class, call, on_gpu, on_cpu):
    found = written(writer_class, tmp_path / "gpu", lambda writer: call(writer, on_gpu))
    wanted = written(writer_class, tmp_path / "cpu", lambda writer: call(writer, on_cpu))
    assert found and found == wanted


def test_the_arrays_are_on_the_gpu():
    assert torch.cuda.is_available() and jax.default_backend() == "gpu"


@pytest.mark.parametrize("writer_class", WRITERS.values(), ids=WRITERS.keys())
@pytest.mark.parametrize(("name", "on_gpu", "on_cpu"), FORMS, ids=[name for name, *_ in FORMS])
def test_a_histogram(tmp_path, writer_class, name, on_gpu, on_cpu):
    both(tmp_path, writer_class, lambda writer, x: writer.add_histogram("h", x, 1), on_gpu, on_cpu)


@pytest.mark.parametrize("writer_class", WRITERS.values(), ids=WRITERS.keys())
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_a_scalar(tmp_path, writer_class, dtype):
    number = torch.tensor(0.75).to(dtype)
    both(tmp_path, writer_class, lambda writer, x: writer.add_scalar("s", x, 1), number.cuda(), number)


@pytest.mark.parametrize("number", [cupy.float32(0.75), cupy.asarray(0.75), jnp.float32(0.75)], ids=["cupy scalar", "cupy", "jax"])
def test_a_scalar_of_others(tmp_path, number):
    both(tmp_path, stepline.SummaryWriter, lambda writer, x: writer.add_scalar("s", x, 1), number, 0.75)


PICTURE = (np.arange(3 * 8 * 10) % 251 / 250).astype(np.float32).reshape(3, 8, 10)


@pytest.mark.parametrize("writer_class", WRITERS.values(), ids=WRITERS.keys())
@pytest.mark.parametrize("of", [lambda x: torch.from_numpy(x).cuda(), cupy.asarray, jnp.asarray], ids=["torch", "cupy", "jax"])
def test_an_image(tmp_path, writer_class, of):
    both(tmp_path, writer_class, lambda writer, x: writer.add_image("i", x, 1), of(PICTURE), PICTURE)


@pytest.mark.parametrize("of", [lambda x: torch.from_numpy(x).cuda(), cupy.asarray, jnp.asarray], ids=["torch", "cupy", "jax"])
def test_the_other_methods(tmp_path, of):
    def log(writer, x):
        writer.add_images("is", x[None], 1)
        writer.add_tensor("t", x, 1)
        writer.add_audio("a", x.reshape(1, -1), 1)
        writer.add_mesh("m", x[:, :, :3][None, 0])
        writer.add_pr_curve("p", x[0, 0] > 0.5, x[0, 0])

    both(tmp_path, stepline.SummaryWriter, log, of(PICTURE), PICTURE)


def test_a_training_on_the_gpu(tmp_path):
    model = torch.nn.Linear(6, 1).cuda()
    with stepline.SummaryWriter(tmp_path) as writer:
        writer.add_graph(model, torch.from_numpy(VALUES).cuda())
        for step in range(20):
            loss = model(torch.from_numpy(VALUES).cuda()).square().mean()
            loss.backward()
            writer.add_scalar("loss", loss, step)
            writer.add_histogram("gradient", model.weight.grad, step)
    reader = stepline.SummaryReader(tmp_path)
    assert reader.read_scalars("loss").steps.tolist() == list(range(20))
