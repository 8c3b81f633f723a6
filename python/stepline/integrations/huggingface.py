"""`StepLineCallback`: logs what Hugging Face's Trainer does."""

from __future__ import annotations

import json
import os
import pathlib
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from transformers import TrainerCallback

from stepline import _summaries
from stepline._arrays import as_float
from stepline._base import WriterBase
from stepline.integrations._histograms import Selection, add_gradients, add_weights
from stepline.integrations._hparams import flatten
from stepline.integrations._model_card import is_result, model_card
from stepline.integrations.torch import Watch, watch
from stepline.writer import SummaryWriter

__all__ = ["StepLineCallback"]


class StepLineCallback(TrainerCallback):  # type: ignore[misc]
    """Logs a training with transformers.Trainer:

        trainer = Trainer(model, args, ..., callbacks=[StepLineCallback("runs/first")])

    - what the trainer logs, under the tags of its TensorBoardCallback
      (`train/loss`, `eval/accuracy`), what predict() measured (`test/...`), and
      the learning rates of parameter groups where they differ;
    - histograms of weights and gradients, at steps divisible by `every`. The
      step is the number of updates done before;
    - the arguments and the model's configuration, as text and as
      hyperparameters;
    - at the end a model card: the model, its training, its evaluations.

    Only the process that is the first of all writes. A training that goes on
    from a checkpoint goes on in its directory, where its steps supersede those
    that came after the checkpoint.
    """

    def __init__(
        self,
        writer: Any = None,
        *,
        every: int = 100,
        weights: bool = True,
        gradients: bool = True,
        activations: bool = False,
        only: str | Sequence[str] | None = None,
        hparams: bool = True,
        model_card: bool = True,
    ) -> None:
        """`writer`: anybody's SummaryWriter, which stays open, or a directory.
        By default it is what TENSORBOARD_LOGGING_DIR says, or a new directory in
        `runs` of the trainer's output_dir; the newest there, when a training is
        resumed. `only`: patterns as in a shell, of the names of parameters and
        modules that have histograms.
        """
        if every < 1:
            raise ValueError(f"every is at least 1, got {every}")
        is_writer = hasattr(writer, "add_scalar")
        self._given = writer if is_writer else None
        self._directory = None if is_writer or writer is None else os.fspath(writer)
        self._own: SummaryWriter | None = None
        self._every = every
        self._weights = weights
        self._gradients = gradients
        self._activations = activations
        self._with_hparams = hparams
        self._with_model_card = model_card
        self._only = only
        self._selection = Selection(only)
        self._is_training = False
        self._hparams: dict[str, Any] = {}
        self._knows_metrics = False
        self._results: dict[str, float] = {}  # The newest, by tag.
        self._watch: Watch | None = None
        self._refused: set[str] = set()

    # --- What the trainer calls ------------------------------------------------

    def on_train_begin(
        self, args: Any, state: Any, control: Any, model: Any = None, **others: Any
    ) -> None:
        if not state.is_world_process_zero:
            return
        self._is_training = True
        writer = self._open(args, state)
        _add_json(writer, "args", args.to_json_string(), state.global_step)
        config: Any = getattr(model, "config", None)
        if hasattr(config, "to_json_string"):
            _add_json(writer, "model_config", config.to_json_string(), state.global_step)
        if self._with_hparams:
            self._begin_session(writer, args, state, config)
        if self._activations and model is not None:
            self._watch = watch(
                model,
                writer,
                every=self._every,
                weights=False,
                gradients=False,
                only=self._only,
                step=lambda: state.global_step,
            )

    def on_step_begin(
        self, args: Any, state: Any, control: Any, model: Any = None, **others: Any
    ) -> None:
        if self._weights and self._is_due(state):
            named = self._selection.parameters(model)
            add_weights(self._open(args, state), named, state.global_step)

    def on_pre_optimizer_step(
        self, args: Any, state: Any, control: Any, model: Any = None, **others: Any
    ) -> None:
        if self._gradients and self._is_due(state):
            named = self._selection.parameters(model)
            add_gradients(self._open(args, state), named, state.global_step)

    def on_log(
        self,
        args: Any,
        state: Any,
        control: Any,
        logs: Mapping[str, Any] | None = None,
        optimizer: Any = None,
        **others: Any,
    ) -> None:
        if not state.is_world_process_zero:
            return
        writer = self._open(args, state)
        logs = dict(logs or {})
        if "loss" in logs:
            logs = {**_learning_rates(optimizer), **logs}
        self._add_all(writer, logs, state.global_step)
        if any(key.startswith("eval_") for key in logs):
            self._name_metrics(writer)
        if not self._is_training:
            writer.flush()

    def on_predict(
        self, args: Any, state: Any, control: Any, metrics: Mapping[str, Any], **others: Any
    ) -> None:
        if state.is_world_process_zero:
            self._add_all(self._open(args, state), metrics or {}, state.global_step)
            self._open(args, state).flush()

    def on_train_end(
        self, args: Any, state: Any, control: Any, model: Any = None, **others: Any
    ) -> None:
        if not state.is_world_process_zero:
            return
        if self._watch is not None:
            self._watch.remove()
            self._watch = None
        writer = self._open(args, state)
        if self._with_model_card and model is not None:
            writer.add_text("model_card", model_card(args, state, model), state.global_step)
        self._name_metrics(writer)
        self._end_session(writer)
        self._is_training = False
        if self._own is not None:
            self._own.close()
            self._own = None
        else:
            writer.flush()

    # --- Where to --------------------------------------------------------------

    def _open(self, args: Any, state: Any) -> Any:
        """The writer: the one that was given, or one of our own."""
        if self._given is not None:
            return self._given
        if self._own is None:
            is_resumed = self._is_training and state.global_step > 0
            if self._directory is None or state.is_hyper_param_search:
                self._directory = _directory(args, state, is_resumed)
            purge_step = state.global_step + 1 if is_resumed else None
            self._own = SummaryWriter(self._directory, purge_step=purge_step)
        return self._own

    def _is_due(self, state: Any) -> bool:
        return bool(state.is_world_process_zero) and state.global_step % self._every == 0

    # --- Numbers ---------------------------------------------------------------

    def _add_all(self, writer: Any, logs: Mapping[str, Any], step: int) -> None:
        for key, value in logs.items():
            tag = _tag(key)
            if isinstance(value, str):
                writer.add_text(tag, value, step)
                continue
            try:
                number = as_float(value)
            except (AssertionError, NotImplementedError, TypeError, ValueError):
                self._refuse(key, value)
                continue
            writer.add_scalar(tag, number, step)
            if is_result(key):
                self._results[tag] = number

    def _refuse(self, key: str, value: Any) -> None:
        if key not in self._refused:
            self._refused.add(key)
            warnings.warn(f'"{key}" is not logged: it is no number but {type(value)}', stacklevel=3)

    # --- Hyperparameters -------------------------------------------------------

    def _begin_session(self, writer: Any, args: Any, state: Any, config: Any) -> None:
        self._hparams = _hparams(args, state, config)
        self._knows_metrics = False
        self._results = {}
        if isinstance(writer, WriterBase):
            _, start, _ = _summaries.hparams(self._hparams, {})
            writer._get_file_writer().add_summary(start)

    def _name_metrics(self, writer: Any) -> None:
        """Once they are known: what the session is measured by."""
        if self._hparams and not self._knows_metrics and isinstance(writer, WriterBase):
            self._knows_metrics = True
            experiment, _, _ = _summaries.hparams(self._hparams, self._measures())
            writer._get_file_writer().add_summary(experiment)

    def _end_session(self, writer: Any) -> None:
        if not self._hparams:
            return
        if isinstance(writer, WriterBase):
            _, _, end = _summaries.hparams({}, {})
            writer._get_file_writer().add_summary(end)
        else:
            writer.add_hparams(self._hparams, self._measures())
        self._hparams = {}

    def _measures(self) -> dict[str, float]:
        skipped = ("train/grad_norm", "train/learning_rate")
        return {tag: n for tag, n in self._results.items() if not tag.startswith(skipped)}


