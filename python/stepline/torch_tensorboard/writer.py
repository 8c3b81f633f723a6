"""`SummaryWriter` and `FileWriter`, and what others import from beside them."""

from stepline import _protos
from stepline._file_writer import EventFileWriter, FileWriter  # noqa: F401
from stepline.torch_tensorboard._convert_np import make_np  # noqa: F401
from stepline.torch_tensorboard._embedding import (  # noqa: F401
    get_embedding_info,
    make_mat,
    make_sprite,
    make_tsv,
    write_pbtxt,
)
from stepline.torch_tensorboard._onnx_graph import load_onnx_graph  # noqa: F401
from stepline.torch_tensorboard._pytorch_graph import graph  # noqa: F401
from stepline.torch_tensorboard._utils import figure_to_image  # noqa: F401
from stepline.torch_tensorboard.summary import (  # noqa: F401
    audio,
    custom_scalars,
    histogram,
    histogram_raw,
    hparams,
    image,
    image_boxes,
    mesh,
    pr_curve,
    pr_curve_raw,
    scalar,
    tensor_proto,
    text,
    video,
)
from stepline.writer import SummaryWriter

__all__ = ["FileWriter", "SummaryWriter"]

_protos.add_names(
    __name__,
    {
        "Event": "event",
        "ProjectorConfig": "projector_config",
        "SessionLog": "event",
        "event_pb2": "",
    },
)
