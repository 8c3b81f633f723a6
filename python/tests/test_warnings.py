"""Nothing warns, and no error goes unseen: programs run with `-W error`, and
in Python's development mode, which watches files, memory and references."""

import subprocess
import sys
import textwrap

import pytest


def run(code, tmp_path):
    """Runs a program, which must say nothing on its way."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(code)],
        cwd=tmp_path,
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0


def test_every_module_is_imported(tmp_path):
    # Before the packages that some of them stand on, which may warn themselves.
    run("""
        import importlib, pkgutil, sys, warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import IPython, matplotlib, torch
            from tensorboard.compat.proto import event_pb2, summary_pb2
        import stepline
        for module in pkgutil.walk_packages(stepline.__path__, "stepline."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    """, tmp_path)


CALLS = """
import sys, warnings
import numpy as np
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch, matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    import onnx, onnx.helper

node = onnx.helper.make_node("Relu", ["x"], ["y"])
ends = [onnx.helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [1]) for n in "xy"]
onnx.save(onnx.helper.make_model(onnx.helper.make_graph([node], "g", [ends[0]], [ends[1]])), "m.onnx")

ones = np.ones((4, 3, 8, 8), np.float32)
counts = [[1, 2, 3]] * 4
curve = [[0.1, 0.5, 0.9]] * 2
points = np.zeros((1, 3, 3))
calls = {
    "add_scalar": [("a", 1.5, 1), ("b", torch.ones(1), 2), ("c", np.float32(1), np.int64(3), 4.0)],
    "add_scalars": [("main", {"x": 1, "y": torch.tensor(2.0)}, 1)],
    "add_histogram": [("h", np.arange(9), 1), ("t", torch.randn(9).bfloat16(), 2)],
    "add_histogram_raw": [("raw", 0, 1, 2, 1, 1, [0.5, 1], [1, 1], 1)],
    "add_tensor": [("tensor", torch.ones(2, 3), 1)],
    "add_pr_curve": [("pr", np.array([0, 1]), np.array([0.2, 0.9]), 1)],
    "add_pr_curve_raw": [("prr", *counts, *curve, 1, 3)],
    "add_image": [("i", ones[0], 1), ("u", np.zeros((3, 8, 8), np.uint8), 2)],
    "add_images": [("is", ones, 1)],
    "add_image_with_boxes": [("box", ones[0], np.array([[1, 1, 5, 5]]), 1)],
    "add_figure": [("fig", plt.figure(), 1)],
    "add_video": [("v", ones[None], 1)],
    "add_audio": [("sound", np.zeros(100), 1)],
    "add_text": [("text", "**x**", 1)],
    "add_mesh": [("mesh", points, None, None, None, 1)],
    "add_graph": [(torch.nn.Linear(2, 2), torch.zeros(1, 2))],
    "add_onnx_graph": [("m.onnx",)],
    "add_embedding": [(np.ones((4, 3)), list("abcd"), ones)],
    "add_hparams": [({"lr": 1, "b": True, "s": "x"}, {"loss": 2.0})],
    "add_custom_scalars": [({"c": {"t": ["Multiline", ["a", "b"]]}},)],
    "add_custom_scalars_multilinechart": [(["a", "b"],)],
    "add_custom_scalars_marginchart": [(["a", "b", "c"],)],
}
"""


@pytest.mark.parametrize("package", ["stepline", "stepline.tensorboardX", "stepline.cstorch"])
def test_every_method_is_called(package, tmp_path):
    where = "stepline.cstorch.utils.tensorboard" if package.endswith("cstorch") else package
    run(
        CALLS
        + f"from {where} import SummaryWriter\nname = {package!r}\n"
        + """
if name == "stepline.tensorboardX":
    calls["add_onnx_graph"] = [("m.onnx",)]
    calls["add_openvino_graph"] = []
    calls["add_image_with_boxes"] = [("box", ones[0], np.array([[1, 1, 5, 5]]), 1, None)]
if name == "stepline.cstorch":
    calls["add_tensor"] = [("tensor", torch.ones(2, 3), 1)]
missing = {n for n in dir(SummaryWriter) if n.startswith("add_")} - set(calls)
assert not missing, missing
with SummaryWriter("logs") as writer:
    for method, arguments in calls.items():
        for given in arguments:
            getattr(writer, method)(*given)
    writer.flush()
    writer.close()
    writer.add_scalar("again", 1)
SummaryWriter("logs").add_scalar("abandoned", 1)
left_open = SummaryWriter("logs")
left_open.add_scalar("left open", 1)
""",
        tmp_path,
    )


def test_everything_is_read(tmp_path):
    run(
        CALLS
        + """
import stepline
with stepline.SummaryWriter("logs") as writer:
    for method, arguments in calls.items():
        for given in arguments:
            getattr(writer, method)(*given)
reader = stepline.SummaryReader("logs")
reader.reload()
reader.runs(), reader.describe_runs(), reader.describe_series(), reader.problems()
reader.read_scalars("a"), reader.read_scalar("a", 1), reader.read_scalar_table()
reader.to_pandas(), reader.to_polars(), reader.to_arrow(), reader.to_parquet("points.parquet")
reader.read_histograms("h"), reader.read_tensors("tensor"), reader.read_images("i")
reader.read_audio("sound"), reader.read_texts("text/text_summary"), reader.read_hparams()
reader.read_pr_curves("pr"), reader.read_custom_scalars(), reader.read_meshes("mesh")
reader.read_embedding(reader.embedding_names()[0])
""",
        tmp_path,
    )


def test_training_goes_on_within_a_scope(tmp_path):
    run("""
        import stepline
        with stepline.SummaryWriter("logs") as writer:
            for batch in stepline.DataExecutor([1, 2, 3], writer=writer):
                stepline.summarize_scalar("x", batch)
            with stepline.step_scope(writer, 5):
                stepline.summarize_scalar("y", 2.5)
    """, tmp_path)


def test_others_imports_are_ours(tmp_path):
    run("""
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import torch
        import stepline
        stepline.install()
        import tensorboardX
        from torch.utils.tensorboard import SummaryWriter
        with SummaryWriter("logs") as writer, tensorboardX.SummaryWriter("x") as other:
            writer.add_scalar("a", 1)
            other.add_scalar("a", 1)
        stepline.uninstall()
    """, tmp_path)
