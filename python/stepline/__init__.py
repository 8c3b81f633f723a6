"""Stepline logs what happens while a model trains, and shows it.

    from stepline import SummaryWriter

    with SummaryWriter("runs/first") as writer:
        for step in range(100):
            writer.add_scalar("train/loss", 1 / (step + 1), step)

`SummaryWriter` takes the calls of torch.utils.tensorboard's, writes the files
that TensorBoard reads, and leaves the work to a background thread.
`SummaryReader` reads them back, into arrays and data frames.
"""

from typing import Any

from stepline._data_executor import DataExecutor
from stepline._file_writer import FileWriter
from stepline._install import install, uninstall
from stepline._native import __version__
from stepline._scope import step_scope, summarize_scalar, summarize_tensor
from stepline.integrations.torch import watch
from stepline.reader import SummaryReader
from stepline.scalar_table import ScalarTable
from stepline.values import TensorDescriptor
from stepline.writer import SummaryWriter

__all__ = [
    "DataExecutor",
    "FileWriter",
    "ScalarTable",
    "SummaryReader",
    "SummaryWriter",
    "TensorDescriptor",
    "__version__",
    "install",
    "step_scope",
    "summarize_scalar",
    "summarize_tensor",
    "uninstall",
    "watch",
]


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext stepline`: brings the magic `%stepline`."""
    from stepline import notebook

    notebook.register(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext stepline`: takes the magic away."""
    from stepline import notebook

    notebook.unregister(shell)
