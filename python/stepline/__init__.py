"""Stepline logs what happens while a model trains, and shows it.

    from stepline import SummaryWriter

    with SummaryWriter("runs/first") as writer:
        for step in range(100):
            writer.add_scalar("train/loss", 1 / (step + 1), step)

`SummaryWriter` takes the calls of torch.utils.tensorboard's, writes the files
that TensorBoard reads, and leaves the work to a background thread.
"""

from stepline._file_writer import FileWriter
from stepline._install import install, uninstall
from stepline._native import __version__
from stepline.writer import SummaryWriter

__all__ = ["FileWriter", "SummaryWriter", "__version__", "install", "uninstall"]
