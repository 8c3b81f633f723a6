"""The summary API of Cerebras' PyTorch, releases 2.0 to 2.2, by its names:

    import stepline.cstorch as cstorch

    writer = cstorch.utils.tensorboard.SummaryWriter(log_dir="runs/first")
    executor = cstorch.utils.data.DataExecutor(dataloader, writer=writer)
    for batch in executor:
        ...
        cstorch.summarize_scalar("loss", loss)
        cstorch.summarize_tensor("activations", x)

    reader = cstorch.utils.tensorboard.SummaryReader("runs/first")
    reader.read_tensor("activations", 1)

It runs wherever PyTorch does. Tensors go to the file beside the event file.
"""

from stepline.cstorch import utils
from stepline.cstorch._summaries import summarize_scalar, summarize_tensor

__all__ = ["summarize_scalar", "summarize_tensor", "utils"]
