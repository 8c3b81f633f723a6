"""fairseq's progress bar, and the figures of its attention."""

import examples
import fairseq_source
import logged
import numpy as np

# The figures are read by functions that numpy and matplotlib no longer have.
THEN = """
    import numpy as np
    from fairseq.tasks import text_to_speech

    def pixels(figure):
        return np.asarray(figure.canvas.buffer_rgba())[..., :3]
    text_to_speech.save_figure_to_numpy = pixels

    assert progress_bar.SummaryWriter is stepline.SummaryWriter
    assert text_to_speech.SummaryWriter is stepline.tensorboardX.SummaryWriter
    task = text_to_speech.TextToSpeechTask.__new__(text_to_speech.TextToSpeechTask)
    task.tensorboard_writer, task.tensorboard_dir, task.sr = None, "runs/speech", 16000
    spoken = {
        "targ_feature": torch.rand(9, 8), "feature": torch.rand(9, 8), "attn": attention,
        "eos_prob": torch.rand(9), "waveform": torch.zeros(1600), "targ_waveform": torch.zeros(1600),
    }
    task.log_tensorboard({"id": torch.tensor([3]), "src_texts": ["hello"]}, [spoken], 11)
    reported = [loss.avg, loss.count]
"""


def test_progress_bar_and_figures(tmp_path):
    fairseq_source.unpack(tmp_path / "source")
    done = examples.run("fairseq", tmp_path, THEN, path=[tmp_path / "source"])
    assert logged.run_names(done.runs) == ["fairseq/attention", "fairseq/train", "fairseq/train_inner", "speech"]

    inner = done.runs / "fairseq/train_inner"
    assert logged.scalars(inner) == {
        "loss": logged.as_float32((step, 1 / (1 + step)) for step in range(20)),
        "lr": logged.as_float32((step, 0.1) for step in range(20)),
        "gnorm": {step: 2.0 * step for step in range(20)},
    }
    assert "train.py" in logged.text(inner, "sys.argv")
    average, count = done.reported
    assert count == 20
    assert logged.scalars(done.runs / "fairseq/train") == {"loss": logged.as_float32({20: average})}

    [(_, _, (mode, pixels))] = logged.read(done.runs / "fairseq/attention")["images"]["attention"].values()
    assert mode == "RGB" and len(np.unique(pixels)) > 50

    speech = logged.read(done.runs / "speech")
    assert list(speech["images"]["inference_sample_0"]) == [11]
    assert sorted(speech["audio"]) == ["inference_pred_0", "inference_targ_0"]
