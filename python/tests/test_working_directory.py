"""A relative log directory is the same one wherever the program goes."""

import os
import pickle

import numpy as np
import pytest

import stepline
import stepline.cstorch
import stepline.tensorboardX

WRITERS = [
    stepline.SummaryWriter,
    stepline.tensorboardX.SummaryWriter,
    stepline.cstorch.utils.tensorboard.SummaryWriter,
]


@pytest.mark.parametrize("kind", WRITERS, ids=lambda kind: kind.__module__)
def test_a_writer_stays_where_it_was_made(kind, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    writer = kind("runs")
    assert writer.file_writer.get_logdir() == "runs"
    monkeypatch.chdir("elsewhere")
    writer.add_scalars("losses", {"a": 1}, 1)
    writer.add_hparams({"lr": 1}, {"best": 2.0})
    writer.add_embedding(np.zeros((3, 2)))
    writer.close()
    writer.add_scalar("again", 1, 1)
    writer.close()
    with pickle.loads(pickle.dumps(writer)) as copy:
        copy.add_scalar("copied", 1, 1)
    assert os.listdir() == []
    reader = stepline.SummaryReader(tmp_path / "runs")
    assert {"again", "copied", "best"} <= set(reader.scalar_names())
    assert reader.embedding_names() == ["default:00000"]


def test_an_address_is_none_of_the_file_system(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    writer = stepline.SummaryWriter("memory://stays")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    writer.close()
    writer.add_scalar("a", 1, 1)
    assert writer.file_writer.get_logdir() == "memory://stays"
    writer.close()
    assert os.listdir() == []
