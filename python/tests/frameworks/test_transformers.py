"""Trainer of transformers: its own reporting, and its callback with our writer."""

import examples
import logged

THEN = """
    from transformers.integrations import TensorBoardCallback as callback
    used = [c for c in trainer.callback_handler.callbacks if isinstance(c, callback)]
    assert [c._SummaryWriter for c in used] == [stepline.SummaryWriter]
    reported = [t.state.log_history for t in (trainer, own_trainer)]
"""


def as_logged(history):
    """{tag: {step: value}}, named as the callback does it."""
    found = {}
    for entry in history:
        for name, value in entry.items():
            if name != "step":
                tag = f"eval/{name[5:]}" if name.startswith("eval_") else f"train/{name}"
                found.setdefault(tag, []).append((entry["step"], value))
    return {tag: logged.as_float32(points) for tag, points in found.items()}


def test_trainer(tmp_path):
    done = examples.run("Hugging Face Trainer", tmp_path, THEN)
    of_report, of_callback = map(as_logged, done.reported)
    [run] = (done.runs / "huggingface/runs").iterdir()
    assert logged.scalars(run) == of_report
    assert list(of_report["train/loss"]) == [5, 10, 15, 20]
    assert list(of_report["eval/loss"]) == [10, 20]
    assert logged.scalars(done.runs / "callback") == of_callback
    assert list(of_callback["train/loss"]) == [5, 10]
    for folder in (run, done.runs / "callback"):
        assert '"logging_steps": 5' in logged.text(folder, "args")
        assert '"vocab_size": 50' in logged.text(folder, "model_config")
