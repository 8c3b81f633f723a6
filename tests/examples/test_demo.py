"""TensorBoard's loader finds every kind of summary in the demo's log."""

import os
import pathlib
import re
import subprocess

import pytest
from tensorboard.backend.event_processing import plugin_event_accumulator
from tensorboard.plugins.hparams import plugin_data_pb2

DEMO = os.environ["STEPLINE_DEMO"]
LOG = pathlib.Path(os.environ["STEPLINE_DEMO_LOG"])
CLASSIFIERS = ["classifier/sgd", "classifier/adam", "classifier/adam-narrow"]


def load(run):
    accumulator = plugin_event_accumulator.EventAccumulator(str(LOG / run))
    return accumulator.Reload()


@pytest.fixture(scope="module", params=CLASSIFIERS)
def classifier(request):
    return load(request.param)


@pytest.fixture(scope="module")
def autoencoder():
    return load("autoencoder")


def tags(accumulator, plugin):
    return set(accumulator.PluginTagToContent(plugin))


def test_the_runs_are_the_trainings_and_their_groups_of_scalars():
    runs = {str(file.parent.relative_to(LOG)) for file in LOG.rglob("*tfevents*")}
    groups = {f"{run}/accuracy_{split}" for run in CLASSIFIERS
              for split in ("train", "validation")}
    assert runs == {"autoencoder", *CLASSIFIERS, *groups}


@pytest.mark.parametrize("plugin, wanted", [
    ("scalars", {"train/loss", "train/accuracy", "train/learning_rate",
                 "validation/loss", "validation/accuracy", "awake/conv1/relu",
                 "gradient_norm/conv1/weight"}),
    ("histograms", {"values/conv1/weight", "gradients/scores/bias"}),
    ("images", {"filters/conv1", "mistakes/surest", "film/filters"}),
    ("audio", {"sound/loss"}),
    ("text", {"notes/configuration/text_summary", "notes/confusion/text_summary"}),
    ("pr_curves", {"pr/disc", "pr/ring", "pr/square", "pr/triangle", "pr/cross"}),
    ("mesh", {"loss_landscape_VERTEX", "loss_landscape_FACE", "loss_landscape_COLOR"}),
    ("custom_scalars", {"custom_scalars__config__"}),
    ("hparams", {"_hparams_/experiment", "_hparams_/session_start_info",
                 "_hparams_/session_end_info"}),
])
def test_a_classifier_logs(classifier, plugin, wanted):
    assert tags(classifier, plugin) >= wanted


def test_a_classifier_ends_well(classifier):
    content = classifier.PluginTagToContent("hparams")["_hparams_/session_end_info"]
    end = plugin_data_pb2.HParamsPluginData.FromString(content).session_end_info
    assert end.status == 1  # STATUS_SUCCESS


def test_every_layer_of_the_graph_has_its_parameters(classifier):
    names = {node.name for node in classifier.Graph().node}
    for layer in ("conv1", "conv2", "hidden", "scores"):
        assert {f"{layer}/weight", f"{layer}/bias", f"{layer}/BiasAdd"} <= names
    assert "loss/Mean" in names


def test_the_autoencoder_logs_pictures_and_a_film(autoencoder):
    assert tags(autoencoder, "images") == {
        "reconstruction/given_made_wanted", "film/reconstruction"}
    film = autoencoder.Tensors("film/reconstruction")[0].tensor_proto.string_val[2]
    assert film.startswith(b"GIF89a")


@pytest.mark.parametrize("run, columns", [
    ("classifier/sgd", ["class", "split", "predicted", "right"]),
    ("autoencoder", ["class", "split"]),
])
def test_embeddings_have_labels_and_pictures(run, columns):
    config = (LOG / run / "projector_config.pbtxt").read_text()
    paths = dict(re.findall(r'(\w+_path): "([^"]+)"', config))
    header, *rows = (LOG / run / paths["metadata_path"]).read_text().splitlines()
    points = (LOG / run / paths["tensor_path"]).read_text().splitlines()
    assert header.split("\t") == columns
    assert len(rows) == len(points) > 100
    sprite = (LOG / run / paths["image_path"]).read_bytes()
    assert sprite.startswith(b"\x89PNG")


def test_checkpoints_are_beside_the_event_file():
    for run in ["autoencoder", *CLASSIFIERS]:
        assert list((LOG / run).glob("*sltensors*"))


@pytest.mark.parametrize("arguments", [
    ["--runs", "4"], ["--seconds", "0"], ["--logdir", str(LOG)], ["--nonsense"]])
def test_wrong_arguments_are_refused(arguments):
    done = subprocess.run([DEMO, *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("train_demo: ")
