"""What a training with Hugging Face's Trainer was, as Markdown."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from importlib import metadata
from typing import Any

# Of the arguments, those that make a training what it is.
_SETTINGS = (
    "learning_rate",
    "lr_scheduler_type",
    "warmup_steps",
    "weight_decay",
    "max_grad_norm",
    "optim",
    "per_device_train_batch_size",
    "per_device_eval_batch_size",
    "gradient_accumulation_steps",
    "num_train_epochs",
    "max_steps",
    "seed",
    "bf16",
    "fp16",
)
_MOST_ROWS = 100
_PACKAGES = ("transformers", "torch", "datasets", "tokenizers", "accelerate", "stepline")


def model_card(args: Any, state: Any, model: Any) -> str:
    """The model, how it was trained, what came of it, and with what."""
    sections = [
        f"# {_name(args, model)}",
        _table(("model", ""), _about(model)),
        "## Training",
        _table(("argument", "value"), _settings(args, state)),
        *_results(state.log_history),
        "## Versions",
        _table(("package", "version"), _versions()),
    ]
    return "\n\n".join(sections)


def _name(args: Any, model: Any) -> str:
    config = getattr(model, "config", None)
    given = getattr(config, "_name_or_path", "")
    return str(given or getattr(args, "run_name", None) or type(model).__name__)


def _about(model: Any) -> Iterable[tuple[str, str]]:
    yield "class", type(model).__name__
    parameters = list(model.parameters()) if hasattr(model, "parameters") else []
    count = sum(parameter.numel() for parameter in parameters)
    trained = sum(parameter.numel() for parameter in parameters if parameter.requires_grad)
    yield "parameters", f"{count:,}"
    yield "of them trained", f"{trained:,}"


def _settings(args: Any, state: Any) -> Iterable[tuple[str, str]]:
    values = args.to_dict()
    for name in _SETTINGS:
        if values.get(name) is not None:
            yield name, _text(values[name])
    yield "steps done", _text(state.global_step)
    yield "epochs done", _text(state.epoch)


def _results(history: Sequence[dict[str, Any]]) -> Iterable[str]:
    """A row for each evaluation, with the loss of training before it."""
    rows: list[dict[str, Any]] = []
    loss = None
    for entry in history:
        loss = entry.get("loss", loss)
        metrics = {
            key.removeprefix("eval_"): value
            for key, value in entry.items()
            if key.startswith("eval_") and is_result(key)
        }
        if metrics:
            place = {"step": entry["step"], "epoch": entry.get("epoch")}
            rows.append({**place, "training loss": loss, **metrics})
    if rows:
        columns = list(dict.fromkeys(key for row in rows for key in row))
        newest = rows[-_MOST_ROWS:]
        yield "## Evaluation"
        yield _table(columns, ([_text(row.get(key)) for key in columns] for row in newest))


def is_result(key: str) -> bool:
    """Whether a logged number tells of the model, not of the machine."""
    return not key.endswith(("_runtime", "_per_second", "_time", "epoch", "total_flos"))


def _versions() -> Iterable[tuple[str, str]]:
    yield "Python", platform.python_version()
    for package in _PACKAGES:
        try:
            yield package, metadata.version(package)
        except metadata.PackageNotFoundError:
            pass


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _text(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)
    return text.replace("|", "\\|")
