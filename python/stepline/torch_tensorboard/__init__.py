"""torch.utils.tensorboard's interface, module by module, over Stepline's writer.

After `stepline.install()` an import of torch.utils.tensorboard gives this
package.
"""

from stepline._file_writer import FileWriter
from stepline.torch_tensorboard import (
    _convert_np,
    _embedding,
    _onnx_graph,
    _proto_graph,
    _pytorch_graph,
    _utils,
    summary,
    writer,
)
from stepline.torch_tensorboard._record_writer import RecordWriter
from stepline.writer import SummaryWriter

__all__ = [
    "FileWriter",
    "RecordWriter",
    "SummaryWriter",
    "_convert_np",
    "_embedding",
    "_onnx_graph",
    "_proto_graph",
    "_pytorch_graph",
    "_utils",
    "summary",
    "writer",
]
