"""`StepLineLogger`: a logger for Lightning, be it `lightning` or
`pytorch_lightning`."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import os
import pathlib
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from stepline import _summaries
from stepline.integrations._hparams import flatten
from stepline.writer import SummaryWriter

__all__ = ["StepLineLogger"]

_PACKAGES = ("lightning.pytorch", "pytorch_lightning")


def _package() -> str:
    """The one that the program has imported, or else that is installed."""
    for name in _PACKAGES:
        if name in sys.modules:
            return name
    for name in _PACKAGES:
        if importlib.util.find_spec(name.partition(".")[0]) is not None:
            return name
    raise ModuleNotFoundError("neither lightning nor pytorch_lightning is installed")


_loggers: Any = importlib.import_module(f"{_package()}.loggers.logger")
if TYPE_CHECKING:
    from lightning.pytorch.loggers.logger import Logger as _Logger
else:
    _Logger = _loggers.Logger
_rank_zero: Any = importlib.import_module(f"{_package()}.utilities.rank_zero")
_rank_zero_only = _rank_zero.rank_zero_only


class StepLineLogger(_Logger):  # type: ignore[misc]
    """Logs a training with Lightning:

        trainer = Trainer(logger=StepLineLogger("logs", name="first"))

    Parameters, directories, tags and `hparams.yaml` are those of Lightning's
    TensorBoardLogger, and isinstance() takes it for one, of both packages: the
    trainer and callbacks ask. TensorBoard need not be installed.

    The process of rank zero writes; `experiment` and `log_*` do nothing in
    others. A pickled logger opens a file of its own when it is used.
    """

    NAME_HPARAMS_FILE = "hparams.yaml"
    LOGGER_JOIN_CHAR = "-"

    def __init__(
        self,
        save_dir: Any,
        name: str | None = "lightning_logs",
        version: int | str | None = None,
        log_graph: bool = False,
        default_hp_metric: bool = True,
        prefix: str = "",
        sub_dir: Any = None,
        **kwargs: Any,
    ) -> None:
        """Logs go to `save_dir/name/version_<version>/sub_dir`; a version that is
        a text is the directory's name, None means the next number.

        `log_graph`: log the model's graph, traced with its
        `example_input_array`. `default_hp_metric`: hyperparameters without a
        metric get `hp_metric`, -1. `prefix`: of all metrics. `kwargs` go to
        SummaryWriter.
        """
        super().__init__()
        self._save_dir: str = os.fspath(save_dir)
        self._name = name or ""
        self._version = version
        self._sub_dir = None if sub_dir is None else os.fspath(sub_dir)
        self._log_graph = log_graph
        self._default_hp_metric = default_hp_metric
        self._prefix = prefix
        self._kwargs = kwargs
        self._experiment: SummaryWriter | None = None
        self._has_saved = False
        self.hparams: dict[str, Any] = {}
        _let_be_known(type(self))

    # --- Directories -------------------------------------------------------------

    @property
    def name(self) -> str:
        """The experiment's name; empty for none."""
        return self._name

    @property
    def version(self) -> int | str:
        """As given, or the number after the highest that there is."""
        if self._version is None:
            self._version = self._next_version()
        return self._version

    @property
    def save_dir(self) -> str:
        """As given."""
        return self._save_dir

    @property
    def root_dir(self) -> str:
        """Of all versions: save_dir/name."""
        return os.path.join(self._save_dir, self._name)

    @property
    def sub_dir(self) -> str | None:
        """As given."""
        return self._sub_dir

    @property
    def log_dir(self) -> str:
        """Of this version."""
        version = self.version if isinstance(self.version, str) else f"version_{self.version}"
        directory: str = os.path.join(self.root_dir, version, self._sub_dir or "").rstrip(os.sep)
        return os.path.expanduser(os.path.expandvars(directory))

    def _next_version(self) -> int:
        root = os.path.expanduser(os.path.expandvars(self.root_dir))
        numbers = [
            int(number)
            for found in pathlib.Path(root).glob("version_*")
            if (number := found.name.split("_")[1]).isdigit() and found.is_dir()
        ]
        return max(numbers, default=-1) + 1

    # --- Logging -----------------------------------------------------------------

    @property
    @_loggers.rank_zero_experiment  # type: ignore[untyped-decorator]
    def experiment(self) -> SummaryWriter:
        """The SummaryWriter, for everything that is no metric."""
        if self._experiment is None:
            self._experiment = SummaryWriter(self.log_dir, **self._kwargs)
        return self._experiment

    @_rank_zero_only  # type: ignore[untyped-decorator]
    def log_metrics(self, metrics: Mapping[str, Any], step: int | None = None) -> None:
        """Numbers, and dictionaries of numbers, which make one chart.
        ValueError for what is neither."""
        writer = self.experiment
        for name, value in metrics.items():
            if self._prefix:
                name = f"{self._prefix}{self.LOGGER_JOIN_CHAR}{name}"
            try:
                if isinstance(value, dict):
                    writer.add_scalars(name, value, step)
                else:
                    writer.add_scalar(name, value, step)
            except Exception as problem:
                raise ValueError(
                    f'"{name}" is a number or a dictionary of numbers, got {value!r}'
                ) from problem

    @_rank_zero_only  # type: ignore[untyped-decorator]
    def log_hyperparams(
        self, params: Any, metrics: Any = None, step: int | None = None
    ) -> None:
        """`params`: a dictionary, a namespace or a configuration of OmegaConf,
        nested at will; save() writes them to `hparams.yaml`. `metrics`: what the
        hyperparameters are judged by, {name: first value}, or one number."""
        parameters = _as_dict(params)
        self.hparams.update(parameters)
        if metrics is None:
            metrics = {"hp_metric": -1} if self._default_hp_metric else {}
        elif not isinstance(metrics, dict):
            metrics = {"hp_metric": metrics}
        if metrics:
            self.log_metrics(metrics, step)
            for summary in _summaries.hparams(flatten(parameters), metrics):
                self.experiment._get_file_writer().add_summary(summary, step)

    @_rank_zero_only  # type: ignore[untyped-decorator]
    def log_graph(self, model: Any, input_array: Any = None) -> None:
        """What the model computes of `input_array`, by default its
        `example_input_array`; its modules alone where there is neither."""
        if not self._log_graph:
            return
        if input_array is None:
            input_array = getattr(model, "example_input_array", None)
        if input_array is None:
            _rank_zero.rank_zero_warn(
                "the graph has no operations: example_input_array of the model is not set"
            )
            from stepline import graph

            nodes = graph.encode_graph(graph.module_tree_nodes(model))
            self.experiment._get_file_writer().add_graph((nodes, graph.encode_run_metadata()))
            return
        if hasattr(model, "_apply_batch_transfer_handler"):
            input_array = model._on_before_batch_transfer(input_array)
            input_array = model._apply_batch_transfer_handler(input_array)
        with _being_traced(model):
            self.experiment.add_graph(model, input_array)

    @_rank_zero_only  # type: ignore[untyped-decorator]
    def save(self) -> None:
        """Writes hyperparameters to `hparams.yaml`, unless there is one.

        The trainer calls it whenever it has logged, so that it does not wait
        for the disk: `experiment.flush()` does."""
        if self._has_saved or not os.path.isdir(self.log_dir):
            return
        self._has_saved = True
        path = os.path.join(self.log_dir, self.NAME_HPARAMS_FILE)
        if not os.path.isfile(path):
            saving = importlib.import_module(f"{_package()}.core.saving")
            saving.save_hparams_to_yaml(path, self.hparams)

    @_rank_zero_only  # type: ignore[untyped-decorator]
    def finalize(self, status: str) -> None:
        """Closes the file. Logging may go on, in a new one."""
        if self._experiment is not None:
            self._experiment.close()
        if status == "success":
            self.save()

    def after_save_checkpoint(self, checkpoint_callback: Any) -> None:
        """Checkpoints are not logged."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_experiment": None}


def _let_be_known(kind: type) -> None:
    """As a logger like TensorBoard's, to what is imported of both packages:
    Trainer.log_dir and profilers look for that class."""
    for name in _PACKAGES:
        module = sys.modules.get(f"{name}.loggers.tensorboard")
        if module is not None:
            module.TensorBoardLogger.register(kind)


def _as_dict(params: Any) -> dict[str, Any]:
    if params is None:
        return {}
    if isinstance(params, argparse.Namespace):
        return vars(params)
    omegaconf = sys.modules.get("omegaconf")
    if omegaconf is not None and omegaconf.OmegaConf.is_config(params):
        params = omegaconf.OmegaConf.to_container(params, resolve=True)
    return dict(params)


def _being_traced(model: Any) -> contextlib.AbstractContextManager[Any]:
    """In which a LightningModule that has no trainer says so by None, not by an
    error: tracing looks at all attributes."""
    for kind in type(model).__mro__:
        if kind.__name__ == "LightningModule":
            scripting: Any = getattr(sys.modules[kind.__module__], "_jit_is_scripting", None)
            if scripting is not None:
                return scripting()  # type: ignore[no-any-return]
    return contextlib.nullcontext()
