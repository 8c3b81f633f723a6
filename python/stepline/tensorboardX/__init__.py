"""tensorboardX's interface over Stepline's writer.

    from stepline.tensorboardX import SummaryWriter  # was: from tensorboardX ...

After `stepline.install()` a plain `import tensorboardX` gives this package.
"""

from stepline.tensorboardX import (
    crc32c,
    embedding,
    event_file_writer,
    global_writer,
    onnx_graph,
    openvino_graph,
    proto,
    record_writer,
    summary,
    torchvis,
    utils,
    writer,
    x2num,
)
from stepline.tensorboardX._version import __version__
from stepline.tensorboardX.global_writer import GlobalSummaryWriter
from stepline.tensorboardX.record_writer import RecordWriter
from stepline.tensorboardX.torchvis import TorchVis
from stepline.tensorboardX.writer import FileWriter, SummaryWriter

__all__ = [
    "FileWriter",
    "GlobalSummaryWriter",
    "RecordWriter",
    "SummaryWriter",
    "TorchVis",
    "__version__",
    "crc32c",
    "embedding",
    "event_file_writer",
    "global_writer",
    "onnx_graph",
    "openvino_graph",
    "proto",
    "record_writer",
    "summary",
    "torchvis",
    "utils",
    "writer",
    "x2num",
]
