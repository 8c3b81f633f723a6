"""The same calls made of three writers: ours, torch's and tensorboardX'."""

import json

import numpy as np
import pytest
import tensorboardX
import torch.utils.tensorboard

import readback
from samples import write_hparams
from script import Script

PEERS = {
    "torch": torch.utils.tensorboard.SummaryWriter,
    "tensorboardX": tensorboardX.SummaryWriter,
}

TIME = 1_700_000_000.5  # A wall time to give.

peer = pytest.mark.parametrize("peer", PEERS)


def module_run(cases):
    """A fixture: the folder with what each of the three wrote of `cases`."""

    @pytest.fixture(scope="module")
    def written(program, tmp_path_factory):
        folder = tmp_path_factory.mktemp("peers")
        return write_with_all(cases, Script(program, folder / "script"), folder)

    return written


def both(folder, peer, tag):
    """The one value of a tag, ours and the peer's."""
    return readback.value_of(folder / "ours", tag), readback.value_of(folder / peer, tag)


def write_with_all(cases, script, folder):
    """Makes every call of `cases` ({name: function of a writer}) of each of the three
    writers, into the folders "ours", "torch" and "tensorboardX" of `folder`."""
    writer = TorchLike(script, folder / "ours")
    for call in cases.values():
        call(writer)
    writer.close()
    for name, peer in PEERS.items():
        writer = peer(str(folder / name))
        for call in cases.values():
            call(writer)
        writer.close()
    return folder


class TorchLike:
    """The C++ writer behind the method names and arguments of its peers."""

    def __init__(self, script, folder):
        self._script = script
        script.call("open", directory=folder)

    def close(self):
        self._script.call("close").run()

    def _call(self, verb, global_step, walltime=None, **arguments):
        arguments = {"step": global_step, "wall_time": walltime, **arguments}
        self._script.call(verb, **arguments)

    def add_scalar(self, tag, value, global_step=0, walltime=None):
        self._call("add_scalar", global_step, walltime, tag=tag, value=float(value))

    def add_scalars(self, main_tag, values, global_step=0, walltime=None):
        numbers = [float(value) for value in values.values()]
        self._call(
            "add_scalars", global_step, walltime, tag=main_tag, names=list(values), values=numbers
        )

    def add_histogram(
        self, tag, values, global_step=0, bins="tensorflow", walltime=None, max_bins=None
    ):
        if isinstance(bins, str):
            chosen = {"bins": bins}
        elif isinstance(bins, int):
            chosen = {"count": bins}
        else:
            chosen = {"edges": [float(edge) for edge in bins]}
        self._call(
            "add_histogram", global_step, walltime, tag=tag, values=values, max_bins=max_bins,
            **chosen,
        )  # fmt: skip

    def add_histogram_raw(self, tag, global_step=0, walltime=None, **raw):
        self._call("add_histogram_raw", global_step, walltime, tag=tag, **raw)

    def add_image(self, tag, image, global_step=0, walltime=None, dataformats="CHW"):
        self._call("add_image", global_step, walltime, tag=tag, image=image, layout=dataformats)

    def add_images(self, tag, images, global_step=0, walltime=None, dataformats="NCHW"):
        self._call("add_images", global_step, walltime, tag=tag, images=images, layout=dataformats)

    def add_image_with_boxes(self, tag, image, boxes, global_step=0, walltime=None):
        self._call("add_image_with_boxes", global_step, walltime, tag=tag, image=image, boxes=boxes)

    def add_video(self, tag, video, global_step=0, fps=4, walltime=None):
        self._call("add_video", global_step, walltime, tag=tag, video=video, fps=fps)

    def add_audio(self, tag, samples, global_step=0, sample_rate=44100, walltime=None):
        self._call(
            "add_audio", global_step, walltime, tag=tag, samples=samples, sample_rate=sample_rate
        )

    def add_text(self, tag, text, global_step=0, walltime=None):
        self._call("add_text", global_step, walltime, tag=tag, text=text)

    def add_pr_curve(
        self, tag, labels, predictions, global_step=0, num_thresholds=127, weights=None,
        walltime=None,
    ):  # fmt: skip
        self._call(
            "add_pr_curve", global_step, walltime, tag=tag, labels=labels,
            predictions=predictions, num_thresholds=num_thresholds, weights=weights,
        )  # fmt: skip

    def add_mesh(
        self, tag, vertices, colors=None, faces=None, config_dict=None, global_step=0,
        walltime=None,
    ):  # fmt: skip
        config = None if config_dict is None else json.dumps(config_dict, sort_keys=True)
        self._call(
            "add_mesh", global_step, walltime, tag=tag, vertices=vertices, colors=colors,
            faces=faces, config=config,
        )  # fmt: skip

    def add_tensor(self, tag, tensor, global_step=0, walltime=None):
        self._call("add_tensor", global_step, walltime, tag=tag, tensor=tensor, tensorboard=True)

    def add_onnx_graph(self, path):
        self._script.call("add_onnx_graph", path=path)

    def add_embedding(
        self, mat, metadata=None, label_img=None, global_step=0, tag="default",
        metadata_header=None,
    ):  # fmt: skip
        for label in metadata or []:
            columns = label if metadata_header else [label]
            self._script.call("label", columns=[str(column) for column in columns])
        self._call(
            "add_embedding", global_step, matrix=mat, tag=tag, images=label_img,
            header=metadata_header,
        )  # fmt: skip

    def add_hparams(
        self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=0
    ):
        write_hparams(self._script, hparam_dict, hparam_domain_discrete)
        for tag, value in metric_dict.items():
            self._script.call("metric", tag=tag, value=float(value))
        self._call("add_hparams", global_step, run_name=run_name)
        self._call("finish_hparams", global_step, run_name=run_name)

    def add_custom_scalars(self, layout):
        for title, charts in layout.items():
            self._script.call("category", title=title)
            for name, (kind, tags) in charts.items():
                if kind == "Margin":
                    three = dict(zip(("value", "lower", "upper"), tags))
                    self._script.call("margin", title=name, **three)
                else:
                    self._script.call("multiline", title=name, tags=tags)
        self._script.call("add_custom_scalars")

    def add_custom_scalars_multilinechart(self, tags, category="default", title="untitled"):
        self._script.call(
            "add_custom_scalars_multiline", tags=tags, category=category, title=title
        )

    def add_custom_scalars_marginchart(self, tags, category="default", title="untitled"):
        three = dict(zip(("value", "lower", "upper"), tags))
        self._script.call("add_custom_scalars_margin", category=category, title=title, **three)


def uniform(seed, *shape, low=0.0, high=1.0, dtype=np.float32):
    return np.random.default_rng(seed).uniform(low, high, shape).astype(dtype)


def integers(seed, *shape, low=0, high=256, dtype=np.uint8):
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


def normal(seed, *shape, dtype=np.float32):
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)