def _directory(args: Any, state: Any, is_resumed: bool) -> str:
    named: str | None = os.getenv("TENSORBOARD_LOGGING_DIR") or getattr(args, "logging_dir", None)
    output = str(args.output_dir)
    runs = os.path.join(output, "runs")
    if state.is_hyper_param_search and state.trial_name is not None:
        return os.path.join(os.path.expanduser(named or runs), str(state.trial_name))
    if named:
        return os.path.expanduser(named)
    if is_resumed:
        files = pathlib.Path(runs).glob("*/*tfevents*")
        newest = max(files, key=lambda file: file.stat().st_mtime, default=None)
        if newest is not None:
            return str(newest.parent)
    from transformers.integrations.integration_utils import default_logdir

    return os.path.join(output, str(default_logdir()))


def _tag(key: str) -> str:
    for prefix in ("eval_", "test_"):
        if key.startswith(prefix):
            return f"{prefix[:-1]}/{key.removeprefix(prefix)}"
    return f"train/{key}"


def _add_json(writer: Any, tag: str, content: str, step: int) -> None:
    writer.add_text(tag, f"```json\n{content.strip()}\n```", step)


def _learning_rates(optimizer: Any) -> dict[str, float]:
    """The first group's, and those of all where they are not the same."""
    groups = getattr(optimizer, "param_groups", [])
    rates = [float(group["lr"]) for group in groups if "lr" in group]
    if not rates:
        return {}
    named = {"learning_rate": rates[0]}
    if len(set(rates)) > 1:
        named |= {f"learning_rate/group_{i}": rate for i, rate in enumerate(rates)}
    return named


def _hparams(args: Any, state: Any, config: Any) -> dict[str, Any]:
    """What is set of the arguments and the model's configuration; without
    tokens, which are nobody's business."""
    parameters = json.loads(args.to_json_string())
    if hasattr(config, "to_json_string"):
        parameters["model"] = json.loads(config.to_json_string())
    parameters.update(getattr(state, "trial_params", None) or {})
    flat = flatten(_without_unset(parameters))
    return {name: value for name, value in flat.items() if not name.endswith("_token")}


def _without_unset(parameters: Any) -> Any:
    if not isinstance(parameters, dict):
        return parameters
    unset: tuple[Any, ...] = (None, {}, [])
    return {
        name: _without_unset(part) for name, part in parameters.items() if part not in unset
    }
